"""A server refuses to start on a journal with events of a kind or version it cannot read.

The database lists the kinds of all events without reading them. The position up to which they were known is
cached in the private records, sealed with the floor's key, so a start checks only new events.
"""

import hmac
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.floor.registry import floor_registry
from pitboss.mac import mac
from pitboss.store import Journal
from pitboss.store.archive_note import EVENT as ARCHIVE
from pitboss.store.checkpoint import EVENTS as CHECKPOINTS
from pitboss.store.errors import NewerJournal
from pitboss.store.private import Private, PrivateStore

BESIDE: Final = frozenset({*CHECKPOINTS, ARCHIVE})
"""The journal's own kinds and their schema numbers, which are in no registry."""
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
    registry = {entry.kind: entry.schema for entry in floor_registry().types()}
    digest = sha256(repr((sorted(registry.items()), sorted(BESIDE))).encode()).hexdigest()
    end = journal.last_position()
    known = _read(private, seal)
    checked = known.position if known and known.digest == digest else 0
    start = min(max(checked, journal.archived()), end)
    for after in range(start, end, _AT_ONCE):
        for kind, schema, position in journal.kinds(after, min(after + _AT_ONCE, end)):
            if (kind, schema) not in BESIDE and not 0 < schema <= registry.get(kind, 0):
                raise NewerJournal(
                    f"{journal.url} holds an event {kind} of version {schema} at position {position}, which "
                    "this Pitboss cannot read: use the Pitboss that wrote it."
                )
    value = msgspec.json.encode(_Known(end, digest))
    private.add("kinds", Private(_KEY, "", mac(seal, _KEY + value) + value, _NEVER))


def sealed_position(private: PrivateStore, seal: bytes) -> int:
    """The position that the journal had reached when a server last started on it; 0 if none has."""
    known = _read(private, seal)
    return known.position if known else 0


def forget_sealed_position(private: PrivateStore) -> None:
    """Let the journal end before the sealed position, once two people go on without what is missing."""
    private.erase("kinds", _KEY)


def _read(private: PrivateStore, seal: bytes) -> _Known | None:
    record = private.get("kinds", _KEY)
    if record is None:
        return None
    code, value = record.value[:32], record.value[32:]
    if not hmac.compare_digest(code, mac(seal, _KEY + value)):
        return None
    return msgspec.json.decode(value, type=_Known)
