"""The guard: checks on every request before it is read, and security headers of responses.

A request names a host of this floor, against DNS rebinding. A change comes
from our own page or from a program, in JSON, which a form of another site
cannot send. A body arrives in time. A response has the declared type and is not cached by intermediaries.
"""

import asyncio
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send

from pitboss.api.errors import TooSlow
from pitboss.api.faults import fault
from pitboss.api.middleware.addresses import parse_address
from pitboss.api.middleware.requests import note, send_fault
from pitboss.messages.answers import FaultNow
from pitboss.reason import because

BODY_SECONDS: Final = 20.0
"""Within which the whole of a body has arrived."""
WHOLE: Final = "pitboss_whole"
"""In the scope of a request that had arrived to its end before anybody looked at it: it needs no clock."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_ANYWHERE: Final = frozenset({"", "0.0.0.0", "::"})
"""Bind addresses that mean every interface."""
_OURS: Final = frozenset({b"same-origin", b"none"})
_HOST: Final = re.compile(rb"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::([0-9]{1,5}))?")
_MOST_CACHED: Final = 256
"""Values of Host and Origin whose parts are remembered; most requests name the same."""
_PORTS: Final = {b"http": 80, b"https": 443}
_NOT_KEPT: Final = (b"application/json", b"application/vnd.oai.openapi", b"text/event-stream")
TRUE_TYPE: Final = (b"x-content-type-options", b"nosniff")
NO_STORE: Final = (b"cache-control", b"no-store")


class Guard:
    """Middleware: refuses requests for other hosts, from other sites, or of another media type."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], bound: str) -> None:
        self._app = app
        self._hosts = LOOPBACK | set(hosts) | ({bound} - _ANYWHERE)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _labelled(message.get("headers", ()))
            await send(message)

        headers = Headers(scope["headers"])
        if found := self._refusal(scope, headers):
            note(scope, code=found.code)
            await send_fault(sending, found)
        else:
            late = headers.body and WHOLE not in scope
            await self._app(scope, _in_time(receive) if late else receive, sending)

    def _refusal(self, scope: Any, headers: "Headers") -> FaultNow | None:
        """Why a request is not looked at, if it is not."""
        host = headers.host
        if headers.hosts > 1 or (host is None and scope["http_version"] != "1.0"):
            return fault("bad_request", because("bad_request.host"))
        if host is not None and not self._is_here(host[0], scope.get("server")):
            return fault("wrong_host", because("wrong_host"))
        if scope["method"] in SAFE:
            if headers.body:
                return fault("bad_request", because("bad_request.body"))
            return None
        if not headers.is_ours():
            return fault("wrong_origin", because("wrong_origin"))
        if headers.body and headers.media_type != b"application/json":
            return fault("unsupported_media_type", because("unsupported_media_type"))
        return None

    def _is_here(self, name: str, reached: Any) -> bool:
        """Whether a name is one of the floor, or the address by which the connection reached this server."""
        if name in self._hosts:
            return True
        address = parse_address(name)
        return address is not None and reached is not None and address == parse_address(str(reached[0]))


class Headers:
    """The headers of a request, as far as they decide whether it is looked at."""

    def __init__(self, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        found: dict[bytes, bytes] = {}
        self.hosts = 0
        """The number of hosts that a request names."""
        for name, value in pairs:
            self.hosts += name == b"host"
            found.setdefault(name, value)
        self._first = found
        self.host = split_host(found[b"host"]) if self.hosts else None
        """The name, in small letters, and the port that the request is for."""
        self.body = b"transfer-encoding" in found or bool(found.get(b"content-length", b"").lstrip(b"0"))
        """Whether there is one."""

    @property
    def media_type(self) -> bytes:
        """The media type of the body, without its parameters."""
        return self._first.get(b"content-type", b"").partition(b";")[0].strip().lower()

    def is_ours(self) -> bool:
        """Whether no page of another site has sent this.

        A browser says itself where it comes from. A program does not, or it shows a token, which no page can
        make a browser send.
        """
        found = self._first
        if found.get(b"authorization", b"").startswith(b"Bearer "):
            return True
        if site := found.get(b"sec-fetch-site"):
            return site in _OURS
        origin = found.get(b"origin")
        return not origin or (self.host is not None and _of_origin(origin, self.host))


@lru_cache(_MOST_CACHED)
def split_host(text: bytes) -> tuple[str, int | None]:
    """A name in small letters, or an address without its brackets, and the port if there is one."""
    found = _HOST.fullmatch(text.lower())
    if found is None:
        return "", None
    return (found[1] or found[2]).decode(), int(found[3]) if found[3] else None


def _of_origin(origin: bytes, host: tuple[str, int | None]) -> bool:
    """Whether a page of an origin is a page of the host."""
    scheme, _, rest = origin.partition(b"://")
    usual = _PORTS.get(scheme.lower())
    name, port = split_host(rest)
    return bool(name) and usual is not None and (name, port or usual) == (host[0], host[1] or usual)


def _labelled(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with ``nosniff``, and with ``no-store`` unless it says how it is cached."""
    found = list(headers)
    names = {name.lower(): value for name, value in found}
    if names.get(b"content-type", b"").startswith(_NOT_KEPT):
        found = [(name, value) for name, value in found if name.lower() != NO_STORE[0]]
        found.append(NO_STORE)
    elif NO_STORE[0] not in names:
        found.append(NO_STORE)
    if TRUE_TYPE[0] not in names:
        found.append(TRUE_TYPE)
    return found


def _in_time(receive: Receive) -> Receive:
    """Receive a body within its time; raises :class:`TooSlow` when that is over."""
    deadline = asyncio.get_running_loop().time() + BODY_SECONDS
    whole = False

    async def receiving() -> Any:
        nonlocal whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message: Any = await receive()
        except TimeoutError:
            raise TooSlow from None
        whole = not message.get("more_body", False)
        return message

    return receiving
