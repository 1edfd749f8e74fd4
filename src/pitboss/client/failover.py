"""Failover and retries: any server of a floor can be asked, and when one is lost, the next is."""

from collections.abc import Sequence
from typing import Any, Final

import httpx

from pitboss.client.errors import ClientError, ServerFault, error_of
from pitboss.client.route import Call
from pitboss.client.server_sent_events import StreamMessage, StreamParser
from pitboss.reason import Unreadable, because

_ROUNDS: Final = 4
"""Attempts at each server, if there are several."""
PAUSE: Final = 0.25
"""Seconds between two rounds of asking."""


class Servers:
    """Addresses, and the one that answered last."""

    def __init__(self, urls: str | Sequence[str]) -> None:
        self.urls = [urls] if isinstance(urls, str) else list(urls)
        if not self.urls:
            raise Unreadable(because("client.no_address"))
        self.last = 0


class Asking:
    """The attempts of one call or stream, from server to server.

    Each call has its own: calls that are lost at the same time must not send each other back.
    """

    def __init__(self, servers: Servers, path: str) -> None:
        self._servers, self._path = servers, path
        self._at = servers.last
        self._tried = 0

    @property
    def address(self) -> str:
        """The address of the server to try now."""
        return self._servers.urls[self._at].rstrip("/") + self._path

    def answered(self) -> None:
        """Note that this server answers; other calls try it first from now on."""
        self._servers.last, self._tried = self._at, 0

    def next(self) -> float | None:
        """Seconds until the next server is tried; none if every server was tried often enough."""
        count = len(self._servers.urls)
        self._tried += 1
        if count == 1 or self._tried == _ROUNDS * count:
            return None
        self._at = (self._at + 1) % count
        return 0.0 if self._tried % count else PAUSE


def headers(call: Call[Any]) -> dict[str, str]:
    """The headers of a call."""
    return {"Content-Type": "application/json"} if call.body is not None else {}


def lost(error: httpx.HTTPError, call: Call[Any]) -> ServerFault:
    """The fault for a call without an answer; raised if it must not be sent once more."""
    fault = ServerFault(because("client.unreachable", given=str(error) or type(error).__name__))
    if not call.repeatable and not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        raise fault from error
    return fault


def failed(answer: httpx.Response, call: Call[Any]) -> ClientError:
    """The fault in an answer; raised if no other server would answer otherwise, or must not be asked."""
    fault = error_of(answer.status_code, answer.content)
    if not call.repeatable or not isinstance(fault, ServerFault):
        raise fault
    return fault


class Following:
    """The attempts to follow one stream: from server to server, without frames older than the last shown."""

    def __init__(self, servers: Servers, path: str, event: str) -> None:
        self._asking = Asking(servers, path)
        self._event = event
        self._newest = Newest()
        self._parser = StreamParser()
        self._broke: ServerFault | None = None

    def begin(self) -> dict[str, Any]:
        """The request to send to the server of this attempt."""
        self._parser, self._broke = StreamParser(), None
        return {"method": "GET", "url": self._asking.address, "headers": self._newest.headers()}

    def frame(self, line: str) -> StreamMessage | None:
        """The frame to show, where this line of the stream ends one."""
        message = self._parser.line(line)
        if message is None or message.event != self._event or not self._newest.shows(message.id):
            return None
        self._asking.answered()
        return message

    def broke(self, error: httpx.HTTPError | ServerFault) -> None:
        """Note why the stream of this attempt has ended."""
        if isinstance(error, httpx.HTTPError):
            error = ServerFault(because("client.stream_broke", given=str(error) or type(error).__name__))
        self._broke = error

    def next(self) -> float | None:
        """Seconds until the next server is tried; none at the end. Raises the error of the last attempt."""
        pause = self._asking.next()
        if pause is None and self._broke:
            raise self._broke
        return pause


class Newest:
    """A filter of frames: none that is older than the last one shown, as another server may be behind."""

    def __init__(self) -> None:
        self._seen = 0
        self._id = ""

    def headers(self) -> dict[str, str]:
        """The header that tells a server which frame of its stream was shown last."""
        return {"Last-Event-ID": self._id} if self._id else {}

    def shows(self, name: str) -> bool:
        """Whether the frame with this id may be shown."""
        version = name.partition("-")[0]
        number = int(version) if version.isascii() and version.isdecimal() else self._seen
        if number < self._seen:
            return False
        self._seen, self._id = number, name
        return True
