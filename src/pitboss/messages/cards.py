"""Real cards at a table: its card sets with their history, and messages of a reading shoe."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.acts import AnySetAct
from pitboss.messages.session import Confirmed
from pitboss.messages.texts import CommandId, FreeText, NamedCard, RoundNumber
from pitboss.messages.views import MatterNow
from pitboss.reason import Reason


class SetCommand(Confirmed, frozen=True, forbid_unknown_fields=True):
    """An act on a card set."""

    id: CommandId
    act: AnySetAct


class Dispute(Struct, frozen=True, forbid_unknown_fields=True):
    """A round that somebody disputes."""

    id: CommandId
    round: RoundNumber
    reason: FreeText


class ReadCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that has left a reading shoe."""

    id: CommandId
    round: RoundNumber
    sequence: Annotated[int, Meta(ge=1, le=104)]
    """The number of the card in the round; the first is 1."""
    card: NamedCard


class SetNow(Struct, frozen=True, kw_only=True):
    """A card set."""

    set: str
    backs: str
    status: Literal["opened", "counted", "in_use", "retained", "destroyed"]
    retained_for: tuple[MatterNow, ...] = ()
    to_retain_for: tuple[MatterNow, ...] = ()
    """Matters for which a Pit Supervisor must put it under seal before the next round."""


class CardsNow(Struct, frozen=True):
    """The card sets of a table."""

    table: str
    version: int
    required: bool
    """A round can begin only while a counted set is in use."""
    sets: tuple[SetNow, ...]


class SetActThen(Struct, frozen=True, kw_only=True):
    """One act in the history of a set."""

    position: int
    at: int
    """Microseconds since 1970."""
    what: str
    who: tuple[str, ...]
    """Names with their roles; empty if the software acted."""
    cause: str | None
    round: str | None
    count: int | None
    clauses: tuple[str, ...]


class SetHistory(Struct, frozen=True):
    """A card set from its seal to its destruction, and after."""

    set: SetNow
    acts: tuple[SetActThen, ...]


class ReadingNow(Struct, frozen=True):
    """The card expected next from a reading shoe, and what staff must attend to."""

    round: int
    next: int
    doubt: str | None
    """Why a card that was sent is impossible; the sentence names no card."""
    reason: Reason | None = None
    """The same as a reason."""
