"""The acts of a floor that take two people, as they stand in a proposal: without the people's names."""

from fractions import Fraction
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.floor.aggregates import AMOUNTS, LIMITS, LINK, TABLE
from pitboss.floor.amounts import FloorAmounts
from pitboss.floor.tables.events import TableSettings
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import LinkConfig, OtherLink, Revenue
from pitboss.jackpots import commands as lc
from pitboss.people import Approval, known_as
from pitboss.projection import project
from pitboss.settlement import Limits
from pitboss.sheets.model import Device
from pitboss.store.codec import from_plain, to_plain
from pitboss.store.journal import kind_and_name


class PlateChange(Struct, frozen=True, tag="set_limits"):
    """New limits, boxes and chips for a table, from its next round on."""

    table: str
    boxes: int
    limits: dict[str, Limits]
    denominations: tuple[int, ...]


class TableChange(TableSettings, frozen=True, kw_only=True, tag="set_table"):
    """A new table, or one reopened with another sheet, link, source of cards or Dealer."""

    table: str
    sheet: str
    device: Device
    boxes: int
    limits: dict[str, Limits]


def recorded_table(table: TableState) -> TableChange:
    """The settings of a table as it stands, in the form in which they are proposed."""
    plate = table.plate
    return project(
        TableChange,
        table,
        table=table.id,
        sheet=plate.sheet,
        device=plate.device,
        boxes=plate.boxes,
        limits=plate.limits,
    )


class AwardReversal(Struct, frozen=True, tag="take_back_award"):
    """Settle the last round of a table again and take back an award that it did not win."""

    table: str


class LinkOpening(Struct, frozen=True, tag="open_link"):
    """A new link for these tables."""

    link: str
    config: LinkConfig
    members: dict[str, str]


class LinkChange(Struct, frozen=True, tag="change_link"):
    """New parameters for a link, after the next 100 % hit or at once in an empty pool."""

    link: str
    config: LinkConfig


class DisplayCorrection(Struct, frozen=True, tag="correct_display"):
    """A correction of the display, up or down, in exact cents."""

    link: str
    amount: Fraction


class LinkTransfer(Struct, frozen=True, tag="move_money"):
    """A transfer of a link's money to elsewhere, in exact cents."""

    link: str
    part: lc.LinkHolding
    amount: Fraction
    to: OtherLink | Revenue


class TableRemoval(Struct, frozen=True, tag="remove_table"):
    """The removal of a closed table from a link."""

    link: str
    table: str


class LinkClosure(Struct, frozen=True, tag="close_link"):
    """The end of a link; its money goes elsewhere."""

    link: str
    to: OtherLink | Revenue


class ClaimDenial(Struct, frozen=True, tag="deny_claim"):
    """The denial of a claim."""

    link: str
    claim: str


class SheetAdoption(Struct, frozen=True, tag="take_sheet"):
    """A new text of a sheet, in force from the next opening of betting."""

    sheet: str
    format: int
    sheet_toml: str
    clauses_toml: str


class AmountsChange(Struct, frozen=True, tag="set_amounts"):
    """New amounts: those that roles move alone, and the maximum."""

    amounts: FloorAmounts


class BreakSetting(Struct, frozen=True, tag="set_break"):
    """A break at the player's request, from its approval on; it cannot be shortened."""

    player: str
    days: int


TableProposal = PlateChange | TableChange | AwardReversal
LinkProposal = (
    LinkOpening | LinkChange | DisplayCorrection | LinkTransfer | TableRemoval | LinkClosure | ClaimDenial
)
ApprovedFloorAct = TableProposal | LinkProposal | SheetAdoption | AmountsChange
"""Acts whose events carry the approval of two people of the tables."""
ProposedFloorAct = ApprovedFloorAct | BreakSetting

_ENCODER: Final = msgspec.json.Encoder(enc_hook=to_plain, order="deterministic")
_DECODER: Final[msgspec.json.Decoder[ProposedFloorAct]] = msgspec.json.Decoder(
    ProposedFloorAct, dec_hook=from_plain
)


def subject_of(act: ProposedFloorAct) -> str:
    """The subject of a proposed act, which names its stream."""
    if isinstance(act, TableProposal):
        return TABLE.stream(act.table)
    if isinstance(act, AmountsChange):
        return AMOUNTS.stream()
    if isinstance(act, BreakSetting):
        return LIMITS.stream(known_as(act.player))
    return f"sheet/{act.sheet}" if isinstance(act, SheetAdoption) else LINK.stream(act.link)


def is_of_floor(subject: str) -> bool:
    """Whether a subject is a table, a link, a sheet, the floor's amounts or a player's limits: no account."""
    return kind_and_name(subject)[0] in (TABLE.kind, LINK.kind, "sheet", AMOUNTS.kind, LIMITS.kind)


def as_text(act: ProposedFloorAct) -> str:
    """A proposed act as canonical JSON: equal acts have equal texts."""
    return _ENCODER.encode(act).decode()


def from_text(text: str) -> ProposedFloorAct:
    """The proposed act in a JSON text."""
    return _DECODER.decode(text)


AT_LINK: Final[dict[type[Struct], type[lc.JackpotCommand]]] = {
    LinkOpening: lc.OpenLink,
    LinkChange: lc.ProposeChange,
    DisplayCorrection: lc.CorrectDisplay,
    LinkTransfer: lc.MoveMoney,
    TableRemoval: lc.RemoveTable,
    LinkClosure: lc.CloseLink,
    ClaimDenial: lc.DenyClaim,
}
"""The command to a link that each proposed act becomes."""


def link_command(act: LinkProposal, operator: str, approval: Approval) -> lc.JackpotCommand:
    """The command to a link that a proposed act becomes, with its approval."""
    if isinstance(act, LinkOpening):
        bet = act.config.prescribed_bet
        members = tuple(lc.Member(table, sheet, bet) for table, sheet in act.members.items())
        return project(lc.OpenLink, act, operator=operator, members=members, approval=approval)
    return project(AT_LINK[type(act)], act, approval=approval)
