"""Changes of a table by two people: a new plate, or opened (again) with another sheet, link or Dealer."""

from collections.abc import Sequence

from msgspec import structs

from pitboss.access.roles import SYSTEM, Actor
from pitboss.commands.record import Changes, StreamChange
from pitboss.floor.links import link_change
from pitboss.floor.proposed import PlateChange, TableChange
from pitboss.floor.round_changes import no_table
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.opening import close, kept_memory
from pitboss.floor.tables.table import TableState
from pitboss.floor.tables.table_limits import plate_changed, plate_refusal, settings_refusal
from pitboss.floor.view import View
from pitboss.jackpots import apply
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.people import Approval
from pitboss.projection import project
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.settlement import Table
from pitboss.sheets import Game


def set_plate(view: View, act: PlateChange, approval: Approval) -> Changes | Refusal:
    """New limits, boxes and chips for the next round; the jackpot bet is the link's prescribed one."""
    table = view.table(act.table).state
    if table is None or not table.open:
        return no_table(act.table)
    link = view.link(table.link).state if table.link else None
    bet = link.config.prescribed_bet if link else None
    plate = structs.replace(table.plate, boxes=act.boxes, jackpot_bet=bet, limits=act.limits)
    game = view.in_force(table.plate.sheet)
    changed = plate_changed(game, table, link, plate, act.denominations, approval)
    return changed if isinstance(changed, Refusal) else (StreamChange("table", act.table, (changed,)),)


def set_table(view: View, act: TableChange, approval: Approval) -> Changes | Refusal:
    """Close a table, move it to another link and reopen it, as far as needed, in one append."""
    table = view.table(act.table).state
    game = view.games.get(act.sheet)
    if game is None:
        return refuse("no_such_sheet", because("no_such_sheet.plate", sheet=act.sheet), ())
    plate = project(Table, act, jackpot_bet=_bet(view, act.link), live=True)
    refusal = (
        plate_refusal(game, plate, act.denominations)
        or _cards_refusal(game, act)
        or settings_refusal(game, act.table, act, seals=view.seals)
        or _closing_refusal(view, table)
    )
    if refusal:
        return refusal
    links = _links(view, act, table, approval)
    if isinstance(links, Refusal):
        return links
    by = Actor(approval.first.name, approval.first.role)
    closed = (fe.TableClosed(by),) if table and table.open else ()
    operator = game.sheet.identity.operator
    opened = project(
        fe.TableOpened,
        act,
        operator=operator,
        plate=plate,
        by=by,
        crewed=not act.automatic,
        memory=kept_memory(game, table),
    )
    return (*links, StreamChange("table", act.table, (*closed, opened)))


def _cards_refusal(game: Game, act: TableChange) -> Refusal | None:
    if act.automatic and act.cards == "outside":
        return refuse("no_shoe", because("no_shoe.automatic"), game.sheet.deck.clauses)
    if act.card_sets and act.cards == "shoe":
        return refuse("no_shoe", because("no_shoe.card_sets"), game.sheet.deck.clauses)
    return None


def _closing_refusal(view: View, table: TableState | None) -> Refusal | None:
    answer = close(view.game_of(table), table, SYSTEM) if table and table.open else None
    return answer if isinstance(answer, Refusal) else None


def _links(view: View, act: TableChange, table: TableState | None, approval: Approval) -> Changes | Refusal:
    """The changes to the links that a table leaves and joins."""
    asks: dict[str, list[lc.JackpotCommand]] = {}
    for name in {table.link if table else None, act.link} - {None}:
        link = view.link(name).state if name else None
        if name is None or link is None:
            return refuse("no_such_link", because("no_such_link", link=name), ())
        stays = (name, act.sheet) == (act.link, link.members.get(act.table))
        if act.table in link.members and not stays:
            asks.setdefault(name, []).append(lc.RemoveTable(act.table, approval))
        if name == act.link and not stays:
            member = lc.Member(act.table, act.sheet, link.config.prescribed_bet)
            asks.setdefault(name, []).append(lc.JoinTable(member, approval))
    changes: Changes = ()
    for name, commands in sorted(asks.items()):
        events = _follow(view, name, commands)
        if isinstance(events, Refusal):
            return events
        changes += (link_change(view, name, events),)
    return changes


def _follow(
    view: View, name: str, commands: Sequence[lc.JackpotCommand]
) -> tuple[le.JackpotEvent, ...] | Refusal:
    link = view.link(name).state
    events: tuple[le.JackpotEvent, ...] = ()
    for command in commands:
        step = apply(view.games, link, command)
        if isinstance(step, Refusal):
            return step
        link, more = step
        events += more
    return events


def _bet(view: View, name: str | None) -> int | None:
    link = view.link(name).state if name else None
    return link.config.prescribed_bet if link else None
