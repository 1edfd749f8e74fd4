"""The first start opens the floor of the file; a later start compares the file with the record.

An edited file changes nothing by itself: differences are listed, then proposed and approved.
"""

from pitboss.access.roles import SYSTEM
from pitboss.commands.record import REUSED, Order
from pitboss.floor.commands import ActAtLink, OpenTable, SetAmounts
from pitboss.floor.service import Floor
from pitboss.floor.setup.config import FloorConfig, LinkSetting, TableSetting
from pitboss.floor.setup.config_diff import CannotSetUp, ConfigDifference, compare, offered, sheet_named
from pitboss.jackpots import commands as lc
from pitboss.jackpots import decide
from pitboss.projection import project
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal
from pitboss.settlement import Table
from pitboss.sheets.house import other_house
from pitboss.sheets.library import text_of
from pitboss.time_zones import zone_named


def set_up(floor: Floor, config: FloorConfig) -> tuple[ConfigDifference, ...]:
    """Open the floor on an empty journal, or list how the file differs from the record."""
    if not floor.table_names() and not floor.link_names():
        for sheet in _of_this_house(config):
            text = text_of(sheet)
            floor.take_sheet(text.sheet_toml, text.clauses_toml)
        try:
            _open(floor, config)
        except _OpenedByAnother:
            return compare(floor, config)
        return ()
    return compare(floor, config)


def _of_this_house(config: FloorConfig) -> list[str]:
    """The sheets of the library that a floor can play together with those of the file's tables."""
    games = [sheet_named(table.sheet) for table in config.tables]
    for game in games:
        if fault := other_house(game, games):
            raise CannotSetUp(fault)
        if zone_named(zone := game.sheet.identity.time_zone) is None:
            raise CannotSetUp(because("setup.time_zone", zone=zone))
    return [sheet for sheet, game in offered().items() if not other_house(game, games)]


def plate_of(config: FloorConfig, setting: TableSetting) -> Table:
    """The plate of a table of the file."""
    game = sheet_named(setting.sheet)
    bet = next((link.config.prescribed_bet for link in config.links if link.id == setting.link), None)
    return project(Table, setting, sheet=game.sheet.id, jackpot_bet=bet, live=True)


def _open(floor: Floor, config: FloorConfig) -> None:
    openings = {link.id: _opening(config, link) for link in config.links}
    plates = {table.id: plate_of(config, table) for table in config.tables}
    for name, opening in openings.items():
        # All of it is tried first, so that a floor is never opened by half.
        _sure(decide(floor.rulebook.games, None, opening), because("setup.link", link=name))
    amounts = SetAmounts(amounts=config.amounts, approval=config.approval)
    _sure(floor.execute(Order(command=amounts, by=SYSTEM, id="setup/amounts")), because("setup.amounts"))
    for name, opening in openings.items():
        act = ActAtLink(link=name, act=opening)
        _sure(
            floor.execute(Order(command=act, by=SYSTEM, id=f"setup/link/{name}")),
            because("setup.link", link=name),
        )
    for table in config.tables:
        plate, crewed = plates[table.id], not table.automatic
        command = project(OpenTable, table, table=table.id, plate=plate, crewed=crewed)
        answer = floor.execute(Order(command=command, by=SYSTEM, id=f"setup/table/{table.id}"))
        _sure(answer, because("setup.table", table=table.id))


def _opening(config: FloorConfig, link: LinkSetting) -> lc.OpenLink:
    tables = [table for table in config.tables if table.link == link.id]
    if not tables:
        raise CannotSetUp(because("setup.link_without_table", link=link.id))
    operator = sheet_named(tables[0].sheet).sheet.identity.operator
    members = tuple(
        lc.Member(table.id, sheet_named(table.sheet).sheet.id, link.config.prescribed_bet) for table in tables
    )
    return lc.OpenLink(
        link=link.id, operator=operator, config=link.config, members=members, approval=config.approval
    )


class _OpenedByAnother(Exception):
    """Another server has opened the floor at the same moment, from a different file."""


def _sure(answer: object, what: Reason) -> None:
    if isinstance(answer, Refusal):
        if answer.code == REUSED:
            raise _OpenedByAnother
        raise CannotSetUp(because("setup.refused", what=what, why=answer.reason, clauses=answer.clauses))
