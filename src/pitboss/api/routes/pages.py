"""The pages: one shell for every path that a page has, and the files that it loads."""

from typing import Any, Final

from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.api.errors import on_http
from pitboss.api.middleware.gzip import takes_gzip
from pitboss.web import File, load_web

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "font-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        # Markup and scripts are never made of a text, whichever way a script of ours would try.
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
TRUE_TYPE: Final = {"X-Content-Type-Options": "nosniff"}
GUARDS: Final = TRUE_TYPE | {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Security headers of documents that a browser displays; scripts and styles need only their true type."""
PATHS: Final = (
    "/",
    "/tables/{name:str}",
    "/console",
    "/console/{name:str}",
    "/waiting",
    "/signs/{name:str}",
    "/rounds",
    "/rounds/{name:str}/{number:int}",
    "/rulebook",
    "/rulebook/{name:str}",
    "/rulebook/{name:str}/{clause:str}",
    "/rulebook/{name:str}/rounds/{file:str}",
    "/lab",
    "/train",
    "/train/results",
    "/train/results/{name:str}",
    "/train/results/{name:str}/{question:str}",
    "/learn",
    "/learn/{name:str}",
    "/reports",
    "/people",
    "/audit",
    "/audit/{number:int}",
    "/my-play",
    "/options",
)
"""Paths of the pages; their modules load the content."""


class PageRoutes(Controller):
    """Pages for browsers."""

    include_in_schema = False

    @get(list(PATHS), sync_to_thread=False)
    def page(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """The shell; its script finds the page by the path."""
        return _shell(request, 200)

    @get("/web/{hash_:str}/{name:path}", sync_to_thread=False)
    def file(
        self, request: Request[Any, Any, Any], hash_: FromPath[str], name: FromPath[str]
    ) -> Response[bytes]:
        """A file of this build, to be kept for ever; a page of another build loads itself again."""
        found = load_web().files.get(name.lstrip("/")) if hash_ == load_web().hash else None
        if found is None:
            raise NotFoundException(detail="There is no such file in this build.")
        return _answer(request, found, 200, {"Cache-Control": "public, max-age=31536000, immutable"})


def on_not_found(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """Not found: a page for browsers, the envelope for everybody else."""
    if "text/html" in request.headers.get("accept", ""):
        return _shell(request, 404)
    return on_http(request, error)


def _shell(request: Request[Any, Any, Any], status: int) -> Response[bytes]:
    tag = f'"{load_web().hash}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag} if status == 200 else {"Cache-Control": "no-store"}
    if status == 200 and request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers | GUARDS)
    return _answer(request, load_web().shell, status, headers)


def _answer(
    request: Request[Any, Any, Any], file: File, status: int, headers: dict[str, str]
) -> Response[bytes]:
    shown = file.type.startswith(("text/html", "image/"))
    headers = headers | (GUARDS if shown else TRUE_TYPE) | {"Vary": "Accept-Encoding"}
    content = file.content
    if takes_gzip(request.headers.get("accept-encoding", "")):
        content = file.zipped
        headers["Content-Encoding"] = "gzip"
    return Response(content, status_code=status, media_type=file.type, headers=headers)
