"""Archives: old gaming days move to a file of their own, and the journal continues after them.

An archive is itself a journal, in one sealed SQLite file: it is opened, read and verified like any other.
The journal keeps the rows of all appends with their leaves, so that proofs of archived appends keep working,
and an anchor per stream (version, position and hash of its last archived event).
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pitboss.atomic_write import publish
from pitboss.reason import because
from pitboss.store.archive_note import AppendRange, sign_archive
from pitboss.store.checkpoint import make_checkpoint, refuse_foreign_key
from pitboss.store.errors import CannotArchive, JournalError
from pitboss.store.journal import Head, Journal, Recorded
from pitboss.store.own_streams import OWN_STREAMS
from pitboss.store.owner_only import make_owner_only
from pitboss.store.snapshots import Snapshots
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.errors import translated
from pitboss.store.tree import hash_of
from pitboss.tlog.merkle import peaks

_PAGE = 5000


class ArchiveSummary(Struct, frozen=True):
    """The positions and the number of streams that an archive file holds."""

    path: Path
    first: int
    last: int
    streams: int


def archive(
    journal: Journal,
    position: int,
    path: Path,
    *,
    key: Ed25519PrivateKey,
    snapshots: Snapshots,
    progress: Callable[[int], None] | None = None,
) -> ArchiveSummary:
    """Move the events up to a position from a journal to a new file, and sign that they were moved.

    The archive is complete and durable, and a signed note and a checkpoint over it are recorded, before the
    journal drops anything, in one transaction. After a crash in between, a retry finds the complete file and
    continues.
    """
    refuse_foreign_key(journal, key)
    first = journal.archived() + 1
    last = journal.last_position()
    if position >= last:
        raise CannotArchive(because("archive.newest", position=position, last=last))
    if position < first:
        raise CannotArchive(because("archive.before", position=first - 1))
    moved = _moved(journal, first, position)
    anchors = {head.stream: head for head in journal.anchors()}
    if path.exists():
        heads = _heads_of(path, first, position, anchors)
        _same_events(journal, position, heads)
        _check_snapshots(journal, heads, snapshots)
    else:
        heads = dict(anchors)
        part = path.with_name(f".{path.name}.part")
        part.unlink(missing_ok=True)
        make_owner_only(part)
        _write(journal, moved, part, heads, progress)
        _check_snapshots(journal, heads, snapshots)
        publish(part, path, mode=0o400, replace=True)
    sign_archive(journal, key, moved, heads.values())
    make_checkpoint(journal, key)
    journal.forget(position)
    return ArchiveSummary(path, first, position, len(heads))


def _moved(journal: Journal, first: int, position: int) -> AppendRange:
    """The range that ends at a position, which must be the last of its append."""
    end, after = journal.read_all(position - 1, 2)
    if end.append == after.append:
        raise CannotArchive(because("archive.within_append", position=position))
    return AppendRange(first=first, last=position, appends=end.append)


def _events(journal: Journal, position: int) -> Iterator[Recorded]:
    after = journal.archived()
    while after < position:
        page = journal.read_all(after, min(_PAGE, position - after))
        if not page:
            raise CannotArchive(because("archive.missing", position=after))
        yield from page
        after = page[-1].position


def _followed(journal: Journal, position: int, heads: dict[str, Head]) -> Iterator[Recorded]:
    """The events to be moved, each checked: a tampered journal is not archived but audited."""
    expected = journal.archived() + 1
    for event in _events(journal, position):
        head = heads.get(event.stream)
        whole = event.position == expected and event.version == (head.version if head else 0) + 1
        if not whole or hash_of(event) != event.hash:
            raise CannotArchive(because("archive.not_sound", position=event.position))
        heads[event.stream] = Head(event.stream, event.version, event.position, event.hash)
        expected += 1
        yield event


def _write(
    journal: Journal,
    moved: AppendRange,
    part: Path,
    heads: dict[str, Head],
    progress: Callable[[int], None] | None,
) -> None:
    """Write the archive; ``heads`` holds the anchors before it and, afterwards, the heads at its end."""
    anchors = tuple(heads.values())
    with translated(str(part)), closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = FULL")
        sqlite_schema.create(db, str(part))
        db.execute("BEGIN IMMEDIATE")
        numbers: dict[str, int] = {}
        rows = _rows(_followed(journal, moved.last, heads), numbers, progress)
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        for stream in heads:
            number = numbers.setdefault(stream, len(numbers) + 1)
            db.execute("INSERT INTO streams VALUES (?, ?)", (number, stream))
        before = journal.read_all(moved.first - 1, 1)[0].append - 1
        appends = map(sqlite_schema.append_row, journal.append_rows(before, moved.appends))
        db.executemany("INSERT INTO appends VALUES (?, ?, ?, ?, ?, ?, ?, ?)", appends)
        nodes = ((level, place, journal.node(level, place)) for level, place in peaks(0, before))
        db.executemany("INSERT INTO nodes VALUES (?, ?, ?)", nodes)
        for head in anchors:
            anchor = (head.stream, head.version, head.position, head.hash)
            db.execute("INSERT INTO anchors VALUES (?, ?, ?, ?)", anchor)
        db.execute("UPDATE archived SET position = ?", (moved.first - 1,))
        db.execute(sqlite_schema.SEAL)
        db.execute("COMMIT")


def _rows(
    events: Iterator[Recorded], numbers: dict[str, int], progress: Callable[[int], None] | None
) -> Iterator[tuple[int | str | bytes, ...]]:
    """Rows of the archive's table of events; an archive numbers its streams by itself."""
    for event in events:
        if progress and event.position % 1000 == 0:
            progress(event.position)
        yield (
            event.position,
            event.append,
            numbers.setdefault(event.stream, len(numbers) + 1),
            event.version,
            event.kind,
            event.schema,
            event.recorded,
            event.salt,
            event.data,
            event.hash,
        )


def _heads_of(path: Path, first: int, position: int, anchors: dict[str, Head]) -> dict[str, Head]:
    """The stream heads of a complete archive that an interrupted run has left behind."""
    from pitboss.store.sqlite.journal import SqliteJournal

    refusal = because("archive.other_file", file=str(path), first=first, last=position)
    try:
        with SqliteJournal(path, read_only=True) as found:
            heads = {head.stream: head for head in found.heads()}
            same = {head.stream: head for head in found.anchors()} == anchors
            if not same or found.archived() != first - 1 or found.last_position() != position:
                raise CannotArchive(refusal)
    except JournalError as error:
        raise CannotArchive(refusal) from error
    return heads


def _same_events(journal: Journal, position: int, heads: dict[str, Head]) -> None:
    walked = {head.stream: head for head in journal.anchors()}
    for _ in _followed(journal, position, walked):
        pass
    if walked != heads:
        raise CannotArchive(because("archive.other_journal"))


def _check_snapshots(journal: Journal, heads: dict[str, Head], snapshots: Snapshots) -> None:
    """Refuse unless every archived stream has a snapshot: without its first events, it opens from that."""
    archived = journal.archived()
    for head in heads.values():
        if head.position <= archived or head.stream in OWN_STREAMS:
            continue
        kept = snapshots.load(head.stream)
        if kept is None or kept.version < head.version:
            raise CannotArchive(because("archive.no_snapshot", stream=head.stream, version=head.version))
