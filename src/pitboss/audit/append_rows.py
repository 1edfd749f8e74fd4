"""The rows that a journal keeps of its appends, compared with what follows from the events.

By its row a command that is sent again is known; without the row it would be carried out twice. The rows lie
outside the hash chain. So every append is told from the events while they are walked, kept as a few bytes,
and held against the rows in the end.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from pitboss.access.recording import CommandRecorded, recorded_identity
from pitboss.floor.past import Entry
from pitboss.store import Journal
from pitboss.store.journal import Appended, AppendRow
from pitboss.store.verify import Fault

_BYTES: Final = 16
_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


class AppendRows:
    """The appends of a journal as its events tell them."""

    def __init__(self) -> None:
        self._firsts = array("q")
        self._digests = bytearray()
        self._head: Entry | None = None
        self._missing = 0
        self._versions: dict[str, int] = {}

    def take(self, entry: Entry) -> None:
        """One event more, in the order of the journal."""
        if self._head is None:
            self._head = entry
            self._missing = entry.event.events if isinstance(entry.event, CommandRecorded) else 0
        else:
            self._missing -= 1
        self._versions[entry.recorded.stream] = entry.recorded.version
        if self._missing <= 0:
            self._add(self._head, entry.recorded.position)
            self._head, self._versions = None, {}

    def _add(self, head: Entry, last: int) -> None:
        event, first = head.event, head.recorded.position
        identity = recorded_identity(event) if isinstance(event, CommandRecorded) else None
        row = AppendRow(
            sender=identity.sender if identity else "",
            id=identity.id if identity else "",
            digest=identity.digest if identity else b"",
            answer=Appended(first, last, self._versions),
        )
        self._firsts.append(first)
        self._digests += _digest(row)

    def fault(self, journal: Journal, after: int, last: int) -> Fault | None:
        """The first append, of those after one position and up to another, whose row is not as it must be."""
        firsts = self._firsts
        seen = bytearray(len(firsts))
        wrong: list[tuple[int, str]] = []
        for row in journal.append_rows(after, last):
            first = row.answer.first
            place = bisect_left(firsts, first)
            if place == len(firsts) or firsts[place] != first:
                wrong.append((first, _named(row, "is of no append")))
            elif self._digests[place * _BYTES : (place + 1) * _BYTES] != _digest(row):
                wrong.append((first, _named(row, "is not what its events say")))
            elif seen[place]:
                wrong.append((first, _named(row, "stands there twice")))
            else:
                seen[place] = 1
        wrong += _unseen(firsts, seen, after, {first for first, _ in wrong})
        if not wrong:
            return None
        first, message = min(wrong)
        return Fault(position=first, stream=None, version=None, message=message)


def _unseen(firsts: Sequence[int], seen: bytearray, after: int, named: set[int]) -> list[tuple[int, str]]:
    """The first append without a row, if there is one."""
    place = -1
    while (place := seen.find(0, place + 1)) >= 0:
        first = firsts[place]
        if first > after and first not in named:
            why = "has no row: its command, sent again, would be carried out twice"
            return [(first, f"The append at position {first} {why}.")]
    return []


def _named(row: AppendRow, why: str) -> str:
    whose = f"of command {row.id} of {row.sender}" if row.sender else "of an append"
    return f"The row {whose}, at positions {row.answer.first} to {row.answer.last}, {why}."


def _digest(row: AppendRow) -> bytes:
    answer = row.answer
    fields = (row.sender, row.id, row.digest, answer.first, answer.last, answer.versions)
    return blake2b(_ENCODER.encode(fields), digest_size=_BYTES).digest()
