"""One bit flipped in every page of the database, table by table and index by index.

A flip that changes no row and no index lies in space that nothing uses: it is counted and not judged.
"""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import psycopg
from msgspec import Struct

from campaign.databases import (
    FloorCopy,
    PostgresCopy,
    RecordedFloor,
    SqliteCopy,
    kept_on_postgres,
    kept_on_sqlite,
)
from campaign.judging import Judge
from campaign.result import AttackResult, Bench
from campaign.sample import play_floor

_NAME: Final = "flips"
_SQLITE_PAGE: Final = 4096
_POSTGRES_PAGE: Final = 8192
_FEW: Final = 6
"""Flips of each database in the short form."""


class Page(Struct, frozen=True):
    """A page of a table or an index, in a file."""

    owner: str
    path: Path
    """Beneath the copy's folder, or beneath that of the database server."""
    offset: int
    size: int


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Every page of both databases, one bit each."""
    kept = kept_on_sqlite(bench.new_folder("flips"), play_floor)
    yield from _flipped(bench, kept, sqlite_pages(Path(kept.url)), 0.0)
    kept = kept_on_postgres(bench.new_folder("flips"), bench.postgres(), play_floor)
    yield from _flipped(bench, kept, postgres_pages(kept.url), 0.5)


def _flipped(
    bench: Bench, kept: RecordedFloor, pages: Sequence[Page], begun: float
) -> Iterator[AttackResult]:
    rng = random.Random(16)
    judge = Judge(kept)
    chosen = rng.sample(pages, _FEW) if bench.quick else pages
    with kept.copied() as untouched:
        before = content(untouched)
    for number, page in enumerate(chosen):
        bench.done(begun + number / len(chosen) / 2)
        copy = kept.copy(cold=True)
        try:
            _flip(_file_of(copy, page), page, rng)
            if content(copy) == before:
                yield _result(kept, page, "in space that nothing uses")
                continue
            name = f"a bit of {page.owner}"
            found = judge.judged(_NAME, name, lambda copy: None, copy)
        finally:
            copy.drop()
        yield found


def _result(kept: RecordedFloor, page: Page, note: str) -> AttackResult:
    return AttackResult(
        attack=f"{_NAME} in unused space",
        database=kept.database,
        name=f"{_NAME} in space that nothing uses",
        tried=1,
        must="no row and no index differs",
        note=note,
    )


def _flip(path: Path, page: Page, rng: random.Random) -> None:
    at = page.offset + rng.randrange(page.size)
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1 << rng.randrange(8)]))


def _file_of(copy: SqliteCopy | PostgresCopy, page: Page) -> Path:
    if isinstance(copy, SqliteCopy):
        return copy.path
    with psycopg.connect(copy.server, autocommit=True) as db:
        row = db.execute("SELECT oid FROM pg_database WHERE datname = %s", (copy.name,)).fetchone()
        assert row is not None
    return page.path.parent.with_name(str(row[0])) / page.path.name


def sqlite_pages(path: Path) -> list[Page]:
    """Every page of a file with the table or index that it belongs to."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT name, pageno FROM dbstat ORDER BY pageno").fetchall()
    return [Page(name, path, (number - 1) * _SQLITE_PAGE, _SQLITE_PAGE) for name, number in rows]


def postgres_pages(url: str) -> list[Page]:
    """Every page of the tables and indexes of a schema."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CHECKPOINT")
        folder = Path(str(_one(db, "SHOW data_directory")))
        rows = db.execute(_RELATIONS).fetchall()
    return [
        Page(name, folder / path, number * _POSTGRES_PAGE, _POSTGRES_PAGE)
        for name, path, pages in rows
        for number in range(pages)
    ]


_RELATIONS: Final = """
    SELECT c.relname, pg_relation_filepath(c.oid), pg_relation_size(c.oid) / 8192
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'floor' AND c.relkind IN ('r', 'i') AND c.relname NOT LIKE 'pitboss_servers%'
    ORDER BY c.relname"""


def content(copy: FloorCopy) -> object:
    """Every row and what the indexes say of them, or why it cannot be read."""
    try:
        if isinstance(copy, SqliteCopy):
            return _content_of_file(copy.path)
        return _content_of_database(copy.url)
    except (sqlite3.Error, psycopg.Error, UnicodeDecodeError) as error:
        return type(error).__name__


def _content_of_file(path: Path) -> object:
    with closing(sqlite3.connect(path)) as db:
        found: list[object] = [db.execute("PRAGMA integrity_check(1)").fetchall()]
        for pragma in ("user_version", "application_id"):
            found += db.execute(f"PRAGMA {pragma}").fetchall()
        found += db.execute("SELECT * FROM sqlite_master ORDER BY name").fetchall()
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).fetchall():
            found += db.execute(f"SELECT * FROM {name} NOT INDEXED").fetchall()
    return found


def _content_of_database(url: str) -> object:
    found: list[object] = []
    with psycopg.connect(url, autocommit=True) as db:
        tables = db.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'floor' ORDER BY 1"
        ).fetchall()
        for scan in ("enable_indexscan", "enable_seqscan"):
            db.execute(f"SET {scan} = off")
            for (table,) in tables:
                keys = db.execute(_ORDERS, (table,)).fetchall()
                for (columns,) in keys or [("1",)]:
                    if table != "pitboss_turn":
                        found += db.execute(f"SELECT * FROM {table} ORDER BY {columns}").fetchall()
            db.execute(f"RESET {scan}")
    return found


_ORDERS: Final = """
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY array_position(i.indkey, a.attnum))
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = %s::regclass GROUP BY i.indexrelid ORDER BY 1"""


def _one(db: psycopg.Connection[tuple[object, ...]], query: str) -> object:
    row = db.execute(query).fetchone()
    assert row is not None
    return row[0]
