"""Somebody with a browser of his own at the floor, whose pages must not have a single fault."""

import base64
from collections.abc import Callable
from contextlib import ExitStack
from re import Pattern
from typing import Any

import msgspec
from playwright.sync_api import Error, Locator, Page, Route

from pitboss.access.devices import SESSION_COOKIE
from pitboss.access.roles import Role
from pitboss.web import ENTRY, TYPES, load_web
from tests.api.served import Served
from tests.browser.windows import Windows

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
MOVING: Any = {"reduced_motion": "no-preference"}
"""For tests of what moves. Elsewhere nothing does: without a GPU drawing each step is most of the work."""
ASKING = """{
  const asked = window.fetch;
  let waiting = 0;
  const until = (promise) => {
    waiting += 1;
    return promise.finally(() => (waiting -= 1));
  };
  const answers = [];
  const note = (path, got) => {
    answers.push([Math.round(performance.now()), got, String(path)]);
    if (answers.length > 40) answers.shift();
  };
  window.fetch = (...given) => until(asked(...given).then((answer) => {
    if (answer.ok) note(given[0], answer.status);
    else answer.clone().text().then((said) => note(given[0], `${answer.status} ${said.slice(0, 300)}`));
    for (const read of ["json", "text", "blob"]) {
      const whole = answer[read].bind(answer);
      answer[read] = () => until(whole());
    }
    return answer;
  }, (error) => {
    note(given[0], error.name);
    throw error;
  }));
  window.EventSource = class extends window.EventSource {
    constructor(...given) {
      super(...given);
      until(new Promise((done) => (this.heard = done)));
      super.addEventListener("error", this.heard);
    }
    addEventListener(name, ...rest) {
      super.addEventListener(name, ...rest);
      if (name === "beat") return;
      super.addEventListener(name, this.heard);
      super.addEventListener(name, (event) => note(`${this.url} ${name}`, event.lastEventId));
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
  window.stir = () => (changed = performance.now());
  window.quietFor = () => {
    if (waiting) changed = performance.now();
    return performance.now() - changed;
  };
  window.account = () => new Promise((done) => {
    let frames = 0;
    const count = () => (frames += 1) && requestAnimationFrame(count);
    requestAnimationFrame(count);
    setTimeout(() => done({ at: Math.round(performance.now()), waiting, frames, answers }), 500);
  });
}"""
"""Notes how long a page has changed nothing and has waited for neither an answer nor a stream to begin.

Its last answers are noted too: ``account`` tells of them when a test has failed."""
UNDRAWN = """{
  const unseen = new CSSStyleSheet();
  unseen.replaceSync("html { opacity: 0; will-change: opacity }");
  window.drawn = (now) => (document.adoptedStyleSheets = now ? [] : [unseen]);
  drawn(false);
}"""
"""Has a page laid out and answer to everything, but not drawn: nobody looks, and it is half of the work."""
QUIET = 100
"""Milliseconds after which a page that waits for nothing and changes nothing has shown what it shows."""
LOOKS = 25
"""Milliseconds between two looks at a page that is waited for; to look at each frame has all frames drawn."""
SIGNED_IN = "localStorage.setItem('pitboss.signed-in', '1')"


def module(path: str) -> str:
    """Script for what a module of the pages exports, brought by a bundle that has it."""
    name, web = f"web/js/{path}", load_web()
    kept = f'modules_["{name}"] ??='.encode()
    places = [place for place, file in web.files.items() if kept in file.content]
    place = min(places, key=lambda place: (place != ENTRY, "/pages/" not in place))
    return f'(await import("/web/{web.hash}/{place}"), modules_["{name}"])'


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
        self.alone = False
        """Whether nobody may have this window afterwards."""
        self._undo = ExitStack()
        for event, heard in (("console", self._console), ("pageerror", self._error)):
            self.page.on(event, heard)  # type: ignore[call-overload]
            self._undo.callback(self.page.remove_listener, event, heard)
        self.before(
            "addEventListener('securitypolicyviolation',"
            " (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))"
        )
        self.before(ASKING)
        self.before(UNDRAWN)

    def before(self, script: str) -> "Visitor":
        """Have a script run before those of every page."""
        self._undo.enter_context(self.page.add_init_script(script))
        return self

    def hold_clock(self) -> "Visitor":
        """Have time pass only as the test says."""
        self.alone = True
        self.page.clock.install()
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

    def answer(self, path: str, content: str) -> "Visitor":
        """Have requests for a path, which may have stars, answered with a script or with JSON.

        Unlike a route of the page this leaves all other requests alone, and the browser's cache in use.
        """
        session = self.context.new_cdp_session(self.page)
        body = base64.b64encode(content.encode()).decode()
        headers = [{"name": "Content-Type", "value": TYPES[f".{path.rpartition('.')[2]}"]}]

        def fulfil(event: Any) -> None:
            told = {"requestId": event["requestId"], "responseCode": 200}
            session.send("Fetch.fulfillRequest", told | {"responseHeaders": headers, "body": body})

        self._undo.callback(session.detach)
        session.on("Fetch.requestPaused", fulfil)
        session.send("Fetch.enable", {"patterns": [{"urlPattern": path}]})
        return self

    def intercept(self, path: str | Pattern[str], handle: Callable[[Route], object]) -> None:
        """Have requests of the page that is open handled by the test, from the next one on."""
        self.page.route(path, handle)
        # The browser says that it is done before the page has been told.
        self.page.evaluate("new Promise((done) => setTimeout(done))")

    def hold(self, path: str | Pattern[str]) -> list[Route]:
        """Hold back requests of the page; each is in the list from then on, for the test to let go."""
        held: list[Route] = []

        def keep(route: Route) -> None:
            held.append(route)

        self.intercept(path, keep)
        return held

    def open(self, path: str) -> Page:
        """A page, once it is there."""
        self.page.goto(self.served.url + path)
        self.page.locator("#page > *").first.wait_for()
        return self.page

    def settle(self) -> Page:
        """The page, once it has shown all that it has asked for."""
        self.page.wait_for_load_state("load")
        # What was just pressed may change the page in the next frame only.
        self.page.evaluate("stir()")
        self.page.wait_for_function(f"() => quietFor() > {QUIET}", polling=LOOKS)
        return self.page

    def find(self, selector: str) -> Locator:
        """Something of the page."""
        return self.page.locator(selector)

    def excuse(self, *words: str) -> None:
        """Take back faults that a test has brought about itself, as the network's when a server is gone."""
        self.faults = [fault for fault in self.faults if not any(word in fault for word in words)]

    def account(self) -> str:
        """What this window has asked for and got, for who reads why a test failed."""
        lines = [self.page.url, *self.faults]
        try:
            told = self.page.evaluate("account()")
        except Error as gone:
            return "\n".join([*lines, str(gone)])
        lines.append(f"{told['frames']} frames in half a second, {told['waiting']} answers waited for")
        lines += [f"{at - told['at']} ms: {got} {path}" for at, got, path in told["answers"]]
        return "\n".join(lines)

    def go(self) -> None:
        """Leave the window as it was before."""
        self._undo.close()

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

    def __init__(self, windows: Windows, served: Served) -> None:
        self._windows = windows
        self._served = served
        self._all: list[Visitor] = []
        self._settings: list[dict[str, Any]] = []
        self.failed = False
        """Whether a test has failed, so that nobody knows how it has left its windows."""

    def new(self, size: dict[str, int] = DESK, *, alone: bool = False, **context: Any) -> Visitor:
        """Another visitor, on a screen of a size; for whom things move only if they ask for it.

        One who is ``alone`` has a window that nobody had before, as for what a first load takes.
        """
        settings: Any = {"viewport": size, "locale": "en-SG", "reduced_motion": "reduce"} | context
        page = self._windows.new(settings) if alone else self._windows.take(settings)
        visitor = Visitor(page, self._served)
        visitor.alone = alone
        self._all.append(visitor)
        self._settings.append(settings)
        return visitor

    def account(self) -> str:
        """What every window has asked for and got."""
        return "\n\n".join(visitor.account() for visitor in self._all)

    def leave(self) -> None:
        """Everybody goes; nobody may have seen a fault."""
        faults = [fault for visitor in self._all for fault in visitor.faults]
        for visitor, settings in zip(self._all, self._settings, strict=True):
            if visitor.alone or self.failed or faults or visitor.page.is_closed():
                visitor.context.close()
            else:
                visitor.go()
                self._windows.put_back(visitor.page, settings, visitor.served.url)
        assert faults == [], faults


class Readers(Visitors):
    """People who read page after page, each in one window for all tests of a file.

    Such a window has loaded and compiled most of the next page already: half a second less of work than a
    new one. What a test leaves in it, the next one finds there, so it is for tests that change nothing.
    """

    def __init__(self, windows: Windows, served: Served) -> None:
        super().__init__(windows, served)
        self._known: dict[str, Visitor] = {}
        self._tokens: dict[str, str] = {}
        self._here: list[Visitor] = []
        self._before: list[Visitor] = []

    def again(
        self,
        size: dict[str, int] = DESK,
        *,
        role: Role | None = None,
        player: str = "",
        dress: Callable[[Visitor], object] | None = None,
        **options: Any,
    ) -> Visitor:
        """The reader who is so; ``dress`` prepares their window before the first page."""
        kind = repr((size, role, player, dress, options))
        if kind not in self._known:
            self._known[kind] = visitor = self.new(size).choose(**options)
            if role or player:
                visitor.sign_in(self._token(role, player))
            if dress:
                dress(visitor)
        self._look_away(self._known[kind])
        return self._known[kind]

    def _look_away(self, reader: Visitor) -> None:
        """Let no window but those of this test show a page: what is drawn and streamed there is work, too."""
        if reader not in self._here:
            self._here.append(reader)
        for other in self._before:
            if other not in self._here:
                other.page.goto(f"{self._served.url}/web/{load_web().hash}/web/icon.svg")
        self._before = []

    def _token(self, role: Role | None, player: str) -> str:
        """One session for each person: whoever signs in too often waits."""
        if (who := role or player) not in self._tokens:
            self._tokens[who] = self._served.token(role) if role else self._served.sign_in(player)
        return self._tokens[who]

    def check(self) -> None:
        """Nobody may have seen a fault since the last time."""
        faults = [fault for visitor in self._all for fault in visitor.faults]
        for visitor in self._all:
            visitor.faults.clear()
        self._before += self._here
        self._here = []
        assert faults == [], faults
