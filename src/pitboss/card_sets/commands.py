"""Commands to a table's card sets. People and roles are arguments."""

from msgspec import Struct

from pitboss.card_sets.events import RetentionCause, SetBeforeWitness, Unsealing
from pitboss.people import Approval, Person
from pitboss.sheets.model import Device


class OpenSet(Unsealing, frozen=True, tag=True, omit_defaults=True):
    """Break the seal of a new pack at the table, before a witness."""


class CountSet(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Count and inspect a set, face and back, before a witness."""

    set: str
    count: int
    by: Person
    witness: Person
    foreign: int = 0
    """Cards that do not belong to it, including jokers and other backs."""
    damaged: int = 0
    """Torn, bent or marked cards."""
    round: str = ""
    """The round in which a doubt arose, if any."""


class PutInUse(Struct, frozen=True, tag=True, omit_defaults=True):
    """Put a counted set into the dealing device, shuffled."""

    set: str
    device: Device
    shuffled: bool
    by: Person


class TakeOut(Struct, frozen=True, tag=True, omit_defaults=True):
    """Take a set out of the dealing device."""

    set: str
    by: Person


class DemandRetention(Struct, frozen=True, tag=True, omit_defaults=True):
    """A set has become evidence. The software says so; people retain it."""

    set: str
    cause: RetentionCause
    round: str


class RetainSet(Struct, frozen=True, tag=True, omit_defaults=True):
    """Put a set under seal as evidence."""

    set: str
    cause: RetentionCause
    round: str
    by: Person


class ReleaseSet(Struct, frozen=True, tag=True, omit_defaults=True):
    """Close a matter for which a set was retained."""

    set: str
    cause: RetentionCause
    round: str
    approval: Approval


class DestroySet(SetBeforeWitness, frozen=True, tag=True, omit_defaults=True):
    """Destroy a set before a witness."""


CardSetCommand = (
    OpenSet | CountSet | PutInUse | TakeOut | DemandRetention | RetainSet | ReleaseSet | DestroySet
)
