"""A journal as Arrow tables, for pandas, polars or anything else that reads them."""

import tempfile
from collections.abc import Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.extras import needed_by
from pitboss.toolkit.given import check_day

if TYPE_CHECKING:
    from types import TracebackType


def journal(
    url: str | Path, *, first: date = date.min, last: date = date.max, table: str | None = None
) -> "JournalFrames":
    """Open a journal to read: the file of a floor, or the address of its database. Close it after use.

    ``first`` and ``last`` are gaming days, each a ``datetime.date``, and ``table`` is the name of one table;
    without them all is read. Raises :class:`~pitboss.JournalError` for what is not a journal. Needs
    ``pitboss[export]``.

    >>> import pitboss as pb
    >>> try:
    ...     pb.journal("nowhere.db")
    ... except pb.JournalError as error:
    ...     print(error)
    nowhere.db does not exist.
    >>> try:
    ...     pb.journal("floor.db", first="2026-11-18")
    ... except TypeError as error:
    ...     print(error)
    first is a day such as datetime.date(2026, 11, 18), not '2026-11-18'
    """
    from pitboss.store.open import open_journal

    for name, day in (("first", first), ("last", last)):
        check_day(name, day)
    if not isinstance(table, str | None):
        raise TypeError(f"table is the name of one table, such as 'T1', not {table!r}")
    with open_journal(url, read_only=True):
        return JournalFrames(str(url), first, last, table)


class Frame(Protocol):
    """What a ``pyarrow.Table`` is used for most; pyarrow itself is not typed."""

    num_rows: int
    num_columns: int
    column_names: list[str]
    schema: Any

    def column(self, i: int | str) -> Any:
        """One column, by its name or place."""

    def select(self, columns: Sequence[str]) -> "Frame":
        """Some of the columns."""

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``."""

    def to_pylist(self) -> list[dict[str, Any]]:
        """The rows."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The Arrow stream that polars, DuckDB and others read."""


class JournalFrames:
    """The tables of a journal, read when one is first asked for; ``pitboss export`` writes the same.

    Amounts are in cents, times in UTC, as the documentation of ``pitboss export`` tells column by column.

    >>> import pitboss as pb
    >>> with pb.journal("floor.db", table="T1") as floor:
    ...     lines = floor.frame("lines").to_pandas()
    >>> lines.groupby("bet").net.sum().to_dict()
    {'ante': -15000, 'ante_bonus': 2500, 'jackpot': 106300, 'play': 2500}
    """

    def __init__(self, url: str, first: date, last: date, table: str | None) -> None:
        self._url = url
        self._first, self._last, self._table = first, last, table
        self._folder = tempfile.TemporaryDirectory(prefix="pitboss-", ignore_cleanup_errors=True)

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
        """The tables there are: rounds, bets, lines and so on."""
        from pitboss.export.columns import TABLES

        return tuple(TABLES)

    @needed_by("JournalFrames.frame")
    def frame(self, name: str) -> Frame:
        """One table, a ``pyarrow.Table``; ``.to_pandas()`` or ``polars.from_arrow`` make a data frame.

        Raises :class:`ValueError` for a name that no table has.
        """
        if name not in self.names:
            raise ValueError(f"{name!r} is not a table of a journal; they are {', '.join(self.names)}")
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        read: Frame = pq.read_table(self._exported / f"{name}.parquet")
        return read

    def close(self) -> None:
        """Remove what was written for the tables."""
        self._folder.cleanup()

    @cached_property
    def _exported(self) -> Path:
        from pitboss.export.export import ExportRange, export
        from pitboss.store.open import open_journal

        folder = Path(self._folder.name) / "tables"
        with open_journal(self._url, read_only=True) as opened:
            export(opened, folder, "parquet", wanted=ExportRange(self._first, self._last, self._table))
        return folder
