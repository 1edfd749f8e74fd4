"""No query of a running floor reads or sorts more than it gives, or each would be slower with every year.

Only verification goes through everything: the events, and the answers to all appends.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

from pitboss.store import Journal
from pitboss.store.journal import INDEXED
from pitboss.store.postgres.journal import PostgresJournal
from pitboss.store.sqlite.journal import SqliteJournal
from tests.store.samples import fill, sent

PLANS: list[str] = []


class ExplainedSqlite(SqliteJournal):
    @contextmanager
    def _read(self, sql: str, values: tuple[object, ...]) -> Iterator[sqlite3.Cursor]:
        with super()._read("EXPLAIN QUERY PLAN " + sql, values) as plan:
            PLANS.append("; ".join(row[3] for row in plan))
        with super()._read(sql, values) as rows:
            yield rows


class ExplainedPostgres(PostgresJournal):
    def _query(
        self,
        sql: LiteralString,
        values: tuple[object, ...],
        last: Callable[[tuple[Any, ...]], int] | None = None,
    ) -> list[tuple[Any, ...]]:
        PLANS.append("; ".join(row[0] for row in super()._query("EXPLAIN " + sql, values)))
        return super()._query(sql, values, last)


def plans_of(journal: Journal) -> list[str]:
    fill(journal)
    PLANS.clear()
    journal.read_all(10)
    list(journal.read_stream("table/1", 5))
    list(journal.read_stream("table/1", 20))
    journal.heads()
    journal.head("table/1")
    journal.last_position()
    journal.find_command(sent("c1"))
    journal.load_snapshot("table/1")
    journal.load_snapshot("table/1", 3)
    for kind in INDEXED:
        journal.of_kind("table/1", kind, 5, 1)
        assert f"events_{kind}".lower() in PLANS[-1].lower(), "not the stream, read to its end"
    assert len(PLANS) >= 9 + len(INDEXED)
    return PLANS


def test_every_query_of_sqlite_goes_by_an_index(tmp_path: Path) -> None:
    with ExplainedSqlite(tmp_path / "j.db") as journal:
        for plan in plans_of(journal):
            assert "TEMP B-TREE" not in plan
            assert not {"SCAN e", "SCAN events", "SCAN commands", "SCAN snapshots"} & set(plan.split("; "))


def test_every_query_of_postgresql_goes_by_an_index(postgres_url: str) -> None:
    with ExplainedPostgres(postgres_url) as journal:
        for plan in plans_of(journal):
            assert "Sort" not in plan
            assert "Seq Scan" not in plan
