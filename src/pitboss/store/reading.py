"""The reading half of a journal: statements and methods that are the same for both databases."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final, LiteralString

import msgspec

from pitboss.store.errors import Archived
from pitboss.store.journal import (
    INDEXED,
    Appended,
    AppendRow,
    CommandIdentity,
    Head,
    Recorded,
    Snapshot,
    can_be_stream,
    first_answer,
    names_of,
)
from pitboss.store.subscription import PAGE

Row = tuple[Any, ...]
Last = Callable[[Row], int]
"""The position that a row tells of."""

_POSITION: Final = itemgetter(0)
_SNAPSHOT: Final = Snapshot.__struct_fields__
_HEAD: Final = (str, int, int, bytes)


class Statements:
    """What a database is asked, in its dialect: ``@events`` stands for a table, ``?`` for a value."""

    def __init__(self, *, prefix: str, placeholder: str, answer: str, heads: str) -> None:
        """``answer`` names the columns of an append's answer; ``heads`` selects the heads of streams."""

        def sql(text: str) -> LiteralString:
            return text.replace("@", prefix).replace("?", placeholder)

        event = sql(
            "SELECT e.position, e.append, s.name, e.version, e.kind, e.schema, e.recorded, e.salt, e.data,"
            " e.hash FROM @events e JOIN @streams s ON s.id = e.stream "
        )
        # A join by the stream's name would make PostgreSQL sort the whole stream for every page.
        of_stream = event + sql("WHERE e.stream = (SELECT id FROM @streams WHERE name = ?) AND e.version > ?")
        newest = f"SELECT {', '.join(_SNAPSHOT)} FROM @snapshots WHERE stream = ?"
        self.page = of_stream + sql(" ORDER BY e.version LIMIT ?")
        # A partial index is used only for a kind that stands in the statement itself.
        self.of_kind = {
            kind: of_stream + sql(f" AND e.kind = '{kind}' ORDER BY e.version LIMIT ?") for kind in INDEXED
        }
        self.events = event + sql("WHERE e.position > ? ORDER BY e.position LIMIT ?")
        self.kinds = sql(
            "SELECT kind, schema, min(position) FROM @events WHERE position > ? AND position <= ?"
            " GROUP BY kind, schema"
        )
        self.last = sql("SELECT coalesce(max(position), 0) FROM @events")
        self.command = sql(f"SELECT digest, {answer} FROM @appends WHERE sender = ? AND id = ?")
        self.appends = sql(
            f"SELECT number, sender, id, digest, {answer}, leaf FROM @appends"
            " WHERE number > ? AND number <= ? ORDER BY number"
        )
        self.leaves = sql(
            "SELECT leaf, number - 1 FROM @appends WHERE number > ? AND number <= ? ORDER BY number"
        )
        self.nodes = sql(
            "SELECT hash, place FROM @nodes WHERE level = ? AND place >= ? AND place < ? ORDER BY place"
        )
        self.kept_nodes = sql("SELECT level, place, hash FROM @nodes ORDER BY level, place")
        self.some_heads = sql(f"{heads} WHERE s.name >= ? AND s.name < ? ORDER BY s.name")
        self.head = sql(f"{heads} WHERE s.name = ?")
        self.snapshot = sql(f"{newest} ORDER BY version DESC LIMIT 1")
        self.snapshot_at = sql(f"{newest} AND version <= ? ORDER BY version DESC LIMIT 1")
        self.snapshot_names = sql("SELECT stream, version FROM @snapshots ORDER BY stream, version")
        self.anchors = sql("SELECT stream, version, position, hash FROM @anchors ORDER BY stream")
        self.anchor = sql("SELECT version, position FROM @anchors WHERE stream = ?")


class Reading:
    """What both journals answer alike; each asks its database, and reads the rows of its own form."""

    url: str
    statements: Statements

    def _query(self, sql: LiteralString, values: tuple[object, ...], last: Last | None = None) -> list[Row]:
        """The rows of a query, as durable as an answer must be up to the newest position: their ``last``."""
        raise NotImplementedError

    def _answer(self, *columns: Any) -> Appended:
        """The answer of an append from its columns."""
        raise NotImplementedError

    def _append(self, row: Row) -> AppendRow:
        """The row of an append."""
        raise NotImplementedError

    def _checked(
        self, tables: tuple[str, ...], rows: Sequence[Row], types: tuple[type, ...]
    ) -> Sequence[Row]:
        """Rows of tables, once their columns are of these types."""
        return rows

    def archived(self) -> int:
        """The position up to which events have been archived, or 0."""
        raise NotImplementedError

    def find_command(self, command: CommandIdentity) -> Appended | None:
        """The answer of a recorded command."""
        rows = self._query(
            self.statements.command,
            (command.sender, command.id),
            last=lambda row: self._answer(*row[1:]).last,
        )
        for digest, *answer in rows:
            return first_answer(command, digest, self._answer(*answer))
        return None

    def append_rows(self, after: int, last: int) -> Iterator[AppendRow]:
        """The rows of the appends between two numbers, read page by page."""
        self.append_at(last)
        while after < last and (
            rows := self._query(self.statements.appends, (after, min(last, after + PAGE)))
        ):
            yield from map(self._append, rows)
            after += PAGE

    def append_at(self, number: int) -> AppendRow | None:
        """The row of an append."""
        rows = self._query(
            self.statements.appends, (number - 1, number), last=lambda row: self._append(row).answer.last
        )
        return self._append(rows[0]) if rows else None

    def kept_nodes(self) -> Iterator[tuple[int, int, bytes]]:
        """The level, place and hash of every stored node above the leaves."""
        return ((level, place, value) for level, place, value in self._query(self.statements.kept_nodes, ()))

    def kinds(self, after: int, until: int) -> list[tuple[str, int, int]]:
        """The kinds of the events between two positions, with the first position of each."""
        return [(kind, schema, at) for kind, schema, at in self._query(self.statements.kinds, (after, until))]

    def read_stream(self, stream: str, after: int = 0, page: int = PAGE) -> Iterator[Recorded]:
        """The events of a stream after a version, in order; later pages are read lazily."""
        if not can_be_stream(stream):
            return iter(())
        first = self._page(stream, after, page)
        if not first or first[0].version != after + 1:
            anchor = self._query(self.statements.anchor, (stream,))
            if anchor and after < anchor[0][0]:
                raise Archived(self.url, anchor[0][1])
        return self._pages(stream, first, page)

    def _pages(self, stream: str, page: list[Recorded], size: int) -> Iterator[Recorded]:
        yield from page
        while len(page) == size:
            page = self._page(stream, page[-1].version, size)
            yield from page

    def _page(self, stream: str, after: int, size: int) -> list[Recorded]:
        return self._events(self.statements.page, (stream, after, size))

    def of_kind(self, stream: str, kind: str, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of one indexed kind of a stream after a version, in order."""
        if not can_be_stream(stream):
            return []
        return self._events(self.statements.of_kind[kind], (stream, after, limit))

    def read_all(self, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of all streams after a position, in order."""
        events = self._events(self.statements.events, (after, limit))
        if not events or events[0].position != after + 1:
            archived = self.archived()
            if after < archived:
                raise Archived(self.url, archived)
        return events

    def _events(self, sql: LiteralString, values: tuple[object, ...]) -> list[Recorded]:
        return [Recorded(*row) for row in self._query(sql, values, last=_POSITION)]

    def heads(self, kind: str | None = None) -> tuple[Head, ...]:
        """The heads of all streams, or of those of one kind, in one consistent read, by name."""
        return self._heads(self.statements.some_heads, names_of(kind))

    def head(self, stream: str) -> Head | None:
        """The head of a stream."""
        if not can_be_stream(stream):
            return None
        return next(iter(self._heads(self.statements.head, (stream,))), None)

    def anchors(self) -> tuple[Head, ...]:
        """The heads of streams when their older events were archived, by name."""
        return self._heads(self.statements.anchors, ())

    def _heads(self, sql: LiteralString, values: tuple[object, ...]) -> tuple[Head, ...]:
        rows = self._query(sql, values, last=lambda row: row[2] or 0)
        # A name without an event is no stream yet.
        known = [row for row in rows if row[1] is not None]
        return tuple(Head(*row) for row in self._checked(("anchors", "events"), known, _HEAD))

    def last_position(self) -> int:
        """The position of the newest event, or 0."""
        return int(self._query(self.statements.last, (), last=_POSITION)[0][0])

    def load_snapshot(self, stream: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest up to a version; an invalid row is ignored."""
        if at_most is None:
            rows = self._query(self.statements.snapshot, (stream,))
        else:
            rows = self._query(self.statements.snapshot_at, (stream, at_most))
        for row in rows:
            with suppress(msgspec.ValidationError):
                return msgspec.convert(dict(zip(_SNAPSHOT, row, strict=True)), Snapshot)
        return None

    def snapshot_names(self) -> tuple[tuple[str, int], ...]:
        """The stream and version of every stored snapshot."""
        rows = self._query(self.statements.snapshot_names, ())
        return tuple((stream, version) for stream, version in self._checked(("snapshots",), rows, (str, int)))
