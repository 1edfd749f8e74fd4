"""The sender and id in each append's row, compared with the command among its events.

The row makes commands idempotent; with another identity a retried command would run twice. The walk itself
checks that every append has a row with its positions and leaf. This module keeps a few bytes per append
during the walk and compares them with the rows at the end.
"""

from hashlib import blake2b
from typing import Final

import msgspec

from pitboss.commands.record import CommandRecorded, recorded_identity
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.reason import Reason, because
from pitboss.store import Journal
from pitboss.store.fault import RecordFault, fault_at
from pitboss.store.journal import AppendRow

_BYTES: Final = 16
_ENCODER: Final = msgspec.msgpack.Encoder()


class AppendRows:
    """The identities of all appends, as their events tell them."""

    def __init__(self) -> None:
        self._before = 0
        self._last: int | None = None
        self._digests = bytearray()

    def take(self, entry: DecodedEvent) -> None:
        """Take the next event of the journal; the first of each append names its sender and id."""
        append, event = entry.recorded.append, entry.event
        if append == self._last:
            return
        if self._last is None:
            self._before = append - 1
        self._last = append
        identity = recorded_identity(event) if isinstance(event, CommandRecorded) else None
        self._digests += _digest(identity.sender, identity.id, identity.digest) if identity else _NOBODY

    def fault(self, journal: Journal) -> RecordFault | None:
        """The first append whose row has another identity than its events."""
        count = len(self._digests) // _BYTES
        for place, row in enumerate(journal.append_rows(self._before, self._before + count)):
            told = self._digests[place * _BYTES : (place + 1) * _BYTES]
            if told != _digest(row.sender, row.id, row.digest):
                return fault_at(row.answer.first, _named(row))
        return None


def _named(row: AppendRow) -> Reason:
    append, position = row.number, row.answer.first
    if not row.sender:
        return because("fault.row_without_command", append=append, position=position)
    return because("fault.row_command", append=append, position=position, command=row.id, sender=row.sender)


def _digest(sender: str, id_: str, digest: bytes) -> bytes:
    return blake2b(_ENCODER.encode((sender, id_, digest)), digest_size=_BYTES).digest()


_NOBODY: Final = _digest("", "", b"")
