"""Trusted snapshots: sealed with the floor's key and bound to the event that they stand for.

A snapshot lies outside the log's tree, so it is checked before use. Its seal, an HMAC, shows that a holder of
the floor's key made it. The position and hash of its event show that it belongs to this journal, and not to
one that was truncated or rewritten since. A state without a trusted snapshot is folded from the events.
"""

import hmac
import logging
import struct
from typing import Final

from msgspec import structs

from pitboss.keyed_hash import mac
from pitboss.reason import Reason, because
from pitboss.store.heads_at import head_of_version
from pitboss.store.journal import Journal, Snapshot
from pitboss.words import say

LOG: Final = logging.getLogger("pitboss.snapshots")
PURPOSE: Final = b"snapshots 1"
"""Purpose of the key that is derived from the floor's key for snapshots."""
_NUMBERS: Final = struct.Struct(">qqqqqq")


class Snapshots:
    """The snapshots of one journal. Without the floor's key, none is saved or trusted."""

    def __init__(self, journal: Journal, key: bytes | None = None) -> None:
        self._journal = journal
        self.key = key

    def save(self, name: str, version: int, schema: int, data: bytes) -> None:
        """Save the state of a stream at a version, if there is a key to seal it with.

        ``name`` is the stream's, alone or followed by a blank and a word.
        """
        head = head_of_version(self._journal, stream_of(name), version)
        if self.key is None or head is None:
            return
        snapshot = Snapshot(
            stream=name, version=version, schema=schema, data=data, position=head.position, hash=head.hash
        )
        self._journal.save_snapshot(structs.replace(snapshot, seal=seal_of(self.key, snapshot)))

    def load(self, name: str, at_most: int | None = None) -> Snapshot | None:
        """The newest trusted snapshot of a name, or the newest up to version ``at_most``."""
        if self.key is None:
            return None
        while found := self._journal.load_snapshot(name, at_most):
            wrong = self.doubt(found)
            if wrong is None:
                return found
            LOG.warning("The snapshot of %s at version %d is not used: %s.", name, found.version, say(wrong))
            at_most = found.version - 1
        return None

    def doubt(self, snapshot: Snapshot) -> Reason | None:
        """Why a snapshot is not trusted; ``None`` if it is."""
        if self.key is None:
            return because("doubt.no_key")
        if not hmac.compare_digest(snapshot.seal, seal_of(self.key, snapshot)):
            return because("doubt.seal")
        head = head_of_version(self._journal, stream_of(snapshot.stream), snapshot.version)
        if head is None or (head.position, head.hash) != (snapshot.position, snapshot.hash):
            return because("doubt.event")
        return None


def stream_of(name: str) -> str:
    """The stream of the snapshots with this name."""
    return name.partition(" ")[0]


def seal_of(key: bytes, snapshot: Snapshot) -> bytes:
    """The seal of a snapshot: an HMAC over all its other fields."""
    name = snapshot.stream.encode()
    numbers = _NUMBERS.pack(
        len(name),
        snapshot.version,
        snapshot.schema,
        snapshot.position,
        len(snapshot.hash),
        len(snapshot.data),
    )
    return mac(key, numbers + name + snapshot.hash + snapshot.data)
