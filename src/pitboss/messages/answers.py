"""Answers that many routes give: a refusal in its envelope, a command that was recorded, a job under way."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pitboss.reason import Reason


class FaultNow(Struct, frozen=True, kw_only=True):
    """An error: its code, its place, the clauses that apply, and what to do."""

    code: Annotated[str, Meta(description="One of the list of refusals: docs/reference/refusals.md")]
    message: str
    clauses: tuple[str, ...] = ()
    path: str = ""
    """Path into the request, if the error is there."""
    reason: Reason | None = None
    """The message as a code with params, to be said in another language."""


class Envelope(Struct, frozen=True):
    """The body of every error response."""

    error: FaultNow


class RecordedNow(Struct, frozen=True):
    """A command was recorded, now or when it was first sent; at position 0 if it changed nothing."""

    first: int
    last: int
    repeated: bool


class JobNow(Struct, frozen=True, kw_only=True):
    """A count as it stands."""

    id: str
    state: Literal["waiting", "counting", "done", "wrong", "cancelled"]
    what: str
    """The question being calculated."""
    done: int
    of: int
    message: str
    """Why the question cannot be answered, if it cannot."""
    reason: Reason | None = None
    """The same as a code with params."""
    result: Any
