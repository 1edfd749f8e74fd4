"""A table as two people set it: opened for the first time, or anew with another sheet, link or Dealer."""

from collections.abc import Sequence

from msgspec import structs

from pitboss.floor import events as fe
from pitboss.floor.carrying import Parts
from pitboss.floor.methods import close
from pitboss.floor.people import SYSTEM, Actor
from pitboss.floor.plates import plate_refusal
from pitboss.floor.proposed import SetPlate, SetTable
from pitboss.floor.reads import Reads
from pitboss.floor.service import Floor
from pitboss.floor.table import TableState
from pitboss.jackpots import Approval, apply
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.round import Refusal
from pitboss.settlement import Table


def plate_plan(floor: Floor, reads: Reads, act: SetPlate, approval: Approval) -> Parts | Refusal:
    """Limits, boxes and chips for the next round; the jackpot bet follows the link."""
    table = reads.table(act.table).state
    if table is None:
        return Refusal("no_such_table", f"there is no table {act.table}", ())
    plate = structs.replace(
        table.plate, boxes=act.boxes, jackpot_bet=_bet(reads, table.link), limits=act.limits
    )
    return floor.plate_plan(reads, act.table, plate, act.denominations, approval)


def table_plan(floor: Floor, reads: Reads, act: SetTable, approval: Approval) -> Parts | Refusal:
    """The table closes, leaves its link, joins another and opens, as far as that is needed, in one append."""
    table = reads.table(act.table).state
    game = floor.rulebook.games.get(act.sheet)
    if game is None:
        return Refusal("no_such_sheet", f"{act.sheet} is no sheet in force", ())
    plate = Table(act.sheet, act.device, act.boxes, _bet(reads, act.link), act.limits, live=True)
    refusal = plate_refusal(game, plate, act.denominations) or _not_now(floor, act, table)
    if refusal:
        return refusal
    links = _links(floor, reads, act, table, approval)
    if isinstance(links, Refusal):
        return links
    by = Actor(approval.first.name, approval.first.role)
    closed = (fe.TableClosed(by),) if table and table.open else ()
    opened = fe.TableOpened(
        act.table,
        game.sheet.identity.operator,
        plate,
        act.link,
        act.cards,
        act.denominations,
        act.automatic,
        act.away_seconds,
        by,
        crewed=not act.automatic,
        idle_rounds=act.idle_rounds,
        counts_tray=act.counts_tray,
        card_sets=act.card_sets,
    )
    return (*links, reads.to_table(act.table, *closed, opened))


def _not_now(floor: Floor, act: SetTable, table: TableState | None) -> Refusal | None:
    game = floor.rulebook.games[act.sheet]
    if act.automatic and act.cards == "outside":
        message = "an automatic dealer deals from the software's own shoe"
        return Refusal("no_shoe", message, game.sheet.deck.clauses)
    if act.cards == "shoe" and floor.sealer is None:
        return Refusal("no_shoe", "this floor has no key to seal decks with", game.sheet.deck.clauses)
    if act.card_sets and act.cards == "shoe":
        return Refusal("no_shoe", "the software's own shoe has no card sets", game.sheet.deck.clauses)
    if act.automatic and act.counts_tray:
        message = f"table {act.table} is to be dealt by the software, which keeps its chips: it has no tray"
        return Refusal("no_tray", message, game.ruling_clauses)
    answer = close(floor.game_of(table), table, SYSTEM) if table and table.open else None
    return answer if isinstance(answer, Refusal) else None


def _links(
    floor: Floor, reads: Reads, act: SetTable, table: TableState | None, approval: Approval
) -> Parts | Refusal:
    """What leaving a link and joining one takes."""
    asks: dict[str, list[lc.Command]] = {}
    for name in {table.link if table else None, act.link} - {None}:
        link = reads.link(name).state if name else None
        if name is None or link is None:
            return Refusal("no_such_link", f"there is no link {name}", ())
        stays = (name, act.sheet) == (act.link, link.members.get(act.table))
        if act.table in link.members and not stays:
            asks.setdefault(name, []).append(lc.RemoveTable(act.table, approval))
        if name == act.link and not stays:
            member = lc.Member(act.table, act.sheet, link.config.prescribed_bet)
            asks.setdefault(name, []).append(lc.JoinTable(member, approval))
    parts: Parts = ()
    for name, commands in sorted(asks.items()):
        events = _follow(floor, reads, name, commands)
        if isinstance(events, Refusal):
            return events
        parts += (floor.link_part(reads, name, events),)
    return parts


def _follow(
    floor: Floor, reads: Reads, name: str, commands: Sequence[lc.Command]
) -> tuple[le.Event, ...] | Refusal:
    link = reads.link(name).state
    events: tuple[le.Event, ...] = ()
    for command in commands:
        step = apply(floor.rulebook.games, link, command)
        if isinstance(step, Refusal):
            return step
        link, more = step
        events += more
    return events


def _bet(reads: Reads, name: str | None) -> int | None:
    link = reads.link(name).state if name else None
    return link.config.prescribed_bet if link else None
