"""Proofs from a long log: ``python -m benchmarks proofs [--appends N]``, ten million unless told otherwise.

The rows of the appends and the nodes above them are written straight into the tables, with leaves that are
hashes of numbers: only the tree is of interest here. Each proof is made by a journal that was just opened,
and checked.
"""

import sqlite3
import sys
import tempfile
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import quantiles

import psycopg
from tests.store.server import new_schema, running_server

from pitboss.store import Journal
from pitboss.store.open import open_journal
from pitboss.store.tree import TreeBuilder
from pitboss.tlog.merkle import (
    consistency_proof,
    inclusion_proof,
    is_consistent,
    root_at,
    root_by_path,
)

PROOFS = 200


def leaf(number: int) -> bytes:
    return sha256(number.to_bytes(8)).digest()


def nodes(appends: int) -> Iterator[tuple[int, int, bytes]]:
    completed = TreeBuilder()
    for number in range(1, appends + 1):
        yield from completed.add(leaf(number))


def fill_sqlite(path: Path, appends: int) -> None:
    open_journal(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        rows = ((number, number, number, b"{}", leaf(number)) for number in range(1, appends + 1))
        db.executemany("INSERT INTO appends VALUES (?, NULL, NULL, NULL, ?, ?, ?, ?)", rows)
        db.executemany("INSERT INTO nodes VALUES (?, ?, ?)", nodes(appends))
        db.execute("COMMIT")


def fill_postgres(url: str, appends: int) -> None:
    open_journal(url).close()
    with psycopg.connect(url) as db:
        with db.cursor().copy("COPY pitboss_appends (number, streams, answer, leaf) FROM STDIN") as rows:
            for number in range(1, appends + 1):
                rows.write_row((number, [], [number, number], leaf(number)))
        with db.cursor().copy("COPY pitboss_nodes FROM STDIN") as rows:
            for node in nodes(appends):
                rows.write_row(node)
        db.commit()
        db.execute("ANALYZE pitboss_appends")
        db.execute("ANALYZE pitboss_nodes")


def timed(url: str, make: Callable[[Journal], object]) -> float:
    """Milliseconds, with a journal that remembers nothing."""
    with open_journal(url, read_only=True) as journal:
        journal.tree_size()
        began = time.perf_counter()
        make(journal)
        return 1000 * (time.perf_counter() - began)


def measure(title: str, url: str, appends: int) -> None:
    random = Random(1)
    with open_journal(url, read_only=True) as journal:
        root = root_at(journal.node, appends)

    def include(journal: Journal) -> None:
        index = random.randrange(appends)
        path = inclusion_proof(journal.node, index, appends)
        assert root_by_path(leaf(index + 1), index, appends, path) == root

    def consist(journal: Journal) -> None:
        old = random.randrange(1, appends)
        proof = consistency_proof(journal.node, old, appends)
        assert is_consistent(old, root_at(journal.node, old), appends, root, proof)

    def sign(journal: Journal) -> None:
        assert root_at(journal.node, appends) == root

    for what, make in (("inclusion", include), ("consistency, with the old root", consist), ("root", sign)):
        times = [timed(url, make) for _ in range(PROOFS)]
        cuts = quantiles(times, n=100)
        print(f"  {title:11} {what:32} median {cuts[49]:6.2f} ms   p99 {cuts[98]:6.2f} ms  (limit 5 ms)")


def main() -> None:
    """Both databases."""
    parser = ArgumentParser()
    parser.add_argument("--appends", type=int, default=10_000_000)
    appends = parser.parse_args(sys.argv[2:]).appends
    print(f"\nJournal: proofs from a log of {appends:,} appends, {PROOFS} each, made and checked")
    with tempfile.TemporaryDirectory() as name, running_server(uuid.uuid4().hex[:8]) as server:
        path = Path(name) / "long.db"
        fill_sqlite(path, appends)
        measure("SQLite", str(path), appends)
        path.unlink()
        url = new_schema(server)
        fill_postgres(url, appends)
        measure("PostgreSQL", url, appends)
