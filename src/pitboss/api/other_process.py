"""Requests about a job that another process of this server holds are passed on, and its answer back.

A job lives in the memory of one process, and a page asks for it over whatever connection it has. The id of a
job begins with the number of its process. Runs of simulated rounds, of which an account has one at a time,
are all begun by the first.
"""

import logging
from collections.abc import Sequence
from typing import Any, Final

import httpx
from litestar.types import Receive, Send

from pitboss.api.faults import fault
from pitboss.api.middleware.addresses import FORWARDED
from pitboss.api.middleware.requests import RETRY_SOON, send_fault
from pitboss.reason import because
from pitboss.server.processes import ServerPlace

_COUNTS: Final = "/api/counts/"
_SIMULATIONS: Final = "/api/simulations"
_ASKED_ANEW: Final = frozenset(
    # Of this connection and this address; the guard has looked at them.
    (b"accept-encoding", b"connection", b"content-length", b"host", b"origin", b"sec-fetch-site", FORWARDED)
)
_OF_CONNECTION: Final = frozenset((b"connection", b"transfer-encoding"))
_LOST: Final = fault("busy", because("busy.journal"))


def mark_of(place: ServerPlace) -> str:
    """The prefix of the ids of a process's jobs."""
    return f"{place.number}-"


class OtherProcesses:
    """The other processes of a server, asked over the loopback."""

    def __init__(self, place: ServerPlace) -> None:
        self._place = place
        logging.getLogger("httpx").setLevel(logging.WARNING)
        self._clients = [httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") for port in place.ports]

    def holder(self, path: str) -> int | None:
        """The other process to which a request for a path is passed on, if any."""
        number = "0" if path.startswith(_SIMULATIONS) else path.removeprefix(_COUNTS).partition("-")[0]
        if not path.startswith((_COUNTS, _SIMULATIONS)) or not (number.isascii() and number.isdecimal()):
            return None
        holder = int(number[:4])
        return holder if holder != self._place.number and holder < len(self._clients) else None

    async def pass_on(self, holder: int, scope: Any, receive: Receive, send: Send) -> None:
        """Ask another process what this one was asked, and send its answer as it comes."""
        count = scope["path"].startswith(_COUNTS)
        scope["path_template"] = f"{_COUNTS}{{count}}" if count else scope["path"]
        path = scope["raw_path"].decode("ascii")
        query = scope["query_string"].decode("ascii")
        headers = [(name, value) for name, value in scope["headers"] if name not in _ASKED_ANEW]
        # What a client writes there itself would be believed, where this machine is a proxy of the floor.
        headers.append((FORWARDED, scope["client"][0].encode("ascii")))
        begun = False
        try:
            async with self._clients[holder].stream(
                scope["method"],
                f"{path}?{query}" if query else path,
                headers=headers,
                content=await _body(receive) or None,
                timeout=None,
            ) as answer:
                begun = True
                await _start(send, answer.status_code, answer.headers.raw)
                async for part in answer.aiter_raw():
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except httpx.HTTPError:
            # It was killed, and its jobs are gone; the one in its place says so when it is asked again.
            if begun:
                raise
            await send_fault(send, _LOST, RETRY_SOON)

    async def close(self) -> None:
        """Close the connections."""
        for client in self._clients:
            await client.aclose()


async def _body(receive: Receive) -> bytes:
    parts = []
    while True:
        message: Any = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


async def _start(send: Send, status: int, headers: Sequence[tuple[bytes, bytes]]) -> None:
    kept = [(name.lower(), value) for name, value in headers if name.lower() not in _OF_CONNECTION]
    await send({"type": "http.response.start", "status": status, "headers": kept})
