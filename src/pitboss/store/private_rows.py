"""The statements of private records, alike in both databases."""

from typing import ClassVar, LiteralString

from pitboss.store.private import Private, PrivateKind
from pitboss.store.sql_table import SqlTable


class SqlPrivate(SqlTable):
    """Private records in a table; see :class:`~pitboss.store.private.PrivateStore`."""

    table: ClassVar[LiteralString]

    def add(self, kind: PrivateKind, record: Private) -> None:
        """Store a record; it replaces another with its key."""
        self._change(
            f"INSERT INTO {self.table} VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE"
            " SET owner = excluded.owner, value = excluded.value, expires = excluded.expires",
            kind,
            record.key,
            record.owner,
            record.value,
            record.expires,
        )

    def get(self, kind: PrivateKind, key: bytes) -> Private | None:
        """The record with a key."""
        found = self._records("kind = ? AND key = ?", kind, key)
        return found[0] if found else None

    def extend(self, kind: PrivateKind, key: bytes, expires: int) -> None:
        """Change when a record expires."""
        self._change(f"UPDATE {self.table} SET expires = ? WHERE kind = ? AND key = ?", expires, kind, key)

    def erase(self, kind: PrivateKind, key: bytes) -> None:
        """Erase a record if it exists."""
        self._change(f"DELETE FROM {self.table} WHERE kind = ? AND key = ?", kind, key)

    def erase_owned(self, kind: PrivateKind, owner: str) -> None:
        """Erase all records of an owner."""
        self._change(f"DELETE FROM {self.table} WHERE kind = ? AND owner = ?", kind, owner)

    def owned(self, kind: PrivateKind, owner: str) -> list[Private]:
        """All records of an owner, by expiry."""
        return self._records("kind = ? AND owner = ? ORDER BY expires, key", kind, owner)

    def sweep(self, kind: PrivateKind, now: int) -> None:
        """Erase expired records."""
        self._change(f"DELETE FROM {self.table} WHERE kind = ? AND expires <= ?", kind, now)

    def _records(self, where: LiteralString, *values: object) -> list[Private]:
        rows = self._rows(f"SELECT key, owner, value, expires FROM {self.table} WHERE {where}", *values)
        return [Private(*row) for row in rows]
