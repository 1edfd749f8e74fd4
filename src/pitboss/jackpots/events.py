"""What has happened to a link. Whatever moves money says how much, from where, and by which clauses."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.citation import Cited
from pitboss.jackpots.commands import CheckItem, LinkHolding
from pitboss.jackpots.config import LinkConfig, OtherLink, Revenue
from pitboss.jackpots.parts import BookedBet, BornePart, Seed, Slip
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal


class LinkOpened(Struct, frozen=True, tag=True, kw_only=True):
    """A link began at its reset value."""

    link: str
    operator: str
    config: LinkConfig
    seed: Seed
    approval: Approval
    cited: Cited


class TableJoined(Struct, frozen=True, tag=True):
    """A table plays for the jackpot."""

    table: str
    sheet: str


class TableRemoved(Struct, frozen=True, tag=True):
    """A table plays for it no longer."""

    table: str


class BetsAccepted(Struct, frozen=True, tag=True, kw_only=True):
    """The jackpot bets of a round raised the display."""

    table: str
    round: str
    at: int
    bets: tuple[BookedBet, ...]
    cited: Cited


class AlarmRaised(Struct, frozen=True, tag=True):
    """Contributions that look wrong; they are booked, and somebody must look."""

    table: str
    round: str
    why: str


class HandsRecorded(Struct, frozen=True, tag=True):
    """Where the hands of a round were complete."""

    table: str
    round: str
    complete: tuple[tuple[int, int], ...]


class ContributionReturned(Struct, frozen=True, tag=True, kw_only=True):
    """A returned bet took its shares back; what was won in between the house bears."""

    table: str
    round: str
    box: int
    player: str
    amount: int
    display: Fraction
    overflow: Fraction
    reserve: Fraction
    house: Fraction
    """What cannot be taken back any more."""
    borne: tuple[BornePart, ...]
    """Of that, what open claims hold."""
    cited: Cited


class RoundFinished(Struct, frozen=True, tag=True):
    """A round is settled."""

    table: str
    round: str


class WinDetected(Struct, frozen=True, tag=True, kw_only=True):
    """A win is pending: its value counts no share that is accepted later."""

    claim: str
    table: str
    round: str
    sheet: str
    box: int
    player: str
    hand: str
    percent: int
    complete_at: int
    entered_at: int
    frozen_at: int
    """The last booking that its value holds."""
    inflow: Fraction
    """What had reached the display until then."""
    cited: Cited


class ShareBorne(Struct, frozen=True, tag=True):
    """The house made good a share that the registered value holds and that was taken back since."""

    parts: tuple[BornePart, ...]
    cited: Cited


class ClaimOrdered(Struct, frozen=True, tag=True):
    """The place of a claim in the order of payment is final."""

    claim: str
    place: int
    cited: Cited


class OrderRuled(Struct, frozen=True, tag=True):
    """The House has said in which order the open claims are paid."""

    claims: tuple[str, ...]
    by: Person
    reason: str
    cited: Cited


class ClaimChecked(Struct, frozen=True, tag=True, kw_only=True):
    """A point of the checklist was seen to."""

    claim: str
    item: CheckItem
    by: Person
    note: str
    count: int | None


class ClaimSigned(Struct, frozen=True, tag=True):
    """Somebody answers for a win."""

    claim: str
    by: Person


class ClaimsPaid(Struct, frozen=True, tag=True, kw_only=True):
    """Wins that are paid together left the display; after 100 % it starts from its reset value."""

    slips: tuple[Slip, ...]
    value: Fraction
    after: Fraction
    """What of the value is left, or the reset value; shares accepted since come on top."""
    seed: Seed
    surplus: Fraction
    """What a reset by part of the display leaves over; it is overflow."""
    frozen_at: int
    left: Fraction
    """The part of every share in the value that is still in the display, from 0 to 1."""
    cited: Cited


class ClaimDenied(Struct, frozen=True, tag=True, kw_only=True):
    """A claim is none. Shares of returned bets that its value held can be taken back now."""

    claim: str
    taken: Fraction
    passed_on: tuple[BornePart, ...]
    """What claims behind it hold of them."""
    approval: Approval
    cited: Cited


class ClaimClosed(Struct, frozen=True, tag=True):
    """The slip of a paid claim is filed."""

    claim: str
    by: Person


class AwardReversed(Struct, frozen=True, tag=True, kw_only=True):
    """The award of a slip is back in the pool by a documented correction; the slip stays as it was."""

    slip: int
    player: str
    amount: int
    approval: Approval
    cited: Cited


class LimitApplied(Struct, frozen=True, tag=True):
    """What the display would show above its cap became overflow."""

    amount: Fraction
    cited: Cited


class ShortfallCovered(Struct, frozen=True, tag=True):
    """The house put in what the pool lacked to pay its claims in their order."""

    amount: Fraction
    cited: Cited


class JackpotFailed(Struct, frozen=True, tag=True):
    """The jackpot system failed; this value was registered before."""

    registered: Fraction
    by: Person
    reason: str
    cited: Cited


class JackpotRestored(Struct, frozen=True, tag=True):
    """It shows what it must again."""

    by: Person
    displayed: Fraction


class ChangeQueued(Struct, frozen=True, tag=True):
    """Approved parameters wait; they replace any that waited before."""

    config: LinkConfig
    approval: Approval


class ConfigChanged(Struct, frozen=True, tag=True):
    """Parameters that waited are in force."""

    config: LinkConfig
    seed: Seed
    """What an empty pool got to start from; after a hit the payment has seen to it."""
    cited: Cited


class DisplayCorrected(Struct, frozen=True, tag=True):
    """A documented correction; what the cap leaves no room for is overflow."""

    amount: Fraction
    overflow: Fraction
    approval: Approval
    cited: Cited


class MoneyMoved(Struct, frozen=True, tag=True, kw_only=True):
    """Money left the link by configuration or approval."""

    part: LinkHolding
    amount: Fraction
    to: OtherLink | Revenue
    approved: Approval | Person
    cited: Cited


class MoneyReceived(Struct, frozen=True, tag=True, kw_only=True):
    """Money of another link arrived; what the cap leaves no room for is overflow."""

    part: Literal["display", "reserve"]
    amount: Fraction
    overflow: Fraction
    from_link: str
    cited: Cited


class LinkClosed(Struct, frozen=True, tag=True):
    """The link has ended."""

    approval: Approval


JackpotEvent = (
    LinkOpened
    | TableJoined
    | TableRemoved
    | BetsAccepted
    | AlarmRaised
    | HandsRecorded
    | ContributionReturned
    | RoundFinished
    | WinDetected
    | ShareBorne
    | ClaimOrdered
    | OrderRuled
    | ClaimChecked
    | ClaimSigned
    | ClaimsPaid
    | ClaimDenied
    | ClaimClosed
    | AwardReversed
    | LimitApplied
    | ShortfallCovered
    | JackpotFailed
    | JackpotRestored
    | ChangeQueued
    | ConfigChanged
    | DisplayCorrected
    | MoneyMoved
    | MoneyReceived
    | LinkClosed
)
JackpotDecision = tuple[JackpotEvent, ...] | Refusal
"""The events that follow from a command to a link, or why it is refused."""
