"""Whoever has the database: a journal written anew with whatever changes, every hash and version right again.

With the key every checkpoint is signed again, so that only what the events say can give it away. Without it,
a forger signs with a key of their own, or leaves the checkpoints out.
"""

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from typing import Any
from unittest import mock

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pitboss.access.aggregates import access_registry
from pitboss.commands.record import recorded_identity
from pitboss.settlement.verdicts import Line as SettledLine
from pitboss.store import NewEvent, ToStream, tree
from pitboss.store.checkpoint import KIND as CHECKPOINT
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.errors import BadEvent
from pitboss.store.journal import HEAD, CommandIdentity
from pitboss.store.open import open_journal
from pitboss.tlog.shown import SALT_BYTES
from tests.audit.evening import KEY
from tests.store.quick import quick_journal

BOX, PLAYER, BET, NET, CLAUSES, REASON = map(
    SettledLine.__struct_fields__.index, ("box", "player", "bet", "net", "clauses", "reason")
)
"""Places of the fields of a settlement's line, which the record holds without names."""


class Line(Struct):
    """An event as an insider edits it."""

    stream: str
    kind: str
    schema: int
    recorded: int
    data: Any
    salt: bytes = b""
    """A forger keeps the salts of what they leave as it is, so that its hashes stay."""


Change = Callable[[list[Line]], None]


def lines_of(url: str) -> list[Line]:
    with open_journal(url, read_only=True) as journal:
        return [
            Line(e.stream, e.kind, e.schema, e.recorded, msgspec.json.decode(e.data), e.salt)
            for e in journal.read_all(0, 1_000_000)
        ]


def write_anew(lines: list[Line], url: str, key: Ed25519PrivateKey | None = KEY) -> None:
    """Append them all to a new journal, at the times they had, its checkpoints signed if there is a key."""
    now = [0]
    salts: list[bytes] = []

    def clock() -> int:
        return now[0]

    def own_salts(count: int) -> list[bytes]:
        return salts

    opened = open_journal(url, clock=clock) if "//" in url else quick_journal(url, clock)
    with opened as journal, mock.patch.object(tree, "random_salts", own_salts):
        for append in _appends(lines):
            now[0] = append[0].recorded
            salts = [line.salt or bytes(SALT_BYTES) for line in append]
            if append[0].kind == CHECKPOINT:
                if key:
                    make_checkpoint(journal, key)
                continue
            batch: list[ToStream] = []
            for stream, run in groupby(append, lambda line: line.stream):
                batch.append(ToStream(stream, None, tuple(map(_event, run))))
            journal.append(batch, _identity(append[0]))


def _appends(lines: list[Line]) -> Iterator[list[Line]]:
    """What was recorded together: a command with as many events as it says, or else what fits together."""
    place = 0
    while place < len(lines):
        count = lines[place].data.get("events", 0) if lines[place].kind == HEAD else 0
        whole = lines[place : place + 1 + (count if isinstance(count, int) and count > 0 else 0)]
        streams = [stream for stream, _ in groupby(whole, lambda line: line.stream)]
        if len({line.recorded for line in whole}) == 1 and len(set(streams)) == len(streams):
            yield whole
        else:
            yield from (list(run) for _, run in groupby(whole, _append_of))
        place += len(whole)


def _append_of(line: Line) -> tuple[str, bool, int]:
    return line.stream, line.kind == CHECKPOINT, line.recorded


def _event(line: Line) -> NewEvent:
    return NewEvent(line.kind, line.schema, msgspec.json.encode(line.data))


def _identity(line: Line) -> CommandIdentity | None:
    """Whose command it is, if that can still be read."""
    if line.kind != HEAD:
        return None
    try:
        return recorded_identity(access_registry().decode(_event(line)))
    except BadEvent:
        return None


def find(lines: list[Line], kind: str, **fields: Any) -> int:
    """Where the first event of a kind with these values stands."""
    return next(found(lines, kind, **fields))


def found(lines: list[Line], kind: str, **fields: Any) -> Iterator[int]:
    for place, line in enumerate(lines):
        if line.kind == kind and all(line.data.get(name) == value for name, value in fields.items()):
            yield place


def head_of(lines: list[Line], place: int) -> int:
    """Where the command stands that an event follows from."""
    return max(n for n in found(lines, HEAD) if n <= place)


def recounted(lines: list[Line]) -> list[Line]:
    """With every command saying how many events follow it by now."""
    ends = [n for n, line in enumerate(lines) if line.kind in (HEAD, CHECKPOINT)]
    for place, end in pairwise([*ends, len(lines)]):
        if lines[place].kind == HEAD:
            lines[place].data["events"] = end - place - 1
    return lines


def after(lines: list[Line], place: int, kind: str) -> int:
    """Where the next event of a kind stands behind a place."""
    return next(n for n in found(lines, kind) if n > place)
