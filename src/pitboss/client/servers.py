"""The servers of one floor, any of which can be asked; when one is lost, the next is."""

from collections.abc import Sequence
from typing import Any, Final

import httpx

from pitboss.client.calls import Call
from pitboss.client.errors import ClientError, ServerFault, error_of

_ROUNDS: Final = 4
"""So often every server is asked, if there are several."""
PAUSE: Final = 0.25
"""Seconds between two rounds of asking."""


class Servers:
    """Addresses, and the one that answered last."""

    def __init__(self, urls: str | Sequence[str]) -> None:
        self._urls = [urls] if isinstance(urls, str) else list(urls)
        if not self._urls:
            raise ValueError("a client needs the address of a server")
        self._at = 0
        self.tries = 1 if len(self._urls) == 1 else _ROUNDS * len(self._urls)

    def address(self, path: str) -> str:
        """Where to ask now."""
        return self._urls[self._at].rstrip("/") + path

    def next(self, attempt: int) -> float:
        """Go on to the next server after so many attempts; how many seconds to wait before asking it."""
        self._at = (self._at + 1) % len(self._urls)
        return PAUSE if attempt % len(self._urls) == 0 else 0.0


def headers(call: Call[Any]) -> dict[str, str]:
    """What goes with the body of a call."""
    return {"Content-Type": "application/json"} if call.body is not None else {}


def lost(error: httpx.HTTPError, call: Call[Any]) -> ServerFault:
    """The fault for a call without an answer; raised if it must not be sent once more."""
    fault = ServerFault(f"the server cannot be reached: {error or type(error).__name__}")
    if not call.repeatable and not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        raise fault from error
    return fault


def failed(answer: httpx.Response, call: Call[Any]) -> ClientError:
    """The fault in an answer; raised if no other server would answer otherwise, or must not be asked."""
    fault = error_of(answer.status_code, answer.content)
    if not call.repeatable or not isinstance(fault, ServerFault):
        raise fault
    return fault


class Newest:
    """Lets nothing through that is older than what was shown: another server may be behind for a moment."""

    def __init__(self) -> None:
        self._seen = 0
        self._id = ""

    def headers(self) -> dict[str, str]:
        """What tells a server how much of its stream is known."""
        return {"Last-Event-ID": self._id} if self._id else {}

    def shows(self, name: str) -> bool:
        """Whether the frame with this id may be shown."""
        version = name.partition("-")[0]
        number = int(version) if version.isdecimal() else self._seen
        if number < self._seen:
            return False
        self._seen, self._id = number, name
        return True
