"""Proofs from a long log: inclusion, consistency with an older root, and the root of a checkpoint.

The rows of the appends and the nodes above them are written straight into the tables, with leaves that are
hashes of numbers: only the tree is of interest here. Each proof is made by a journal that was just opened,
and checked.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Annotated

import psycopg

from benchmarks.command import command_of
from benchmarks.databases import STORES, TITLES, Databases
from benchmarks.timing import percentiles
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


def measure(title: str, url: str, appends: int, proofs: int) -> None:
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
        times = [timed(url, make) for _ in range(proofs)]
        cuts = percentiles(times)
        print(f"  {title:11} {what:32} median {cuts[49]:6.2f} ms   p99 {cuts[98]:6.2f} ms  (limit 5 ms)")


def main(
    *,
    appends: Annotated[int, "appends of the log"] = 10_000_000,
    proofs: Annotated[int, "proofs of each kind"] = 200,
) -> None:
    """Both databases."""
    print(f"\nJournal: proofs from a log of {appends:,} appends, {proofs} each, made and checked")
    with Databases() as databases:
        for store in STORES:
            url = databases.new(store)
            if store == "postgres":
                fill_postgres(url, appends)
            else:
                fill_sqlite(Path(url), appends)
            measure(TITLES[store], url, appends, proofs)


def smallest() -> None:
    main(appends=40, proofs=2)


if __name__ == "__main__":
    command_of(__file__)
