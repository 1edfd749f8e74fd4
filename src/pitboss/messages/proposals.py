"""Acts that need two people, and their proposals. Amounts are dollars as text.

One union of acts for every subject, sent to one endpoint. A value that a change leaves out
stays as it is.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.acts import BoxNumber
from pitboss.messages.session import Signature
from pitboss.messages.texts import (
    ONE_LINE,
    WHOLE_FILE,
    AmountText,
    BetName,
    CommandId,
    DeviceName,
    Digest,
    ExactAmount,
    Name,
    RateText,
    Reason,
    StreamName,
)
from pitboss.people import Actor, AnyRole, Permission
from pitboss.reason import Reason as Said

Pair = tuple[AmountText, AmountText]
"""The least and the most."""
Denominations = Annotated[tuple[AmountText, ...], Meta(min_length=1, max_length=20)]
DestinationName = Annotated[str, Meta(max_length=40, pattern=ONE_LINE, examples=["revenue", "diamond"])]
"""``revenue``, ``next_seed`` where it is about overflow, or a link."""
TomlText = Annotated[str, Meta(max_length=60_000, pattern=WHOLE_FILE)]


class TwoPeopleAct(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """Base of all acts of two people; `act` names the type."""


class SetLimits(TwoPeopleAct, frozen=True, tag="set_limits"):
    """Limits, boxes and chips of a table, from its next round on."""

    table: StreamName
    limits: dict[BetName, Pair] = {}
    boxes: BoxNumber | None = None
    denominations: Denominations | None = None


class SetTable(TwoPeopleAct, frozen=True, tag="set_table", kw_only=True):
    """Open a new table, or reopen one with another sheet, link, source of cards or Dealer."""

    table: StreamName
    sheet: Name
    limits: dict[BetName, Pair]
    denominations: Denominations
    link: StreamName | None = None
    dealer: Literal["automatic", "manual"] = "manual"
    cards: Literal["shoe", "outside"] = "shoe"
    device: DeviceName = "shuffler"
    boxes: BoxNumber = 7
    away_seconds: Annotated[int, Meta(gt=0, le=86_400)] = 60
    idle_rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    counts_tray: bool = False
    card_sets: bool = False


class OwnAmounts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Amounts that each role moves alone: by one act, and in a gaming day at a table."""

    dealer: Pair | None = None
    pit_supervisor: Pair | None = None
    pit_manager: Pair | None = None
    shift_manager: Pair | None = None
    accounting: Pair | None = None
    most: AmountText | None = None
    """The maximum of one act, whoever signs it."""


class DisplayAmounts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Per-role limits for moving a link's money (two people)."""

    pit_manager: AmountText | None = None
    shift_manager: AmountText | None = None
    most: AmountText | None = None


class SetAmounts(TwoPeopleAct, frozen=True, tag="set_amounts", kw_only=True):
    """Set the amounts that one person moves alone, by kind of act."""

    adjust: OwnAmounts = OwnAmounts()
    chips: OwnAmounts = OwnAmounts()
    slips: OwnAmounts = OwnAmounts()
    bets: OwnAmounts = OwnAmounts()
    voids: OwnAmounts = OwnAmounts()
    displays: DisplayAmounts = DisplayAmounts()


class TakeBackAward(TwoPeopleAct, frozen=True, tag="take_back_award"):
    """Settle the last round of a table again and take back an award that it did not win."""

    table: StreamName


class ActOnLink(TwoPeopleAct, frozen=True, kw_only=True):
    """An act about one link."""

    link: StreamName


class LinkValues(ActOnLink, frozen=True, kw_only=True):
    """The parameters of a link."""

    reset: AmountText | None = None
    contribution_rate: RateText | None = None
    reserve_rate: RateText | None = None
    cap: AmountText | None = None
    overflow_to: DestinationName | None = None
    prescribed_bet: AmountText | None = None
    alarm_above: AmountText | None = None


class OpenLink(LinkValues, frozen=True, tag="open_link", kw_only=True):
    """A new link, with every parameter, for these tables and their sheets."""

    members: Annotated[dict[StreamName, Name], Meta(min_length=1, max_length=500)]


class ChangeLink(LinkValues, frozen=True, tag="change_link", kw_only=True):
    """Parameters of a link, for after the next 100 % hit or at once in an empty pool."""


class CorrectDisplay(ActOnLink, frozen=True, tag="correct_display"):
    """Put a display right, up or down."""

    amount: ExactAmount


class MoveMoney(ActOnLink, frozen=True, tag="move_money"):
    """Send money of a link elsewhere."""

    part: Literal["display", "reserve", "overflow"]
    amount: ExactAmount
    to: DestinationName


class RemoveTable(ActOnLink, frozen=True, tag="remove_table"):
    """Take a closed table off a link."""

    table: StreamName


class CloseLink(ActOnLink, frozen=True, tag="close_link"):
    """End a link; all it holds goes elsewhere."""

    to: DestinationName


class DenyClaim(ActOnLink, frozen=True, tag="deny_claim"):
    """Deny a claim."""

    claim: Name


class TakeSheet(TwoPeopleAct, frozen=True, tag="take_sheet"):
    """Bring a text of a sheet into force with the next opening of betting."""

    sheet_toml: TomlText
    clauses_toml: TomlText


class SetBreak(TwoPeopleAct, frozen=True, tag="set_break"):
    """A break at the player's request, from its approval on; it cannot be shortened."""

    player: StreamName
    days: Annotated[int, Meta(ge=1, le=1830)]


class GrantRole(TwoPeopleAct, frozen=True, tag="grant_role"):
    """Give a member of staff a role."""

    name: Name
    role: AnyRole


class OpenEnrolment(TwoPeopleAct, frozen=True, tag="enrol"):
    """Let a member of staff choose a new password or PIN; each of the two is shown a code."""

    name: Name


class IssueToken(TwoPeopleAct, frozen=True, tag="issue_token", kw_only=True):
    """Give a device a token, which is shown to the person who approves."""

    name: Name
    token: Name
    scopes: Annotated[tuple[Permission, ...], Meta(min_length=1, max_length=10)]
    days: Annotated[int, Meta(ge=1, le=366)]
    table: StreamName | None = None
    """The one table that it is good for; a token that sends cards names one."""


AnyPeopleProposal = GrantRole | OpenEnrolment | IssueToken
AnyFloorProposal = (
    SetLimits
    | SetAmounts
    | SetTable
    | TakeBackAward
    | OpenLink
    | ChangeLink
    | CorrectDisplay
    | MoveMoney
    | RemoveTable
    | CloseLink
    | DenyClaim
    | TakeSheet
    | SetBreak
)
AnyTwoPeopleAct = AnyFloorProposal | AnyPeopleProposal
ProposalState = Literal["approved", "rejected", "withdrawn", "lapsed", "waiting"]


class ProposalNow(Struct, frozen=True, kw_only=True):
    """A proposal, as those who may answer for it read it."""

    id: str
    subject: str
    number: int
    act: Permission
    says: tuple[str, ...]
    """Its effect in plain words; while it waits, with the current values for comparison."""
    reasons: tuple[Said, ...]
    """Each of these sentences as a code with params, to be said in another language."""
    what: str
    """The act as recorded."""
    digest: str
    by: Actor
    reason: str
    made: str
    expires: str
    signed: tuple[Actor, ...]
    state: ProposalState
    may_approve: tuple[str, ...]
    """The roles of which somebody may be the next to answer for it."""
    decided_by: Actor | None = None
    decided_because: str = ""


class Propose(Struct, frozen=True, forbid_unknown_fields=True):
    """An act for two people, with a reason; the second may sign at the same screen."""

    id: CommandId
    act: AnyTwoPeopleAct
    reason: Reason
    second: Signature | None = None


class Approve(Struct, frozen=True, forbid_unknown_fields=True):
    """An approval of what was read."""

    id: CommandId
    digest: Digest


class DeclineProposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A rejection or a withdrawal."""

    id: CommandId
    reason: Reason


class ProposalDone(Struct, frozen=True):
    """The proposal after what was done with it."""

    proposal: ProposalNow
    shown: str = ""
    """A code or a token, this once and to its sender only."""
