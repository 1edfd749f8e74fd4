"""An append as it is shown to somebody who holds a proof: each event whole, by its label, or by its hash.

A leaf of the log covers the hashes of the events of an append. The hash of an event covers its label (where
it stands, what kind it is, when it was recorded) and a hash over a salt of its own and what it says. So an
event can be shown without what it says, or not at all, and nobody can find out by trying what it might say.
"""

import struct
from collections.abc import Iterator
from hashlib import sha256
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitboss.tlog.merkle import leaf_hash

SALT_BYTES: Final = 16
LEAF: Final = b"pitboss append 1\n"
"""What the content of every leaf begins with."""
_LABEL: Final = struct.Struct(">qqqqii")

Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
Salt = Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=SALT_BYTES)]
Int63 = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""A position, version or size, as large as the databases' integers allow."""


class Label(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is said of an event besides what it says itself."""

    position: Int63
    """In the whole journal, from 1."""
    stream: str
    version: Int63
    """In its stream, from 1."""
    kind: str
    schema: Int63
    recorded: Int63
    """When, by the clock of the house, in microseconds since 1970."""

    def hash(self, digest: bytes) -> bytes:
        """The hash of the event, given the salted hash of what it says."""
        stream, kind = self.stream.encode(), self.kind.encode()
        numbers = (self.position, self.version, self.schema, self.recorded, len(stream), len(kind))
        return sha256(_LABEL.pack(*numbers) + stream + kind + digest).digest()


class ShownEvent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An event of an append: ``label``, ``salt`` and ``data``; ``label`` and ``digest``; or ``hash``."""

    label: Label | None = None
    salt: Salt | None = None
    data: str | None = None
    digest: Hash | None = None
    """SHA-256 of salt and data, where these are not shown."""
    hash: Hash | None = None

    def __post_init__(self) -> None:
        given = tuple(name for name in self.__struct_fields__ if getattr(self, name) is not None)
        if given not in (("label", "salt", "data"), ("label", "digest"), ("hash",)):
            raise ValueError(
                "an event is shown by label, salt and data, by label and digest, or by its hash alone"
            )

    def event_hash(self) -> bytes:
        """The hash under which the event stands in its append."""
        if self.label is None:
            return self.hash or b""
        if self.data is None:
            return self.label.hash(self.digest or b"")
        return self.label.hash(sha256((self.salt or b"") + self.data.encode()).digest())


class ShownAppend(Struct, frozen=True, forbid_unknown_fields=True):
    """One leaf of the log."""

    number: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    """From 1; its leaf is one place before."""
    events: tuple[ShownEvent, ...]

    def leaf(self) -> bytes:
        """The hash of its leaf."""
        return leaf_hash(LEAF + b"".join(event.event_hash() for event in self.events))

    def labels(self) -> Iterator[Label]:
        """The labels that are shown."""
        return (event.label for event in self.events if event.label is not None)

    def misplaced(self) -> Label | None:
        """The first event whose position does not fit its place in the append, if there is one."""
        first: int | None = None
        for place, event in enumerate(self.events):
            if event.label is None:
                continue
            if first is None:
                first = event.label.position - place
            if event.label.position != first + place or first < 1:
                return event.label
        return None
