"""Somebody with a browser of his own at the floor, whose pages must not have a single fault."""

from typing import Any

import msgspec
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from pitboss.access.cookies import SESSION_COOKIE
from pitboss.access.roles import Role
from tests.api.served import Served

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
MOVING: Any = {"reduced_motion": "no-preference"}
"""For tests of what moves. Elsewhere nothing does: without a GPU drawing each step is most of the work."""
PATIENCE = 60_000
"""Milliseconds after which something does not come any more; a busy machine is no fault."""
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

    def __init__(self, context: BrowserContext, served: Served) -> None:
        self.served = served
        self.context = context
        self.faults: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation',"
            " (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))"
        )

    def sign_in(self, token: str) -> "Visitor":
        """Be somebody, by the token of a session."""
        self.context.add_cookies([session_cookie(self.served.url, token)])
        self.page.add_init_script(SIGNED_IN)
        return self

    def be(self, role: Role) -> "Visitor":
        """Be somebody in a role."""
        return self.sign_in(self.served.token(role))

    def choose(self, **options: Any) -> "Visitor":
        """Have options set before the first page."""
        script = "(o) => localStorage.setItem('pitboss.options', JSON.stringify(o))"
        self.page.add_init_script(f"({script})({msgspec.json.encode(options).decode()})")
        return self

    def open(self, path: str) -> Page:
        """A page, once it is there."""
        self.page.goto(self.served.url + path)
        self.page.locator("#page > *").first.wait_for()
        return self.page

    def find(self, selector: str) -> Locator:
        """Something of the page."""
        return self.page.locator(selector)

    def excuse(self, *words: str) -> None:
        """Take back faults that a test has brought about itself, as the network's when a server is gone."""
        self.faults = [fault for fault in self.faults if not any(word in fault for word in words)]

    def _console(self, message: Any) -> None:
        if "409" in message.text and message.location.get("url", "").endswith("/preview"):
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
        self._all.append(Visitor(made, self._served))
        return self._all[-1]

    def leave(self) -> None:
        """Everybody goes; nobody may have seen a fault."""
        faults = [fault for visitor in self._all for fault in visitor.faults]
        for visitor in self._all:
            visitor.context.close()
        assert faults == [], faults
