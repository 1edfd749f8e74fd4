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

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, Final, LiteralString

import psycopg
from msgspec import structs

from pitboss.reason import Reason, because
from pitboss.store.errors import JournalError, NotAJournal, VersionConflict, read_only_error
from pitboss.store.group_commit import GroupCommit, PendingAppend, bare
from pitboss.store.history import History, KnownAppend
from pitboss.store.journal import (
    Appended,
    AppendOutcome,
    AppendRow,
    Clock,
    Closeable,
    CommandIdentity,
    OnAppend,
    Snapshot,
    ToStream,
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
from pitboss.store.postgres.errors import Repeated, storage_faults, translated
from pitboss.store.postgres.follower import PostgresFollower
from pitboss.store.postgres.pool import Pool
from pitboss.store.reading import Last, Reading, Row
from pitboss.store.tree import lost_node, reader, without_gap

_NEWEST: Final = (
    "SELECT number, leaf, answer[2], (SELECT leaf FROM pitboss_appends WHERE number = %s){}"
    " FROM pitboss_appends ORDER BY number DESC LIMIT 1"
)
"""The newest append, and the leaf of the one that is known."""

_WRITERS: Final = 2
"""Writing connections: one for the group commit, one for snapshots, which need not wait for it."""


class PostgresJournal(Reading, Closeable):
    """A journal in the database at ``url``; tables are made in the current schema on first use."""

    statements = postgres_schema.STATEMENTS

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
            with self._readers.use() as db:
                refuse_transaction_pooling(db, url, connect)
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

    def fault(self) -> str:
        """The error of the newest append, as a sentence; empty if it succeeded."""
        return self._queue.fault

    def check_usable(self) -> None:
        """Raise :class:`HistoryLost` if the database lacks the newest append that is known here."""
        self._queue.check_alive()
        with self._reading() as db:
            self._newest(db)

    def tree_size(self) -> int:
        """Number of appends."""
        with self._reading() as db:
            return self._settle(db).number

    def node(self, level: int, place: int) -> bytes:
        """The hash of a complete subtree of the log's tree."""
        return self._node(level, place)

    def _kept(self, level: int, first: int, end: int) -> list[bytes]:
        """Hashes of a stored level: the leaves, or the nodes over 256 nodes below."""
        if level:
            rows = self._query(self.statements.nodes, (level, first, end))
        else:
            rows = self._query(self.statements.leaves, (first, end))
        found = without_gap(rows, first)
        # The hashes are cached, so they must be durable: the number of an append that a crash takes back is
        # given to another one.
        if (first + len(found)) << level > self._history.known.number:
            self.tree_size()
        return found

    def _lost(self, level: int, place: int) -> bytes:
        raise lost_node(self.url, level, place)

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

    def storage_faults(self) -> Iterator[Reason]:
        """What differs from the schema that Pitboss made, and damaged indexes."""
        with translated(self.url), closing(self._open()) as db:
            yield from storage_faults(db)

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

    def _answer(self, *columns: Any) -> Appended:
        return read_answer(*columns)

    def _append(self, row: Row) -> AppendRow:
        return read_append(row)

    def _query(self, sql: LiteralString, values: tuple[object, ...], last: Last | None = None) -> list[Row]:
        """The rows of a query, durable up to the newest position that a row tells of, its ``last``."""
        with self._reading() as db:
            rows = db.cursor(binary=True).execute(sql, values).fetchall()
            newest = max(map(last, rows), default=0) if last else 0
            if newest > self._history.known.last:
                self._settle(db)
            elif newest > db.confirmed:
                self._newest(db)
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
        db.confirmed = known.last
        return KnownAppend(number, leaf, last)
