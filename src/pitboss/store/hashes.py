"""What of an append stands in the log's tree: a hash of each event, and the leaf over the hashes.

An event's hash covers its place, its stream and kind, and of its data a hash with a salt. So it can be shown
to an outsider whole, or without its data, or by its hash alone; what is not shown cannot be found by trying
what it might have said, few as the hands of three cards are.
"""

import os
import struct
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from pitboss.store.journal import Recorded
from pitboss.tlog.shown import LEAF as CONTENT
from pitboss.tlog.shown import SALT_BYTES

LEAF: Final = b"\0" + CONTENT
"""What is hashed of every leaf, by RFC 6962, before the hashes of its events."""

_PLACE: Final = struct.Struct(">qq")
_LABEL: Final = struct.Struct(">qqii")


def random_salts(count: int) -> list[bytes]:
    """A salt for each of some events."""
    whole = os.urandom(SALT_BYTES * count)
    return [whole[place : place + SALT_BYTES] for place in range(0, len(whole), SALT_BYTES)]


def label_of(stream: bytes, kind: str, schema: int, recorded: int) -> bytes:
    """What is said of an event besides its place and its data; known before it has a place."""
    word = kind.encode()
    return _LABEL.pack(schema, recorded, len(stream), len(word)) + stream + word


def salted_hash(salt: bytes, data: bytes) -> bytes:
    """The hash of an event's data."""
    return sha256(salt + data).digest()


def event_hash(position: int, version: int, label: bytes, digest: bytes) -> bytes:
    """SHA-256 of an event, given the salted hash of its data.

    Lengths come before texts, so no two events have the same bytes.

    ``pitboss_append_together`` in :mod:`pitboss.store.postgres.schema` computes the same inside the database.
    """
    return sha256(_PLACE.pack(position, version) + label + digest).digest()


def hash_of(event: Recorded) -> bytes:
    """The hash that a recorded event must have."""
    label = label_of(event.stream.encode(), event.kind, event.schema, event.recorded)
    return event_hash(event.position, event.version, label, salted_hash(event.salt, event.data))


def leaf_of(hashes: Iterable[bytes]) -> bytes:
    """The leaf of an append, from the hashes of its events in their order."""
    return sha256(LEAF + b"".join(hashes)).digest()
