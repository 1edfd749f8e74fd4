"""One envelope for everything that is refused or wrong: code, sentence, clauses, path."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from msgspec import Struct, ValidationError, convert

from pitboss.api.faults import fault
from pitboss.api.middleware.requests import note, request_id
from pitboss.invariant import InvariantBroken
from pitboss.messages.answers import Envelope, FaultNow
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.refusal_codes import PlainCode
from pitboss.refusal_list import ENTRIES
from pitboss.server.load import TooMany
from pitboss.server.logs import fields
from pitboss.store.errors import BadEvent, Busy, JournalError
from pitboss.words import say

LOG: Final = logging.getLogger("pitboss.api")


class RequestRefused(Exception):
    """A refusal on its way to the client."""

    def __init__(self, refusal: Refusal, status: int | None = None) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.status = status_of(refusal.code, status)


class WrongStatus(Exception):
    """A refusal with a status that the list does not give its code: a defect of ours."""


def status_of(code: str, instead: int | None = None) -> int:
    """The status that the list of refusals gives a code; ``instead`` is another one that the list knows."""
    entry = ENTRIES[code]
    if instead not in (None, entry.status, *entry.also):
        raise WrongStatus(f"the list of refusals gives {code} no status {instead}")
    return instead or entry.status


def accepted(answer: Any) -> Any:
    """The answer, unless it is a refusal."""
    if isinstance(answer, Refusal):
        raise RequestRefused(answer)
    return answer


def not_found(reason: Reason) -> RequestRefused:
    """There is no such thing."""
    return RequestRefused(refuse("not_found", reason))


def check_query(bounds: type[Struct], given: Mapping[str, Any]) -> None:
    """Refuse a query whose parts are out of their bounds: the framework checks no more than their types."""
    try:
        convert(given, bounds)
    except ValidationError as error:
        found, _, path = str(error).partition(" - at `$.")
        raise BadRequest(
            because("bad_request.type", found=found), f"query.{path.removesuffix('`')}"
        ) from None


class BadRequest(Exception):
    """A request whose content is wrong."""

    def __init__(self, reason: Reason, path: str = "") -> None:
        super().__init__(say(reason))
        self.reason = reason
        self.path = path


def _answer(
    request: Request[Any, Any, Any],
    found: FaultNow,
    headers: dict[str, str] | None = None,
    status: int | None = None,
) -> Response[Envelope]:
    note(request.scope, code=found.code)
    status = status or status_of(found.code)
    return Response(Envelope(found), status_code=status, media_type=MediaType.JSON, headers=headers)


def on_refused(request: Request[Any, Any, Any], error: RequestRefused) -> Response[Envelope]:
    """A refusal of the floor."""
    refused = error.refusal
    return _answer(request, fault(refused.code, refused.reason, refused.clauses), status=error.status)


def on_bad_request(request: Request[Any, Any, Any], error: BadRequest) -> Response[Envelope]:
    """Content that cannot be understood."""
    return _answer(request, fault("bad_request", error.reason, path=error.path))


def on_validation(request: Request[Any, Any, Any], error: ValidationException) -> Response[Envelope]:
    """Content that is not of its type."""
    found = error.extra if isinstance(error.extra, list) and error.extra else [{}]
    first = found[0] if isinstance(found[0], dict) else {}
    reason = because("bad_request.type", found=str(first.get("message") or error.detail))
    source = first.get("source", "")
    parts = (str(getattr(source, "value", source)), str(first.get("key", "")))
    path = ".".join(part for part in parts if part)
    return _answer(request, fault("bad_request", reason, path=path))


_FRAMEWORK_CODES: Final[tuple[PlainCode, ...]] = (
    *("bad_request", "not_signed_in", "not_allowed", "not_found", "method_not_allowed"),
    *("too_large", "unsupported_media_type", "too_many"),
)
_BY_STATUS: Final = {status_of(code): code for code in _FRAMEWORK_CODES}
"""Codes for statuses of the framework's own exceptions."""


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Envelope]:
    """Refusals of the framework: unknown path, wrong method, body too large."""
    code = _BY_STATUS.get(error.status_code, "failed")
    reason = because("request.framework", found=error.detail)
    return _answer(request, fault(code, reason), error.headers, error.status_code)


def fault_of(error: TooMany) -> FaultNow:
    """The fault of a request beyond its rate limit."""
    return fault("too_many", because("too_many.wait", why=error.reason, seconds=error.seconds))


def on_too_many(request: Request[Any, Any, Any], error: TooMany) -> Response[Envelope]:
    """A request beyond its rate limit; the header says when to retry."""
    return _answer(request, fault_of(error), {"Retry-After": str(error.seconds)})


class TooSlow(Exception):
    """The body of a request has not arrived in its time."""


def on_too_slow(request: Request[Any, Any, Any], error: TooSlow) -> Response[Envelope]:
    """A body that arrives too slowly; what may still come on this connection is not waited for."""
    return _answer(request, fault("too_slow", because("too_slow.body")), {"Connection": "close"})


class TooManyStreams(Exception):
    """More streams are open somewhere, or of somebody, than may be."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(say(reason))
        self.reason = reason


def on_too_many_streams(request: Request[Any, Any, Any], error: TooManyStreams) -> Response[Envelope]:
    """No further stream; a client that waits for one to end retries now and then."""
    return _answer(request, fault("too_many", error.reason), {"Retry-After": "10"})


def on_journal(request: Request[Any, Any, Any], error: JournalError) -> Response[Envelope]:
    """The journal cannot be used now: nothing is lost, the same command may be sent again.

    Which database it is, where it lies and what it said is for the log and not for the client.
    """
    # What an event says may be a card.
    why = "" if isinstance(error, BadEvent) else str(error)
    LOG.error("the journal cannot be used", extra=fields(error=type(error).__name__, why=why))
    if isinstance(error, Busy):
        return _answer(request, fault("busy", because("busy.journal")), {"Retry-After": "1"})
    return _answer(
        request, fault("journal_unavailable", because("journal_unavailable")), {"Retry-After": "1"}
    )


def on_invariant(request: Request[Any, Any, Any], error: InvariantBroken) -> Response[Envelope]:
    """An invariant is broken; the log says which one and of what, the answer does not."""
    name = request_id(request.scope)
    LOG.error("an invariant is broken", exc_info=error, extra=fields(request=name))
    reason = because("invariant_broken", outcome=error.outcome, request=name)
    return _answer(request, fault("invariant_broken", reason))


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Envelope]:
    """A defect of ours; what it is stands in the log and not in the answer."""
    LOG.exception("defect", exc_info=error)
    return _answer(request, fault("defect", because("defect")))


HANDLERS: Final[dict[Any, Any]] = {
    RequestRefused: on_refused,
    BadRequest: on_bad_request,
    ValidationException: on_validation,
    HTTPException: on_http,
    TooMany: on_too_many,
    TooManyStreams: on_too_many_streams,
    TooSlow: on_too_slow,
    JournalError: on_journal,
    InvariantBroken: on_invariant,
    Exception: on_crash,
}

_SPECS: Final = {
    400: "The request cannot be understood",
    401: "Nobody is signed in",
    403: "Not allowed in this role",
    404: "There is no such thing",
    405: "The method is not allowed here",
    408: "The request took too long to arrive",
    409: "Refused, with the clauses that refuse it",
    413: "The request is too large",
    415: "The media type is not known",
    421: "The server does not answer to the name in Host",
    429: "Too many requests",
    503: "The journal cannot be used now, or the server has more to do than it can",
}
RESPONSES: Final = {
    status: ResponseSpec(Envelope, description=words, generate_examples=False)
    for status, words in _SPECS.items()
}
"""Declared on every route, so that the schema is true."""
