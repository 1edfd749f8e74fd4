"""``pitboss reconcile``: one gaming day of a journal, table by table and link by link."""

import csv
import json
from argparse import Namespace
from datetime import date
from pathlib import Path

from pitboss.cli.days import day_named
from pitboss.cli.journals import consistent_record, open_read_only, seal_key
from pitboss.cli.progress import progress
from pitboss.cli.reconcile_range import reconcile_range
from pitboss.cli.reconcile_text import print_day
from pitboss.cli.text import fail
from pitboss.export.files import as_cell
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.reason import because
from pitboss.reconcile.figures import DayFigures
from pitboss.reconcile.gaming_days import days_held
from pitboss.reconcile.reconcile import reconcile
from pitboss.reconcile.rows import HEADER, as_data, rows
from pitboss.sheets.house import zone_of
from pitboss.store import Journal
from pitboss.store.snapshots import Snapshots


def run(options: Namespace) -> int:
    """Exit 0 if everything agrees, 1 with alarms, 2 for a day or a journal that cannot be read."""
    day = day_named(options.day)
    seal = seal_key(options.seal)
    last = day_named(options.to) if options.to else None
    if last and options.csv:
        return fail(because("command.csv_one_day"))
    with open_read_only(options.url, options.archive) as journal, consistent_record():
        if last:
            return reconcile_range(journal, day, last, Snapshots(journal, seal), options.json)
        return _reconcile(journal, day, Snapshots(journal, seal), options)


def _reconcile(journal: Journal, day: date, snapshots: Snapshots, options: Namespace) -> int:
    with progress(f"Reconciling {day}", journal.last_position()) as advance:
        found = reconcile(journal, day, advance, snapshots=snapshots)
    if options.csv:
        try:
            with Path(options.csv).open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([HEADER, *(map(as_cell, row) for row in rows(found))])
        except OSError as fault:
            return fail(because("command.figures_unwritten", file=options.csv, given=fault.strerror))
    if options.json:
        print(json.dumps(as_data(found)))
    elif not found.entries and not found.alarms:
        print(_nothing(journal, found))
    else:
        print_day(found, zone_of(Rulebook(journal, snapshots).games.values()))
    if options.csv and not options.json:
        print(f"The figures are written to {options.csv}.")
    return 1 if found.alarms else 0


def _nothing(journal: Journal, found: DayFigures) -> str:
    held = days_held(journal)
    days = f"it holds {held[0]} to {held[1]}" if held else "it holds no gaming day at all"
    archived = journal.archived()
    more = f"; what stood up to position {archived} has been archived" if archived else ""
    return f"The journal has no entry of the gaming day {found.day}: {days}{more}."
