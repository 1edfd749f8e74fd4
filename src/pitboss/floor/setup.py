"""From the file of a floor to the floor: a first start opens what it names, a later one compares.

An edited file changes nothing by itself: what differs from the record is listed, to be proposed and approved.
"""

from collections.abc import Iterator

from msgspec import Struct, structs

from pitboss.floor.config import FloorConfig, LinkSetting, TableSetting
from pitboss.floor.people import SYSTEM
from pitboss.floor.service import Floor
from pitboss.floor.table import TableState
from pitboss.jackpots import Link, decide
from pitboss.jackpots import commands as lc
from pitboss.round import Refusal
from pitboss.settlement import Table
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.loader import shipped_folder, texts_in


class CannotSetUp(Exception):
    """A floor cannot be opened as its file says; the text is a sentence for people."""


class Difference(Struct, frozen=True):
    """Something that the file wants otherwise than the record has it."""

    path: str
    recorded: str
    wanted: str


def set_up(floor: Floor, config: FloorConfig) -> tuple[Difference, ...]:
    """Open the floor on an empty journal, or say how the file differs from what is recorded."""
    if not floor.table_names() and not floor.link_names():
        for sheet in sheet_ids():
            floor.take_sheet(*texts_in(shipped_folder(sheet)))
        _open(floor, config)
        return ()
    return tuple(_differences(floor, config))


def plate_of(config: FloorConfig, setting: TableSetting) -> Table:
    """The plate that a table of the file shows."""
    game = sheet_named(setting.sheet)
    bet = next((link.config.prescribed_bet for link in config.links if link.id == setting.link), None)
    return Table(game.sheet.id, setting.device, setting.boxes, bet, setting.limits, live=True)


def sheet_named(name: str) -> Game:
    """A sheet that ships, by its id or short name."""
    for sheet in sheet_ids():
        game = load(sheet)
        if name.lower() in (sheet, game.sheet.identity.short.lower()):
            return game
    known = ", ".join(load(sheet).sheet.identity.short for sheet in sheet_ids())
    raise CannotSetUp(f"{name!r} names no sheet; the sheets are {known}")


def _open(floor: Floor, config: FloorConfig) -> None:
    openings = {link.id: _opening(config, link) for link in config.links}
    plates = {table.id: plate_of(config, table) for table in config.tables}
    for name, opening in openings.items():
        # All of it is tried first, so that a floor is never opened by half.
        _sure(decide(floor.rulebook.games, None, opening), f"link {name}")
    for name, opening in openings.items():
        _sure(floor.to_link(name, opening, f"setup/link/{name}"), f"link {name}")
    for table in config.tables:
        answer = floor.open_table(
            table.id,
            plates[table.id],
            SYSTEM,
            f"setup/table/{table.id}",
            link=table.link,
            cards=table.cards,
            denominations=table.denominations,
            automatic=table.automatic,
            away_seconds=table.away_seconds,
            card_sets=table.card_sets,
            counts_tray=table.counts_tray,
            crewed=not table.automatic,
            idle_rounds=table.idle_rounds,
        )
        _sure(answer, f"table {table.id}")


def _opening(config: FloorConfig, link: LinkSetting) -> lc.OpenLink:
    tables = [table for table in config.tables if table.link == link.id]
    if not tables:
        raise CannotSetUp(f"link {link.id} has no table: a link needs at least one")
    operator = sheet_named(tables[0].sheet).sheet.identity.operator
    members = tuple(
        lc.Member(table.id, sheet_named(table.sheet).sheet.id, link.config.prescribed_bet) for table in tables
    )
    return lc.OpenLink(link.id, operator, link.config, members, config.approval)


def _sure(answer: object, what: str) -> None:
    if isinstance(answer, Refusal):
        raise CannotSetUp(f"{what} cannot be opened: {answer.message} ({', '.join(answer.clauses)})")


def _differences(floor: Floor, config: FloorConfig) -> Iterator[Difference]:
    for sheet, game in floor.rulebook.games.items():
        if sheet in sheet_ids() and load(sheet).hashes.sheet != game.hashes.sheet:
            yield Difference(f"sheets.{sheet}", game.hashes.sheet[:12], load(sheet).hashes.sheet[:12])
    for link in config.links:
        yield from _of_link(link, floor.link(link.id))
    for table in config.tables:
        yield from _of_table(config, table, floor.table(table.id))


def _of_link(wanted: LinkSetting, recorded: Link | None) -> Iterator[Difference]:
    if recorded is None:
        yield Difference(f"links.{wanted.id}", "none", "a new link")
        return
    queued = recorded.queued.config if recorded.queued else recorded.config
    for name in wanted.config.__struct_fields__:
        ours, theirs = getattr(queued, name), getattr(wanted.config, name)
        if ours != theirs:
            yield Difference(f"links.{wanted.id}.{name}", str(ours), str(theirs))


def _of_table(config: FloorConfig, wanted: TableSetting, recorded: TableState | None) -> Iterator[Difference]:
    if recorded is None:
        yield Difference(f"tables.{wanted.id}", "none", "a new table")
        return
    plate = structs.replace(recorded.plate, live=True)
    pairs = {
        "plate": (plate, plate_of(config, wanted)),
        "link": (recorded.link, wanted.link),
        "cards": (recorded.cards, wanted.cards),
        "automatic": (recorded.automatic, wanted.automatic),
        "denominations": (recorded.denominations, wanted.denominations),
        "away_seconds": (recorded.away_seconds, wanted.away_seconds),
        "card_sets": (recorded.card_sets, wanted.card_sets),
        "counts_tray": (recorded.counts_tray, wanted.counts_tray),
        "idle_rounds": (recorded.idle_rounds, wanted.idle_rounds),
    }
    for name, (ours, theirs) in pairs.items():
        if ours != theirs:
            yield Difference(f"tables.{wanted.id}.{name}", str(ours), str(theirs))
