"""A journal as Arrow tables, for pandas, polars or anything else that reads them."""

import tempfile
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.extras import needed_by

if TYPE_CHECKING:
    from types import TracebackType


def journal(url: str | Path) -> "JournalFrames":
    """Open a journal to read: the file of a floor, or the address of its database. Close it after use."""
    return JournalFrames(str(url))


class JournalFrames:
    """The tables of an export, made when one is first asked for. Needs ``pitboss[export]``."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._folder = tempfile.TemporaryDirectory(prefix="pitboss-")

    def __enter__(self) -> "JournalFrames":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: "TracebackType | None",
    ) -> None:
        self.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The tables there are: rounds, lines and so on."""
        from pitboss.export.columns import TABLES

        return tuple(TABLES)

    @needed_by("JournalFrames.frame")
    def frame(self, name: str) -> Any:
        """One table as a ``pyarrow.Table``; ``.to_pandas()`` makes a data frame of it."""
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        if name not in self.names:
            raise KeyError(f"{name!r} is no table of a journal; they are {', '.join(self.names)}")
        return pq.read_table(self._exported / f"{name}.parquet")

    def close(self) -> None:
        """Remove what was written for the tables."""
        self._folder.cleanup()

    @cached_property
    def _exported(self) -> Path:
        from pitboss.export.export import export
        from pitboss.store.open import open_journal

        folder = Path(self._folder.name) / "tables"
        opened = open_journal(self._url)
        try:
            export(opened, folder, "parquet")
        finally:
            opened.close()
        return folder
