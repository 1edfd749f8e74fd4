"""No server starts on a journal that holds an event it could not read, wherever that stands.

The database lists the kinds of all events, without their being read. Up to where they were known is kept
among the private records, sealed with the key of the floor, so that a start asks only for what is new.
"""

import hmac
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.floor.registry import floor_registry
from pitboss.store import Journal
from pitboss.store.archive_note import EVENT as ARCHIVE
from pitboss.store.checkpoint import EVENTS as CHECKPOINTS
from pitboss.store.errors import NewerJournal
from pitboss.store.private import Private, PrivateStore

BESIDE: Final = frozenset({*CHECKPOINTS, ARCHIVE})
"""Kinds, with the number of their shape, that are the journal's own and in no registry."""
_KEY: Final = b"known kinds"
_NEVER: Final = 2**62
_AT_ONCE: Final = 200_000
"""Positions that are asked about by one query."""


class _Known(Struct, frozen=True):
    """Up to a position, all kinds are among those with a digest."""

    position: int
    digest: str


def refuse_unknown_kinds(journal: Journal, private: PrivateStore, seal: bytes) -> None:
    """Raise :class:`NewerJournal` for an event of a kind, or of a shape, that this Pitboss does not know."""
    registry = {entry.kind: entry.schema for entry in floor_registry().types()}
    digest = sha256(repr((sorted(registry.items()), sorted(BESIDE))).encode()).hexdigest()
    end = journal.last_position()
    start = min(max(_read(private, seal, digest), journal.archived()), end)
    for after in range(start, end, _AT_ONCE):
        for kind, schema, position in journal.kinds(after, min(after + _AT_ONCE, end)):
            if (kind, schema) not in BESIDE and not 0 < schema <= registry.get(kind, 0):
                raise NewerJournal(
                    f"{journal.url} holds an event {kind} of version {schema} at position {position}, which "
                    "this Pitboss cannot read: use the Pitboss that wrote it."
                )
    value = msgspec.json.encode(_Known(end, digest))
    private.add("kinds", Private(_KEY, "", hmac.digest(seal, _KEY + value, "sha256") + value, _NEVER))


def _read(private: PrivateStore, seal: bytes, digest: str) -> int:
    """Up to where all kinds are known; 0 if that was kept by nobody, or by another build."""
    record = private.get("kinds", _KEY)
    if record is None:
        return 0
    mac, value = record.value[:32], record.value[32:]
    if not hmac.compare_digest(mac, hmac.digest(seal, _KEY + value, "sha256")):
        return 0
    known = msgspec.json.decode(value, type=_Known)
    return known.position if known.digest == digest else 0
