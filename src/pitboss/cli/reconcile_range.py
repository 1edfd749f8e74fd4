"""``pitboss reconcile --to``: several gaming days of a journal side by side."""

import json
from datetime import date

from pitboss.cli.progress import progress
from pitboss.cli.text import CommandFailed, exact, money, table
from pitboss.reason import because
from pitboss.reconcile.trend import MOST_DAYS, TrendRow, each_day, trend_data, trend_row
from pitboss.store import Journal
from pitboss.store.snapshots import Snapshots


def reconcile_range(journal: Journal, first: date, last: date, snapshots: Snapshots, as_json: bool) -> int:
    """Exit 0 if every day agrees, 1 with alarms; raises :class:`CommandFailed` for an impossible range."""
    if last < first:
        raise CommandFailed(because("command.days_order", last=str(last), first=str(first)))
    if (last - first).days >= MOST_DAYS:
        raise CommandFailed(because("command.many_days", most=MOST_DAYS))
    with progress(f"Reconciling {first} to {last}", journal.last_position()) as advance:
        found = each_day(journal, first, last, done=lambda *_: None, progress=advance, snapshots=snapshots)
        rows = [trend_row(day) for day in found]
    if as_json:
        print(json.dumps(trend_data(rows)))
    elif rows:
        headers = ("day", "rounds", "wagers", "win", "awards", "liability", "alarms", "state")
        right = "rounds wagers win awards liability alarms"
        print(table(headers, [_cells(row) for row in rows], right=right))
    else:
        print(f"The journal has no entry of a gaming day from {first} to {last}.")
    return 1 if any(row.alarms for row in rows) else 0


def _cells(row: TrendRow) -> tuple[str, ...]:
    state = "signed off" if row.signed else "closed" if row.closed else "open"
    return (
        str(row.day),
        f"{row.rounds:,}",
        money(row.wagers),
        money(row.win),
        money(row.link_pays),
        exact(row.liability),
        str(row.alarms),
        state,
    )
