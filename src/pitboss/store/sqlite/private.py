"""Private records beside an SQLite journal, in an owner-only file."""

from pathlib import Path
from typing import Final

from pitboss.store.private import Private, PrivateKind
from pitboss.store.sqlite.private_file import PrivateFile
from pitboss.store.sqlite.training import SqliteTraining

_ROW: Final = "SELECT key, owner, value, expires FROM private "


class SqlitePrivate(PrivateFile):
    """Private records in the file at ``path``, which is made if there is none."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        with self._use():
            pass
        self.training = SqliteTraining(path)

    def add(self, kind: PrivateKind, record: Private) -> None:
        """Store a record; see :class:`~pitboss.store.private.PrivateStore`."""
        with self._use() as db:
            values = (kind, record.key, record.owner, record.value, record.expires)
            db.execute("INSERT OR REPLACE INTO private VALUES (?, ?, ?, ?, ?)", values)

    def get(self, kind: PrivateKind, key: bytes) -> Private | None:
        """The record with a key."""
        with self._use() as db:
            row = db.execute(_ROW + "WHERE kind = ? AND key = ?", (kind, key)).fetchone()
        return Private(*row) if row else None

    def extend(self, kind: PrivateKind, key: bytes, expires: int) -> None:
        """Change when a record expires."""
        with self._use() as db:
            db.execute("UPDATE private SET expires = ? WHERE kind = ? AND key = ?", (expires, kind, key))

    def erase(self, kind: PrivateKind, key: bytes) -> None:
        """Erase a record if it exists."""
        with self._use() as db:
            db.execute("DELETE FROM private WHERE kind = ? AND key = ?", (kind, key))

    def erase_owned(self, kind: PrivateKind, owner: str) -> None:
        """Erase all records of an owner."""
        with self._use() as db:
            db.execute("DELETE FROM private WHERE kind = ? AND owner = ?", (kind, owner))

    def owned(self, kind: PrivateKind, owner: str) -> list[Private]:
        """All records of an owner, by expiry."""
        with self._use() as db:
            found = db.execute(_ROW + "WHERE kind = ? AND owner = ? ORDER BY expires, key", (kind, owner))
            return [Private(*row) for row in found]

    def sweep(self, kind: PrivateKind, now: int) -> None:
        """Erase expired records."""
        with self._use() as db:
            db.execute("DELETE FROM private WHERE kind = ? AND expires <= ?", (kind, now))

    def close(self) -> None:
        """Close the file."""
        super().close()
        self.training.close()
