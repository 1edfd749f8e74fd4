"""The call that appends to a PostgreSQL journal: its parameters encoded, its answer decoded.

The call goes straight to libpq. psycopg's cursors cost more time than the database needs for an append, and
one statement whose types never change needs none of what they do.
"""

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import Diagnostic, error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from pitboss.reason import because
from pitboss.store import tree
from pitboss.store.errors import Damaged, NotDurable, StorageFailed
from pitboss.store.group_commit import PendingAppend
from pitboss.store.history import KnownAppend
from pitboss.store.journal import Appended, AppendRow
from pitboss.store.tree import label_of, salted_hash

Params = list[bytes | None]
T = TypeVar("T")

CALL_SECONDS: Final = 15.0
"""Timeout of a database call, and of waiting for a connection."""
_INTERVAL: Final = 0.1
"""Seconds between two checks for an interrupt while waiting."""

_NAME: Final = b"pitboss_append_after"
_CALL: Final = (
    b"CALL pitboss_append_after($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, NULL)"
)
_BINARY: Final = [1] * 15
_ARRAY: Final = struct.Struct(">iiiii")
_SIZE: Final = struct.Struct(">i")
_AT: Final = struct.Struct(">q")
_NONE: Final = _SIZE.pack(-1)
_BYTEA, _BIGINT, _INTEGER, _TEXT = 17, 20, 23, 25
"""Type OIDs of PostgreSQL."""


class AppendingConnection(psycopg.Connection[Any]):
    """A connection that can call the append procedure."""

    _ready = False
    _warning = ""
    confirmed = 0
    """Position up to which its database was found to have the history that is known: after a failover, two
    connections may lead to two databases for a while, and both have their appends under the same numbers."""
    patience: float | None = CALL_SECONDS
    """Timeout of a call in seconds; ``None`` for no timeout."""

    def wait(self, gen: PQGen[T], interval: float = _INTERVAL, timeout: float | None = None) -> T:
        """Wait for an answer, no longer than :attr:`patience`: a server that hangs must not hang its clients.

        Only listening for notifications passes a timeout of its own.
        """
        return super().wait(gen, interval, self.patience if timeout is None else timeout)

    def watch(self) -> None:
        """Note warnings from now on, for :meth:`settled`."""
        self.add_notice_handler(self._note)

    def _note(self, notice: Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            self._warning = notice.message_primary or "it warned"

    @contextmanager
    def settled(self) -> Iterator[None]:
        """A call whose commit must be durable wherever the settings say: no standby may have been given up.

        A commit that waits for a synchronous standby and is cancelled succeeds all the same, with a warning.
        """
        self._warning = ""
        yield
        if self._warning:
            raise NotDurable(because("database.not_durable", given=self._warning))

    def append(self, params: Params, known: KnownAppend) -> tuple[bytes, int, bytes]:
        """Call the procedure; returns its answers, an array as text, and number and leaf of the last append.

        The connection must be idle.
        """
        if not self._ready:
            self.pgconn.send_prepare(_NAME, _CALL)
            self._done(ExecStatus.COMMAND_OK)
            self._ready = True
        with self.settled():
            self.pgconn.send_query_prepared(_NAME, [*params, _AT.pack(known.number), known.leaf], _BINARY)
            result = self._done(ExecStatus.TUPLES_OK)
        number, leaf, answers = (result.get_value(0, column) for column in range(3))
        if number is None or leaf is None or answers is None:
            raise StorageFailed(because("database.no_answer"))
        return answers, int(number), bytes.fromhex(leaf[2:].decode())

    def _done(self, wanted: ExecStatus) -> PGresult:
        """The result of the statement that was sent; waiting for it can be interrupted."""
        result: PGresult = self.wait(execute(self.pgconn))[-1]
        if result.status != wanted:
            raise error_from_result(result)
        return result


def written(group: Sequence[PendingAppend], recorded: int) -> Params:
    """Encode appends as the parameters of the call, in the procedure's order."""
    names: list[bytes] = []
    expected: list[int | None] = []
    lasts: list[int] = []
    kinds: list[bytes] = []
    schemas: list[int] = []
    labels: list[bytes] = []
    datas: list[bytes] = []
    parts: list[int] = []
    salts = tree.random_salts(sum(len(part.events) for pending in group for part in pending.batch))
    salt = iter(salts)
    for pending in group:
        for part in pending.batch:
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
        _texts(_TEXT, [pending.command.sender.encode() if pending.command else None for pending in group]),
        _texts(_TEXT, [pending.command.id.encode() if pending.command else None for pending in group]),
        _texts(_BYTEA, [pending.command.digest if pending.command else None for pending in group]),
    ]


def _texts(type_: int, items: Sequence[bytes | None]) -> bytes:
    """Encode an array of texts or byte strings, some of them NULL, in PostgreSQL's binary format."""
    parts = [_ARRAY.pack(1, None in items, type_, len(items), 1)]
    for item in items:
        if item is None:
            parts.append(_NONE)
        else:
            parts += (_SIZE.pack(len(item)), item)
    return b"".join(parts)


def _numbers(type_: int, pair: str, items: Sequence[int | None]) -> bytes:
    """Encode an array of numbers, some of them NULL."""
    size = struct.calcsize(pair) - _SIZE.size
    parts = [_NONE if item is None else struct.pack(pair, size, item) for item in items]
    return b"".join([_ARRAY.pack(1, None in items, type_, len(items), 1), *parts])


def read_answer(streams: Sequence[str], answer: Sequence[int]) -> Appended:
    """The answer of one append from its row."""
    try:
        first, last, *versions = answer
        return Appended(first, last, dict(zip(streams, versions, strict=True)))
    except (ValueError, TypeError):
        raise Damaged(because("database.foreign_row")) from None


def read_answers(group: Sequence[PendingAppend], text: bytes) -> list[Appended]:
    """Decode the procedure's answers: ``{first,last,version,…}``, a version for each stream written to."""
    numbers = map(int, text[1:-1].split(b","))
    return [
        Appended(
            next(numbers),
            next(numbers),
            {part.stream: next(numbers) for part in pending.batch if part.events},
        )
        for pending in group
    ]


def read_append(row: tuple[Any, ...]) -> AppendRow:
    """An append row from its columns."""
    number, sender, id_, digest, streams, answer, leaf = row
    return AppendRow(
        number=number,
        sender=sender or "",
        id=id_ or "",
        digest=digest or b"",
        answer=read_answer(streams, answer),
        leaf=leaf,
    )
