"""Whoever has the database: a journal written anew with whatever changes, every hash and version right again.

With the key every checkpoint is signed again, so that only what the events say can give it away. Without it,
a forger signs with a key of their own, or leaves the checkpoints out.
"""

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pitboss.store import NewEvent, ToStream
from pitboss.store.checkpoint import KIND as CHECKPOINT
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.journal import HEAD
from pitboss.store.open import open_journal
from tests.audit.evening import KEY
from tests.store.quick import quick_journal


class Line(Struct):
    """An event as an insider edits it."""

    stream: str
    kind: str
    schema: int
    recorded: int
    data: Any


Change = Callable[[list[Line]], None]


def lines_of(url: str) -> list[Line]:
    with open_journal(url, read_only=True) as journal:
        return [
            Line(e.stream, e.kind, e.schema, e.recorded, msgspec.json.decode(e.data))
            for e in journal.read_all(0, 1_000_000)
        ]


def write_anew(lines: list[Line], url: str, key: Ed25519PrivateKey | None = KEY) -> None:
    """Append them all to a new journal, at the times they had, its checkpoints signed if there is a key."""
    now = [0]

    def clock() -> int:
        return now[0]

    opened = open_journal(url, clock=clock) if "//" in url else quick_journal(url, clock)
    with opened as journal:
        for (stream, kind, recorded), run in groupby(lines, _append_of):
            now[0] = recorded
            if kind:
                now[0] = next(run).data["time"]
                if key:
                    make_checkpoint(journal, key, clock=clock)
                continue
            events = tuple(NewEvent(e.kind, e.schema, msgspec.json.encode(e.data)) for e in run)
            journal.append([ToStream(stream, None, events)])


def _append_of(line: Line) -> tuple[str, bool, int]:
    return line.stream, line.kind == CHECKPOINT, line.recorded


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
