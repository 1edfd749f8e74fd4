"""A forecast's plan taken from a journal: a link as it stands, and the pace its tables have kept."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from pitboss.floor import Floor
from pitboss.floor.aggregates import floor_registry
from pitboss.forecast.link_file import ForecastFault, LinkPlan, StartMeters, TableGroup
from pitboss.jackpots import Link, NextSeed, Revenue
from pitboss.jackpots.queue import shown
from pitboss.money import format_cents
from pitboss.reason import at, because
from pitboss.replay.entries import of_floor
from pitboss.round import events as re
from pitboss.sheets.game import Game
from pitboss.store import Journal
from pitboss.store.journal import kind_and_name

_PAGE: Final = 5_000
_HOUR: Final = 3_600_000_000
"""In microseconds, the unit of recorded times."""
_PAUSE: Final = _HOUR // 2
"""A table without a settled round for longer than this was not open."""
_DAY: Final = 24.0
JACKPOT: Final = "jackpot"


class _TableSoFar(Struct, kw_only=True):
    """Totals of one table so far."""

    rounds: int = 0
    boxes: int = 0
    jackpot_boxes: int = 0
    staked: int = 0
    """In cents, on jackpot bets."""
    open: int = 0
    """Microseconds between rounds that followed each other."""
    first: int = 0
    last: int = 0

    def settled(self, event: re.RoundSettled, at: int) -> None:
        """Count one settled round."""
        lines = event.settlement.lines
        self.rounds += 1
        self.boxes += len({line.box for line in lines if line.bet == "ante"})
        bets = {line.box: line.stake for line in lines if line.bet == JACKPOT}
        self.jackpot_boxes += len(bets)
        self.staked += sum(bets.values())
        self.first = self.first or at
        if self.rounds > 1 and at - self.last <= _PAUSE:
            self.open += at - self.last
        self.last = at


def measured_plan(journal: Journal, name: str, progress: Callable[[int], None]) -> LinkPlan:
    """The plan of a link in a journal; raises :class:`ForecastFault` where nothing can be measured."""
    floor = Floor(journal)
    link = floor.link(name)
    if link is None:
        links = tuple(floor.link_names())
        raise ForecastFault(at("link", because("forecast.no_link", link=repr(name), links=links)))
    games = floor.rulebook.games
    kept = _kept(journal, frozenset(link.members), progress)
    groups = [
        _group(games[link.members[table]], link, found)
        for table, found in sorted(kept.items())
        if found.jackpot_boxes and found.open
    ]
    if not groups:
        raise ForecastFault(at("link", because("forecast.no_pace", link=name)))
    meters = StartMeters(shown(games, link), link.reserve, link.overflow)
    return LinkPlan(config=link.config, meters=meters, groups=tuple(groups))


def _kept(
    journal: Journal, tables: frozenset[str], progress: Callable[[int], None]
) -> dict[str, _TableSoFar]:
    decode = floor_registry().decode
    kept: dict[str, _TableSoFar] = defaultdict(_TableSoFar)
    position = journal.archived()
    while events := journal.read_all(position, _PAGE):
        for recorded in events:
            kind, table = kind_and_name(recorded.stream)
            if kind == "table" and table in tables and of_floor(recorded):
                event: Any = decode(recorded)
                if isinstance(event, re.RoundSettled):
                    kept[table].settled(event, recorded.recorded)
        position = events[-1].position
        progress(position)
    return kept


def _group(game: Game, link: Link, kept: _TableSoFar) -> TableGroup:
    hours = kept.open / _HOUR
    days = max(1.0, (kept.last - kept.first) / _HOUR / _DAY)
    units = round(kept.staked / kept.jackpot_boxes / link.config.prescribed_bet)
    return TableGroup(
        game=game,
        tables=1,
        hours_per_day=min(_DAY, hours / days),
        rounds_per_hour=(kept.rounds - 1) / hours,
        boxes=kept.boxes / kept.rounds,
        take_up=Fraction(kept.jackpot_boxes, kept.boxes),
        units=max(1, units),
    )


def as_link_file(plan: LinkPlan) -> str:
    """A plan as the text of a forecast's file, to be changed and forecast again."""
    config, meters = plan.config, plan.meters
    match config.overflow_to:
        case NextSeed():
            to = "next_seed"
        case Revenue():
            to = "revenue"
        case _:
            to = "another_link"
    lines = [
        "[link]",
        f'prescribed_bet = "{format_cents(config.prescribed_bet)}"',
        f'reset = "{format_cents(config.reset)}"',
        f'contribution_rate = "{config.contribution_rate}"',
        f'reserve_rate = "{config.reserve_rate}"',
        f'cap = "{format_cents(config.cap)}"',
        f'overflow_to = "{to}"',
        f'display = "{format_cents(int(meters.display))}"',
        f'reserve = "{format_cents(int(meters.reserve))}"',
        f'overflow = "{format_cents(int(meters.overflow))}"',
    ]
    for group in plan.groups:
        lines += [
            "",
            "[[tables]]",
            f'sheet = "{group.game.sheet.id}"',
            f"tables = {group.tables}",
            f"hours_per_day = {group.hours_per_day:.6g}",
            f"rounds_per_hour = {group.rounds_per_hour:.6g}",
            f"boxes = {group.boxes:.6g}",
            f'take_up = "{group.take_up}"',
            f"units = {group.units}",
        ]
    return "\n".join(lines) + "\n"
