"""What has happened to the card sets of a table, who did it, and by which clauses."""

from typing import Literal

from msgspec import Struct

from pitboss.citation import Cited
from pitboss.people import Approval, Person
from pitboss.sheets.model import Device

RetentionCause = Literal["major_win", "dispute", "irregularity"]
"""Why a set is retained."""


class SetOpened(Struct, frozen=True, tag=True):
    """A pack was unsealed; it has not been counted."""

    set: str
    backs: str
    by: Person
    witness: Person


class SetCounted(Struct, frozen=True, tag=True, kw_only=True):
    """A set was counted and inspected; whether it is fit follows from what was found."""

    set: str
    count: int
    foreign: int
    damaged: int
    fit: bool
    by: Person
    witness: Person
    cited: Cited


class SetPutInUse(Struct, frozen=True, tag=True):
    """Rounds may be dealt from a set."""

    set: str
    device: Device
    by: Person
    cited: Cited


class SetTakenOut(Struct, frozen=True, tag=True):
    """A set left the dealing device; it is counted again before it goes back."""

    set: str
    by: Person


class RetentionDue(Struct, frozen=True, tag=True):
    """A set is evidence; nobody has put it under seal yet, and no round is dealt until somebody has."""

    set: str
    cause: RetentionCause
    round: str
    cited: Cited


class SetRetained(Struct, frozen=True, tag=True, kw_only=True):
    """A set is evidence; wherever it was, it is under seal now."""

    set: str
    cause: RetentionCause
    round: str
    by: Person
    cited: Cited


class SetReleased(Struct, frozen=True, tag=True, kw_only=True):
    """One matter for which a set was retained is closed."""

    set: str
    cause: RetentionCause
    round: str
    approval: Approval
    cited: Cited


class SetDestroyed(Struct, frozen=True, tag=True):
    """A set is no more."""

    set: str
    by: Person
    witness: Person


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
