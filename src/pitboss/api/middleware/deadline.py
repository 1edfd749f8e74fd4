"""A deadline for every command: one that is late is answered 503, and may be retried.

Whatever a command waits for, a database that hangs, a disk that does not write, the command before it at its
table, its sender must hear something. What became of it is not known then; a command is idempotent by its id,
so that a retry is safe.
"""

import asyncio
from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Send

from pitboss.api.faults import fault
from pitboss.api.middleware.guard import BODY_SECONDS, SAFE
from pitboss.api.middleware.requests import RETRY_SOON, note, send_fault
from pitboss.reason import because

COMMAND_SECONDS: Final = 15.0
"""From when the whole command has arrived until it is answered."""
_LATE: Final = fault("busy", because("busy.journal"))


class Deadline:
    """Middleware: a deadline for commands. Reads have none: a stream never ends, a report may take long."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] in SAFE:
            await self._app(scope, receive, send)
            return
        begun, now = False, asyncio.get_running_loop().time

        async def receiving() -> Any:
            message: Any = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                limit.reschedule(now() + COMMAND_SECONDS)
            return message

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            async with asyncio.timeout(BODY_SECONDS + COMMAND_SECONDS) as limit:
                await self._app(scope, receiving, sending)
        except TimeoutError:
            if begun or not limit.expired():
                raise
            note(scope, code=_LATE.code)
            await send_fault(send, _LATE, RETRY_SOON)
