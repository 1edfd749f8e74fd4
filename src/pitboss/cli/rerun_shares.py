"""A rerun cut by tables for the workers of a cluster: each reads the journal itself and settles some tables.

A worker must read the very record that is asked about, so it compares the hash of the last event first.
"""

import math
from argparse import Namespace
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from pitboss.cli.journals import consistent_record, open_read_only
from pitboss.cli.progress import progress
from pitboss.cli.rerun_question import RerunQuestion
from pitboss.cli.text import CommandFailed
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound
from pitboss.reason import because
from pitboss.replay.entries import floor_entries
from pitboss.replay.rerun import Rerun
from pitboss.simulation.executors import JobExecutor, run_jobs
from pitboss.store import Journal
from pitboss.store.journal import kind_and_name
from pitboss.store.open import file_of, printable

Tables = frozenset[str]
"""The names of the tables of one share."""


class RecordAt(Struct, frozen=True):
    """A journal with its archives, as far as it had come when it was asked about."""

    url: str
    archives: tuple[str, ...]
    last: int
    """The position of its last event, and the hash of that event."""
    hash: bytes


class PlacedRerun(Struct, frozen=True):
    """A round settled again, and its place among those of all tables."""

    place: tuple[float, int]
    rerun: Rerun


def rerun_in_shares(
    question: RerunQuestion, journal: Journal, options: Namespace, executor: JobExecutor
) -> list[Rerun]:
    """The rounds in question settled again by an executor, in the order in which one process settles them."""
    question.check(journal)
    record = record_at(journal, options.url, options.archive)
    if record is None:
        return []
    found: list[PlacedRerun] = []
    shares = shares_of(journal, question.table, executor.workers)
    ended = 0
    with progress("Settling again", len(shares)) as advance:

        def done() -> None:
            nonlocal ended
            ended += 1
            advance(ended)

        if not run_jobs(executor, partial(settle_share, question, record), shares, found.extend, done):
            raise KeyboardInterrupt
    return [placed.rerun for placed in sorted(found, key=lambda placed: placed.place)]


def record_at(journal: Journal, url: str, archives: list[str]) -> RecordAt | None:
    """What workers are to read; None for an empty journal. Files have the same path on every machine."""
    last = journal.last_position()
    if not last:
        return None
    (event,) = journal.read_all(last - 1, 1)
    here, *paths = (str(file.resolve()) if (file := file_of(each)) else each for each in (url, *archives))
    return RecordAt(here, tuple(paths), last, event.hash)


def shares_of(journal: Journal, table: str | None, workers: int) -> list[Tables]:
    """The tables in as many shares as there are workers, with about as many events each."""
    heads = [head for head in journal.heads("table") if table in (None, kind_and_name(head.stream)[1])]
    shares: list[tuple[int, list[str]]] = [(0, []) for _ in range(min(workers, len(heads)))]
    for head in sorted(heads, key=lambda head: (-head.version, head.stream)):
        least = min(range(len(shares)), key=lambda place: shares[place][0])
        events, names = shares[least]
        shares[least] = (events + head.version, [*names, kind_and_name(head.stream)[1]])
    return [frozenset(names) for _, names in shares]


def settle_share(question: RerunQuestion, record: RecordAt, tables: Tables) -> list[PlacedRerun]:
    """What a worker does: settle the rounds of some tables again."""
    streams = {f"table/{table}" for table in tables}
    at: float = 0
    began = 0

    def entries(journal: Journal) -> Iterator[DecodedEvent]:
        nonlocal at
        for entry in floor_entries(
            journal,
            journal.archived(),
            heads=True,
            wanted=lambda stream: stream in streams or stream.startswith("link/"),
        ):
            if entry.recorded.position > record.last:
                break
            at = entry.recorded.position
            yield entry
        at = math.inf

    def noted(past: PastRound) -> None:
        nonlocal began
        began = past.entries[0].recorded.position

    with open_read_only(record.url, record.archives) as journal, consistent_record():
        last = journal.read_all(record.last - 1, 1)
        if not last or last[0].hash != record.hash:
            raise CommandFailed(because("command.other_journal", journal=printable(record.url)))
        return [
            # A round is told when the next one of its table begins; those at the end go by their beginning.
            PlacedRerun((at, began), one)
            for one in question.settled(entries(journal), Rulebook(journal), noted)
        ]
