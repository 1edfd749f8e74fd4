"""Commands: what people at a table do, or report. A command carries every fact that the engine needs.

One command is one step of a round file. The engine knows no clock, no randomness and no files, so card faces,
names and roles arrive here.
"""

from typing import Final, Literal

from msgspec import Struct

from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.people import PitRole
from pitboss.settlement import Display, Linked, Table

Place = int | Literal["dealer", "community"]
"""Where cards lie: a box number, the Dealer's hand or the community cards."""


TableRestriction = Literal["close", "block", "no_jackpot"]
"""How the House goes on after a jackpot failure."""
BetRuling = Literal["pay", "collect", "correct"]
"""A ruling on one bet: it wins an amount, is lost, or stands at another amount."""
Action = Literal["void", "continue", "return"] | BetRuling | TableRestriction
"""The action of a ruling, or of the House after a jackpot failure."""


class Memory(Struct, frozen=True, kw_only=True):
    """The state of a table that is carried from round to round."""

    under_minimum: frozenset[str] = frozenset()
    """Players of whom a bet under the minimum was once paid or collected (MBS 5.13)."""
    barred: frozenset[str] = frozenset()
    """Players prohibited from further play (MBS 5.9, 5.10.3)."""
    barred_elsewhere: frozenset[str] = frozenset()
    """Players barred at other tables when the round began, where a bar holds at every table."""
    one_position: frozenset[str] = frozenset()
    """Players restricted to one playing position (MBS 3.4.3)."""
    closed: bool = False
    blocked: frozenset[int] = frozenset()
    no_jackpot: bool = False
    """The House's ways on after a jackpot failure (RWS 5.17.2)."""


class Hashes(Struct, frozen=True):
    """SHA-256 of the build, the sheet and the readings that a round is played by."""

    build: str
    sheet: str
    readings: str


class RoundOpening(Struct, frozen=True):
    """What a round is opened with."""

    table: Table
    display: Display | None
    hashes: Hashes
    memory: Memory


class OpenRound(RoundOpening, frozen=True, tag=True, omit_defaults=True):
    """The Dealer announces "Place your Bets, please"."""

    memory: Memory = Memory()


class PlaceBet(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A player puts chips on a bet area; again on the same area increases the bet."""

    box: int
    player: str
    bet: str
    amount: int
    unnoticed: bool = False
    by: PitRole | None = None
    """The employee who placed it at the player's request (RWS 5.22, MBS 3.6)."""
    seated: str | None = None
    """The player who sits at the position, where that is not the first player of the box (MBS 3.5.1)."""


class Withdrawal(Struct, frozen=True):
    """The bet that is taken back."""

    box: int
    bet: str
    player: str | None
    """The player whose bet it is; needed on an area that several players share."""


class WithdrawBet(Withdrawal, frozen=True, tag=True, omit_defaults=True):
    """A bet is taken back."""

    player: str | None = None


class CloseBets(Struct, frozen=True, tag=True, omit_defaults=True):
    """The Dealer announces "No more Bets"."""


class BurnCard(Struct, frozen=True, tag=True, omit_defaults=True):
    """The Dealer discards the Burnt Card."""

    card: Card


class DealCards(Struct, frozen=True, tag=True, omit_defaults=True):
    """Cards reach a place, face down."""

    to: Place
    cards: tuple[Card, ...]


class DiscardCard(Struct, frozen=True, tag=True, omit_defaults=True):
    """The third card of a community set of three is put aside."""

    card: Card


class ShowCards(Struct, frozen=True, tag=True, omit_defaults=True):
    """Cards that were dealt unknown are named when they are turned over."""

    at: Place
    cards: tuple[Card, ...]


class ExamineHand(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player looks at the hand of a box."""

    box: int


class HandleHand(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player touches the cards without looking."""

    box: int


class FoldHand(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player does not continue."""

    box: int


class Check(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player continues without a further bet."""

    box: int


class Reveal(Struct, frozen=True, tag=True, omit_defaults=True):
    """The Dealer turns over what is due next."""


class DeclineToShow(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player does not show the hand."""

    box: int


class ViewHand(Struct, frozen=True, tag=True, omit_defaults=True):
    """A supervisor views a hand that its player does not show (MBS 3.10.1)."""

    box: int
    by: PitRole | None = None


class AnnounceNoHand(Struct, frozen=True, tag=True, omit_defaults=True):
    """The Dealer announces "No hand" (MBS 3.10.2)."""


class NotifyJackpotHand(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player notifies the Dealer of a jackpot hand, and its cards stay face up (RWS 4.6, MLTH 4.4)."""

    box: int


class LeaveTable(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player walks away, from all their boxes and shares."""

    box: int
    player: str | None = None
    """A player who shares the box; None for the player of the box."""


class InterruptPlay(Struct, frozen=True, tag=True, omit_defaults=True):
    """A technical interruption or power failure affects the continuation of the round."""

    reason: str = ""


class Report(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """An irregularity of a clause is found. What the round shows is derived, not an argument."""

    clause: Clause
    boxes: tuple[int, ...] = ()
    player: str | None = None
    """Whom the report is about, where that is not the first player of the box (MBS 5.9, 5.10.3, 3.4.3)."""
    dealer: bool = False
    reconstructed: bool | None = None
    intentional: bool | None = None
    order: tuple[Card, ...] = ()
    count: int | None = None
    permit: bool | None = None
    action: Action | None = None
    bet: str | None = None
    """The bet that a ruling pays, collects or corrects."""
    amount: int | None = None
    """What a ruling pays on the bet beside its stake, or what of the bet stands, in cents."""
    by: PitRole | None = None
    reason: str = ""


class LiftRestriction(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """What a clause restricts is allowed again: a table, boxes or the jackpot (RWS 5.17.2), or a player."""

    clause: Clause
    boxes: tuple[int, ...] = ()
    player: str | None = None
    action: TableRestriction | None = None
    by: PitRole | None = None
    reason: str = ""


class Choose(Struct, frozen=True, tag=True, omit_defaults=True):
    """The player of a box takes one of the options that a clause gives."""

    box: int
    way: Literal["continue", "withdraw"]


class CardCorrection(Struct, frozen=True, kw_only=True):
    """A card that was recorded wrongly, and the one that lies there."""

    at: Place | Literal["burnt", "discarded"]
    recorded: Card
    card: Card
    by: PitRole
    reason: str


class CorrectCard(CardCorrection, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Correct a card that was recorded wrongly: a typing error, not an irregularity."""


class CorrectBet(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Correct a bet that was recorded at a wrong amount: a typing error, not an irregularity."""

    box: int
    player: str
    bet: str
    amount: int
    by: PitRole
    reason: str


class AdjustSettlement(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A ruling on a past round whose error was noticed only in a later round.

    The ruling never touches later rounds (5.19). The settlement stands; the adjustment is booked beside it.
    """

    box: int
    player: str
    bet: str
    amount: int
    """The adjustment in the player's favour, in cents; negative against them."""
    by: PitRole
    reason: str
    limits_error: bool = False
    """The error was a bet over the maximum or under the minimum."""


class SettleRound(Struct, frozen=True, tag=True, omit_defaults=True):
    """The Dealer settles the round or, when it is void, returns every bet."""

    linked: Linked | None = None
    """What the table's link shows and has paid; None for a table with its own display."""


Command = (
    OpenRound
    | PlaceBet
    | WithdrawBet
    | CloseBets
    | BurnCard
    | DealCards
    | DiscardCard
    | ShowCards
    | ExamineHand
    | HandleHand
    | FoldHand
    | Check
    | Reveal
    | DeclineToShow
    | ViewHand
    | AnnounceNoHand
    | NotifyJackpotHand
    | LeaveTable
    | InterruptPlay
    | Report
    | LiftRestriction
    | Choose
    | CorrectCard
    | CorrectBet
    | AdjustSettlement
    | SettleRound
)
WORDS: Final[dict[type[Command], str]] = {
    OpenRound: "open",
    PlaceBet: "bet",
    WithdrawBet: "withdraw",
    CloseBets: "close",
    BurnCard: "burn",
    DealCards: "deal",
    DiscardCard: "discard",
    ShowCards: "show",
    ExamineHand: "look",
    HandleHand: "handle",
    FoldHand: "fold",
    Check: "check",
    Reveal: "reveal",
    DeclineToShow: "decline",
    ViewHand: "view",
    AnnounceNoHand: "no_hand",
    NotifyJackpotHand: "notify",
    LeaveTable: "leave",
    InterruptPlay: "interrupt",
    Choose: "choose",
    Report: "report",
    LiftRestriction: "lift",
    CorrectCard: "correct_card",
    CorrectBet: "correct_bet",
    AdjustSettlement: "adjust",
    SettleRound: "settle",
}
"""The word of each command, in the steps of round files and in messages."""
