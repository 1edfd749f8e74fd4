"""The web server of a witness.

The HTTP server of a witness, as an ASGI application.
"""

import asyncio
import logging
from asyncio import TimerHandle, Transport
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.uvicorn_exit import GracefulServer, quiet_config
from pitboss.witness.cosigner import Cosigner, WitnessResponse
from pitboss.witness.pages import page
from pitboss.witness.state import BadState
from pitboss.witness.submission import LARGEST

LOG: Final = logging.getLogger("pitboss.witness")
BODY_SECONDS: Final = 10.0
"""Timeout from the end of a request's headers to the end of its body."""
ADD_CHECKPOINT: Final = "/add-checkpoint"

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
_CLOSE: Final = (b"connection", b"close")


class _Gone(Exception):
    """The client disconnected before its request was complete."""


class App:
    """The ASGI application. One thread uses the state, so that a slow disk never blocks the event loop."""

    def __init__(self, cosigner: Cosigner, body_seconds: float = BODY_SECONDS) -> None:
        self._cosigner = cosigner
        self._body_seconds = body_seconds
        self._thread = ThreadPoolExecutor(1, "witness")

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Answer one request; an internal error never shows a traceback."""
        if scope["type"] != "http":
            return
        try:
            answer = await self._answer(scope["method"], scope["path"], receive)
        except _Gone:
            return
        except asyncio.CancelledError:
            answer = WitnessResponse(503, "The witness stops, and did not answer in time: ask it again.\n")
        except BadState as error:
            LOG.error("%s", error)
            answer = WitnessResponse(503, "The witness cannot use its state now: nothing was cosigned.\n")
        except Exception:
            LOG.exception("a request was not answered as it should be")
            answer = WitnessResponse(500, "The witness has a defect: nothing was cosigned.\n")
        await _send(send, answer, head_only=scope["method"] == "HEAD")

    async def _answer(self, method: str, path: str, receive: Receive) -> WitnessResponse:
        if path == ADD_CHECKPOINT:
            if method != "POST":
                return WitnessResponse(405, "A checkpoint is added with POST.\n", allow="POST")
            body = await self._body(receive)
            if body is None:
                return WitnessResponse(408, "The request took too long to arrive.\n")
            if len(body) > LARGEST:
                return WitnessResponse(413, f"A request has {LARGEST} bytes at most.\n")
            return await self._run(self._cosigner.add_checkpoint, body)
        if method not in ("GET", "HEAD"):
            return WitnessResponse(405, "Here something can be read only.\n", allow="GET, HEAD")
        return await self._run(page, self._cosigner, path)

    async def _body(self, receive: Receive) -> bytes | None:
        """The body, read up to little more than the size limit; ``None`` on a timeout."""
        body = b""
        try:
            async with asyncio.timeout(self._body_seconds):
                while len(body) <= LARGEST:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise _Gone
                    body += message.get("body", b"")
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            return None
        return body

    async def _run(self, function: Callable[..., WitnessResponse], *arguments: object) -> WitnessResponse:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)


async def _send(send: Send, answer: WitnessResponse, head_only: bool) -> None:
    body = answer.text.encode()
    headers = [
        (b"content-type", answer.content_type.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if answer.status in (408, 413):
        # The rest of the body is not read, so the connection cannot be reused.
        headers.append(_CLOSE)
    if answer.allow:
        headers.append((b"allow", answer.allow.encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head_only else body})


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
