"""Recorded appends: the command that each begins with, and the events that must follow from it.

The sender and id in each append's row, compared with the command among its events.

The row makes commands idempotent; with another identity a retried command would run twice. The walk itself
checks that every append has a row with its positions and leaf. This module keeps a few bytes per append
during the walk and compares them with the rows at the end.

The sealed decks of a journal, opened with the floor's key and compared with what was dealt.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.commands.record import Changes, CommandRecorded, recorded_identity
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.dealing import BadSeal, Sealer
from pitboss.floor.tables.faces import faces_up
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.floor.tables.table import TableState
from pitboss.reason import Reason, because, reason_of
from pitboss.refusal import Refusal
from pitboss.replay.differences import Mismatch, difference
from pitboss.round.events import CardsShown
from pitboss.shoe import commit
from pitboss.store import Journal
from pitboss.store.fault import RecordFault, fault_at, fault_of
from pitboss.store.journal import AppendRow


class Decks:
    """Audits decks: without the key only positions, with it every named card."""

    def __init__(self, sealer: Sealer | None) -> None:
        self._sealer = sealer
        self.closed = 0
        """Decks that could not be opened without the key."""
        self.opened = 0
        """Decks that match their commitment."""
        self.named = 0
        """Named cards that match the committed deck."""

    def differ(self, table: TableState | None, event: Struct) -> Mismatch | None:
        """The mismatch between the next event of a table and its deck."""
        if self._sealer is None:
            self.closed += isinstance(event, fe.ShoeReady)
            return None
        match event:
            case fe.ShoeReady():
                return self._ready(self._sealer, event)
            case CardsShown() as shown if table and table.shoe and table.round:
                shoe = self._sealer.open(table.shoe.commitment.shoe, table.sealed)
                faces = faces_up(table.round, table.shoe.draws, shoe, shown.at)
                if faces != shown.turned:
                    return because("fault.cards", cards=shown.turned), because("due.cards", cards=faces)
                self.named += len(faces)
        return None

    def _ready(self, sealer: Sealer, event: fe.ShoeReady) -> Mismatch | None:
        try:
            shoe = sealer.open(event.commitment.shoe, event.sealed)
        except BadSeal as fault:
            return because("fault.deck", why=reason_of(fault)), because("due.deck")
        if commit(shoe) != event.commitment:
            return because("fault.commitment"), because("due.value", value=commit(shoe).root.hex())
        self.opened += 1
        return None


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


class RecordedAppend(Struct, frozen=True):
    """A recorded command with all its events."""

    head: DecodedEvent
    command: CommandRecorded
    entries: tuple[DecodedEvent, ...]
    """The events after the head."""

    def of_stream(self, stream: str) -> tuple[DecodedEvent, ...]:
        """The events of one stream."""
        return tuple(entry for entry in self.entries if entry.recorded.stream == stream)

    @property
    def events(self) -> tuple[Struct, ...]:
        """The decoded events."""
        return events_of(self.entries)


def events_of(entries: Iterable[DecodedEvent]) -> tuple[Struct, ...]:
    """The decoded events of entries."""
    return tuple(entry.event for entry in entries)


def first_difference(append: RecordedAppend, again: Changes | Refusal) -> RecordFault | None:
    """The first recorded event that does not follow from its command."""
    head = append.head.recorded
    if isinstance(again, Refusal):
        return fault_of(head, because("fault.refused", why=again.reason), because("due.refused"))
    due = [(f"{change.kind}/{change.name}", event) for change in again for event in change.events]
    if due and due[0][0] != head.stream:
        return fault_of(head, because("fault.stream"), because("due.value", value=due[0][0]))
    return compare_events(append.entries, due, head=append.head)


def compare_events(
    entries: Sequence[DecodedEvent], due: Sequence[tuple[str, Struct]], head: DecodedEvent
) -> RecordFault | None:
    """The first recorded event that differs from the due one."""
    before = head
    for place, (stream, should) in enumerate(due):
        kind = type(should).__name__
        entry = entries[place] if place < len(entries) else None
        if entry is None or (entry.recorded.stream != stream and len(entries) < len(due)):
            why = because("fault.not_followed", kind=kind, stream=stream)
            return fault_of(before.recorded, why, because("due.behind", kind=kind))
        if entry.recorded.stream != stream:
            why = because("fault.stands_of", kind=kind, stream=stream)
            return fault_of(entry.recorded, why, because("due.value", value=kind))
        if entry.event != should:
            return _fault(entry, should)
        before = entry
    if len(entries) > len(due):
        return fault_of(entries[len(due)].recorded, because("fault.no_command"), because("due.nothing"))
    return None


def _fault(entry: DecodedEvent, should: Struct) -> RecordFault:
    found = difference(entry.event, should)
    if found is None or not found.path:
        kind = type(should).__name__
        why = because("fault.stands", kind=kind)
        return fault_of(entry.recorded, why, because("due.value", value=kind))
    return fault_of(entry.recorded, because("fault.says", path=found.path, found=found.found), found.due())
