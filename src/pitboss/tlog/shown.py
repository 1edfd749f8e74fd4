"""Selective disclosure of an append: each event whole, by its label, or by its hash.

A leaf of the log covers the hashes of an append's events. An event's hash covers its label (position, kind,
time) and a salted hash of its data. So an event can be disclosed without its data, or not at all, and the
salt keeps hidden data from being guessed by trying.
"""

import struct
from collections.abc import Iterator
from hashlib import sha256
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitboss.tlog.merkle import leaf_hash

SALT_BYTES: Final = 16
LEAF: Final = b"pitboss append 1\n"
"""The domain prefix of every leaf's content."""
_LABEL: Final = struct.Struct(">qqqqii")

Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
Salt = Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=SALT_BYTES)]
Int63 = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""A position, version or size, as large as the databases' integers allow."""


class Label(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The metadata of an event."""

    position: Int63
    """Position in the journal, from 1."""
    stream: str
    version: Int63
    """Version in its stream, from 1."""
    kind: str
    schema: Int63
    recorded: Int63
    """Recorded time by the house's clock, in microseconds since 1970."""

    def hash(self, digest: bytes) -> bytes:
        """The hash of the event, given the salted hash of its data."""
        stream, kind = self.stream.encode(), self.kind.encode()
        numbers = (self.position, self.version, self.schema, self.recorded, len(stream), len(kind))
        return sha256(_LABEL.pack(*numbers) + stream + kind + digest).digest()


class ShownEvent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An event of an append: ``label``, ``salt`` and ``data``; ``label`` and ``digest``; or ``hash``."""

    label: Label | None = None
    salt: Salt | None = None
    data: str | None = None
    digest: Hash | None = None
    """SHA-256 of salt and data, if these are hidden."""
    hash: Hash | None = None

    def __post_init__(self) -> None:
        given = tuple(name for name in self.__struct_fields__ if getattr(self, name) is not None)
        if given not in (("label", "salt", "data"), ("label", "digest"), ("hash",)):
            raise ValueError(
                "an event is shown by label, salt and data, by label and digest, or by its hash alone"
            )

    def event_hash(self) -> bytes:
        """The hash of the event, as its append's leaf covers it."""
        if self.label is None:
            return self.hash or b""
        if self.data is None:
            return self.label.hash(self.digest or b"")
        return self.label.hash(sha256((self.salt or b"") + self.data.encode()).digest())


class ShownAppend(Struct, frozen=True, forbid_unknown_fields=True):
    """A disclosed append: one leaf of the log."""

    number: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    """Number of the append, from 1; the index of its leaf is one less."""
    events: tuple[ShownEvent, ...]

    def leaf(self) -> bytes:
        """The hash of the append's leaf."""
        return leaf_hash(LEAF + b"".join(event.event_hash() for event in self.events))

    def labels(self) -> Iterator[Label]:
        """The disclosed labels."""
        return (event.label for event in self.events if event.label is not None)

    def misplaced(self) -> Label | None:
        """The first label whose position does not fit its place in the append; ``None`` if all fit."""
        first: int | None = None
        for place, event in enumerate(self.events):
            if event.label is None:
                continue
            if first is None:
                first = event.label.position - place
            if event.label.position != first + place or first < 1:
                return event.label
        return None
