"""Copies of a floor at rest, on SQLite and on PostgreSQL, in which an insider does as they like."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from uuid import uuid4

import psycopg
from msgspec import Struct
from psycopg import sql as pg

from campaign.sample import config_in
from pitboss.floor.setup.config import FloorConfig
from pitboss.store.private import private_file

DatabaseRow = dict[str, Any]
_DATABASE: Final = re.compile(r"(?<=/)[^/?]+(?=\?)")


class FloorCopy(Protocol):
    """A floor of the insider's own: files in a folder, a database, and all that belongs to it."""

    folder: Path
    url: str

    @property
    def config(self) -> FloorConfig:
        """The floor's file."""

    def tables(self) -> list[str]:
        """Every table of the database, private records included."""

    def columns(self, table: str) -> list[str]:
        """Of a table."""

    def rows(self, table: str) -> list[DatabaseRow]:
        """Of a table, in the order of its key; each knows its place."""

    def change(self, table: str, row: DatabaseRow, values: DatabaseRow) -> None:
        """Put other values into a row."""

    def delete(self, table: str, row: DatabaseRow) -> None:
        """Take a row out."""

    def add(self, table: str, values: DatabaseRow) -> None:
        """Put a row in."""

    def clear(self, table: str) -> None:
        """Take every row out."""

    def run(self, statement: str, *values: object) -> None:
        """Do anything at all."""

    def drop(self) -> None:
        """Throw the copy away."""


_BESIDE: Final = ("private", "pitboss_training")
"""The tables in the file of the private records, which no log keeps."""


class SqliteCopy:
    """A journal in a file, and the private records beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "floor.db"
        self.url = str(self.path)

    @property
    def config(self) -> FloorConfig:
        """The floor's file."""
        return config_in(self.folder)

    def tables(self) -> list[str]:
        """Every table of both files."""
        found = []
        for path in (self.path, private_file(self.path)):
            if path.exists():
                with closing(sqlite3.connect(path)) as db:
                    found += [row[0] for row in db.execute(TABLES)]
        return found

    def columns(self, table: str) -> list[str]:
        """Of a table."""
        with self._open(table) as db:
            return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]

    def rows(self, table: str) -> list[DatabaseRow]:
        """Of a table, in the order of its key."""
        with self._open(table) as db:
            keys = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[5]]
            found = db.execute(f"SELECT * FROM {table} ORDER BY {', '.join(keys or ['rowid'])}")
            names = [part[0] for part in found.description]
            return [dict(zip(names, row, strict=True)) for row in found]

    def change(self, table: str, row: DatabaseRow, values: DatabaseRow) -> None:
        """Put other values into a row."""
        where, found = _where(row, "?")
        puts = ", ".join(f"{name} = ?" for name in values)
        self._do(table, f"UPDATE {table} SET {puts} WHERE {where}", *values.values(), *found)

    def delete(self, table: str, row: DatabaseRow) -> None:
        """Take a row out."""
        where, found = _where(row, "?")
        self._do(table, f"DELETE FROM {table} WHERE {where}", *found)

    def add(self, table: str, values: DatabaseRow) -> None:
        """Put a row in."""
        places = ", ".join("?" * len(values))
        self._do(table, f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})", *values.values())

    def clear(self, table: str) -> None:
        """Take every row out."""
        self._do(table, f"DELETE FROM {table}")

    def run(self, statement: str, *values: object) -> None:
        """Do anything at all to the journal's own file."""
        self._do("events", statement, *values)

    def drop(self) -> None:
        """Throw the copy away."""
        shutil.rmtree(self.folder)

    def _do(self, table: str, statement: str, *values: object) -> None:
        with self._open(table) as db:
            db.execute(statement, values)

    @contextmanager
    def _open(self, table: str) -> Iterator[sqlite3.Connection]:
        """Remove the guards first and put them back afterwards, as an attacker would."""
        path = private_file(self.path) if table in _BESIDE else self.path
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                db.execute(f"DROP TRIGGER {name}")
            try:
                yield db
            finally:
                for _, sql in guards:
                    db.execute(sql)


TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"


POSTGRES_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'floor' ORDER BY 1"
_KEYS: Final = """
    SELECT a.attname FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = %s::regclass AND i.indisprimary ORDER BY array_position(i.indkey, a.attnum)"""


class PostgresCopy:
    """A journal in a database of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        self.server = _server(url)
        self.name = _name(url)

    @property
    def config(self) -> FloorConfig:
        """The floor's file."""
        return config_in(self.folder)

    def tables(self) -> list[str]:
        """Every table of the schema."""
        with self._open() as db:
            return [row[0] for row in db.execute(POSTGRES_TABLES)]

    def columns(self, table: str) -> list[str]:
        """Of a table."""
        with self._open() as db:
            found = db.execute(f"SELECT * FROM {table} LIMIT 0")
            return [part.name for part in found.description or ()]

    def rows(self, table: str) -> list[DatabaseRow]:
        """Of a table, in the order of its key; ``ctid`` is a row's place."""
        with self._open() as db:
            keys = [row[0] for row in db.execute(_KEYS, (table,))] or [f"{table}.ctid"]
            query = f"SELECT ctid::text, * FROM {table} ORDER BY {', '.join(keys)}"
            found = db.execute(query)
            names = [part.name for part in found.description or ()]
            return [dict(zip(names, row, strict=True)) for row in found]

    def change(self, table: str, row: DatabaseRow, values: DatabaseRow) -> None:
        """Put other values into a row."""
        puts = ", ".join(f"{name} = %s" for name in values)
        self.run(f"UPDATE {table} SET {puts} WHERE ctid = %s::tid", *values.values(), row["ctid"])

    def delete(self, table: str, row: DatabaseRow) -> None:
        """Take a row out."""
        self.run(f"DELETE FROM {table} WHERE ctid = %s::tid", row["ctid"])

    def add(self, table: str, values: DatabaseRow) -> None:
        """Put a row in, also where the database counts by itself."""
        named = {name: value for name, value in values.items() if name != "ctid"}
        places = ", ".join(["%s"] * len(named))
        names = ", ".join(named)
        self.run(f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE VALUES ({places})", *named.values())

    def clear(self, table: str) -> None:
        """Take every row out."""
        self.run(f"DELETE FROM {table}")

    def run(self, statement: str, *values: object) -> None:
        """Do anything at all, without the guards."""
        with self._open() as db:
            db.execute("SET session_replication_role = replica")
            db.execute(statement, values or None)

    def drop(self) -> None:
        """Throw the copy away."""
        shutil.rmtree(self.folder)
        with psycopg.connect(self.server, autocommit=True) as db:
            db.execute(pg.SQL("DROP DATABASE {} WITH (FORCE)").format(pg.Identifier(self.name)))

    @contextmanager
    def _open(self) -> Iterator[psycopg.Connection[Any]]:
        with psycopg.connect(self.url, autocommit=True) as db:
            yield db


class RecordedFloor(Struct, frozen=True, kw_only=True):
    """A floor as it was recorded, of which copies are made."""

    database: str
    folder: Path
    url: str

    @contextmanager
    def copied(self) -> Iterator[FloorCopy]:
        """A copy that is gone afterwards."""
        copy = self.copy()
        try:
            yield copy
        finally:
            copy.drop()

    def copy(self, *, cold: bool = False) -> SqliteCopy | PostgresCopy:
        """A copy of files and database; of a cold one no page is in the server's memory."""
        folder = self.folder.with_name(f"copy-{uuid4().hex[:8]}")
        shutil.copytree(self.folder, folder)
        if self.database == "SQLite":
            return SqliteCopy(folder)
        return PostgresCopy(folder, copy_database(self.url, cold))


def kept_on_sqlite(folder: Path, play: Callable[[str, Path], None]) -> RecordedFloor:
    """A floor that was played into a file."""
    play(str(folder / "floor.db"), folder)
    return RecordedFloor(database="SQLite", folder=folder, url=str(folder / "floor.db"))


def kept_on_postgres(folder: Path, server: str, play: Callable[[str, Path], None]) -> RecordedFloor:
    """A floor that was played into a database of its own."""
    url = new_database(server)
    play(url, folder)
    return RecordedFloor(database="PostgreSQL", folder=folder, url=url)


def new_database(server: str) -> str:
    """The URL of a new database with one schema, which belongs to the floor."""
    name = f"f{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(pg.SQL("CREATE DATABASE {}").format(pg.Identifier(name)))
    bare = _DATABASE.sub(name, server)
    with psycopg.connect(bare, autocommit=True) as db:
        db.execute("CREATE SCHEMA floor")
    return f"{bare}&options=-csearch_path%3Dfloor"


def copy_database(url: str, cold: bool = False) -> str:
    """A database with the same content; copied file by file, no page of it is in the server's memory."""
    name = f"c{uuid4().hex[:12]}"
    with psycopg.connect(_server(url), autocommit=True) as db:
        how = "file_copy" if cold else "wal_log"
        made = pg.SQL(f"CREATE DATABASE {{}} TEMPLATE {{}} STRATEGY {how}")
        db.execute(made.format(pg.Identifier(name), pg.Identifier(_name(url))))
    return _DATABASE.sub(name, url)


def _server(url: str) -> str:
    return _DATABASE.sub("postgres", url).partition("&options")[0]


def _name(url: str) -> str:
    found = _DATABASE.search(url)
    assert found is not None, url
    return found[0]


def _where(row: DatabaseRow, place: str) -> tuple[str, Sequence[Any]]:
    return " AND ".join(f"{name} IS {place}" for name in row), tuple(row.values())
