"""From an act for two people, as it is sent, to the act that is proposed, with amounts in cents."""

from typing import Any, Final

from msgspec import structs

from pitboss.api.context import found
from pitboss.api.errors import BadRequest
from pitboss.api.wire import command_of
from pitboss.floor import Floor
from pitboss.floor import proposed as pa
from pitboss.floor.amounts import MONEY_ACTS, FloorAmounts, changed_amounts
from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue
from pitboss.jackpots.config import parse_share
from pitboss.messages.acts import (
    AnyFloorProposal,
    ChangeLink,
    CloseLink,
    DisplayAmounts,
    MoveMoney,
    OpenLink,
    OwnAmounts,
    SetAmounts,
    SetLimits,
    SetTable,
    TakeSheet,
)
from pitboss.messages.texts import AmountText, Pair
from pitboss.money import parse_cents
from pitboss.reason import because
from pitboss.settlement import Limits
from pitboss.sheets.formats import FORMAT
from pitboss.sheets.loader import read_texts


def of_floor(floor: Floor, act: AnyFloorProposal) -> pa.ProposedFloorAct:
    """The act as it is proposed; raises ``SheetFault`` for a sheet that cannot be played."""
    proposed: pa.ProposedFloorAct = command_of(act, **_read(floor, act))
    return proposed


def _read(floor: Floor, act: AnyFloorProposal) -> dict[str, Any]:
    """Fields that need conversion: dollars to cents, omitted values to current ones."""
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
            known = found(floor.links.refresh(link), because("no_such_link", link=link))
            return {"config": _config(act, known.queued.config if known.queued else known.config)}
        case MoveMoney(to=to) | CloseLink(to=to):
            return {"to": _elsewhere(to)}
        case TakeSheet():
            return {"sheet": read_texts(act.sheet_toml, act.clauses_toml).sheet.id, "format": FORMAT}
        case _:
            return {}


def _limits(floor: Floor, act: SetLimits) -> dict[str, Any]:
    table = found(floor.tables.refresh(act.table), because("no_such_table.name", table=act.table))
    return {
        "boxes": act.boxes or table.plate.boxes,
        "limits": table.plate.limits | _pairs(act.limits),
        "denominations": table.denominations if act.denominations is None else _cents(act.denominations),
    }


def _amounts(floor: Floor, act: SetAmounts) -> FloorAmounts:
    known = floor.amounts()
    said = {name: _said(getattr(act, name)) for name in MONEY_ACTS}
    of_acts = {name: changed_amounts(getattr(known, name), given) for name, given in said.items()}
    return FloorAmounts(**of_acts)


def _said(given: OwnAmounts | DisplayAmounts) -> dict[str, tuple[int, ...]]:
    found = {name: value for name, value in structs.asdict(given).items() if value is not None}
    return {name: _cents(value if isinstance(value, tuple) else (value,)) for name, value in found.items()}


_LINK_VALUES: Final = tuple(name for name in LinkConfig.__struct_fields__ if name != "rounding")


def _config(act: OpenLink | ChangeLink, known: LinkConfig | None) -> LinkConfig:
    """The parameters of a link: what is not said stays; a new link has nothing to stay as."""
    said: dict[str, Any] = {}
    for name in _LINK_VALUES:
        text = getattr(act, name)
        if text is not None:
            said[name] = _value(name, text)
        elif known is None:
            raise BadRequest(because("bad_request.new_link", name=name), f"act.{name}")
    if known:
        return structs.replace(known, **said)
    return LinkConfig(rounding="down_to_the_cent", **said)


def _value(name: str, text: str) -> Any:
    if name == "overflow_to":
        return NextSeed() if text == "next_seed" else _elsewhere(text)
    try:
        return parse_share(text) if name.endswith("_rate") else parse_cents(text)
    except ValueError as fault:
        raise BadRequest(because("bad_request.value", found=str(fault)), f"act.{name}") from None


def _elsewhere(text: str) -> OtherLink | Revenue:
    return Revenue() if text == "revenue" else OtherLink(text)


def _pairs(limits: dict[str, Pair]) -> dict[str, Limits]:
    return {bet: Limits(*_cents(pair)) for bet, pair in limits.items()}


def _cents(amounts: tuple[AmountText, ...]) -> tuple[int, ...]:
    return tuple(parse_cents(amount) for amount in amounts)
