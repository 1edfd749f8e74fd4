"""The journal in a PostgreSQL database, for a casino with many servers.

Positions without gaps need one sequencer, so appends pass one lock, one after the other. Held until the
commit is durable, that lock would let one append per fsync through. Here it is released when the append is
committed in memory, and the append is acknowledged only after a second, empty commit, which is synchronous:
it waits for the disk, and for the standbys that the database's settings name. PostgreSQL groups these second
commits into few fsyncs. For a moment a reader could see an event that a power cut or a failover would take
back, so readers make such a commit too before they return what they have read (``pitboss_settle``).

A watermark over transaction ids would need no lock, but then an append could not return its position, and
one long transaction anywhere in the database would stop every reader.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from operator import itemgetter
from typing import Any, Final, LiteralString

import psycopg
from msgspec import structs

from pitboss.reason import Reason, because
from pitboss.store.closeable import Closeable
from pitboss.store.errors import Archived, JournalError, NotAJournal, VersionConflict, read_only_error
from pitboss.store.group_commit import GroupCommit, PendingAppend, bare
from pitboss.store.history import History, KnownAppend
from pitboss.store.journal import (
    INDEXED,
    Appended,
    AppendOutcome,
    AppendRow,
    Clock,
    CommandIdentity,
    Head,
    OnAppend,
    Recorded,
    Snapshot,
    ToStream,
    can_be_stream,
    first_answer,
    names_of,
    wall_clock,
)
from pitboss.store.postgres import schema as postgres_schema
from pitboss.store.postgres.append import AppendingConnection, read_answer, read_answers, read_append, written
from pitboss.store.postgres.connect import (
    PostgresConnector,
    connect_server,
    opened,
    refuse_transaction_pooling,
    without_hurry,
    without_password,
)
from pitboss.store.postgres.errors import Repeated, translated
from pitboss.store.postgres.faults import storage_faults
from pitboss.store.postgres.follower import PostgresFollower
from pitboss.store.postgres.pool import Pool
from pitboss.store.subscription import PAGE
from pitboss.store.tree import lost_node, reader, without_gap

_EVENT: Final = (
    "SELECT e.position, e.append, s.name, e.version, e.kind, e.schema, e.recorded, e.salt, e.data, e.hash"
    " FROM pitboss_events e JOIN pitboss_streams s ON s.id = e.stream "
)
# A partial index is used only for a kind that stands in the statement itself.
_OF_KIND: Final[dict[str, LiteralString]] = {
    kind: _EVENT + "WHERE e.stream = (SELECT id FROM pitboss_streams WHERE name = %s)"
    f" AND e.version > %s AND e.kind = '{kind}' ORDER BY e.version LIMIT %s"
    for kind in INDEXED
}
_COMMAND: Final = "SELECT digest, streams, answer FROM pitboss_appends WHERE sender = %s AND id = %s"
_APPENDS: Final = (
    "SELECT number, sender, id, digest, streams, answer, leaf FROM pitboss_appends"
    " WHERE number > %s AND number <= %s ORDER BY number"
)
_LEAVES: Final = (
    "SELECT leaf, number - 1 FROM pitboss_appends WHERE number > %s AND number <= %s ORDER BY number"
)
_NODES: Final = (
    "SELECT hash, place FROM pitboss_nodes WHERE level = %s AND place >= %s AND place < %s ORDER BY place"
)
_NEWEST: Final = (
    "SELECT number, leaf, answer[2], (SELECT leaf FROM pitboss_appends WHERE number = %s){}"
    " FROM pitboss_appends ORDER BY number DESC LIMIT 1"
)
"""The newest append, and the leaf of the one that is known."""
_POSITION: Final = itemgetter(0)

_WRITERS: Final = 2
"""Writing connections: one for the group commit, one for snapshots, which need not wait for it."""


class PostgresJournal(Closeable):
    """A journal in the database at ``url``; tables are made in the current schema on first use."""

    def __init__(
        self,
        url: str,
        *,
        clock: Clock = wall_clock,
        connect: PostgresConnector = connect_server,
        read_only: bool = False,
        create: bool = True,
    ) -> None:
        self.url = without_password(url)
        self._full_url = url
        self.clock = clock
        self._connect = connect
        self._read_only = read_only
        self._writers = Pool(self.url, self._open_writer, _WRITERS)
        self._readers = Pool(self.url, self._open)
        self._queue = GroupCommit(self.url, self._record_group)
        self._node = reader(self._kept, self._lost)
        self._processes: set[int] = set()
        self._history = History(self.url)
        try:
            with translated(self.url):
                refuse_transaction_pooling(url, connect)
            if not read_only:
                self._create = create
                with self._writers.use():
                    self._create = True
            with self._readers.use() as db:
                postgres_schema.check(db, self.url)
        except BaseException:
            self.close()
            raise

    def append(self, batch: Sequence[ToStream], command: CommandIdentity | None = None) -> Appended:
        """Record a batch in one transaction; see :class:`~pitboss.store.journal.Journal`."""
        return self._queue.append(batch, command)

    def append_soon(self, batch: Sequence[ToStream], command: CommandIdentity | None, then: OnAppend) -> None:
        """Queue a batch for the writer thread; see :class:`~pitboss.store.journal.Journal`."""
        self._queue.append_soon(batch, command, then)

    def _record_group(self, group: list[PendingAppend]) -> Sequence[AppendOutcome]:
        """Record a group in one call, in order."""
        if len(group) > 1:
            # Rare: one append is refused, and the call has recorded none. One by one, each gets its outcome.
            with suppress(VersionConflict, Repeated):
                return self._call(group)
        return [self._record_one(pending) for pending in group]

    def _record_one(self, pending: PendingAppend) -> AppendOutcome:
        try:
            try:
                return self._call([pending])[0]
            except (VersionConflict, Repeated) as refused:
                # A retry gets its first answer, whatever versions its batch expects now.
                if pending.command and (answer := self.find_command(pending.command)):
                    return answer
                if isinstance(refused, VersionConflict):
                    self._history.check_conflict(refused)
                return bare(refused)
        except JournalError as fault:
            return bare(fault)

    def _call(self, group: list[PendingAppend]) -> list[Appended]:
        params = written(group, self.clock())
        with self._use_writer() as db:
            text, number, leaf = db.append(params, self._history.known)
        answers = read_answers(group, text)
        self._history.learn(KnownAppend(number, leaf, answers[-1].last))
        return answers

    def database_time(self) -> int | None:
        """The database server's clock."""
        sql: LiteralString = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        return int(self._query(sql, ())[0][0])

    def keep_time(self, clock: Clock) -> None:
        """Use another clock for recorded times from now on."""
        self.clock = clock

    def kinds(self, after: int, until: int) -> list[tuple[str, int, int]]:
        """The kinds of the events between two positions."""
        sql: LiteralString = (
            "SELECT kind, schema, min(position) FROM pitboss_events WHERE position > %s AND position <= %s"
            " GROUP BY kind, schema"
        )
        return [(kind, schema, position) for kind, schema, position in self._query(sql, (after, until))]

    def fault(self) -> str:
        """The error of the newest append, as a sentence; empty if it succeeded."""
        return self._queue.fault

    def check_usable(self) -> None:
        """Raise :class:`HistoryLost` if the database lacks the newest append that is known here."""
        self._queue.check_alive()
        with self._reading() as db:
            self._newest(db)

    def find_command(self, command: CommandIdentity) -> Appended | None:
        """The answer of a recorded command."""
        rows = self._query(
            _COMMAND, (command.sender, command.id), last=lambda row: read_answer(*row[1:]).last
        )
        for digest, streams, answer in rows:
            return first_answer(command, digest, read_answer(streams, answer))
        return None

    def append_rows(self, after: int, last: int) -> Iterator[AppendRow]:
        """The rows of the appends between two numbers, read page by page."""
        self.append_at(last)
        while after < last and (rows := self._query(_APPENDS, (after, min(last, after + PAGE)))):
            yield from map(read_append, rows)
            after += PAGE

    def append_at(self, number: int) -> AppendRow | None:
        """The row of an append, returned only once it is durable."""
        rows = self._query(_APPENDS, (number - 1, number), last=lambda row: read_append(row).answer.last)
        return read_append(rows[0]) if rows else None

    def tree_size(self) -> int:
        """Number of appends."""
        with self._reading() as db:
            return self._settle(db).number

    def node(self, level: int, place: int) -> bytes:
        """The hash of a complete subtree of the log's tree."""
        return self._node(level, place)

    def _kept(self, level: int, first: int, end: int) -> list[bytes]:
        """Hashes of a stored level: the leaves, or the nodes over 256 nodes below."""
        rows = self._query(_NODES, (level, first, end)) if level else self._query(_LEAVES, (first, end))
        found = without_gap([(value, place) for value, place in rows], first)
        # The hashes are cached, so they must be durable: the number of an append that a crash takes back is
        # given to another one.
        if (first + len(found)) << level > self._history.known.number:
            self.tree_size()
        return found

    def _lost(self, level: int, place: int) -> bytes:
        raise lost_node(self.url, level, place)

    def kept_nodes(self) -> Iterator[tuple[int, int, bytes]]:
        """The level, place and hash of every stored node above the leaves."""
        rows = self._query("SELECT level, place, hash FROM pitboss_nodes ORDER BY level, place", ())
        return ((level, place, value) for level, place, value in rows)

    def read_stream(self, stream: str, after: int = 0, page: int = PAGE) -> Iterator[Recorded]:
        """The events of a stream after a version, in order; later pages are read lazily."""
        if not can_be_stream(stream):
            return iter(())
        first = self._page(stream, after, page)
        if not first or first[0].version != after + 1:
            anchor = self._query("SELECT version, position FROM pitboss_anchors WHERE stream = %s", (stream,))
            if anchor and after < anchor[0][0]:
                raise Archived(self.url, anchor[0][1])
        return self._pages(stream, first, page)

    def _pages(self, stream: str, found: list[Recorded], size: int) -> Iterator[Recorded]:
        yield from found
        while len(found) == size:
            found = self._page(stream, found[-1].version, size)
            yield from found

    def _page(self, stream: str, after: int, size: int) -> list[Recorded]:
        # A join by the stream's name would make the database sort the whole stream for every page.
        sql: LiteralString = (
            _EVENT + "WHERE e.stream = (SELECT id FROM pitboss_streams WHERE name = %s)"
            " AND e.version > %s ORDER BY e.version LIMIT %s"
        )
        return [Recorded(*row) for row in self._query(sql, (stream, after, size), last=_POSITION)]

    def of_kind(self, stream: str, kind: str, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of one indexed kind of a stream after a version, in order."""
        if not can_be_stream(stream):
            return []
        rows = self._query(_OF_KIND[kind], (stream, after, limit), last=_POSITION)
        return [Recorded(*row) for row in rows]

    def read_all(self, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of all streams after a position, in order."""
        sql: LiteralString = _EVENT + "WHERE e.position > %s ORDER BY e.position LIMIT %s"
        rows = self._query(sql, (after, limit), last=_POSITION)
        if not rows or rows[0][0] != after + 1:
            archived = self.archived()
            if after < archived:
                raise Archived(self.url, archived)
        return [Recorded(*row) for row in rows]

    def heads(self, kind: str | None = None) -> tuple[Head, ...]:
        """The heads of all streams, or of those of one kind, in one consistent read, by name."""
        sql: LiteralString = postgres_schema.HEADS + "WHERE s.name >= %s AND s.name < %s ORDER BY s.name"
        # A name without an event is no stream yet.
        rows = self._query(sql, names_of(kind), last=lambda row: row[2] or 0)
        return tuple(Head(*row) for row in rows if row[1] is not None)

    def head(self, stream: str) -> Head | None:
        """The head of a stream."""
        if not can_be_stream(stream):
            return None
        rows = self._query(
            postgres_schema.HEADS + "WHERE s.name = %s", (stream,), last=lambda row: row[2] or 0
        )
        return Head(*rows[0]) if rows and rows[0][1] is not None else None

    def last_position(self) -> int:
        """The position of the newest event, or 0."""
        sql: LiteralString = "SELECT coalesce(max(position), 0) FROM pitboss_events"
        return int(self._query(sql, (), last=_POSITION)[0][0])

    def subscribe(self, after: int = 0) -> PostgresFollower:
        """Subscribe to the events after a position, by the database's notifications."""
        with translated(self.url):
            return PostgresFollower(self.url, self.read_all, self._open, after, self._processes)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; the one before it is kept in case the newest cannot be used."""
        stream = snapshot.stream
        with self._use_writer() as db, db.transaction():
            db.execute(
                "INSERT INTO pitboss_snapshots VALUES (%s, %s, %s, %s, %s, %s, %s)"
                " ON CONFLICT (stream, version) DO UPDATE SET schema = excluded.schema, data = excluded.data,"
                " position = excluded.position, hash = excluded.hash, seal = excluded.seal",
                structs.astuple(snapshot),
            )
            db.execute(
                "DELETE FROM pitboss_snapshots WHERE stream = %s AND version NOT IN"
                " (SELECT version FROM pitboss_snapshots WHERE stream = %s ORDER BY version DESC LIMIT 2)",
                (stream, stream),
            )

    def load_snapshot(self, stream: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest up to a version."""
        rows = self._query(
            "SELECT stream, version, schema, data, position, hash, seal FROM pitboss_snapshots"
            " WHERE stream = %s"
            " AND version <= coalesce(%s::bigint, version) ORDER BY version DESC LIMIT 1",
            (stream, at_most),
        )
        return Snapshot(**dict(zip(Snapshot.__struct_fields__, rows[0], strict=True))) if rows else None

    def snapshot_names(self) -> tuple[tuple[str, int], ...]:
        """The stream and version of every stored snapshot."""
        return tuple(self._query("SELECT stream, version FROM pitboss_snapshots ORDER BY 1, 2", ()))

    def storage_faults(self) -> Iterator[Reason]:
        """What differs from the schema that Pitboss made, and damaged indexes."""
        with translated(self.url), closing(self._open()) as db:
            yield from storage_faults(db)

    def anchors(self) -> tuple[Head, ...]:
        """The heads of streams when their older events were archived, by name."""
        sql: LiteralString = "SELECT stream, version, position, hash FROM pitboss_anchors ORDER BY stream"
        return tuple(Head(*row) for row in self._query(sql, ()))

    def archived(self) -> int:
        """The position up to which events have been archived, or 0."""
        return int(self._query("SELECT archived FROM pitboss_meta", ())[0][0])

    def forget(self, position: int) -> None:
        """Drop the events up to a position and keep anchors, in one transaction."""
        with self._use_writer() as db, without_hurry(db):
            db.execute(
                "INSERT INTO pitboss_anchors SELECT s.name, e.version, e.position, e.hash"
                " FROM (SELECT stream, max(version) AS version FROM pitboss_events WHERE position <= %s"
                " GROUP BY stream) AS l"
                " JOIN pitboss_events e ON e.stream = l.stream AND e.version = l.version"
                " JOIN pitboss_streams s ON s.id = e.stream"
                " ON CONFLICT (stream) DO UPDATE SET version = excluded.version,"
                " position = excluded.position, hash = excluded.hash",
                (position,),
            )
            db.execute("UPDATE pitboss_meta SET archived = greatest(archived, %s)", (position,))
            db.execute("DELETE FROM pitboss_events WHERE position <= %s", (position,))

    def close(self) -> None:
        """Close the connections, after queued appends are recorded."""
        self._queue.close()
        self._readers.close()
        self._writers.close()

    def _open(self) -> AppendingConnection:
        """A connection to a database that has what is known here: it may be another one than before."""
        db = opened(self._full_url, self._connect, self._read_only)
        try:
            if self._history.known.number:
                self._newest(db)
        except BaseException:
            db.close()
            raise
        return db

    def _open_writer(self) -> AppendingConnection:
        """A connection that can append; a read-only database is refused here and not at the first bet."""
        db = self._open()
        try:
            if db.execute("SHOW transaction_read_only").fetchone() == ("on",):
                raise read_only_error(self.url)
            if not self._create and not postgres_schema.exists(db):
                raise NotAJournal(because("database.no_journal", database=self.url))
            postgres_schema.create(db, self.url)
        except BaseException:
            db.close()
            raise
        self._processes.add(db.info.backend_pid)
        return db

    @contextmanager
    def _use_writer(self) -> Iterator[AppendingConnection]:
        if self._read_only:
            raise read_only_error(self.url)
        self._history.check()
        with self._writers.use(writing=True) as db:
            try:
                yield db
            except psycopg.Error as error:
                if error.sqlstate == postgres_schema.LOST:
                    raise self._history.lost() from error
                raise

    @contextmanager
    def _reading(self) -> Iterator[AppendingConnection]:
        self._history.check()
        with self._readers.use() as db:
            yield db

    def _query(
        self,
        sql: LiteralString,
        values: tuple[object, ...],
        last: Callable[[tuple[Any, ...]], int] | None = None,
    ) -> list[tuple[Any, ...]]:
        """The rows of a query, durable up to the newest position that a row tells of, its ``last``."""
        with self._reading() as db:
            rows = db.cursor(binary=True).execute(sql, values).fetchall()
            if last and any(last(row) > self._history.known.last for row in rows):
                self._settle(db)
        return rows

    def _settle(self, db: AppendingConnection) -> KnownAppend:
        """Wait until everything that the connection has read is durable; the newest append."""
        with db.settled():
            newest = self._newest(db, ", pitboss_settle()")
        self._history.learn(newest)
        return newest

    def _newest(self, db: AppendingConnection, also: LiteralString = "") -> KnownAppend:
        """The newest append, which need not be durable, once the known one was found."""
        known = self._history.known
        row = db.cursor(binary=True).execute(_NEWEST.format(also), (known.number,)).fetchone()
        number, leaf, last, found = (row or (0, b"", 0, None))[:4]
        self._history.compare(known, found)
        return KnownAppend(number, leaf, last)
