"""Every request: it gets an id, is logged with who sent it and what became of it, and is counted."""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable
from itertools import count
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Send

from pitboss.api.faults import fault
from pitboss.messages.answers import Envelope, FaultNow
from pitboss.reason import because
from pitboss.refusal_list import ENTRIES
from pitboss.server.logs import fields, log_fields
from pitboss.server.metrics import Metrics

LOG: Final = logging.getLogger("pitboss.requests")
HEADER: Final = b"x-request-id"
RETRY_SOON: Final = (b"retry-after", b"1")
_GIVEN: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
MOST_HEADERS: Final = 16 * 1024
"""Bytes of all headers of a request: to take cookies and the like apart takes the loop its time."""
_ID: Final = "pitboss_request"
_NOTES: Final = "pitboss_notes"
_ENDING: Final = "pitboss_at_end"
UNWRAPPED: Final = "pitboss_send"
"""In the scope of a request, what its answer is sent by at last: layers before it change headers and zip."""
_STOPPING: Final = fault("busy", because("busy.stopping"))
_PROCESS: Final = secrets.token_hex(4)
_COUNT: Final = count()
"""An id is random for its process and counted in it: it is for the logs, and nothing rests on it."""
PROBES: Final = frozenset({"/health", "/ready", "/metrics"})
"""Asked for by machines every few seconds: never shed, and only what goes wrong with them is logged."""


def request_id(scope: Any) -> str:
    """The id of a request, as its line in the log and its answer name it."""
    given: bytes = scope.get(_ID, b"")
    return given.decode()


def note(scope: Any, **found: str) -> None:
    """Remember something of a request for its line in the log."""
    scope.setdefault(_NOTES, {}).update(found)


def at_end(scope: Any, call: Callable[[], None]) -> None:
    """Have something called when a request is over, however it ends."""
    scope.setdefault(_ENDING, []).append(call)


class RequestLog:
    """Middleware: gives each request its id, its line in the log and its place in the metrics."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        name = scope[_ID] = _id_of(scope)
        scope[UNWRAPPED] = send
        started = time.perf_counter()
        status, stream, begun = 500, False, False

        async def sending(message: Message) -> None:
            nonlocal status, stream, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = list(message.get("headers", ()))
                stream = any(value.startswith(b"text/event-stream") for _, value in headers)
                message["headers"] = [*headers, (HEADER, name)]
            await send(message)

        try:
            size = sum(len(key) + len(value) for key, value in scope["headers"])
            if size > MOST_HEADERS:
                note(scope, code="too_large")
                reason = because("too_large.headers", bytes=size, most=MOST_HEADERS)
                await send_fault(sending, fault("too_large", reason))
            else:
                await self._app(scope, receive, sending)
        except asyncio.CancelledError:
            # The web server stops, and no longer waits for this: an answer that has begun is cut off.
            if not begun:
                note(scope, code=_STOPPING.code)
                await send_fault(sending, _STOPPING, RETRY_SOON)
        finally:
            for call in scope.get(_ENDING, ()):
                call()
            self._done(scope, name.decode(), status, time.perf_counter() - started, stream)

    def _done(self, scope: Any, name: str, status: int, seconds: float, stream: bool) -> None:
        route = str(scope.get("path_template") or "unknown")
        method = str(scope.get("method", ""))
        self._metrics.request(method, status)
        if not stream:
            self._metrics.answer(seconds)
        if route in PROBES and status < 400:
            return
        client = scope.get("client")
        found = fields(
            request=name,
            method=method,
            route=route,
            status=status,
            milliseconds=round(seconds * 1000, 1),
            where=client[0] if client else None,
            **scope.get(_NOTES, {}),
        )
        log_fields(LOG, logging.ERROR if status >= 500 else logging.INFO, "request", found)


async def send_fault(send: Send, found: FaultNow, *more: tuple[bytes, bytes]) -> None:
    """Answer a request with a fault, and with more headers than an answer in JSON has."""
    body = msgspec.json.encode(Envelope(found))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": ENTRIES[found.code].status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _id_of(scope: Any) -> bytes:
    given = next((value for key, value in scope["headers"] if key == HEADER), b"")
    return given if _GIVEN.fullmatch(given) else f"{_PROCESS}{next(_COUNT) & 0xFFFF_FFFF:08x}".encode()
