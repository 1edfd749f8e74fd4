"""Rounds of the record: in a list, and moment by moment with what proves them."""

from msgspec import Struct

from pitboss.messages.tables import LimitsNow, OpenPointNow, RoundNow
from pitboss.messages.views import RulingNow
from pitboss.reason import Reason


class EventNow(Struct, frozen=True, kw_only=True):
    """An event in the journal, without what it says."""

    position: int
    append: int
    """The number of the append that it is part of."""
    stream: str
    version: int
    kind: str
    schema: int
    recorded: int
    """Time of recording, in microseconds since 1970."""
    digest: str
    """SHA-256 of its salt and what it says, in hexadecimal."""
    hash: str
    """SHA-256 over all of these but the append, as anybody can check (docs/how-to/regulator/disputes.md)."""


class AppendNow(Struct, frozen=True, kw_only=True):
    """A leaf of the log."""

    number: int
    hashes: tuple[str, ...]
    """Hashes of its events, in hexadecimal."""


class LogProofNow(Struct, frozen=True, kw_only=True):
    """The proof that the events of a round stand in the log."""

    appends: tuple[AppendNow, ...]
    hashes: tuple[str, ...]
    """Hashes needed besides these leaves to compute the root, left to right, in hexadecimal."""
    note: str
    """The signed checkpoint, with the cosignatures of witnesses."""
    key: str
    """The verifier key of the log."""


class MomentNow(Struct, frozen=True, kw_only=True):
    """Something that happened, at the table or at its link."""

    position: int
    time: str
    who: str
    role: str
    what: str
    said: Reason | None
    """The act, as a reason; none at the end of a file."""
    follows: tuple[str, ...]
    then: tuple[Reason, ...]
    """The consequences, as reasons."""
    clauses: tuple[str, ...]
    refused: bool = False
    """The act was refused, as a proof may show."""
    displayed: str | None
    """The sign right after it."""
    change: str | None
    """The change of the sign."""
    own: bool
    """It concerns this round; other tables move the sign too."""
    round: RoundNow | None
    """The round right after it, as the reader may see it; none for what happened at the link."""
    events: tuple[EventNow, ...]


class JackpotSlipNow(Struct, frozen=True, kw_only=True):
    """A jackpot paid by slip."""

    number: int
    box: int
    player: str
    hand: str
    percent: int
    amount: str
    reversed: bool


class RoundThen(Struct, frozen=True, kw_only=True):
    """A round of the record."""

    table: str
    number: int
    sheet: str
    title: str
    boxes: int
    limits: dict[str, LimitsNow]
    jackpot_bet: str | None
    """The table's plate at the time."""
    day: str
    shift: str
    link: str | None
    first: int
    last: int
    """Its positions in the journal."""
    hash: str
    """Hash of its last event, in hexadecimal."""
    build: str
    sheet_hash: str
    readings_hash: str
    everything: bool
    """The reader sees every card."""
    round: RoundNow
    readings: tuple[OpenPointNow, ...]
    """The open points of the sheet that bear on its settlement, by the cards that the reader sees."""
    moments: tuple[MomentNow, ...]
    cursor: int | None
    """The cursor of the next page of moments; none at the end. An ordinary round has one page."""
    slips: tuple[JackpotSlipNow, ...]
    rulings: tuple[RulingNow, ...]
    log: LogProofNow | None
    """Proof of this page's moments; none while the round is in play or not covered by a checkpoint."""


class RoundBrief(Struct, frozen=True, kw_only=True):
    """A round in a list."""

    table: str
    number: int
    sheet: str
    day: str
    shift: str
    began: str
    outcome: str | None
    """settled or void; none while it is played."""
    players: dict[str, str]
    """The players who bet, with each one's net result; 0.00 while the round is in play."""
    most: str
    """The largest gain of a bet."""
    wagers: str
    """The bets that were not returned, as the reports of its gaming day count them."""
    win: str
    """The house's win on them, without payments of links."""
    paid_by_link: str
    irregularities: tuple[str, ...]
    """The clauses that were reported."""
    jackpot: bool
    """A jackpot bet won."""


class RoundsFound(Struct, frozen=True):
    """Rounds, newest first."""

    rounds: tuple[RoundBrief, ...]
    cursor: int | None
    """The cursor of the next page; none at the end. A page may hold fewer rounds than the limit."""
