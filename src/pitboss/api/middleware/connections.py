"""Connection limits: time and size of a request, time to read a response, connections per address.

uvicorn closes idle connections between two requests. It has no limit for one that is silent or
slow within a request, which would stay open for ever.
"""

from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from pitboss.access.rate_limit import limited_place
from pitboss.api.errors import status_of
from pitboss.api.faults import fault
from pitboss.api.middleware.addresses import UNKNOWN, Networks, parse_address
from pitboss.api.middleware.guard import NO_STORE, TRUE_TYPE, WHOLE
from pitboss.messages.answers import Envelope, FaultNow
from pitboss.reason import because

HEAD_SECONDS: Final = 10.0
"""From the first byte of a request, or the opening of its connection, to the end of its headers."""
STALL_SECONDS: Final = 60.0
"""For so long an answer may wait for its reader."""
MOST_HEAD: Final = 64 * 1024
"""Bytes of a request's line and headers."""
MOST: Final = 10_000
"""Connections of one server at once."""
SPARE_FILES: Final = 200
"""File descriptors reserved for the journal and other files."""


class PlaceConnections:
    """Open connections by address; those of the floor's own proxies carry many clients."""

    def __init__(self, most: int, proxies: Networks) -> None:
        self._most = most
        self._proxies = proxies
        self._open: Counter[str] = Counter()

    def enter(self, peer: str) -> str | None:
        """Count a new connection of a peer: what to give to :meth:`leave`; nothing if it is one too many."""
        address = parse_address(peer)
        if address is not None and any(address in network for network in self._proxies):
            return ""
        place = limited_place(peer)
        if self._open[place] >= self._most:
            return None
        self._open[place] += 1
        return place

    def leave(self, place: str) -> None:
        """A connection has ended."""
        if place:
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]


class Timer:
    """A timer on the event loop: it calls a function when its time is over, unless it is stopped before."""

    def __init__(self, loop: AbstractEventLoop, seconds: float, call: Callable[[], None]) -> None:
        self._loop, self._seconds, self._call = loop, seconds, call
        self._handle: TimerHandle | None = None

    def start(self) -> None:
        """Start the timer, unless it runs already."""
        if self._handle is None:
            self._handle = self._loop.call_later(self._seconds, self._over)

    def stop(self) -> None:
        """Stop the timer; nothing is called."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _over(self) -> None:
        self._handle = None
        self._call()


class JoinedWrites:
    """Buffers a response's headers until its body, since each write may wake the reader."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle, self._transport = cycle, cycle.transport
        self._begun = False
        self._head = b""

    def write(self, data: bytes) -> None:
        """Write some of an answer, or keep headers that a body of a known length follows."""
        cycle = self._cycle
        if cycle.response_started and not self._begun:
            self._begun = True
            if cycle.chunked_encoding is False and cycle.scope["method"] != "HEAD":
                self._head = data
                return
        self._transport.write(self._head + data if self._head else data)
        self._head = b""

    def __getattr__(self, name: str) -> Any:
        """Delegate everything else to the transport."""
        return getattr(self._transport, name)


class LimitedConnection(HttpToolsProtocol):
    """The protocol of one connection: uvicorn's, with time limits and a limit of connections per place."""

    places = PlaceConnections(MOST, ())
    head_seconds = HEAD_SECONDS
    stall_seconds = STALL_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_timer = Timer(self.loop, self.head_seconds, self._too_late)
        self._stall_timer = Timer(self.loop, self.stall_seconds, self._abort)
        self._in_head = False
        self._head = 0
        self._place: str | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """A connection begins; one too many of its place ends at once."""
        super().connection_made(transport)
        self._place = self.places.enter(self.client[0] if self.client else UNKNOWN)
        if self._place is None:
            transport.abort()
        else:
            self._head_timer.start()

    def connection_lost(self, exc: Exception | None) -> None:
        """A connection has ended."""
        self._head_timer.stop()
        self._stall_timer.stop()
        if self._place is not None:
            self.places.leave(self._place)
            self._place = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes have arrived."""
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head:
            self._head += len(data)
            if self._head > MOST_HEAD:
                self._refuse(fault("too_large", because("too_large.request_headers")), status=431)
                return
        if self._in_head or self._idle:
            self._head_timer.start()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The end of a request's headers."""
        self._in_head = False
        self._head_timer.stop()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.cycle.transport = JoinedWrites(self.cycle)  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        """The end of a request's body."""
        self.scope[WHOLE] = True  # type: ignore[typeddict-unknown-key]
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client does not read the answer: back-pressure, for so long and no longer."""
        super().pause_writing()
        self._stall_timer.start()

    def resume_writing(self) -> None:
        """The client reads on."""
        self._stall_timer.stop()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are not an HTTP request."""
        self._refuse(fault("bad_request", because("bad_request.http")))

    @property
    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _abort(self) -> None:
        self.transport.abort()

    def _too_late(self) -> None:
        if self.transport.is_closing():
            return
        if not self._idle:
            # The next request has begun before the answer to the one before: the connection ends with that.
            self.cycle.keep_alive = False
        elif self._in_head:
            self._refuse(fault("too_slow", because("too_slow")))
        else:
            self.transport.close()

    def _refuse(self, found: FaultNow, status: int | None = None) -> None:
        body = msgspec.json.encode(Envelope(found))
        headers = (
            TRUE_TYPE,
            NO_STORE,
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        )
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(STATUS_LINE[status_of(found.code, status)] + lines + b"\r\n" + body)
        self.transport.close()


class ConnectionLimits(Struct, frozen=True):
    """The connections of one server: how many there may be, and the protocol that keeps to it."""

    most: int
    protocol: type[LimitedConnection]


def connection_limits(proxies: Networks) -> ConnectionLimits:
    """As many connections as the process may open files for, and half of them at most for one place."""
    most = MOST
    with suppress(ImportError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            most = max(1, min(MOST, soft - SPARE_FILES))

    class OfPlaces(LimitedConnection):
        places = PlaceConnections(max(1, most // 2), proxies)

    return ConnectionLimits(most, OfPlaces)
