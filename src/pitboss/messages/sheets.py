"""The rulebook: sheets, clauses, round files that prove them, felts, and values for a what-if."""

from typing import Literal

from msgspec import Struct

from pitboss.messages.rounds import MomentNow
from pitboss.messages.tables import LimitsNow, RoundNow
from pitboss.reason import Reason


class SheetNow(Struct, frozen=True, kw_only=True):
    """A sheet in force."""

    id: str
    short: str
    title: str
    operator: str
    version: str
    hash: str
    readings_hash: str
    clauses: int
    jackpot: bool
    """The game has a jackpot."""


class PassageNow(Struct, frozen=True):
    """A heading of an explanation with the sentences under it."""

    title: str
    sentences: tuple[str, ...]
    heading: Reason
    reasons: tuple[Reason, ...]
    """The heading and the sentences as reasons, which the pages say in the language of their reader."""


class ClauseNow(Struct, frozen=True, kw_only=True):
    """A clause in our words."""

    clause: str
    kind: str
    """Its kind: settles, enforces, records or defines."""
    gist: str
    rounds: tuple[str, ...]
    """The shipped round files that prove it."""
    tests: tuple[str, ...]
    """The tests that prove it where one table's round cannot."""
    policy: tuple[PassageNow, ...]
    """The consequences of a report and the readings taken, as ``pitboss explain`` prints them."""


class ProofNow(Struct, frozen=True):
    """A shipped round file."""

    name: str
    clauses: tuple[str, ...]
    """The clauses and behaviour that it proves."""


class TopicNow(Struct, frozen=True):
    """The text of one sheet on a subject."""

    says: str
    clauses: tuple[str, ...]
    reason: Reason


class DifferenceNow(Struct, frozen=True, kw_only=True):
    """A difference between two sheets; one of them may be silent."""

    heading: str
    name: str
    first: TopicNow | None
    second: TopicNow | None
    headed: Reason
    named: Reason
    """The heading and the name as reasons."""


class AreaNow(Struct, frozen=True, kw_only=True):
    """A bet area of a box."""

    bet: str
    title: str
    placed: Literal["before_deal", "decision"]
    times_ante: int
    """Its size, or the largest of them, where the Ante decides it; otherwise 0."""
    sizes: tuple[int, ...]
    """Multiples of the Ante that it may be."""
    needs_ante: bool
    clauses: tuple[str, ...]


class PayNow(Struct, frozen=True, kw_only=True):
    """A line of a pay table."""

    title: str
    hand: str | None
    """The hand of the ranking list that it is for, where it is for one."""
    pays: str
    or_higher: bool = False
    envy: str | None = None
    """The others' share, in dollars."""


class PaysNow(Struct, frozen=True):
    """The pay table of a bet; the ante bonus is paid on an Ante."""

    bet: str
    lines: tuple[PayNow, ...]
    clauses: tuple[str, ...]


class FeltNow(Struct, frozen=True, kw_only=True):
    """The texts of a sheet's felt and plates."""

    sheet: str
    hand: int
    """Cards of a box."""
    dealer: int
    community: int
    areas: tuple[AreaNow, ...]
    """The areas of a box, from the Dealer outwards."""
    pays: tuple[PaysNow, ...]
    jackpot_units: int
    """Multiples of the prescribed amount that a jackpot bet may be."""
    dealing: dict[str, str]
    """The dealing method of each device."""
    looks: int = 0
    """At how many of their hands a player may look."""
    look_clauses: tuple[str, ...] = ()
    """The clauses that say so."""
    shade: int = 0
    """The felt's number, from 0, among those with the same number of cards: each has another colour."""


class ProofRound(Struct, frozen=True, kw_only=True):
    """A round of a proof, step by step."""

    number: int
    boxes: int
    limits: dict[str, LimitsNow]
    jackpot_bet: str | None
    round: RoundNow
    """The round after its last step."""
    moments: tuple[MomentNow, ...]
    """The opening of the betting, then every step of the file; a refused step says why."""


class ProofRun(Struct, frozen=True, kw_only=True):
    """A round file that proves clauses, played by the sheet in force."""

    sheet: str
    title: str
    name: str
    clauses: tuple[str, ...]
    """The clauses that it proves."""
    holds: bool
    """Everything came out as the file expects."""
    faults: tuple[str, ...]
    """A sentence for everything that did not."""
    rounds: tuple[ProofRound, ...]
    """None of a file that expects not to be read."""
