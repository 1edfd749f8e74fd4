"""The pit: every table with what a supervisor looks for, and what waits for one reader."""

from typing import Literal

from msgspec import Struct

from pitboss.messages.tables import CrewNow, SayingNow
from pitboss.reason import Reason

TableAlarm = Literal[
    "jackpot_failed",
    "shoe_doubted",
    "restricted",
    "no_dealer",
    "for_the_supervisor",
    "return_unsigned",
    "bets_returned",
    "own_limits",
]
"""What is wrong at a table: the catalogues of the pages hold the sentences."""


class PitTableNow(Struct, frozen=True, kw_only=True):
    """A table as its supervisor sees it from the pit."""

    id: str
    title: str
    open: bool
    closing: bool
    automatic: bool
    crew: CrewNow
    number: int
    phase: str | None
    """betting, playing, void or settled; nothing before the first round."""
    dealer: SayingNow | None
    """What the software Dealer announces, and for how long yet."""
    deciding: tuple[int, ...]
    """Boxes whose players must decide or choose now."""
    claims: int
    """Jackpot wins of the round that are not paid."""
    alarms: tuple[TableAlarm, ...]
    seated: int
    boxes: int
    on_layout: str
    """The bets of the round, in dollars."""
    drop: str | None
    """Chips bought in the table's session, or its drop once it is counted; none for who may not see it."""


class WinWaiting(Struct, frozen=True, kw_only=True):
    """A jackpot win that is not filed yet, and what is to be done with it next."""

    box: int
    hand: str
    amount: str | None
    """In dollars, once its place in the order of payment is known."""
    step: Literal["check", "sign", "pay", "file"]


class WaitingNow(Struct, frozen=True, kw_only=True):
    """Something that waits for the reader."""

    kind: Literal["proposal", "claim", "supervisor", "return", "watch", "close_day", "sign_off_day"]
    """A second signature, a jackpot win, a table that calls a supervisor, bets that go back once a second
    person signs, an alarm of an act, a day to close or to sign off."""
    about: str
    """The subject of a proposal, the link, the table, or the gaming day."""
    table: str | None
    """Where it is seen to, if at a table."""
    says: tuple[str, ...]
    reasons: tuple[Reason, ...]
    by: str
    """Who has proposed it, or whose win it is; empty where it is nobody's."""
    win: WinWaiting | None = None
