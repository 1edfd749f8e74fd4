"""The hash chain: every event's hash covers the hash before it in its stream.

The global position is covered too. Without it, somebody could exchange the places of two events of
different streams, and with them the order of two jackpot wins, without breaking either chain.

Of the event's data the hash covers a hash. So the way from one event to the end of its stream can be shown
to an outsider without showing him what the events in between say.
"""

import struct
from hashlib import sha256
from typing import Final

from pitboss.store.journal import Recorded

GENESIS: Final = bytes(32)
"""What the first event of a stream follows."""

_PLACE: Final = struct.Struct(">qq")
_LABEL: Final = struct.Struct(">qqii")


def label_of(stream: bytes, kind: str, schema: int, recorded: int) -> bytes:
    """What is said of an event besides its place and its data; known before it has a place."""
    word = kind.encode()
    return _LABEL.pack(schema, recorded, len(stream), len(word)) + stream + word


def link(previous: bytes, position: int, version: int, label: bytes, digest: bytes) -> bytes:
    """SHA-256 of an event, given the hash of its data.

    Lengths come before texts, so no two events have the same bytes.

    ``pitboss_append_together`` in :mod:`pitboss.store.postgres_schema` computes the same inside the database.
    """
    return sha256(b"".join((previous, _PLACE.pack(position, version), label, digest))).digest()


def linked_hash(
    previous: bytes,
    position: int,
    stream: str,
    version: int,
    kind: str,
    schema: int,
    recorded: int,
    digest: bytes,
) -> bytes:
    """The hash of an event from the hash of its data, for whoever may not see the data itself."""
    return link(previous, position, version, label_of(stream.encode(), kind, schema, recorded), digest)


def data_hash(data: bytes) -> bytes:
    """The hash of an event's data."""
    return sha256(data).digest()


def hash_of(previous: bytes, event: Recorded) -> bytes:
    """The hash that a recorded event must have after ``previous``."""
    label = label_of(event.stream.encode(), event.kind, event.schema, event.recorded)
    return link(previous, event.position, event.version, label, data_hash(event.data))
