"""Training: a situation, what a trainee says of it, and that answer checked."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.acts import Act, Bet, BoxNumber, CheckHand, Fold, Look, WithdrawBet
from pitboss.messages.legal import DueNow, LegalNow
from pitboss.messages.tables import LimitsNow, LineNow, RoundNow, WagerNow
from pitboss.messages.texts import BetTitle, PlayerName, SignedAmount
from pitboss.people import PitRole

SituationKind = Literal["settle", "jackpot", "report"]
BetResult = Literal["win", "lose", "push", "returned"]
PointAsked = Literal["line", "role", "void", "out", "must_choose"]
"""What a bet gets; who decides, whether the round is void, which hands go out, whose players must choose."""


class ClauseToTrain(Struct, frozen=True):
    """A clause about which there are situations."""

    clause: str
    gist: str
    kinds: tuple[SituationKind, ...]


class PlateNow(Struct, frozen=True, kw_only=True):
    """What the table of a situation shows."""

    device: str
    boxes: int
    limits: dict[str, LimitsNow]
    jackpot_bet: str | None
    displayed: str | None


class BetOnLayout(Struct, frozen=True):
    """A bet on the layout."""

    box: int
    wager: WagerNow


class SituationNow(Struct, frozen=True, kw_only=True):
    """A situation and what is asked about it."""

    id: str
    sheet: str
    kind: SituationKind
    what: str
    """What has happened, or what one must know besides what lies on the table."""
    table: PlateNow
    round: RoundNow
    """As the Dealer sees it; hands are not named, for that is the Dealer's to know."""
    bets: tuple[BetOnLayout, ...]
    """For a settlement, what lies on the layout; bonuses come besides."""


class LineSaid(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a bet gets, as the trainee says."""

    box: BoxNumber
    player: PlayerName
    bet: BetTitle
    result: BetResult
    net: SignedAmount


class Said(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The trainee's answer: lines for a settlement, the rest for an irregularity."""

    lines: Annotated[tuple[LineSaid, ...], Meta(max_length=100)] = ()
    role: PitRole | None = None
    void: bool = False
    out: Annotated[tuple[BoxNumber, ...], Meta(max_length=7)] = ()
    must_choose: Annotated[tuple[BoxNumber, ...], Meta(max_length=7)] = ()


class PointNow(Struct, frozen=True, kw_only=True):
    """One thing that was asked, with what is right and why."""

    asks: PointAsked
    right: bool
    said: str
    """Of a line what it gets in dollars, of boxes their numbers; nothing where nothing was said."""
    should: str
    clauses: tuple[str, ...]
    why: str
    said_result: BetResult | None = None
    line: LineNow | None = None
    """The line as it is settled, or none where there is no such line."""
    box: int | None = None
    player: str | None = None
    bet: str | None = None


class CheckedNow(Struct, frozen=True):
    """An answer, point by point."""

    right: bool
    points: tuple[PointNow, ...]


class GoOn(Act, frozen=True, tag="go_on"):
    """Wait for the Dealer, who closes the Bets, deals, turns cards over or settles."""


CoachedAct = Bet | WithdrawBet | Look | Fold | CheckHand | GoOn


class CoachedActs(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the player of a coached hand has done so far, from the first bet on."""

    number: Annotated[int, Meta(ge=0, le=10**9)]
    """Of the hand: the same number is dealt from the same deck."""
    acts: Annotated[tuple[CoachedAct, ...], Meta(max_length=40)] = ()


class CoachedNow(Struct, frozen=True, kw_only=True):
    """A coached hand as its player sees it."""

    sheet: str
    number: int
    player: str
    box: int
    table: PlateNow
    round: RoundNow
    legal: LegalNow
    """What the player may do now, and what the Dealer does next."""
    dealt: tuple[DueNow, ...]
    """What the Dealer has done since the player's last act."""
