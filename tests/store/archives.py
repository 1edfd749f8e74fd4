"""Archives for tests: signed with one key, over snapshots that are sealed with another."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store import Journal
from pitboss.store.archive import ArchiveSummary, archive
from pitboss.store.keys import derived_key
from pitboss.store.snapshots import PURPOSE, Snapshots

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
SEAL = bytes(32)
SNAPSHOT_KEY = derived_key(SEAL, PURPOSE)
"""What snapshots of a floor with that seal are sealed with."""


def save_snapshots(journal: Journal) -> None:
    """A sealed snapshot of every stream as it is now."""
    for head in journal.heads():
        Snapshots(journal, SNAPSHOT_KEY).save(head.stream, head.version, 1, b"state")


def move(journal: Journal, position: int, path: Path) -> ArchiveSummary:
    """Archive up to a position."""
    return archive(journal, position, path, key=KEY, snapshots=Snapshots(journal, SNAPSHOT_KEY))
