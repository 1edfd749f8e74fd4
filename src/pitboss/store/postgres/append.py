"""One call appends batches to a PostgreSQL journal: how it is written for the wire, and its answer read.

The call goes straight to libpq. Between ``execute`` of a cursor and the socket lies more work than the
database has with an append, and none of it is needed for one statement whose types never change.
"""

import struct
from collections.abc import Sequence
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from pitboss.store import hashes
from pitboss.store.errors import Damaged, StorageFailed
from pitboss.store.group_commit import PendingAppend
from pitboss.store.hashes import label_of, salted_hash
from pitboss.store.journal import Appended, AppendRow

Params = list[bytes | None]
T = TypeVar("T")

CALL_SECONDS: Final = 15.0
"""That a call of the database may take, and that one may wait for a connection."""
_INTERVAL: Final = 0.1
"""Seconds after which waiting looks whether it was interrupted."""

_NAME: Final = b"pitboss_append_together"
_CALL: Final = b"CALL pitboss_append_together($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, NULL)"
_BINARY: Final = [1] * 13
_ARRAY: Final = struct.Struct(">iiiii")
_SIZE: Final = struct.Struct(">i")
_AT: Final = struct.Struct(">q")
_NONE: Final = _SIZE.pack(-1)
_BYTEA, _BIGINT, _INTEGER, _TEXT = 17, 20, 23, 25
"""Numbers by which PostgreSQL knows its types."""


class AppendingConnection(psycopg.Connection[Any]):
    """A connection that can make the one call that appends."""

    _ready = False
    patience: float | None = CALL_SECONDS
    """Seconds that a call may take; none: as long as it does."""

    def wait(self, gen: PQGen[T], interval: float = _INTERVAL, timeout: float | None = None) -> T:
        """Wait for an answer, no longer than :attr:`patience`: a server that hangs must not hang its clients.

        What is waited for has no timeout of its own unless it listens for news.
        """
        return super().wait(gen, interval, self.patience if timeout is None else timeout)

    def append(self, params: Params) -> bytes:
        """Call the procedure; the answer is an array as text. The connection must be idle."""
        if not self._ready:
            self.pgconn.send_prepare(_NAME, _CALL)
            self._done(ExecStatus.COMMAND_OK)
            self._ready = True
        self.pgconn.send_query_prepared(_NAME, params, _BINARY)
        value = self._done(ExecStatus.TUPLES_OK).get_value(0, 0)
        if value is None:
            raise StorageFailed("The database gives an append no answer: send it again with the same id.")
        return value

    def _done(self, wanted: ExecStatus) -> PGresult:
        """The result of what was sent. Waiting for it can be interrupted."""
        result: PGresult = self.wait(execute(self.pgconn))[-1]
        if result.status != wanted:
            raise error_from_result(result)
        return result


def written(group: Sequence[PendingAppend], recorded: int) -> Params:
    """Appends as the parameters of the call, in the order in which the procedure names them."""
    names: list[bytes] = []
    expected: list[int | None] = []
    lasts: list[int] = []
    kinds: list[bytes] = []
    schemas: list[int] = []
    labels: list[bytes] = []
    datas: list[bytes] = []
    parts: list[int] = []
    salts = hashes.random_salts(sum(len(part.events) for asked in group for part in asked.batch))
    salt = iter(salts)
    for asked in group:
        for part in asked.batch:
            name = part.stream.encode()
            for event in part.events:
                kinds.append(event.kind.encode())
                schemas.append(event.schema)
                label = label_of(name, event.kind, event.schema, recorded)
                labels.append(label + salted_hash(next(salt), event.data))
                datas.append(event.data)
            names.append(name)
            expected.append(part.expected)
            lasts.append(len(kinds))
        parts.append(len(names))
    return [
        _texts(_TEXT, names),
        _numbers(_BIGINT, ">iq", expected),
        _numbers(_INTEGER, ">ii", lasts),
        _texts(_TEXT, kinds),
        _numbers(_INTEGER, ">ii", schemas),
        _texts(_BYTEA, labels),
        _texts(_BYTEA, salts),
        _texts(_BYTEA, datas),
        _AT.pack(recorded),
        _numbers(_INTEGER, ">ii", parts),
        _texts(_TEXT, [asked.command.sender.encode() if asked.command else None for asked in group]),
        _texts(_TEXT, [asked.command.id.encode() if asked.command else None for asked in group]),
        _texts(_BYTEA, [asked.command.digest if asked.command else None for asked in group]),
    ]


def _texts(type_: int, items: Sequence[bytes | None]) -> bytes:
    """An array of texts or byte strings in PostgreSQL's own form, of which some may be missing."""
    parts = [_ARRAY.pack(1, None in items, type_, len(items), 1)]
    for item in items:
        if item is None:
            parts.append(_NONE)
        else:
            parts += (_SIZE.pack(len(item)), item)
    return b"".join(parts)


def _numbers(type_: int, pair: str, items: Sequence[int | None]) -> bytes:
    """An array of numbers, of which some may be missing."""
    size = struct.calcsize(pair) - _SIZE.size
    parts = [_NONE if item is None else struct.pack(pair, size, item) for item in items]
    return b"".join([_ARRAY.pack(1, None in items, type_, len(items), 1), *parts])


def read_answer(streams: Sequence[str], answer: Sequence[int]) -> Appended:
    """The answer of one append, as the table of appends keeps it."""
    try:
        first, last, *versions = answer
        return Appended(first, last, dict(zip(streams, versions, strict=True)))
    except (ValueError, TypeError):
        raise Damaged(
            "A row of appends in the journal's database is not of the kind that Pitboss writes: it was "
            "changed, restore the database from a copy."
        ) from None


def read_answers(group: Sequence[PendingAppend], text: bytes) -> list[Appended]:
    """The answers of the procedure: ``{first,last,version,…}``, a version for each stream written to."""
    numbers = map(int, text[1:-1].split(b","))
    return [
        Appended(
            next(numbers), next(numbers), {part.stream: next(numbers) for part in asked.batch if part.events}
        )
        for asked in group
    ]


def read_append(row: tuple[Any, ...]) -> AppendRow:
    """The row of an append."""
    number, sender, id_, digest, streams, answer, leaf = row
    return AppendRow(
        number=number,
        sender=sender or "",
        id=id_ or "",
        digest=digest or b"",
        answer=read_answer(streams, answer),
        leaf=leaf,
    )
