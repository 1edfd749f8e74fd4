"""Browser windows that tests use one after the other.

A window that has shown a page of a floor has a process that knows the scripts of the next one, which is half
of the work. It is given on as if it were new: without cookies and storage, and with its settings put back.
"""

from typing import Any

import msgspec
from playwright.sync_api import Browser, Error, Page

PATIENCE = 60_000
"""Milliseconds after which something does not come any more; a busy machine is no fault."""
OUTSIDE = -1
"""Where the mouse of a new window is."""


class Windows:
    """The windows of one browser, by their settings."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[bytes, list[Page]] = {}

    def take(self, settings: dict[str, Any]) -> Page:
        """A window with settings that nobody uses."""
        free = self._free.setdefault(_kind(settings), [])
        return free.pop() if free else self.new(settings)

    def new(self, settings: dict[str, Any]) -> Page:
        """A window that nobody has used before."""
        context = self._browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def put_back(self, page: Page, settings: dict[str, Any], origin: str) -> None:
        """Clear a window of what was done in it at an origin, for the next user; or close it."""
        try:
            self._clear(page, settings, origin)
        except Error:  # Its last page may have been the browser's own, which tells that a server is gone.
            page.context.close()
        else:
            self._free.setdefault(_kind(settings), []).append(page)

    def _clear(self, page: Page, settings: dict[str, Any], origin: str) -> None:
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        page.evaluate("sessionStorage.clear()")
        page.goto("about:blank")
        page.mouse.move(OUTSIDE, OUTSIDE)
        page.emulate_media(media="null")
        if page.viewport_size != settings["viewport"]:
            page.set_viewport_size(settings["viewport"])
        context.clear_cookies()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()


def _kind(settings: dict[str, Any]) -> bytes:
    return msgspec.json.encode(settings, order="sorted")
