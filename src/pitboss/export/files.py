"""Files of an export: written under hidden names, renamed once all of them are complete.

CSV cells for spreadsheets, without formula injection.

A spreadsheet runs a cell that begins like a formula, and reasons, names and notes are typed by people. Such a
text gets a leading apostrophe, as OWASP advises. A text that begins with an apostrophe gets one too, so that
removing the first one always restores the record.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import msgspec

from pitboss.atomic_write import publish
from pitboss.export.columns import TABLES, Column, ExportRow

_BEGINS: Final = frozenset("=+-@\t\r\n＝＋－＠'")
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?(/[0-9]+)?")


def as_cell(text: str) -> str:
    """A text as a cell, with an apostrophe where a spreadsheet would take it for a formula."""
    if text[:1] in _BEGINS and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


Format = Literal["parquet", "csv"]
ROW_GROUP: Final = 20_000
"""The most rows held in memory per table; also the size of a Parquet row group."""
MANIFEST: Final = "export.json"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class FilesExist(Exception):
    """A file of the export exists already."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class _Writer(Protocol):
    def write(self, rows: list[ExportRow]) -> None: ...

    def close(self) -> None: ...


class Files:
    """One file per table, written row by row."""

    def __init__(self, writers: dict[str, _Writer], row_group: int) -> None:
        self._writers = writers
        self._row_group = row_group
        self._waiting: dict[str, list[ExportRow]] = {name: [] for name in TABLES}
        self.rows: dict[str, int] = dict.fromkeys(TABLES, 0)

    def add(self, table: str, row: ExportRow) -> None:
        """Add one row."""
        waiting = self._waiting[table]
        waiting.append(row)
        self.rows[table] += 1
        if len(waiting) >= self._row_group:
            self._write(table)

    def add_all(self, rows: Iterable[tuple[str, ExportRow]]) -> None:
        """Add rows to their tables."""
        for table, row in rows:
            self.add(table, row)

    def finish(self) -> None:
        """Flush and close every file."""
        for table, writer in self._writers.items():
            self._write(table)
            writer.close()

    def _write(self, table: str) -> None:
        if waiting := self._waiting[table]:
            self._writers[table].write(waiting)
            self._waiting[table] = []


@contextmanager
def new_files(folder: Path, form: Format, *, row_group: int = ROW_GROUP) -> Iterator[Files]:
    """Files of all tables in a folder; renamed, the manifest last, if the block succeeds.

    Raises :class:`FilesExist` before anything is written, and ``OSError`` if something cannot be.
    """
    names = {table: folder / f"{table}.{form}" for table in TABLES}
    for path in (*names.values(), folder / MANIFEST):
        if path.exists():
            raise FilesExist(path)
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    parts = {path: path.with_name(f".{path.name}.part") for path in (*names.values(), folder / MANIFEST)}
    writer = _ParquetWriter if form == "parquet" else _CsvWriter
    try:
        with ExitStack() as opened:
            writers: dict[str, _Writer] = {}
            for table, path in names.items():
                writers[table] = writer(parts[path], TABLES[table])
                opened.callback(writers[table].close)
            files = Files(writers, row_group)
            yield files
            files.finish()
        told = {"format": "pitboss export 1", "files": form, "rows": files.rows}
        parts[folder / MANIFEST].write_bytes(msgspec.json.format(msgspec.json.encode(told)) + b"\n")
        for path, part in parts.items():
            try:
                publish(part, path)
            except FileExistsError:
                raise FilesExist(path) from None
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
        if made:
            with suppress(OSError):
                folder.rmdir()


class _CsvWriter:
    def __init__(self, path: Path, columns: tuple[Column, ...]) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._csv = csv.writer(self._file, lineterminator="\n")
        self._quoting = csv.writer(self._file, lineterminator="\n", quoting=csv.QUOTE_ALL)
        self._csv.writerow([column.name for column in columns])
        self._texts = [_TEXTS[column.type] for column in columns]

    def write(self, rows: list[ExportRow]) -> None:
        for row in rows:
            cells = [
                "" if value is None else text(value) for text, value in zip(self._texts, row, strict=True)
            ]
            # Python's writer quotes a carriage return only where lines end with one.
            (self._quoting if any("\r" in cell for cell in cells) else self._csv).writerow(cells)

    def close(self) -> None:
        self._file.close()


def _time(value: Any) -> str:
    return (_EPOCH + timedelta(microseconds=value)).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _list(value: Any) -> str:
    return " ".join(map(str, value))


_TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    "int": str,
    "text": as_cell,
    "flag": lambda value: "true" if value else "false",
    "day": str,
    "time": _time,
    "texts": lambda value: as_cell(_list(value)),
    "ints": _list,
}


class _ParquetWriter:
    def __init__(self, path: Path, columns: tuple[Column, ...]) -> None:
        import pyarrow as pa  # type: ignore[import-untyped]
        from pyarrow import parquet

        types = {
            "int": pa.int64(),
            "text": pa.string(),
            "flag": pa.bool_(),
            "day": pa.date32(),
            "time": pa.timestamp("us", tz="UTC"),
            "texts": pa.list_(pa.string()),
            "ints": pa.list_(pa.int64()),
        }
        self._arrow = pa
        self._schema = pa.schema([(column.name, types[column.type]) for column in columns])
        self._parquet = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: list[ExportRow]) -> None:
        columns = [
            self._arrow.array(values, type=field.type)
            for values, field in zip(zip(*rows, strict=True), self._schema, strict=True)
        ]
        self._parquet.write_table(self._arrow.Table.from_arrays(columns, schema=self._schema))

    def close(self) -> None:
        self._parquet.close()
