"""What may be proposed of a floor: acts that take two people, as plain data without their names."""

from fractions import Fraction
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.floor.amounts import KIND, NAME, FloorAmounts
from pitboss.floor.tables.events import TableSettings
from pitboss.jackpots import LinkConfig, OtherLink, Revenue
from pitboss.jackpots import commands as lc
from pitboss.people import Approval
from pitboss.projection import project
from pitboss.settlement import Limits
from pitboss.sheets.model import Device
from pitboss.store.codec import from_plain, to_plain


class SetPlate(Struct, frozen=True, tag="set_limits"):
    """Limits, boxes and chips of a table, from its next round on."""

    table: str
    boxes: int
    limits: dict[str, Limits]
    denominations: tuple[int, ...]


class SetTable(TableSettings, frozen=True, kw_only=True, tag="set_table"):
    """A table that is new, or that is opened anew with another sheet, link, source of cards or Dealer."""

    table: str
    sheet: str
    device: Device
    boxes: int
    limits: dict[str, Limits]


class TakeBackAward(Struct, frozen=True, tag="take_back_award"):
    """The last round of a table is settled again, and an award that it did not win goes back."""

    table: str


class OpenLink(Struct, frozen=True, tag="open_link"):
    """A new link for these tables, each with its sheet."""

    link: str
    config: LinkConfig
    members: dict[str, str]


class ChangeLink(Struct, frozen=True, tag="change_link"):
    """New parameters, for after the next 100 % hit or at once in an empty pool."""

    link: str
    config: LinkConfig


class CorrectDisplay(Struct, frozen=True, tag="correct_display"):
    """The display is put right, up or down, in exact cents."""

    link: str
    amount: Fraction


class MoveMoney(Struct, frozen=True, tag="move_money"):
    """Money of a link goes elsewhere, in exact cents."""

    link: str
    part: lc.Part
    amount: Fraction
    to: OtherLink | Revenue


class RemoveTable(Struct, frozen=True, tag="remove_table"):
    """A closed table leaves a link."""

    link: str
    table: str


class CloseLink(Struct, frozen=True, tag="close_link"):
    """A link ends."""

    link: str
    to: OtherLink | Revenue


class DenyClaim(Struct, frozen=True, tag="deny_claim"):
    """What looked like a win is none."""

    link: str
    claim: str


class TakeSheet(Struct, frozen=True, tag="take_sheet"):
    """A text of a sheet, played from the next opening of betting on."""

    sheet: str
    format: int
    sheet_toml: str
    clauses_toml: str


class SetAmounts(Struct, frozen=True, tag="set_amounts"):
    """What roles move alone, and what nobody moves by one act."""

    amounts: FloorAmounts


OfTable = SetPlate | SetTable | TakeBackAward
OfLink = OpenLink | ChangeLink | CorrectDisplay | MoveMoney | RemoveTable | CloseLink | DenyClaim
Proposed = OfTable | OfLink | TakeSheet | SetAmounts

_ENCODER: Final = msgspec.json.Encoder(enc_hook=to_plain, order="deterministic")
_DECODER: Final[msgspec.json.Decoder[Proposed]] = msgspec.json.Decoder(Proposed, dec_hook=from_plain)


def subject_of(act: Proposed) -> str:
    """What an act is about."""
    if isinstance(act, OfTable):
        return f"table/{act.table}"
    if isinstance(act, SetAmounts):
        return f"{KIND}/{NAME}"
    return f"sheet/{act.sheet}" if isinstance(act, TakeSheet) else f"link/{act.link}"


def is_of_floor(subject: str) -> bool:
    """Whether a subject is a table, a link, a sheet or the floor itself, and not an account."""
    return subject.partition("/")[0] in ("table", "link", "sheet", KIND)


def as_text(act: Proposed) -> str:
    """An act as it stands in a proposal; the same act is always the same text."""
    return _ENCODER.encode(act).decode()


def from_text(text: str) -> Proposed:
    """The act of a proposal."""
    return _DECODER.decode(text)


AT_LINK: Final[dict[type[Struct], type[lc.Command]]] = {
    OpenLink: lc.OpenLink,
    ChangeLink: lc.ProposeChange,
    CorrectDisplay: lc.CorrectDisplay,
    MoveMoney: lc.MoveMoney,
    RemoveTable: lc.RemoveTable,
    CloseLink: lc.CloseLink,
    DenyClaim: lc.DenyClaim,
}
"""The command to a link that each act at one is."""


def link_command(act: OfLink, operator: str, approval: Approval) -> lc.Command:
    """The command to a link that an act is, with those who answer for it."""
    if isinstance(act, OpenLink):
        bet = act.config.prescribed_bet
        members = tuple(lc.Member(table, sheet, bet) for table, sheet in act.members.items())
        return project(lc.OpenLink, act, operator=operator, members=members, approval=approval)
    return project(AT_LINK[type(act)], act, approval=approval)
