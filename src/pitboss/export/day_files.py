"""Gaming days as files: every figure as Parquet, or a document of pages to sign and file."""

import io
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from pitboss.analysis.report.charts import columns
from pitboss.analysis.report.document import Block, ChartBlock, HeadingBlock, TableBlock, TextBlock
from pitboss.money import CENTS_PER_DOLLAR, format_short
from pitboss.reconcile.figures import DayFigures
from pitboss.reconcile.rows import HEADER, rows
from pitboss.reconcile.trend import TrendRow, trend_row
from pitboss.time_zones import journal_time, zone_or_utc

_TREND = (
    "day",
    "rounds",
    "void",
    "wagers",
    "win",
    "paid by links",
    "liability",
    "alarms",
    "closed",
    "signed",
)
_TABLES = ("table", "shift", "rounds", "void", "wagers", "win", "paid by links", "rulings", "corrections")
_LINKS = ("link", "opening pool", "contributed", "seeds", "paid", "closing pool", "liability")


def as_parquet(days: Iterable[DayFigures]) -> bytes:
    """Every figure of some gaming days under the header of ``pitboss reconcile --csv``, with types."""
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    types = {"day": pa.date32(), "count": pa.int64(), "dollars": pa.decimal128(20, 2)}
    read: dict[str, Callable[[str], Any]] = {"day": date.fromisoformat, "count": int, "dollars": Decimal}
    schema = pa.schema([(name, types.get(name, pa.string())) for name in HEADER])
    buffer = io.BytesIO()
    with parquet.ParquetWriter(buffer, schema, compression="zstd") as file:
        for day in days:
            texts = list(zip(*rows(day), strict=True)) or [()] * len(HEADER)
            values = [
                [read.get(name, str)(text) if text or name not in read else None for text in column]
                for name, column in zip(HEADER, texts, strict=True)
            ]
            arrays = [pa.array(column, field.type) for column, field in zip(values, schema, strict=True)]
            file.write_table(pa.Table.from_arrays(arrays, schema=schema))
    return buffer.getvalue()


def as_document(days: list[DayFigures], currency: str, zone: str) -> list[Block]:
    """A gaming day in full; or several as one row each, with a chart of the win."""
    if len(days) == 1:
        return list(_day(days[0], currency, zone))
    return list(_range(days, currency))


def _range(days: list[DayFigures], currency: str) -> Iterator[Block]:
    found = [trend_row(day) for day in days]
    yield HeadingBlock(1, f"Gaming days {found[0].day} to {found[-1].day}" if found else "Gaming days")
    if not found:
        yield TextBlock("The journal has no entries of these days.")
        return
    yield TextBlock(f"Amounts in {currency}; gains of the house are positive.")
    yield TableBlock(_TREND, tuple(map(_trend_cells, found)), frozenset(range(1, 8)))
    names, wins = [f"{row.day:%d %b}" for row in found], [row.win / CENTS_PER_DOLLAR for row in found]
    yield ChartBlock("Win of the house by gaming day", columns(names, wins, "gaming day", f"win, {currency}"))


def _trend_cells(row: TrendRow) -> tuple[str, ...]:
    amounts = (row.wagers, row.win, row.link_pays, row.liability)
    return (
        str(row.day),
        str(row.rounds),
        str(row.void_rounds),
        *(format_short(amount) for amount in amounts),
        str(row.alarms),
        "yes" if row.closed else "no",
        "yes" if row.signed else "no",
    )


def _day(day: DayFigures, currency: str, zone: str) -> Iterator[Block]:
    yield HeadingBlock(1, f"Gaming day {day.day}")
    yield TextBlock(
        f"{day.entries} entries, positions {day.first} to {day.last}. Amounts in {currency}; gains of the "
        "house are positive."
    )
    yield TextBlock("Everything agrees." if not day.alarms else f"{len(day.alarms)} figures do not agree:")
    for alarm in day.alarms:
        yield TextBlock(f"{alarm.where}: {alarm.why}")
    if closed := day.closed:
        reason = f" ({closed.reason})" if closed.reason else ""
        by = " and ".join(filter(None, (closed.by, closed.second)))
        yield TextBlock(f"Closed by {by}, {_clock(closed.at, zone)}{reason}.")
    for alarm in day.accepted:
        yield TextBlock(f"Accepted when it was closed: {alarm.where}: {alarm.why}")
    if signed := day.signed:
        people = " and ".join(
            f"{one.name} ({one.role.replace('_', ' ')})" for one in (signed.by, signed.second)
        )
        note = f" ({signed.note})" if signed.note else ""
        yield TextBlock(f"Signed off by {people}, {_clock(signed.at, zone)}{note}.")
    yield HeadingBlock(2, "Tables")
    yield TableBlock(_TABLES, tuple(_table_cells(day)), frozenset(range(2, 9)))
    yield HeadingBlock(2, "Links")
    yield TableBlock(_LINKS, tuple(_link_cells(day)), frozenset(range(1, 7)))


def _table_cells(day: DayFigures) -> Iterator[tuple[str, ...]]:
    for table in day.tables.values():
        for shift, each in table.shifts.items():
            amounts = (sum(each.wagers.values()), sum(each.win.values()) + each.adjustments, each.link_pays)
            counts = (each.rulings, each.corrections)
            cells = (*(format_short(amount) for amount in amounts), *map(str, counts))
            yield table.name, shift, str(each.rounds), str(each.void_rounds), *cells


def _link_cells(day: DayFigures) -> Iterator[tuple[str, ...]]:
    for link in day.links.values():
        meters = link.meters
        amounts = (
            link.opening.pool,
            meters.contributions,
            meters.seed_funding,
            meters.paid,
            link.closing.pool,
            link.closing.liability,
        )
        yield link.name, *(format_short(amount) for amount in amounts)


def _clock(micro: int, zone: str) -> str:
    return f"{journal_time(micro, zone_or_utc(zone)):%Y-%m-%d at %H:%M}"
