"""A server refuses to start on a journal with events of a kind or version it cannot read.

The database lists the kinds of all events without reading them. The position up to which they were known is
cached in the private records, sealed with the floor's key, so a start checks only new events. A running
server checks every second what others have recorded.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.floor.aggregates import floor_registry
from pitboss.keyed_hash import mac
from pitboss.reason import because
from pitboss.store import Journal, Recorded
from pitboss.store.archive_note import EVENT as ARCHIVE
from pitboss.store.checkpoint import EVENTS as CHECKPOINTS
from pitboss.store.errors import BadEvent, NewerJournal, NotUnderstood
from pitboss.store.private import Private, PrivateStore

BESIDE: Final = frozenset({*CHECKPOINTS, ARCHIVE})
"""The journal's own kinds and their schema numbers, which are in no registry."""
_REGISTRY: Final = floor_registry()
_KEY: Final = b"known kinds"
_NEVER: Final = 2**62
_AT_ONCE: Final = 200_000
"""Positions per query."""


class _Known(Struct, frozen=True):
    """Cache entry: up to this position, all kinds are among those with this digest."""

    position: int
    digest: str


def refuse_unknown_kinds(journal: Journal, private: PrivateStore, seal: bytes) -> None:
    """Raise :class:`NewerJournal` if an event has a kind or version that this build does not know."""
    known = _read(private, seal)
    checked = known.position if known and known.digest == _digest() else 0
    _seal(private, seal, _checked(journal, max(checked, journal.archived())))


class KindsWatch:
    """Checks while a server runs what other servers record, and keeps the sealed position up to date.

    A journal in a file ends before the sealed position if its newest appends are lost: its ``-wal`` was
    deleted, or the disk had not kept what it had confirmed. In PostgreSQL both are lost together.
    """

    def __init__(self, journal: Journal, private: PrivateStore, seal: bytes, *, seals: bool) -> None:
        self._journal, self._private, self._seal, self._seals = journal, private, seal, seals
        self._position = journal.last_position()

    def look(self, position: int) -> None:
        """Check the events up to a position; raises :class:`NotUnderstood`."""
        if position <= self._position:
            return
        try:
            end = _checked(self._journal, self._position)
        except NewerJournal as error:
            raise NotUnderstood(error.reason) from error
        if self._seals:
            _seal(self._private, self._seal, end)
        self._position = end


def readable(events: Iterable[Recorded]) -> None:
    """Decode what another server has recorded; raises :class:`NotUnderstood` if that would misread it."""
    try:
        for event in events:
            if (event.kind, event.schema) not in BESIDE:
                _REGISTRY.decode(event)
    except BadEvent as error:
        raise NotUnderstood(because("journal.not_understood", why=error.reason)) from error


def _checked(journal: Journal, after: int) -> int:
    """The journal's end, if this build knows the kinds of all events since a position."""
    known = _known_schemas()
    end = journal.last_position()
    for start in range(min(after, end), end, _AT_ONCE):
        for kind, schema, position in journal.kinds(start, min(start + _AT_ONCE, end)):
            if (kind, schema) not in BESIDE and not 0 < schema <= known.get(kind, 0):
                raise NewerJournal(
                    because(
                        "journal.newer_event",
                        journal=journal.url,
                        kind=kind,
                        version=schema,
                        position=position,
                    )
                )
    return end


def _known_schemas() -> dict[str, int]:
    return {entry.kind: entry.schema for entry in _REGISTRY.types()}


def _digest() -> str:
    return sha256(repr((sorted(_known_schemas().items()), sorted(BESIDE))).encode()).hexdigest()


def _seal(private: PrivateStore, seal: bytes, end: int) -> None:
    value = msgspec.json.encode(_Known(end, _digest()))
    private.add("kinds", Private(_KEY, "", mac(seal, _KEY + value) + value, _NEVER))


def sealed_position(private: PrivateStore, seal: bytes) -> int:
    """The position that the journal had reached when a server last looked; 0 if none has."""
    known = _read(private, seal)
    return known.position if known else 0


def forget_sealed_position(private: PrivateStore) -> None:
    """Let the journal end before the sealed position, once two people have accepted the gap."""
    private.erase("kinds", _KEY)


def _read(private: PrivateStore, seal: bytes) -> _Known | None:
    record = private.get("kinds", _KEY)
    if record is None:
        return None
    code, value = record.value[:32], record.value[32:]
    if not hmac.compare_digest(code, mac(seal, _KEY + value)):
        return None
    return msgspec.json.decode(value, type=_Known)
