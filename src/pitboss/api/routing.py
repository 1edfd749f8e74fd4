"""Routes made from the table of operations, with the check of permissions and every answer they may give."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, iscoroutinefunction, signature
from typing import Any, Final, get_args

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec

from pitboss.api.context import Context, Ctx
from pitboss.api.errors import RESPONSES
from pitboss.invariant import InvariantBroken
from pitboss.messages.answers import JobNow
from pitboss.messages.operations import BY_ACT, EVERYBODY, SIGNED_IN, Operation

Handler = Callable[..., Any]
_ROUTE: Final[dict[str, Any]] = {"GET": get, "POST": post, "DELETE": delete}
_LATER: Final = ResponseSpec(
    JobNow, description="It takes longer: where to follow it", generate_examples=False
)


def serves(row: Operation, *, quick: bool = False, **more: Any) -> Callable[[Handler], HTTPRouteHandler]:
    """Decorator of the handler of an operation; one that is ``quick`` answers on the event loop."""

    def served(handle: Handler) -> HTTPRouteHandler:
        taken = signature(handle).parameters.get("data")
        if (get_args(taken.annotation)[0] if taken else None) is not row.body:
            raise InvariantBroken(f"{row.method} {row.path} takes another body than its row says")
        known: dict[str, Any] = {"media_type": row.media, "status_code": row.status}
        known = {name: value for name, value in known.items() if value is not None} | more
        if not iscoroutinefunction(handle):
            known["sync_to_thread"] = not quick
        known.setdefault("responses", RESPONSES | ({202: _LATER} if row.later else {}))
        path = row.path.replace("{number}", "{number:int}")
        path = "/".join(part.replace("}", ":str}") if ":" not in part else part for part in path.split("/"))
        route: HTTPRouteHandler = _ROUTE[row.method](path, summary=row.says, tags=[row.subject], **known)(
            _checked(row, handle)
        )
        return route

    return served


def _checked(row: Operation, handle: Handler) -> Handler:
    """A handler that first checks whether its sender has one of the permissions of the row."""
    if row.by in (EVERYBODY, BY_ACT):
        return handle
    own = signature(handle)
    takes_ctx = "ctx" in own.parameters

    def check(given: dict[str, Any]) -> dict[str, Any]:
        ctx: Context = given["ctx"] if takes_ctx else given.pop("ctx")
        if row.by == SIGNED_IN:
            _ = ctx.who.signed_in
        else:
            ctx.who.may(*row.by.split())  # type: ignore[arg-type]
        return given

    if iscoroutinefunction(handle):

        @wraps(handle)
        async def checked(*self: Any, **given: Any) -> Any:
            return await handle(*self, **check(given))

    else:

        @wraps(handle)
        def checked(*self: Any, **given: Any) -> Any:
            return handle(*self, **check(given))

    if not takes_ctx:
        ctx = Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=Ctx)
        checked.__signature__ = own.replace(parameters=[*own.parameters.values(), ctx])  # type: ignore[attr-defined]
        checked.__annotations__ = {**handle.__annotations__, "ctx": Ctx}
    return checked
