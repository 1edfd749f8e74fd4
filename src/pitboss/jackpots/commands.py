"""What is asked of a link. Names, roles, positions in the journal and money arrive here."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.citation import Clauses
from pitboss.jackpots.config import LinkConfig, OtherLink, Revenue
from pitboss.people import Approval, Person

CheckItem = Literal["bet_light", "cards_face_up", "deck_count", "surveillance"]
"""What must be seen to before a win is signed for."""
LinkHolding = Literal["display", "reserve", "overflow"]
"""Where a link holds money."""


class Member(Struct, frozen=True):
    """A table that joins: which sheet it plays and which jackpot bet its plate shows, in cents."""

    table: str
    sheet: str
    jackpot_bet: int


class OpenLink(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A link begins, seeded with its reset value."""

    link: str
    operator: str
    config: LinkConfig
    members: tuple[Member, ...]
    approval: Approval


class JoinTable(Struct, frozen=True, tag=True, omit_defaults=True):
    """One more table plays for the jackpot."""

    member: Member
    approval: Approval


class RemoveTable(Struct, frozen=True, tag=True, omit_defaults=True):
    """A table plays for it no longer."""

    table: str
    approval: Approval


class JackpotBet(Struct, frozen=True):
    """A jackpot bet that lay on the layout when the Bets were closed, in cents."""

    box: int
    player: str
    amount: int


class AcceptBets(Struct, frozen=True, tag=True, omit_defaults=True):
    """No more Bets at a table: its jackpot bets are accepted."""

    table: str
    round: str
    at: int
    """The position of the closing in the journal's one order."""
    bets: tuple[JackpotBet, ...]


class RecordHands(Struct, frozen=True, tag=True, omit_defaults=True):
    """Where in the journal's order each box's own hand was complete."""

    table: str
    round: str
    complete: tuple[tuple[int, int], ...]
    """Box and position."""


class ReturnedBet(Struct, frozen=True):
    """A jackpot bet, or part of one, that went back to its player, and why."""

    box: int
    player: str
    amount: int
    clauses: Clauses


class ReturnBets(Struct, frozen=True, tag=True, omit_defaults=True):
    """Accepted bets went back: their shares are taken back by correction."""

    table: str
    round: str
    bets: tuple[ReturnedBet, ...]


class FinishRound(Struct, frozen=True, tag=True, omit_defaults=True):
    """A round is settled: no claim of another table waits for it any more."""

    table: str
    round: str


class Won(Struct, frozen=True, kw_only=True):
    """A hand that takes a share of the display."""

    box: int
    player: str
    hand: str
    percent: int
    complete_at: int
    """Where in the journal's order the player's own hand was complete."""


class DetectWins(Struct, frozen=True, tag=True, omit_defaults=True):
    """The winning hands of a round are seen; they are entered into the jackpot system."""

    table: str
    round: str
    wins: tuple[Won, ...]
    entered_at: int


class RuleOrder(Struct, frozen=True, tag=True, omit_defaults=True):
    """The House decides conclusively in which order all open claims are paid."""

    claims: tuple[str, ...]
    by: Person
    reason: str


class CheckClaim(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """One point of the checklist is seen to."""

    claim: str
    item: CheckItem
    by: Person
    note: str = ""
    count: int | None = None
    """How many cards the deck had, for the deck count."""


class SignClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """Somebody answers for the win with his name."""

    claim: str
    by: Person


class PayClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """The first claim in order, or all that share with it, is paid with numbered slips."""

    claim: str
    by: Person
    means: Literal["attendant", "device"]


class DenyClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """What looked like a win is none."""

    claim: str
    approval: Approval


class CloseClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """The slip of a paid claim is filed."""

    claim: str
    by: Person


class ReverseAward(Struct, frozen=True, tag=True, omit_defaults=True):
    """A settlement that was replaced had paid this slip: its money is back in the pool."""

    slip: int
    approval: Approval


class FailSystem(Struct, frozen=True, tag=True, omit_defaults=True):
    """The jackpot system is not fully functional."""

    by: Person
    reason: str


class RestoreSystem(Struct, frozen=True, tag=True, omit_defaults=True):
    """It works again and shows what it must."""

    by: Person
    displayed: Fraction


class ProposeChange(Struct, frozen=True, tag=True, omit_defaults=True):
    """New parameters, for after the next 100 % hit or at once in an empty pool."""

    config: LinkConfig
    approval: Approval


class CorrectDisplay(Struct, frozen=True, tag=True, omit_defaults=True):
    """A documented correction of the display, up or down, in exact cents."""

    amount: Fraction
    approval: Approval


class ReleaseOverflow(Struct, frozen=True, tag=True, omit_defaults=True):
    """Overflow is sent where the configuration says."""

    by: Person


class MoveMoney(Struct, frozen=True, tag=True, omit_defaults=True):
    """An approved transfer out of a link."""

    part: LinkHolding
    amount: Fraction
    to: OtherLink | Revenue
    approval: Approval


class ReceiveMoney(Struct, frozen=True, tag=True, omit_defaults=True):
    """The other half of a transfer: money of another link arrives."""

    part: Literal["display", "reserve"]
    amount: Fraction
    from_link: str


class CloseLink(Struct, frozen=True, tag=True, omit_defaults=True):
    """A link ends; all it holds goes elsewhere."""

    to: OtherLink | Revenue
    approval: Approval


JackpotCommand = (
    OpenLink
    | JoinTable
    | RemoveTable
    | AcceptBets
    | RecordHands
    | ReturnBets
    | FinishRound
    | DetectWins
    | RuleOrder
    | CheckClaim
    | SignClaim
    | PayClaim
    | DenyClaim
    | CloseClaim
    | ReverseAward
    | FailSystem
    | RestoreSystem
    | ProposeChange
    | CorrectDisplay
    | ReleaseOverflow
    | MoveMoney
    | ReceiveMoney
    | CloseLink
)
