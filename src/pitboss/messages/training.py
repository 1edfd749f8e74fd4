"""Training: a situation, the trainee's answer, and its marking."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.acts import Check, ExamineHand, FoldHand, PlaceBet, WithdrawBet
from pitboss.messages.legal import LegalNow
from pitboss.messages.tables import LimitsNow, LineNow, RoundNow, WagerNow
from pitboss.messages.texts import (
    BetTitle,
    BoxNumber,
    ClauseNumber,
    PlayerName,
    SignedAmount,
    SituationKind,
    SituationLevel,
)
from pitboss.messages.views import DueNow
from pitboss.people import PitRole
from pitboss.reason import Reason
from pitboss.sheets.model import BetResult

PointAsked = Literal["line", "role", "void", "out", "must_choose"]
"""Questions: a bet's settlement, who decides, a void round, hands out of play, players who must choose."""


class ClauseToTrain(Struct, frozen=True):
    """A clause about which there are situations."""

    clause: str
    gist: str
    kinds: tuple[SituationKind, ...]


class PlateNow(Struct, frozen=True, kw_only=True):
    """The table of a situation."""

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
    """A situation and its questions."""

    id: str
    sheet: str
    kind: SituationKind
    what: str
    """The event, or facts that cards and chips do not show."""
    said: Reason | None = None
    """The same as a reason."""
    table: PlateNow
    round: RoundNow
    """As the Dealer sees it; hands are not named, for that is the Dealer's to know."""
    bets: tuple[BetOnLayout, ...]
    """For a settlement, what lies on the layout; bonuses come besides."""


class AskQuestion(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The chosen situation and its set."""

    kind: SituationKind | None = None
    clause: ClauseNumber | None = None
    seed: Annotated[int, Meta(ge=0, le=10**9)] = 0
    number: Annotated[int, Meta(ge=1, le=999)] = 1
    level: SituationLevel = "hard"
    """Difficulty of random settlements: one box, two, or three and four."""


class QuestionNow(Struct, frozen=True):
    """A question asked of the sender alone."""

    id: str
    seconds: int
    """Time since it was opened, by the server's clock."""
    situation: SituationNow


class LineSaid(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The trainee's answer for one bet."""

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
    """One marked point, with the right answer and why."""

    asks: PointAsked
    right: bool
    said: str
    """Dollars for a line, numbers for boxes; none if it was not answered."""
    should: str
    clauses: tuple[str, ...]
    why: str
    reason: Reason
    said_result: BetResult | None = None
    line: LineNow | None = None
    """The settled line, if there is one."""
    box: int | None = None
    player: str | None = None
    bet: str | None = None


class CheckedNow(Struct, frozen=True):
    """An answer, point by point."""

    right: bool
    points: tuple[PointNow, ...]
    seconds: int = 0
    """The time from the question to its answer."""
    again: bool = False
    """The same situation was answered before: the answer is kept and does not count."""


class TrainingScore(Struct, frozen=True, kw_only=True):
    """Answers to situations that were new to a trainee, added up."""

    answers: int
    whole: int
    """Answers with every point right."""
    right: int
    """Points that are right."""
    points: int
    seconds: int
    """The time of all answers; one that took longer than 15 minutes counts 15 minutes."""
    again: int
    """Further answers, to situations that were answered before: they are not in the other figures."""


class TrainingPart(Struct, frozen=True, kw_only=True):
    """The score of one game, kind of situation and level."""

    sheet: str
    kind: SituationKind
    level: SituationLevel | None
    """None for situations of the sheet's round files."""
    score: TrainingScore


class ClauseScore(Struct, frozen=True, kw_only=True):
    """The points that rest on a clause."""

    sheet: str
    clause: str
    right: int
    points: int


class TraineeNow(Struct, frozen=True, kw_only=True):
    """Somebody who has trained."""

    name: str
    roles: tuple[str, ...]
    score: TrainingScore
    last: str
    """Time of the newest answer."""


class TrainingNow(Struct, frozen=True, kw_only=True):
    """The progress of one account."""

    name: str
    roles: tuple[str, ...]
    score: TrainingScore
    last: str | None
    parts: tuple[TrainingPart, ...]
    missed: tuple[ClauseScore, ...]
    """Every clause with a wrong point, the weakest first."""
    open: int
    """Questions that were asked and not answered."""


class AnswerKept(Struct, frozen=True, kw_only=True):
    """One answer that was kept."""

    question: str
    sheet: str
    kind: SituationKind
    level: SituationLevel | None
    situation: str
    at: str
    cursor: str
    """The next page begins after it."""
    seconds: int
    right: int
    points: int
    again: bool
    missed: tuple[str, ...]
    """The clauses of its wrong points."""


class AnswerThen(Struct, frozen=True):
    """An answer with its question and every marked point."""

    answer: AnswerKept
    checked: CheckedNow
    situation: SituationNow | None
    """None if changed rules or software have changed the situation."""


class GoOn(Struct, frozen=True, tag_field="act", tag="go_on", forbid_unknown_fields=True):
    """Wait for the Dealer, who closes the Bets, deals, turns cards over or settles."""


CoachedAct = PlaceBet | WithdrawBet | ExamineHand | FoldHand | Check | GoOn


class CoachedActs(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The player's acts in a coached hand, from the first bet."""

    number: Annotated[int, Meta(ge=0, le=10**9)]
    """Seed of the hand: the same number gives the same deck."""
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
    """The player's legal acts, and the Dealer's next act."""
    dealt: tuple[DueNow, ...]
    """The Dealer's acts since the player's last act."""
