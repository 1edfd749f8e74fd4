"""Private records: what must be erasable, or changes too often to be recorded.

A journal never forgets, and copies of it go to witnesses and regulators. Hashes of passwords, sessions, known
devices and training results must not go with it. They are stored outside the log: beside an SQLite journal in
a file of its own, in PostgreSQL in tables of their own. Where the journal must prove something of them, it
names a digest.
"""

from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from pitboss.store.journal import Closeable
from pitboss.store.training import TrainingStore

PrivateKind = Literal["secret", "session", "device", "kinds"]


class Private(Struct, frozen=True):
    """A private record, found by its key or its owner."""

    key: bytes
    owner: str
    value: bytes
    expires: int
    """Microseconds since 1970; from then on :meth:`PrivateStore.sweep` erases the record."""


class PrivateStore(Closeable, Protocol):
    """A store of private records, safe to use from several threads and several processes."""

    @property
    def training(self) -> TrainingStore:
        """Training questions, which are kept in the same place."""

    def add(self, kind: PrivateKind, record: Private) -> None:
        """Store a record durably; one with the same key is replaced."""

    def get(self, kind: PrivateKind, key: bytes) -> Private | None:
        """The record with a key; ``None`` if there is none."""

    def extend(self, kind: PrivateKind, key: bytes, expires: int) -> None:
        """Change when a record expires; an erased record stays erased."""

    def erase(self, kind: PrivateKind, key: bytes) -> None:
        """Erase a record if it exists."""

    def erase_owned(self, kind: PrivateKind, owner: str) -> None:
        """Erase all records of an owner."""

    def owned(self, kind: PrivateKind, owner: str) -> list[Private]:
        """All records of an owner, by expiry."""

    def sweep(self, kind: PrivateKind, now: int) -> None:
        """Erase expired records."""


def private_file(path: Path) -> Path:
    """The file beside a journal's own that holds its private records."""
    return path.with_name(f"{path.stem}.private{path.suffix}")
