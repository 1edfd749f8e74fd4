"""Ways around Litestar for what most requests are: an act in a round, and an answer in plain JSON.

Litestar makes the arguments of any handler from a model of what it takes. For one that takes nothing but the
context, the names in its path and a body, that costs twice what deciding a bet does; its own way from an
answer to the wire is four times as long. Its routing, which is left, is a thirtieth of a command.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic, TypeVar

from litestar import Response
from litestar.response.base import ASGIResponse
from litestar.serialization import encode_json
from litestar.types import ASGIApp, Receive, Send

from pitboss.api.bodies import StrictRequest
from pitboss.api.context import Context

T = TypeVar("T")
_JSON: Final = "application/json"


class JsonResponse(Response[T], Generic[T]):
    """The result of a route."""

    def to_asgi_response(self, *args: Any, **kwargs: Any) -> ASGIResponse:
        """The answer as two messages, if it is nothing but JSON."""
        own = self.cookies or self.headers or self.background or self.media_type != _JSON
        if own or kwargs.get("headers") or kwargs.get("cookies") or self.status_code not in (200, 201):
            return super().to_asgi_response(*args, **kwargs)
        return PlainResponse(self.status_code, encode_json(self.content))


class PlainResponse(ASGIResponse):
    """A status and a body of JSON."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status_code = status
        self.body = body

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Send the status and the body."""
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(self.body)).encode())]
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


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
