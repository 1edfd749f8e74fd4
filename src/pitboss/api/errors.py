"""One envelope for everything that is refused or wrong: code, sentence, clauses, path."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from msgspec import Struct, ValidationError, convert

from pitboss.api.middleware.requests import note, request_id
from pitboss.invariant import InvariantBroken
from pitboss.messages.answers import Envelope, FaultNow
from pitboss.refusal import Refusal, refuse
from pitboss.refusal_codes import PlainCode
from pitboss.refusal_list import ENTRIES
from pitboss.server.load import TooMany
from pitboss.server.logs import fields
from pitboss.store.errors import BadEvent, Busy, JournalError

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


def not_found(what: str) -> RequestRefused:
    """There is no such thing."""
    return RequestRefused(refuse("not_found", what))


def check_query(bounds: type[Struct], given: Mapping[str, Any]) -> None:
    """Refuse a query whose parts are out of their bounds: the framework checks no more than their types."""
    try:
        convert(given, bounds)
    except ValidationError as fault:
        message, _, path = str(fault).partition(" - at `$.")
        raise BadRequest(message, f"query.{path.removesuffix('`')}") from None


class BadRequest(Exception):
    """A request whose content is wrong."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path


def _answer(
    request: Request[Any, Any, Any],
    fault: FaultNow,
    headers: dict[str, str] | None = None,
    status: int | None = None,
) -> Response[Envelope]:
    note(request.scope, code=fault.code)
    status = status or status_of(fault.code)
    return Response(Envelope(fault), status_code=status, media_type=MediaType.JSON, headers=headers)


def on_refused(request: Request[Any, Any, Any], error: RequestRefused) -> Response[Envelope]:
    """A refusal of the floor."""
    refusal = error.refusal
    fault = FaultNow(
        code=refusal.code, message=refusal.message, clauses=refusal.clauses, reason=refusal.reason
    )
    return _answer(request, fault, status=error.status)


def on_bad_request(request: Request[Any, Any, Any], error: BadRequest) -> Response[Envelope]:
    """Content that cannot be understood."""
    return _answer(request, FaultNow(code="bad_request", message=str(error), path=error.path))


def on_validation(request: Request[Any, Any, Any], error: ValidationException) -> Response[Envelope]:
    """Content that is not of its type."""
    found = error.extra if isinstance(error.extra, list) and error.extra else [{}]
    first = found[0] if isinstance(found[0], dict) else {}
    message = str(first.get("message") or error.detail)
    source = first.get("source", "")
    parts = (str(getattr(source, "value", source)), str(first.get("key", "")))
    path = ".".join(part for part in parts if part)
    return _answer(request, FaultNow(code="bad_request", message=message, path=path))


_FRAMEWORK_CODES: Final[tuple[PlainCode, ...]] = (
    *("bad_request", "not_signed_in", "not_allowed", "not_found", "method_not_allowed"),
    *("too_large", "unsupported_media_type", "too_many"),
)
_BY_STATUS: Final = {status_of(code): code for code in _FRAMEWORK_CODES}
"""What the statuses of the framework's own exceptions are called."""


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Envelope]:
    """What the framework refuses: no such path, wrong method, too large."""
    code = _BY_STATUS.get(error.status_code, "failed")
    return _answer(request, FaultNow(code=code, message=error.detail), error.headers, error.status_code)


def fault_of(error: TooMany) -> FaultNow:
    """The fault of a request beyond its rate limit."""
    return FaultNow(code="too_many", message=f"{error}: wait {error.seconds} s and send it again")


def on_too_many(request: Request[Any, Any, Any], error: TooMany) -> Response[Envelope]:
    """A request beyond its rate limit; the header says when to retry."""
    return _answer(request, fault_of(error), {"Retry-After": str(error.seconds)})


class TooSlow(Exception):
    """The body of a request has not arrived in its time."""


def on_too_slow(request: Request[Any, Any, Any], error: TooSlow) -> Response[Envelope]:
    """A body that arrives too slowly; what may still come on this connection is not waited for."""
    message = "the body of the request took too long to arrive: send it again"
    return _answer(request, FaultNow(code="too_slow", message=message), {"Connection": "close"})


class TooManyStreams(Exception):
    """More streams are open somewhere, or of somebody, than may be."""

    def __init__(self, who: str, most: int) -> None:
        super().__init__(f"{most} streams are open {who}, and more may not be: close one first")


def on_too_many_streams(request: Request[Any, Any, Any], error: TooManyStreams) -> Response[Envelope]:
    """No further stream; a client that waits for one to end retries now and then."""
    return _answer(request, FaultNow(code="too_many", message=str(error)), {"Retry-After": "10"})


def on_journal(request: Request[Any, Any, Any], error: JournalError) -> Response[Envelope]:
    """The journal cannot be used now: nothing is lost, the same command may be sent again.

    Which database it is, where it lies and what it said is for the log and not for the client.
    """
    # What an event says may be a card.
    why = "" if isinstance(error, BadEvent) else str(error)
    LOG.error("the journal cannot be used", extra=fields(error=type(error).__name__, why=why))
    busy = isinstance(error, Busy)
    code, what = ("busy", "is busy") if busy else ("journal_unavailable", "cannot be used")
    message = f"The journal {what} at this moment. Send the same command again with the same id."
    return _answer(request, FaultNow(code=code, message=message), {"Retry-After": "1"})


def on_invariant(request: Request[Any, Any, Any], error: InvariantBroken) -> Response[Envelope]:
    """Something that must always hold does not; which, and of what, is in the log and not in the answer."""
    name = request_id(request.scope)
    LOG.error("an invariant is broken", exc_info=error, extra=fields(request=name))
    message = (
        f"Something that must always hold does not: {error.outcome}. Tell whoever runs this server, and name "
        f"request {name}."
    )
    return _answer(request, FaultNow(code="invariant_broken", message=message))


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Envelope]:
    """A defect of ours; what it is stands in the log and not in the answer."""
    LOG.exception("defect", exc_info=error)
    message = "Something is wrong on our side. It has been logged; nothing was changed."
    return _answer(request, FaultNow(code="defect", message=message))


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
