"""The web server of a witness."""

from asyncio import TimerHandle, Transport
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.graceful import GracefulServer, quiet_config
from pitboss.witness.app import App
from pitboss.witness.cosigner import Cosigner

HEAD_SECONDS: Final = 10.0
"""Timeout from the opening of a connection, or the first byte of a request, to the end of its headers."""
MOST_HEAD: Final = 64 * 1024
"""Largest request line and headers, in bytes."""
MOST_CONNECTIONS: Final = 1000
_LONGEST_STOP: Final = 5


class TimedConnection(HttpToolsProtocol):
    """A connection that is closed if headers do not arrive in time; uvicorn itself has no such timeout."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timer: TimerHandle | None = None
        self._head = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the timeout with the connection."""
        super().connection_made(transport)
        self._start()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout with the connection."""
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count the bytes of the headers."""
        super().data_received(data)
        if self._timer is not None:
            self._head += len(data)
            if self._head > MOST_HEAD:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Start the timeout at the first byte of a request."""
        self._start()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop the timeout at the end of the headers."""
        self._stop()
        super().on_headers_complete()

    def _start(self) -> None:
        self._stop()
        self._head = 0
        self._timer = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def serve(cosigner: Cosigner, host: str, port: int) -> bool:
    """Serve until interrupted; return whether the server could start."""
    config = quiet_config(
        App(cosigner),
        host,
        port,
        http=TimedConnection,
        lifespan="off",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=_LONGEST_STOP,
    )
    server = GracefulServer(config)
    server.run()
    return server.started
