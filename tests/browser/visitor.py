"""Somebody with a browser of his own at the floor, whose pages must not have a single fault."""

from typing import Any

import msgspec
from playwright.sync_api import Browser, Locator, Page

from pitboss.access.cookies import SESSION_COOKIE
from pitboss.access.roles import Role
from tests.api.served import Served

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
MOVING: Any = {"reduced_motion": "no-preference"}
"""For tests of what moves. Elsewhere nothing does: without a GPU drawing each step is most of the work."""
PATIENCE = 60_000
"""Milliseconds after which something does not come any more; a busy machine is no fault."""
ASKING = """{
  const asked = window.fetch;
  let waiting = 0;
  const until = (promise) => {
    waiting += 1;
    return promise.finally(() => (waiting -= 1));
  };
  window.fetch = (...given) => until(asked(...given).then((answer) => {
    for (const read of ["json", "text", "blob"]) {
      const whole = answer[read].bind(answer);
      answer[read] = () => until(whole());
    }
    return answer;
  }));
  window.EventSource = class extends window.EventSource {
    constructor(...given) {
      super(...given);
      until(new Promise((done) => (this.heard = done)));
      super.addEventListener("error", this.heard);
    }
    addEventListener(name, ...rest) {
      super.addEventListener(name, ...rest);
      if (name !== "beat") super.addEventListener(name, this.heard);
    }
    close() {
      super.close();
      this.heard();
    }
  };
  let changed = performance.now();
  new MutationObserver(() => (changed = performance.now())).observe(document, {
    subtree: true, childList: true, characterData: true,
  });
  window.quietFor = () => {
    if (waiting) changed = performance.now();
    return performance.now() - changed;
  };
}"""
"""Notes how long a page has changed nothing and has waited for neither an answer nor a stream to begin."""
QUIET = 100
"""Milliseconds after which a page that waits for nothing and changes nothing has shown what it shows."""
SIGNED_IN = "localStorage.setItem('pitboss.signed-in', '1')"


def session_cookie(url: str, token: str) -> Any:
    """What a browser keeps of a session at an address."""
    return {
        "name": SESSION_COOKIE,
        "value": token,
        "url": f"https://{url.removeprefix('http://').partition(':')[0]}/",
        "httpOnly": True,
        "secure": True,
        "sameSite": "Strict",
    }


class Visitor:
    """One browser window."""

    def __init__(self, page: Page, served: Served) -> None:
        self.served = served
        self.page = page
        self.context = page.context
        self.faults: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", self._error)
        self.before(
            "addEventListener('securitypolicyviolation',"
            " (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))"
        )
        self.before(ASKING)

    def before(self, script: str) -> "Visitor":
        """Have a script run before those of every page."""
        self.page.add_init_script(script)
        return self

    def sign_in(self, token: str) -> "Visitor":
        """Be somebody, by the token of a session."""
        self.context.add_cookies([session_cookie(self.served.url, token)])
        return self.before(SIGNED_IN)

    def be(self, role: Role) -> "Visitor":
        """Be somebody in a role."""
        return self.sign_in(self.served.token(role))

    def choose(self, **options: Any) -> "Visitor":
        """Have options set before the first page."""
        script = "(o) => localStorage.setItem('pitboss.options', JSON.stringify(o))"
        return self.before(f"({script})({msgspec.json.encode(options).decode()})")

    def open(self, path: str) -> Page:
        """A page, once it is there."""
        self.page.goto(self.served.url + path)
        self.page.locator("#page > *").first.wait_for()
        return self.page

    def settle(self) -> Page:
        """The page, once it has shown all that it has asked for."""
        self.page.wait_for_load_state("load")
        self.page.wait_for_function(f"() => quietFor() > {QUIET}")
        return self.page

    def find(self, selector: str) -> Locator:
        """Something of the page."""
        return self.page.locator(selector)

    def excuse(self, *words: str) -> None:
        """Take back faults that a test has brought about itself, as the network's when a server is gone."""
        self.faults = [fault for fault in self.faults if not any(word in fault for word in words)]

    def _error(self, error: object) -> None:
        self.faults.append(f"error: {error}")

    def _console(self, message: Any) -> None:
        if "409" in message.text and message.location.get("url", "").endswith(("/preview", "/worth")):
            return  # The table changed while the page asked what would follow; it asks again by itself.
        if "net::ERR" in message.text and self.served.site.draining:
            return  # The server of a test is stopped while its windows are still open.
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")


class Visitors:
    """Everybody of one test."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self._browser = browser
        self._served = served
        self._all: list[Visitor] = []

    def new(self, size: dict[str, int] = DESK, **context: Any) -> Visitor:
        """Another visitor, on a screen of a size; for whom things move only if they ask for it."""
        settings: Any = {"viewport": size, "locale": "en-SG", "reduced_motion": "reduce"} | context
        made = self._browser.new_context(**settings)
        made.set_default_timeout(PATIENCE)
        self._all.append(Visitor(made.new_page(), self._served))
        return self._all[-1]

    def leave(self) -> None:
        """Everybody goes; nobody may have seen a fault."""
        faults = [fault for visitor in self._all for fault in visitor.faults]
        for visitor in self._all:
            visitor.context.close()
        assert faults == [], faults
