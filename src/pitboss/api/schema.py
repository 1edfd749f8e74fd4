"""The OpenAPI schema as JSON and YAML: made once, in a thread, and cached.

The framework would make it on the event loop, and the YAML of it anew for every request: half a second each
time in which nobody else is answered.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from litestar import Request, Response, Router
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin

LimitRequest = Callable[[Request[Any, Any, Any]], Awaitable[None]]

PATH: Final = "/schema"
RENDERED: Final = (JsonRenderPlugin(), YamlRenderPlugin())
"""Renderers of the framework; for their paths our routes answer first."""
_JSON: Final = ("", "/openapi.json")
_YAML: Final = ("/openapi.yaml", "/openapi.yml")


def schema_router(limit: LimitRequest) -> Router:
    """The place of the framework's routes for the schema; ``limit`` is the middleware of every request."""
    kept = _SchemaTexts()

    # A function and no method: the framework copies a router with all that it holds.
    async def answer(request: Request[Any, Any, Any]) -> Response[bytes] | None:
        await limit(request)
        name = request.scope["path"].removeprefix(PATH).rstrip("/")
        if name not in _JSON + _YAML:
            return None
        as_yaml = name in _YAML
        text = kept.texts.get(as_yaml)
        if text is None:
            text = await asyncio.to_thread(kept.make, request, as_yaml)
        return Response(text, media_type=RENDERED[as_yaml].media_type)

    return Router(PATH, route_handlers=[], include_in_schema=False, before_request=answer)


class _SchemaTexts:
    """The texts of one application's schema, by whether they are YAML."""

    def __init__(self) -> None:
        self.texts: dict[bool, bytes] = {}
        self._lock = threading.Lock()

    def make(self, request: Request[Any, Any, Any], as_yaml: bool) -> bytes:
        with self._lock:
            if False not in self.texts:
                self.texts[False] = RENDERED[0].render(request, request.app.openapi_schema.to_schema())
            if as_yaml and True not in self.texts:
                # What JSON has no word for, YAML would write as something of Python's.
                self.texts[True] = RENDERED[1].render(request, msgspec.json.decode(self.texts[False]))
            return self.texts[as_yaml]
