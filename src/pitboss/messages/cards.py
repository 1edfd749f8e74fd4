"""Real cards at a table: its card sets with their history, and messages of a reading shoe."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.session import Signature
from pitboss.messages.texts import ONE_LINE, CommandId, FreeText, NamedCard, RoundNumber, SetId
from pitboss.reason import Reason

Few = Annotated[int, Meta(ge=0, le=104)]


class SetAct(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """Base of all acts on a card set."""

    set: SetId


class OpenSet(SetAct, frozen=True, tag="open"):
    """Break the seal of a new pack, before a witness."""

    backs: Annotated[str, Meta(min_length=1, max_length=60, pattern=ONE_LINE)]


class CountSet(SetAct, frozen=True, tag="count", kw_only=True):
    """Count and inspect a set, before a witness."""

    count: Few
    foreign: Few = 0
    damaged: Few = 0
    round: RoundNumber | None = None
    """The round in which the doubt arose, if it did in one."""


class UseSet(SetAct, frozen=True, tag="use"):
    """Put a counted set into the table's dealing device."""

    shuffled: bool


class TakeOut(SetAct, frozen=True, tag="take_out"):
    """Take a set out of the dealing device."""


class RetainSet(SetAct, frozen=True, tag="retain"):
    """Put a set under seal as evidence."""

    cause: Literal["major_win", "dispute", "irregularity"]
    round: RoundNumber


class ReleaseSet(SetAct, frozen=True, tag="release"):
    """Close a matter for which a set is retained; two people answer for it."""

    cause: Literal["major_win", "dispute", "irregularity"]
    reason: FreeText
    round: RoundNumber | None = None


class DestroySet(SetAct, frozen=True, tag="destroy"):
    """Make a set unusable for good, before a witness."""


AnySetAct = OpenSet | CountSet | UseSet | TakeOut | RetainSet | ReleaseSet | DestroySet


class SetCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """An act on a card set."""

    id: CommandId
    act: AnySetAct
    confirm: Signature | None = None
    """The second person, where an act takes two."""


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


class MatterNow(Struct, frozen=True):
    """Why a set is, or must be, retained."""

    cause: str
    round: str


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
