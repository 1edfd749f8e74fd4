"""Commands to a link. People, roles, journal positions and money are arguments."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.citation import Clauses
from pitboss.jackpots.config import LinkConfig, OtherLink, Revenue
from pitboss.people import Approval, Person
from pitboss.settlement.facts import BoxAmount

CheckItem = Literal["bet_light", "cards_face_up", "deck_count", "surveillance"]
"""The points of the checklist before a win is signed for."""
LinkHolding = Literal["display", "reserve", "overflow"]
"""Where a link holds money."""


class Member(Struct, frozen=True):
    """A table that joins a link: its sheet, and the jackpot bet on its plate in cents."""

    table: str
    sheet: str
    jackpot_bet: int


class OpenLink(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Open a link, seeded with its reset value."""

    link: str
    operator: str
    config: LinkConfig
    members: tuple[Member, ...]
    approval: Approval


class JoinTable(Struct, frozen=True, tag=True, omit_defaults=True):
    """Add a table to a link."""

    member: Member
    approval: Approval


class RemoveTable(Struct, frozen=True, tag=True, omit_defaults=True):
    """Remove a table from a link."""

    table: str
    approval: Approval


class BetToAccept(BoxAmount, frozen=True):
    """A jackpot bet on the layout when the Bets were closed, in cents."""


class AcceptBets(Struct, frozen=True, tag=True, omit_defaults=True):
    """Accept a table's jackpot bets at "No more Bets"."""

    table: str
    round: str
    at: int
    """The journal position of the closing of the Bets."""
    bets: tuple[BetToAccept, ...]


class CompleteHands(Struct, frozen=True):
    """Where in the journal the hands of each box of a round were complete."""

    table: str
    round: str
    complete: tuple[tuple[int, int], ...]
    """Box and position."""


class RecordHands(CompleteHands, frozen=True, tag=True, omit_defaults=True):
    """Record where in the journal the hands of each box were complete."""


class ReturnedBet(Struct, frozen=True):
    """A jackpot bet, or part of one, that was returned, and the clauses."""

    box: int
    player: str
    amount: int
    clauses: Clauses


class ReturnBets(Struct, frozen=True, tag=True, omit_defaults=True):
    """Return accepted bets: their shares are taken back by correction."""

    table: str
    round: str
    bets: tuple[ReturnedBet, ...]


class FinishRound(Struct, frozen=True, tag=True, omit_defaults=True):
    """A round is settled: claims of other tables no longer wait for it."""

    table: str
    round: str


class Won(Struct, frozen=True, kw_only=True):
    """A hand that wins a share of the display."""

    box: int
    player: str
    hand: str
    percent: int
    complete_at: int
    """The journal position at which the player's own hand was complete."""


class DetectWins(Struct, frozen=True, tag=True, omit_defaults=True):
    """Enter the winning hands of a round into the jackpot system."""

    table: str
    round: str
    wins: tuple[Won, ...]
    entered_at: int


class RuleOrder(Struct, frozen=True, tag=True, omit_defaults=True):
    """The House rules conclusively in which order all open claims are paid."""

    claims: tuple[str, ...]
    by: Person
    reason: str


class ClaimCheck(Struct, frozen=True, kw_only=True):
    """One point of a claim's checklist, as somebody has ticked it."""

    claim: str
    item: CheckItem
    by: Person
    note: str
    count: int | None
    """Cards in the deck, for the deck count."""


class CheckClaim(ClaimCheck, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Tick one point of a claim's checklist."""

    note: str = ""
    count: int | None = None


class SignClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """Sign for a win."""

    claim: str
    by: Person


class PayClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """Pay the first claim in order, or all that share with it, with numbered slips."""

    claim: str
    by: Person
    means: Literal["attendant", "device"]


class DenyClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """Deny a claim that is no win."""

    claim: str
    approval: Approval


class CloseClaim(Struct, frozen=True, tag=True, omit_defaults=True):
    """File the slip of a paid claim."""

    claim: str
    by: Person


class ReverseAward(Struct, frozen=True, tag=True, omit_defaults=True):
    """Return a slip's award to the pool, because the settlement that paid it was replaced."""

    slip: int
    approval: Approval


class FailSystem(Struct, frozen=True, tag=True, omit_defaults=True):
    """Report that the jackpot system has failed."""

    by: Person
    reason: str


class RestoreSystem(Struct, frozen=True, tag=True, omit_defaults=True):
    """Restore the jackpot system; ``displayed`` is what the sign shows."""

    by: Person
    displayed: Fraction


class ProposeChange(Struct, frozen=True, tag=True, omit_defaults=True):
    """Change the parameters, after the next 100 % hit or at once in an empty pool."""

    config: LinkConfig
    approval: Approval


class CorrectDisplay(Struct, frozen=True, tag=True, omit_defaults=True):
    """Correct the display, up or down, in exact cents, with documentation."""

    amount: Fraction
    approval: Approval


class ReleaseOverflow(Struct, frozen=True, tag=True, omit_defaults=True):
    """Send overflow where the configuration says."""

    by: Person


class MoveMoney(Struct, frozen=True, tag=True, omit_defaults=True):
    """Transfer a link's money, with approval."""

    part: LinkHolding
    amount: Fraction
    to: OtherLink | Revenue
    approval: Approval


class ReceiveMoney(Struct, frozen=True, tag=True, omit_defaults=True):
    """Receive another link's transfer, in the same append."""

    part: Literal["display", "reserve"]
    amount: Fraction
    from_link: str


class CloseLink(Struct, frozen=True, tag=True, omit_defaults=True):
    """Close a link; all its money goes elsewhere."""

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
