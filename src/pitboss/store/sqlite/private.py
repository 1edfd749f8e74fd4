"""Private records beside an SQLite journal, in an owner-only file."""

from pathlib import Path

from pitboss.store.private_rows import SqlPrivate
from pitboss.store.sqlite.private_file import PrivateFile
from pitboss.store.sqlite.training import SqliteTraining


class SqlitePrivate(PrivateFile, SqlPrivate):
    """Private records in the file at ``path``, which is made if there is none."""

    table = "private"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        with self._use():
            pass
        self.training = SqliteTraining(path)

    def close(self) -> None:
        """Close the file."""
        super().close()
        self.training.close()
