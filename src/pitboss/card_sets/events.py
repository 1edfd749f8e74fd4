"""Events of a table's card sets: what happened, who did it, and by which clauses."""

from typing import Literal

from msgspec import Struct

from pitboss.citation import Cited
from pitboss.people import Approval, Person
from pitboss.sheets.model import Device

RetentionCause = Literal["major_win", "dispute", "irregularity"]


class SetBeforeWitness(Struct, frozen=True):
    """What is done to a set before a witness."""

    set: str
    by: Person
    witness: Person


class Unsealing(Struct, frozen=True):
    """A new pack, and who breaks its seal."""

    set: str
    """An id that no other set has, such as the number on its seal."""
    backs: str
    """Colour and design, to recognise a card of another set."""
    by: Person
    witness: Person


class SetOpened(Unsealing, frozen=True, tag=True):
    """A pack was unsealed; it is not counted yet."""


class SetCounted(Struct, frozen=True, tag=True, kw_only=True):
    """A set was counted and inspected; the findings decide whether it is fit."""

    set: str
    count: int
    foreign: int
    damaged: int
    fit: bool
    by: Person
    witness: Person
    cited: Cited


class SetPutInUse(Struct, frozen=True, tag=True):
    """A set went into the dealing device; rounds may be dealt from it."""

    set: str
    device: Device
    by: Person
    cited: Cited


class SetTakenOut(Struct, frozen=True, tag=True):
    """A set left the dealing device; it must be counted before it returns."""

    set: str
    by: Person


class RetentionDue(Struct, frozen=True, tag=True):
    """A set became evidence; no round begins until somebody has put it under seal."""

    set: str
    cause: RetentionCause
    round: str
    cited: Cited


class SetRetained(Struct, frozen=True, tag=True, kw_only=True):
    """A set was put under seal as evidence."""

    set: str
    cause: RetentionCause
    round: str
    by: Person
    cited: Cited


class SetReleased(Struct, frozen=True, tag=True, kw_only=True):
    """A matter for which a set was retained was closed."""

    set: str
    cause: RetentionCause
    round: str
    approval: Approval
    cited: Cited


class SetDestroyed(SetBeforeWitness, frozen=True, tag=True):
    """A set was destroyed."""


CardSetEvent = (
    SetOpened
    | SetCounted
    | SetPutInUse
    | SetTakenOut
    | RetentionDue
    | SetRetained
    | SetReleased
    | SetDestroyed
)
