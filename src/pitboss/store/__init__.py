"""The journal: an append-only record of streams in one global order, on SQLite or PostgreSQL.

Only the contract is imported here; :func:`pitboss.store.open.open_journal` brings in a database.
"""

from pitboss.store.errors import CommandIdReused, JournalError, VersionConflict
from pitboss.store.journal import (
    Appended,
    CommandIdentity,
    Head,
    Journal,
    NewEvent,
    Recorded,
    Snapshot,
    ToStream,
)

__all__ = [
    "Appended",
    "CommandIdReused",
    "CommandIdentity",
    "Head",
    "Journal",
    "JournalError",
    "NewEvent",
    "Recorded",
    "Snapshot",
    "ToStream",
    "VersionConflict",
]
