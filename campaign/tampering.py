"""Every table and column of the journal's database changed, deleted from and added to, by SQL.

First everything that the schema holds, whatever it is called, then what an insider would really do.
"""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import psycopg

from campaign.databases import DatabaseRow, FloorCopy, RecordedFloor, kept_on_postgres, kept_on_sqlite
from campaign.insider import archivists, insiders
from campaign.judging import Judge, Tampering
from campaign.result import AttackResult, Bench
from campaign.sample import play_days, play_floor
from campaign.values import changed

_NAME: Final = "tampering"
_EVERY: Final = 9
"""Of the changes, in the short form."""
_FAR: Final = 1_000_000


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Both databases: a floor as it is played, then one whose old days are archived."""
    floors = ((play_floor, None), (play_days, ("anchors", "archived", "meta")))
    parts = [(make, play, only) for play, only in floors for make in (kept_on_sqlite, _on_postgres(bench))]
    for part, (make, play, only) in enumerate(parts):
        kept = make(bench.new_folder("kept"), play)
        judge = Judge(kept)
        changes = list(all_changes(kept, only))[:: _EVERY if bench.quick else 1]
        for number, (name, change) in enumerate(changes):
            bench.done((part + number / len(changes)) / len(parts))
            judged = judge.judged_private if name.startswith("private") else judge.judged
            yield judged(_NAME, name, change)


def _on_postgres(bench: Bench) -> Callable[[Path, Callable[[str, Path], None]], RecordedFloor]:
    return lambda folder, play: kept_on_postgres(folder, bench.postgres(), play)


def all_changes(kept: RecordedFloor, only: tuple[str, ...] | None) -> Iterator[tuple[str, Tampering]]:
    """Every change with its name, of all tables or of some only."""
    with kept.copied() as copy:
        for table in copy.tables():
            plain = table.removeprefix("pitboss_")
            if copy.columns(table) and (only is None or plain in only):
                yield from _changes_of(copy, table, plain)
    yield from insiders(kept) if only is None else archivists()


def _changes_of(copy: FloorCopy, table: str, plain: str) -> Iterator[tuple[str, Tampering]]:
    """One row of each column changed; a row in the middle, the last and all of them deleted; one added."""
    rows = copy.rows(table)
    if not rows:
        yield f"{plain}: a row added to the empty table", lambda copy: _add_anything(copy, table)
        return
    middle = len(rows) // 2
    for column in copy.columns(table):
        yield f"{plain}.{column} changed", _putting(table, middle, column)
    yield f"{plain}: a row deleted", lambda copy: copy.delete(table, copy.rows(table)[middle])
    if len(rows) > 2:
        yield f"{plain}: the last row deleted", lambda copy: copy.delete(table, copy.rows(table)[-1])
    yield f"{plain}: every row deleted", lambda copy: copy.clear(table)
    yield f"{plain}: a row added", _adding(table, middle)


def _putting(table: str, at: int, column: str) -> Tampering:
    """Another value in one row; where the database refuses the nearest, one that is far from all others."""

    def put(copy: FloorCopy) -> None:
        row = copy.rows(table)[at]
        try:
            copy.change(table, row, {column: changed(row[column])})
        except (sqlite3.IntegrityError, psycopg.IntegrityError):
            if not isinstance(row[column], int):
                raise
            copy.change(table, row, {column: row[column] + _FAR})

    return put


def _adding(table: str, at: int) -> Tampering:
    """A copy of a row under another key: as many of its columns are changed as the database asks for."""

    def add(copy: FloorCopy) -> None:
        row = {name: value for name, value in copy.rows(table)[at].items() if name != "ctid"}
        names = list(row)
        for name in names[:-1]:
            row[name] = changed(copy.rows(table)[-1][name] if isinstance(row[name], int) else row[name])
            try:
                copy.add(table, row)
            except (sqlite3.Error, psycopg.Error):
                continue
            return
        copy.add(table, row)

    return add


def _add_anything(copy: FloorCopy, table: str) -> None:
    """A row of numbers, texts or bytes, whatever the columns take."""
    columns = copy.columns(table)
    known: DatabaseRow = {"stream": "table/3CP-1", "version": 1, "position": 1, "hash": bytes(32)}
    copy.add(table, {name: known.get(name, "x") for name in columns})
