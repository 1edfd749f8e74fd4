"""What two people must answer for, as it is sent: acts in plain JSON, with amounts in dollars as text.

One union for every subject, so that there is one place where such an act can be sent, and a floor, its people
and its pages know one list of them. What is left out of a change stays as it is.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, structs

from pitboss.access import commands as ac
from pitboss.access.roles import Permission, Role
from pitboss.api.acts import BetName
from pitboss.api.context import found_link, found_table
from pitboss.api.errors import bad
from pitboss.api.texts import ONE_LINE, WHOLE_FILE, Amount, ExactAmount, Rate
from pitboss.api.texts import Name as Id
from pitboss.api.wire import by_word, made
from pitboss.floor import Floor
from pitboss.floor import proposed as pa
from pitboss.floor.acts import PROPOSED_ACTS
from pitboss.floor.amounts import DEFAULT_AMOUNTS, MONEY_ACTS, FloorAmounts, changed_amounts
from pitboss.floor.amounts import NAME as AMOUNTS
from pitboss.floor.setup.config import Slug, parse_rate
from pitboss.floor.tables.events import CardSource
from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue
from pitboss.jackpots.commands import LinkHolding
from pitboss.money import parse_cents
from pitboss.settlement import Limits
from pitboss.sheets.formats import FORMAT
from pitboss.sheets.loader import read_texts
from pitboss.sheets.model import Device

Boxes = Annotated[int, Meta(ge=1, le=7)]
Pair = tuple[Amount, Amount]
"""The least and the most."""
Chips = Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=20)]
Destination = Annotated[str, Meta(max_length=40, pattern=ONE_LINE, examples=["revenue", "diamond"])]
"""``revenue``, ``next_seed`` where it is about overflow, or a link."""
Text = Annotated[str, Meta(max_length=60_000, pattern=WHOLE_FILE)]


class TwoPeopleAct(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """What all of them share."""


class SetLimits(TwoPeopleAct, frozen=True, tag="set_limits"):
    """Limits, boxes and chips of a table, from its next round on."""

    table: Slug
    limits: dict[BetName, Pair] = {}
    boxes: Boxes | None = None
    denominations: Chips | None = None


class SetTable(TwoPeopleAct, frozen=True, tag="set_table", kw_only=True):
    """A new table, or one that is opened anew with another sheet, link, source of cards or Dealer."""

    table: Slug
    sheet: Id
    limits: dict[BetName, Pair]
    denominations: Chips
    link: Slug | None = None
    dealer: Literal["automatic", "manual"] = "manual"
    cards: CardSource = "shoe"
    device: Device = "shuffler"
    boxes: Boxes = 7
    away_seconds: Annotated[int, Meta(gt=0, le=86_400)] = 60
    idle_rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    counts_tray: bool = False
    card_sets: bool = False


class OwnAmounts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What roles move alone: by one act, and in a gaming day at a table."""

    dealer: Pair | None = None
    pit_supervisor: Pair | None = None
    pit_manager: Pair | None = None
    shift_manager: Pair | None = None
    accounting: Pair | None = None
    most: Amount | None = None
    """What nobody moves by one act."""


class DisplayAmounts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What of a link's money is moved by two people of whom one has this role."""

    pit_manager: Amount | None = None
    shift_manager: Amount | None = None
    most: Amount | None = None


class SetAmounts(TwoPeopleAct, frozen=True, tag="set_amounts", kw_only=True):
    """What one person moves alone, act by act, from now on."""

    adjust: OwnAmounts = OwnAmounts()
    chips: OwnAmounts = OwnAmounts()
    slips: OwnAmounts = OwnAmounts()
    bets: OwnAmounts = OwnAmounts()
    displays: DisplayAmounts = DisplayAmounts()


class TakeBackAward(TwoPeopleAct, frozen=True, tag="take_back_award"):
    """Settle the last round of a table again and take back an award that it did not win."""

    table: Slug


class LinkValues(TwoPeopleAct, frozen=True, kw_only=True):
    """The parameters of a link."""

    reset: Amount | None = None
    contribution_rate: Rate | None = None
    reserve_rate: Rate | None = None
    cap: Amount | None = None
    overflow_to: Destination | None = None
    prescribed_bet: Amount | None = None
    alarm_above: Amount | None = None


class OpenLink(LinkValues, frozen=True, tag="open_link", kw_only=True):
    """A new link, with every parameter, for these tables and their sheets."""

    link: Slug
    members: Annotated[dict[Slug, Id], Meta(min_length=1, max_length=500)]


class ChangeLink(LinkValues, frozen=True, tag="change_link", kw_only=True):
    """Parameters of a link, for after the next 100 % hit or at once in an empty pool."""

    link: Slug


class CorrectDisplay(TwoPeopleAct, frozen=True, tag="correct_display"):
    """Put a display right, up or down."""

    link: Slug
    amount: ExactAmount


class MoveMoney(TwoPeopleAct, frozen=True, tag="move_money"):
    """Send money of a link elsewhere."""

    link: Slug
    part: LinkHolding
    amount: ExactAmount
    to: Destination


class RemoveTable(TwoPeopleAct, frozen=True, tag="remove_table"):
    """Take a closed table off a link."""

    link: Slug
    table: Slug


class CloseLink(TwoPeopleAct, frozen=True, tag="close_link"):
    """End a link; all it holds goes elsewhere."""

    link: Slug
    to: Destination


class DenyClaim(TwoPeopleAct, frozen=True, tag="deny_claim"):
    """Say that a claim is no win."""

    link: Slug
    claim: Id


class TakeSheet(TwoPeopleAct, frozen=True, tag="take_sheet"):
    """Bring a text of a sheet into force with the next opening of betting."""

    sheet_toml: Text
    clauses_toml: Text


class GrantRole(TwoPeopleAct, frozen=True, tag="grant_role"):
    """Give a member of staff a role."""

    name: Id
    role: Role


class OpenEnrolment(TwoPeopleAct, frozen=True, tag="enrol"):
    """Let a member of staff choose a new password or PIN; each of the two is shown a code."""

    name: Id


class IssueToken(TwoPeopleAct, frozen=True, tag="issue_token", kw_only=True):
    """Give a device a token, which is shown to whoever approves."""

    name: Id
    token: Id
    scopes: Annotated[tuple[Permission, ...], Meta(min_length=1, max_length=10)]
    days: Annotated[int, Meta(ge=1, le=366)]
    table: Slug | None = None
    """The one table that it is good for; a token that sends cards names one."""


OfPeople = GrantRole | OpenEnrolment | IssueToken
OfFloor = (
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
)
AnyTwoPeopleAct = OfFloor | OfPeople


_COMMANDS: Final = by_word({**PROPOSED_ACTS, **ac.ACCOUNT_ACTS})


def of_people(act: OfPeople) -> ac.Proposed:
    """The command to an account."""
    command: ac.Proposed = made(_COMMANDS[str(act.__struct_config__.tag)], act)
    return command


def of_floor(floor: Floor, act: OfFloor) -> pa.ProposedAct:
    """The act as it is proposed; raises ``SheetFault`` for a sheet that cannot be played."""
    proposed: pa.ProposedAct = made(_COMMANDS[str(act.__struct_config__.tag)], act, **_read(floor, act))
    return proposed


def _read(floor: Floor, act: OfFloor) -> dict[str, Any]:
    """What of an act is proposed otherwise than it is sent: amounts in cents, and what stays as it is."""
    match act:
        case SetLimits():
            return _limits(floor, act)
        case SetAmounts():
            return {"amounts": _amounts(floor, act)}
        case SetTable():
            limits, chips = _pairs(act.limits), _cents(act.denominations)
            return {"automatic": act.dealer == "automatic", "limits": limits, "denominations": chips}
        case OpenLink():
            return {"config": _config(act, None)}
        case ChangeLink(link=link):
            known = found_link(floor.links.refresh(link), link)
            return {"config": _config(act, known.queued.config if known.queued else known.config)}
        case MoveMoney(to=to) | CloseLink(to=to):
            return {"to": _elsewhere(to)}
        case TakeSheet():
            return {"sheet": read_texts(act.sheet_toml, act.clauses_toml).sheet.id, "format": FORMAT}
        case _:
            return {}


def _limits(floor: Floor, act: SetLimits) -> dict[str, Any]:
    table = found_table(floor.tables.refresh(act.table), act.table)
    return {
        "boxes": act.boxes or table.plate.boxes,
        "limits": table.plate.limits | _pairs(act.limits),
        "denominations": table.denominations if act.denominations is None else _cents(act.denominations),
    }


def _amounts(floor: Floor, act: SetAmounts) -> FloorAmounts:
    known = floor.amount_streams.refresh(AMOUNTS).state or DEFAULT_AMOUNTS
    said = {name: _said(getattr(act, name)) for name in MONEY_ACTS}
    of_acts = {name: changed_amounts(getattr(known, name), given) for name, given in said.items()}
    return FloorAmounts(**of_acts)


def _said(given: OwnAmounts | DisplayAmounts) -> dict[str, tuple[int, ...]]:
    found = {name: value for name, value in structs.asdict(given).items() if value is not None}
    return {name: _cents(value if isinstance(value, tuple) else (value,)) for name, value in found.items()}


def _config(act: LinkValues, known: LinkConfig | None) -> LinkConfig:
    """The parameters of a link: what is not said stays; a new link has nothing to stay as."""
    said: dict[str, Any] = {}
    for name in LinkValues.__struct_fields__:
        text = getattr(act, name)
        if text is not None:
            said[name] = _value(name, text)
        elif known is None:
            raise bad(f"a new link needs {name}", f"act.{name}")
    if known:
        return structs.replace(known, **said)
    return LinkConfig(rounding="down_to_the_cent", **said)


def _value(name: str, text: str) -> Any:
    if name == "overflow_to":
        return NextSeed() if text == "next_seed" else _elsewhere(text)
    try:
        return parse_rate(text) if name.endswith("_rate") else parse_cents(text)
    except ValueError as fault:
        raise bad(str(fault), f"act.{name}") from None


def _elsewhere(text: str) -> OtherLink | Revenue:
    return Revenue() if text == "revenue" else OtherLink(text)


def _pairs(limits: dict[BetName, Pair]) -> dict[str, Limits]:
    return {bet: Limits(*_cents(pair)) for bet, pair in limits.items()}


def _cents(amounts: tuple[Amount, ...]) -> tuple[int, ...]:
    return tuple(parse_cents(amount) for amount in amounts)
