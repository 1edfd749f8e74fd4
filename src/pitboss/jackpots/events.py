"""Events of a link. Every movement of money names amount, source and clauses."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.citation import Cited
from pitboss.jackpots.commands import ClaimCheck, CompleteHands, LinkHolding
from pitboss.jackpots.config import LinkConfig, OtherLink, Revenue
from pitboss.jackpots.parts import BookedBet, BornePart, Seed, Slip
from pitboss.people import Approval, Person
from pitboss.reason import Reason
from pitboss.refusal import Refusal
from pitboss.words import say


class LinkOpened(Struct, frozen=True, tag=True, kw_only=True):
    """A link opened at its reset value."""

    link: str
    operator: str
    config: LinkConfig
    seed: Seed
    approval: Approval
    cited: Cited


class TableJoined(Struct, frozen=True, tag=True):
    """A table joined the link."""

    table: str
    sheet: str


class TableRemoved(Struct, frozen=True, tag=True):
    """A table left the link."""

    table: str


class BetsAccepted(Struct, frozen=True, tag=True, kw_only=True):
    """The jackpot bets of a round raised the display."""

    table: str
    round: str
    at: int
    bets: tuple[BookedBet, ...]
    cited: Cited


class AlarmRaised(Struct, frozen=True, tag=True):
    """Unusual contributions were booked; somebody must look."""

    table: str
    round: str
    reason: Reason

    @property
    def why(self) -> str:
        """The reason in English."""
        return say(self.reason)


class HandsRecorded(CompleteHands, frozen=True, tag=True):
    """Where the hands of a round were complete."""


class ContributionReturned(Struct, frozen=True, tag=True, kw_only=True):
    """A returned bet took its shares back; the house bears what was won in between."""

    table: str
    round: str
    box: int
    player: str
    amount: int
    display: Fraction
    overflow: Fraction
    reserve: Fraction
    house: Fraction
    """What can no longer be taken back."""
    borne: tuple[BornePart, ...]
    """Of that, what open claims hold."""
    cited: Cited


class RoundFinished(Struct, frozen=True, tag=True):
    """A round is settled."""

    table: str
    round: str


class WinDetected(Struct, frozen=True, tag=True, kw_only=True):
    """A win is pending; its value excludes shares accepted later."""

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
    """The last booking included in its value."""
    inflow: Fraction
    """The total inflow of the display until then."""
    cited: Cited


class ShareBorne(Struct, frozen=True, tag=True):
    """The house made good a share in the registered value that was taken back since."""

    parts: tuple[BornePart, ...]
    cited: Cited


class ClaimOrdered(Struct, frozen=True, tag=True):
    """A claim's place in the order of payment is final."""

    claim: str
    place: int
    cited: Cited


class OrderRuled(Struct, frozen=True, tag=True):
    """The House ruled in which order the open claims are paid."""

    claims: tuple[str, ...]
    by: Person
    reason: str
    cited: Cited


class ClaimChecked(ClaimCheck, frozen=True, tag=True, kw_only=True):
    """A point of a claim's checklist was ticked."""


class ClaimSigned(Struct, frozen=True, tag=True):
    """A person signed for a win."""

    claim: str
    by: Person


class ClaimsPaid(Struct, frozen=True, tag=True, kw_only=True):
    """Claims were paid together from the display; after 100 % it restarts from its reset value."""

    slips: tuple[Slip, ...]
    value: Fraction
    after: Fraction
    """What remains of the value, or the reset value; later shares come on top."""
    seed: Seed
    surplus: Fraction
    """What resetting by part of the display leaves over; it becomes overflow."""
    frozen_at: int
    left: Fraction
    """The fraction of every share in the value that remains in the display, from 0 to 1."""
    cited: Cited


class ClaimDenied(Struct, frozen=True, tag=True, kw_only=True):
    """A claim was denied. Shares of returned bets in its value can now be taken back."""

    claim: str
    taken: Fraction
    passed_on: tuple[BornePart, ...]
    """What later claims hold of those shares."""
    approval: Approval
    cited: Cited


class ClaimClosed(Struct, frozen=True, tag=True):
    """The slip of a paid claim was filed."""

    claim: str
    by: Person


class AwardReversed(Struct, frozen=True, tag=True, kw_only=True):
    """A slip's award returned to the pool by a documented correction; the slip stays."""

    slip: int
    player: str
    amount: int
    approval: Approval
    cited: Cited


class LimitApplied(Struct, frozen=True, tag=True):
    """Money above the display's cap became overflow."""

    amount: Fraction
    cited: Cited


class ShortfallCovered(Struct, frozen=True, tag=True):
    """The house covered what the pool lacked to pay its claims in order."""

    amount: Fraction
    cited: Cited


class JackpotFailed(Struct, frozen=True, tag=True):
    """The jackpot system failed; this value was registered before."""

    registered: Fraction
    by: Person
    reason: str
    cited: Cited


class JackpotRestored(Struct, frozen=True, tag=True):
    """The jackpot system works again."""

    by: Person
    displayed: Fraction


class ChangeQueued(Struct, frozen=True, tag=True):
    """Approved parameters were queued, replacing any queued before."""

    config: LinkConfig
    approval: Approval


class ConfigChanged(Struct, frozen=True, tag=True):
    """Queued parameters came into force."""

    config: LinkConfig
    seed: Seed
    """The seed of an empty pool; after a hit the payment has seeded it."""
    cited: Cited


class DisplayCorrected(Struct, frozen=True, tag=True):
    """The display was corrected; money above the cap became overflow."""

    amount: Fraction
    overflow: Fraction
    approval: Approval
    cited: Cited


class MoneyMoved(Struct, frozen=True, tag=True, kw_only=True):
    """Money left the link, by configuration or approval."""

    part: LinkHolding
    amount: Fraction
    to: OtherLink | Revenue
    approved: Approval | Person
    cited: Cited


class MoneyReceived(Struct, frozen=True, tag=True, kw_only=True):
    """Money of another link arrived; what is above the cap became overflow."""

    part: Literal["display", "reserve"]
    amount: Fraction
    overflow: Fraction
    from_link: str
    cited: Cited


class LinkClosed(Struct, frozen=True, tag=True):
    """The link closed."""

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
