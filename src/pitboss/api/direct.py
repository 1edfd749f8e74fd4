"""A fast path from a request to its handler, for the route that most requests take.

Litestar makes the arguments of any handler from a model of what it takes. For one that takes nothing but the
context, the names in its path and a body, that costs twice what deciding a bet does.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar.serialization import encode_json
from litestar.types import ASGIApp, Receive, Send

from pitboss.api.bodies import StrictRequest
from pitboss.api.context import Context
from pitboss.api.responses import PlainResponse


class Direct:
    """Middleware of a route with ``ctx``, a path and ``data``: calls the handler as Litestar would."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._context: Callable[[StrictRequest], Awaitable[Context]] | None = None

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request; what it raises is answered as for any other route."""
        handler = scope["route_handler"]
        request = StrictRequest(scope, receive, send)
        await handler.resolve_before_request()(request)
        if not await request.body():
            # What is missing then, Litestar says.
            await self._app(scope, _nothing, send)
            return
        data = await request.json()
        if self._context is None:
            # It is the same for the life of the application, and Litestar looks for it anew each time.
            self._context = handler.resolve_dependencies()["ctx"].dependency
        answer = await handler.fn(ctx=await self._context(request), data=data, **scope["path_params"])
        await PlainResponse(handler.status_code, encode_json(answer))(scope, receive, send)


async def _nothing() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}
