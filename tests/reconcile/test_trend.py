"""Gaming days side by side, and as files: the same figures as of each day by itself."""

import io
from datetime import date
from pathlib import Path

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from pitboss.analysis.report.document import HeadingBlock, TableBlock, TextBlock
from pitboss.export.day_files import as_document, as_parquet
from pitboss.reconcile.figures import DayFigures
from pitboss.reconcile.reconcile import reconcile
from pitboss.reconcile.rows import rows
from pitboss.reconcile.trend import each_day, trend_data, trend_row
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.reconcile.day import Clock, play_the_days

TENTH, ELEVENTH, TWELFTH = (date(2025, 3, day) for day in (10, 11, 12))


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Journal:
    path: Path = tmp_path_factory.mktemp("days") / "days.db"
    clock = Clock()
    with open_journal(path, clock=clock) as writable:
        play_the_days(writable, clock)
    return open_journal(path, read_only=True)


def days(journal: Journal, first: date, last: date) -> tuple[list[DayFigures], list[tuple[int, int]]]:
    told: list[tuple[int, int]] = []
    found = list(each_day(journal, first, last, done=lambda place, of: told.append((place, of))))
    return found, told


def test_days_with_entries_are_told_in_order(journal: Journal) -> None:
    found, told = days(journal, date(2025, 1, 1), date(2026, 1, 1))
    assert [day.day for day in found] == [TENTH, ELEVENTH, TWELFTH]
    assert told == [(0, 3), (1, 3), (2, 3)]
    first, second, _ = map(trend_row, found)
    assert (first.rounds, first.alarms, first.closed, first.signed) == (2, 0, False, False)
    totals = found[1].totals()
    assert second.win == totals.float_win + totals.house_win
    assert second.liability == totals.liability
    assert trend_data([second])[0]["day"] == "2025-03-11"
    assert days(journal, date(2024, 1, 1), date(2024, 1, 2)) == ([], [])


def test_parquet_has_the_rows_of_every_day(journal: Journal) -> None:
    found, _ = days(journal, TENTH, ELEVENTH)
    table = parquet.read_table(io.BytesIO(as_parquet(found)))
    told = [row for day in found for row in rows(day)]
    assert table.num_rows == len(told)
    last = table.slice(len(told) - 1).to_pylist()[0]
    assert str(last["day"]) == told[-1][0]
    assert f"{last['dollars']}" == told[-1][-2]
    assert table.column("count").to_pylist()[0] == int(told[0][6])


def test_a_document_tells_one_day_in_full_and_several_by_the_row(journal: Journal) -> None:
    blocks = as_document([reconcile(journal, ELEVENTH)], "SGD", "Asia/Singapore")
    assert blocks[0] == HeadingBlock(1, "Gaming day 2025-03-11")
    assert TextBlock("Everything agrees.") in blocks
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    assert {row[0] for row in tables[0].rows} == {"T1", "T2"}
    assert {row[0] for row in tables[1].rows} == {"grand", "silver"}
    several = as_document(days(journal, TENTH, TWELFTH)[0], "SGD", "Asia/Singapore")
    (trend,) = [block for block in several if isinstance(block, TableBlock)]
    assert [row[0] for row in trend.rows] == ["2025-03-10", "2025-03-11", "2025-03-12"]
    assert len(as_document([], "SGD", "UTC")) == 2
