"""Beside the journal: what must be erasable, or changes too often to be a record.

A journal never forgets, and copies of it are handed to witnesses and regulators. Hashes of passwords and
the sessions and devices of people must not go with it. They are kept here, in the same database server
but outside the log: beside an SQLite journal in a file of its own, in PostgreSQL in a table of its own.
What the journal has to prove about them it names by a digest.
"""

from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from pitboss.store.closeable import Closeable

PrivateKind = Literal["secret", "session", "device", "kinds"]


class Private(Struct, frozen=True):
    """A private record: found by its key, or by whose it is."""

    key: bytes
    owner: str
    value: bytes
    expires: int
    """Microseconds since 1970; from then on it may be erased by whoever sweeps its kind."""


class PrivateStore(Closeable, Protocol):
    """Private records. It may be used by several threads, and by several processes at once."""

    def add(self, kind: PrivateKind, record: Private) -> None:
        """Keep a record, durably; one with the same key is replaced."""

    def get(self, kind: PrivateKind, key: bytes) -> Private | None:
        """The record with a key."""

    def extend(self, kind: PrivateKind, key: bytes, expires: int) -> None:
        """Let a record expire at another time; one that was erased meanwhile stays erased."""

    def erase(self, kind: PrivateKind, key: bytes) -> None:
        """Erase a record, if it is there."""

    def erase_owned(self, kind: PrivateKind, owner: str) -> None:
        """Erase all records of an owner."""

    def owned(self, kind: PrivateKind, owner: str) -> list[Private]:
        """All records of an owner, by expiry."""

    def sweep(self, kind: PrivateKind, now: int) -> None:
        """Erase what has expired."""


def private_file(path: Path) -> Path:
    """The file beside a journal's own that holds its private records."""
    return path.with_name(f"{path.stem}.private{path.suffix}")
