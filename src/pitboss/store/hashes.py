"""Hashes of the log: one for each event, and a leaf over the hashes of each append.

An event's hash covers its place, stream, kind and a salted hash of its data. So an event can be disclosed
whole, without its data, or by its hash alone. The salt keeps hidden data from being guessed by trying all
possibilities, few as three-card hands are.
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
"""Prefix of every hashed leaf: the leaf byte of RFC 6962 and the domain."""

_PLACE: Final = struct.Struct(">qq")
_LABEL: Final = struct.Struct(">qqii")


def random_salts(count: int) -> list[bytes]:
    """``count`` random salts, one for each event."""
    whole = os.urandom(SALT_BYTES * count)
    return [whole[place : place + SALT_BYTES] for place in range(0, len(whole), SALT_BYTES)]


def label_of(stream: bytes, kind: str, schema: int, recorded: int) -> bytes:
    """The hashed bytes of an event that are known before it has a position."""
    word = kind.encode()
    return _LABEL.pack(schema, recorded, len(stream), len(word)) + stream + word


def salted_hash(salt: bytes, data: bytes) -> bytes:
    """The salted hash of an event's data."""
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
