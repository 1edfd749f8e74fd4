"""The pit: tables as a supervisor sees them, and the tasks that wait for one reader."""

from typing import Literal

from msgspec import Struct

from pitboss.messages.tables import SayingNow
from pitboss.messages.views import CrewNow
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
"""A problem at a table; the pages' catalogue has the sentence."""


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
    """The software Dealer's announcement, and its remaining time."""
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
    """A jackpot win that is not filed yet, and its next step."""

    box: int
    hand: str
    amount: str | None
    """The amount in dollars, once its place in the order of payment is known."""
    step: Literal["check", "sign", "pay", "file"]


class WaitingNow(Struct, frozen=True, kw_only=True):
    """Something that waits for the reader."""

    kind: Literal["proposal", "claim", "supervisor", "return", "watch", "close_day", "sign_off_day"]
    """A second signature, a jackpot win, a table that calls a supervisor, bets that go back once a second
    person signs, an alarm of an act, a day to close or to sign off."""
    about: str
    """The subject of a proposal, the link, the table, or the gaming day."""
    table: str | None
    """The table at which it is handled, if any."""
    says: tuple[str, ...]
    reasons: tuple[Reason, ...]
    by: str
    """The proposer or the winner; empty if there is neither."""
    win: WinWaiting | None = None
