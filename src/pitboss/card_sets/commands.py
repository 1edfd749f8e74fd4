"""What is asked of a table's card sets. Names and roles arrive here."""

from msgspec import Struct

from pitboss.card_sets.events import RetentionCause
from pitboss.people import Approval, Person
from pitboss.sheets.model import Device


class OpenSet(Struct, frozen=True, tag=True, omit_defaults=True):
    """The seal of a new pack is broken at the table, before a witness."""

    set: str
    """An id that no other set has, such as the number on its seal."""
    backs: str
    """Colour and design, by which a card of another set is told."""
    by: Person
    witness: Person


class CountSet(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A set is counted and inspected, face and back, before a witness."""

    set: str
    count: int
    by: Person
    witness: Person
    foreign: int = 0
    """Cards that do not belong to it, jokers and strange backs included."""
    damaged: int = 0
    """Cards that are torn, bent or marked."""
    round: str = ""
    """The round in which the doubt arose, if it did in one."""


class PutInUse(Struct, frozen=True, tag=True, omit_defaults=True):
    """A counted set goes into the dealing device, shuffled."""

    set: str
    device: Device
    shuffled: bool
    by: Person


class TakeOut(Struct, frozen=True, tag=True, omit_defaults=True):
    """A set leaves the dealing device."""

    set: str
    by: Person


class DemandRetention(Struct, frozen=True, tag=True, omit_defaults=True):
    """A set has become evidence by what happened at its table; the software says so, people retain it."""

    set: str
    cause: RetentionCause
    round: str


class RetainSet(Struct, frozen=True, tag=True, omit_defaults=True):
    """A set is put under seal as evidence."""

    set: str
    cause: RetentionCause
    round: str
    """The round it was used in."""
    by: Person


class ReleaseSet(Struct, frozen=True, tag=True, omit_defaults=True):
    """A matter for which a set was retained is closed."""

    set: str
    cause: RetentionCause
    round: str
    approval: Approval


class DestroySet(Struct, frozen=True, tag=True, omit_defaults=True):
    """A set is made unusable for good, before a witness."""

    set: str
    by: Person
    witness: Person


CardSetCommand = (
    OpenSet | CountSet | PutInUse | TakeOut | DemandRetention | RetainSet | ReleaseSet | DestroySet
)
