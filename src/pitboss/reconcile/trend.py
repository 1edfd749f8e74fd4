"""Several gaming days side by side: the figures of each, reconciled one after the other."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct, to_builtins

from pitboss.reconcile.figures import DayFigures
from pitboss.reconcile.gaming_days import days_held
from pitboss.reconcile.reconcile import reconcile
from pitboss.replay.entries import ScanProgress
from pitboss.store import Journal
from pitboss.store.codec import to_plain
from pitboss.store.snapshots import Snapshots

MOST_DAYS: Final = 93
"""The most gaming days of one answer: a quarter."""
DayProgress = Callable[[int, int], None]
"""Told how many of how many days are reconciled."""


class TrendRow(Struct, frozen=True, kw_only=True):
    """A gaming day in a range, in cents; gains of the house are positive."""

    day: date
    entries: int
    rounds: int
    void_rounds: int
    wagers: int
    win: int
    """By settlements and rulings, without awards of links."""
    link_pays: int
    sold: int
    liability: Fraction
    """What the links held at the end of the day."""
    alarms: int
    closed: bool
    signed: bool


def days_between(first: date, last: date) -> list[date]:
    """Every day of a range, both ends included."""
    return [first + timedelta(days=place) for place in range((last - first).days + 1)]


def each_day(
    journal: Journal,
    first: date,
    last: date,
    *,
    done: DayProgress,
    progress: ScanProgress | None = None,
    snapshots: Snapshots | None = None,
) -> Iterator[DayFigures]:
    """The figures of every gaming day of a range that the journal has entries of."""
    held = days_held(journal)
    days = days_between(max(first, held[0]), min(last, held[1])) if held else []
    for place, day in enumerate(days):
        done(place, len(days))
        found = reconcile(journal, day, progress, snapshots=snapshots)
        if found.entries:
            yield found


def trend_row(found: DayFigures) -> TrendRow:
    """A gaming day as one row."""
    figures = [table.total() for table in found.tables.values()]
    return TrendRow(
        day=found.day,
        entries=found.entries,
        rounds=sum(each.rounds for each in figures),
        void_rounds=sum(each.void_rounds for each in figures),
        wagers=sum(sum(each.wagers.values()) for each in figures),
        win=sum(each.float_win + each.house_win for each in figures),
        link_pays=sum(each.link_pays for each in figures),
        sold=sum(table.tray.sold for table in found.tables.values()),
        liability=sum((link.closing.liability for link in found.links.values()), Fraction(0)),
        alarms=len(found.alarms),
        closed=found.closed is not None,
        signed=found.signed is not None,
    )


def trend_data(rows: list[TrendRow]) -> list[dict[str, Any]]:
    """The rows as plain data: cents as integers, or as ``n/d`` where they may be fractions."""
    return [to_builtins(row, enc_hook=to_plain) for row in rows]
