"""``pitboss export``: tables hold what the journal holds, in Parquet and CSV alike, whole or not at all."""

import csv
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from pitboss.cli.main import run
from pitboss.export.columns import TABLES
from pitboss.export.export import ExportRange, export
from pitboss.export.files import Files
from pitboss.floor import Actor
from pitboss.floor.archiving import archive_through
from pitboss.floor.tables.dealing import Sealer
from pitboss.jackpots.queue import shown
from pitboss.ledger.accounts import player
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.audit.conftest import Evening
from tests.audit.tamper import find, write_anew
from tests.floor.desk import Desk as Floor
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.floor.test_archiving import two_days
from tests.jackpots.floor import GAMES, THREE_CARD
from tests.ledger.whole import ledger_of
from tests.store.archives import KEY, SEAL

Said = pytest.CaptureFixture[str]
Table = list[dict[str, Any]]
ROOT = Path(__file__).parent.parent.parent


def exported(path: Path, folder: Path, **options: Any) -> dict[str, Table]:
    with open_journal(path, read_only=True) as journal:
        rows = export(journal, folder, "parquet", **options)
    tables = {name: parquet.read_table(folder / f"{name}.parquet").to_pylist() for name in TABLES}
    assert rows == {name: len(table) for name, table in tables.items()}
    return tables


@pytest.fixture(scope="session")
def evening(healthy: Evening, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    return exported(healthy.path, tmp_path_factory.mktemp("export") / "out")


def test_the_schema_is_as_documented(healthy: Evening, tmp_path: Path) -> None:
    exported(healthy.path, tmp_path / "out")
    document = (ROOT / "docs" / "reference" / "export.md").read_text(encoding="utf-8")
    words = {"int": "int64", "text": "string", "flag": "bool", "day": "date32[day]"}
    words |= {"time": "timestamp[us, tz=UTC]", "texts": "list<string>", "ints": "list<int64>"}
    for name, columns in TABLES.items():
        told = document.split(f"## {name}\n")[1].split("\n## ")[0]
        listed = [line.split("|")[1:3] for line in told.splitlines() if line.startswith("| `")]
        assert [(c.strip(" `"), t.strip()) for c, t in listed] == [(c.name, c.type) for c in columns], name
        schema = parquet.read_schema(tmp_path / "out" / f"{name}.parquet")
        types = [(f.name, str(f.type).replace("element: ", "").replace("item: ", "")) for f in schema]
        assert types == [(c.name, words[c.type]) for c in columns]


def test_transfers_sum_to_the_ledger(healthy: Evening, evening: dict[str, Table]) -> None:
    with open_journal(healthy.path, read_only=True) as journal:
        ledger = ledger_of(journal)
    sums: dict[str, Fraction] = {}
    for row in evening["transfers"]:
        amount = Fraction(row["amount"])
        assert row["amount_cents"] == amount // 1
        assert row["clauses"]
        sums[row["source"]] = sums.get(row["source"], Fraction(0)) - amount
        sums[row["target"]] = sums.get(row["target"], Fraction(0)) + amount
    assert sums == ledger.balances
    assert sum(sums.values()) == 0


def test_lines_and_rulings_sum_to_what_players_have(healthy: Evening, evening: dict[str, Table]) -> None:
    """Every round with an award is settled in the end, so lines, slips and ledger agree."""
    with open_journal(healthy.path, read_only=True) as journal:
        ledger = ledger_of(journal)
    sums: dict[str, int] = {}
    ruled = [row for row in evening["irregularities"] if row["what"] == "settlement adjusted"]
    assert len(ruled) == 4
    for row in [row for row in evening["lines"] if row["stands"]]:
        sums[row["player"]] = sums.get(row["player"], 0) + row["net"]
    for row in ruled:
        sums[row["player"]] += row["amount"]
    assert sums == {name: ledger.balance(player(name)) for name in sums}
    standing = sum(row["net"] for row in evening["lines"] if row["stands"])
    assert sum(row["net"] for row in evening["rounds"]) == standing


def test_replaced_settlements_do_not_stand(evening: dict[str, Table]) -> None:
    (again,) = [row for row in evening["rounds"] if row["round"] == "T1/6"]
    assert (again["settlements"], again["outcome"]) == (2, "void")
    lines = [row for row in evening["lines"] if row["round"] == "T1/6"]
    assert {(row["revision"], row["stands"]) for row in lines} == {(0, False), (1, True)}
    assert all(row["clauses"] and row["why"] for row in lines)


def test_movements_lead_from_one_display_to_the_next(healthy: Evening, evening: dict[str, Table]) -> None:
    last: dict[str, str | None] = {}
    for row in evening["link_movements"]:
        assert row["displayed_before"] == last.get(row["link"])
        last[row["link"]] = row["displayed_after"]
        assert row["displayed_after_cents"] == Fraction(row["displayed_after"]) // 1
    with open_journal(healthy.path, read_only=True) as journal:
        floor = Floor(journal)
        for name, displayed in last.items():
            link = floor.link(name)
            assert link is not None
            assert displayed is not None
            assert Fraction(displayed) == shown(GAMES, link)


def test_slips_with_those_that_were_reversed(evening: dict[str, Table]) -> None:
    slips = evening["slips"]
    assert [row["number"] for row in slips] == list(range(1, 8))
    back = [row for row in slips if row["reversed_at"]]
    assert len(back) == 1
    (moved,) = [row for row in evening["link_movements"] if row["kind"] == "AwardReversed"]
    assert back[0]["reversed_at"] == moved["position"]
    assert {row["signed_by_second"] for row in slips} == {"Max"}


def test_rounds_cards_decisions_and_the_index(healthy: Evening, evening: dict[str, Table]) -> None:
    kinds = [line.kind for line in healthy.lines]
    assert len(evening["events"]) == len(kinds)
    assert [row["kind"] for row in evening["events"]] == kinds
    assert [row["position"] for row in evening["events"]] == list(range(1, len(kinds) + 1))
    assert len(evening["rounds"]) == kinds.count("RoundBegan")
    dealt = [line.data["cards"] for line in healthy.lines if line.kind == "CardsDealt"]
    assert len([row for row in evening["cards"] if row["act"] == "dealt"]) == sum(map(len, dealt))
    decided = {row["decision"] for row in evening["decisions"]}
    assert {"fold", "check", "play", "withdraw", "leave"} <= decided
    assert all(row["player"] for row in evening["decisions"])
    placed = [row for row in evening["bets"] if row["act"] == "placed"]
    assert len(placed) == kinds.count("BetPlaced")
    assert {row["what"] for row in evening["irregularities"]} >= {"report", "void", "interruption"}


def test_csv_says_the_same(healthy: Evening, evening: dict[str, Table], tmp_path: Path) -> None:
    with open_journal(healthy.path, read_only=True) as journal:
        export(journal, tmp_path / "out", "csv")
    for name, table in evening.items():
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert rows == [{key: as_csv(value) for key, value in row.items()} for row in table], name


FORMULAS = ("=HYPERLINK(1)", "+1+1", "-1+cmd|x", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "'=1", "-x")


def test_a_cell_that_begins_like_a_formula_is_a_text(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j.db") as journal:
        house = House(journal).open({"T1": THREE_CARD})
        house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
        for reason in FORMULAS:
            ruling = cmd.AdjustSettlement(
                box=1, player="ann", bet="ante", amount=-2500, by="shift_manager", reason=reason
            )
            house.ok(house.floor.adjust("T1", 1, ruling, Actor("Shaw", "shift_manager"), house.id()))
    exact = exported(tmp_path / "j.db", tmp_path / "exact")
    assert [row["reason"] for row in exact["irregularities"]] == list(FORMULAS), (
        "Parquet holds them as they are"
    )
    with open_journal(tmp_path / "j.db", read_only=True) as journal:
        export(journal, tmp_path / "out", "csv")
    found = dict[str, list[dict[str, str]]]()
    for name in TABLES:
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            found[name] = list(csv.DictReader(file))
    assert [row["reason"] for row in found["irregularities"]] == [f"'{reason}" for reason in FORMULAS]
    assert {row["amount"] for row in found["irregularities"]} == {"-2500"}, "a number stays a number"
    assert any(row["net"].startswith("-") for row in found["lines"])
    for cell in (cell for rows in found.values() for row in rows for cell in row.values()):
        assert re.fullmatch(r"-[0-9]+(/[0-9]+)?", cell) or not cell.startswith(tuple("=+-@\t\r\n＝")), cell


def as_csv(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return " ".join(map(str, value))
    if hasattr(value, "astimezone"):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"
    return str(value)


def test_twice_the_same_bytes_in_row_groups_of_any_size(healthy: Evening, tmp_path: Path) -> None:
    exported(healthy.path, tmp_path / "one")
    exported(healthy.path, tmp_path / "two")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    small = exported(healthy.path, tmp_path / "small", row_group=100)
    assert parquet.ParquetFile(tmp_path / "small" / "events.parquet").num_row_groups == -(
        -len(healthy.lines) // 100
    )
    assert small["events"] == parquet.read_table(tmp_path / "one" / "events.parquet").to_pylist()


def test_gaming_days_and_tables(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with open_journal(path) as journal:
        house = two_days(journal)
        house.open({"T9": "rws-three-card-v3"}, link="silver")
        house.begin("T9", *BETS, "close", *NOTHING[:3], *FOLDED, "settle")
    first, second = date(2025, 3, 10), date(2025, 3, 11)
    whole = exported(path, tmp_path / "whole")
    one = exported(path, tmp_path / "one", wanted=ExportRange(first, first))
    two = exported(path, tmp_path / "two", wanted=ExportRange(second, second))
    undated = [row for row in whole["events"] if row["day"] is None]
    for name, table in whole.items():
        parts = sorted(map(str, (*one[name], *two[name])))
        assert parts == sorted(str(row) for row in table if row not in undated), name
    assert {row["day"] for row in one["lines"]} == {first}
    assert two["link_movements"][0]["displayed_before"] == one["link_movements"][-1]["displayed_after"]
    at_t9 = exported(path, tmp_path / "t9", wanted=ExportRange(table="T9"))
    assert {row["table"] for row in at_t9["lines"]} == {"T9"}
    assert {row["stream"] for row in at_t9["events"]} == {"table/T9"}
    assert {row["stream"] for row in at_t9["transfers"]} == {"table/T9", "link/silver"}
    assert {row["round"] for row in at_t9["link_movements"]} == {"T9/1"}


def test_with_and_without_the_archive(journal: Journal, tmp_path: Path) -> None:
    two_days(journal)
    whole = dict.fromkeys(TABLES, 0) | export(journal, tmp_path / "whole", "csv")
    archive_through(Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=KEY)
    House(journal, "after").play("T1", *FOLDED, "settle")
    with open_journal(tmp_path / "old.pbj", read_only=True) as old:
        both = export(journal, tmp_path / "both", "csv", archives=[old])
    assert both["rounds"] == whole["rounds"] == 2
    assert both["lines"] == 2 * whole["lines"]
    alone = export(journal, tmp_path / "alone", "csv")
    assert alone["rounds"] == 1
    assert alone["lines"] == whole["lines"]


def test_the_command(healthy: Evening, tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "new" / "folder"
    assert run(["export", str(healthy.path), "-o", str(out)]) == 0
    said = capsys.readouterr().out
    assert f"events.parquet          {len(healthy.lines):,}\n" in said
    assert sorted(path.name for path in out.iterdir()) == sorted(
        ["export.json", *(f"{name}.parquet" for name in TABLES)]
    )
    assert run(["export", str(healthy.path), "-o", str(out)]) == 2
    assert "exists and is left as it is" in capsys.readouterr().err
    days = ["--day", "2025-01-01..2025-01-31", "--format", "csv", "--table", "T1"]
    assert run(["export", str(healthy.path), "-o", str(tmp_path / "none"), *days]) == 0
    assert (tmp_path / "none" / "lines.csv").read_text().count("\n") == 1


def test_bad_input_gets_a_sentence(healthy: Evening, tmp_path: Path, capsys: Said) -> None:
    good, out = str(healthy.path), str(tmp_path / "out")
    file = tmp_path / "file"
    file.write_text("no folder")
    lines = [line for line in healthy.lines[:60] if line.kind != "LinkOpened"]
    write_anew(lines, str(tmp_path / "senseless.db"))
    unknown = list(healthy.lines[: find(healthy.lines, "BetPlaced")])
    unknown[-1] = type(unknown[-1])("table/T1", "Guessed", 1, 0, {})
    write_anew(unknown, str(tmp_path / "unknown.db"))
    no_day = "is neither a day nor a range of days: write 2025-03-10 or 2025-03-10..2025-03-16"
    for words, says in {
        (good, "-o", out, "--day", "yesterday"): f"'yesterday' {no_day}",
        (good, "-o", out, "--day", "20250310"): f"'20250310' {no_day}",
        (good, "-o", out, "--day", "2025-03-11..2025-03-10"): (
            "'2025-03-11..2025-03-10' ends before it begins: write the earlier day first"
        ),
        (good, "-o", str(file)): f"the files cannot be written to {file}: File exists",
        (good, "-o", str(file / "in")): f"the files cannot be written to {file / 'in'}: Not a directory",
        (str(tmp_path / "none"), "-o", out): f"{tmp_path / 'none'} does not exist.",
        (good, "-o", out, "--archive", str(file)): (
            f"{file} is not a journal of Pitboss: it is left as it is."
        ),
        (str(tmp_path / "senseless.db"), "-o", out): (
            "The events at position 11 (link/grand) do not fit what came before them: audit the journal."
        ),
        (str(tmp_path / "unknown.db"), "-o", out): (
            f"The event Guessed version 1 at position {len(unknown)} cannot be read: this Pitboss does not "
            "know the kind."
        ),
    }.items():
        assert run(["export", *words]) == 2, words
        assert capsys.readouterr().err == f"pitboss: {says}\n", words
    assert not Path(out).exists()


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt, 130), (OSError(28, "No space left on device"), 2)]
)
def test_a_half_written_export_leaves_nothing(
    error: BaseException, status: int, healthy: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    add: Callable[..., None] = Files.add

    def failing(files: Files, table: str, row: Any) -> None:
        if table == "lines":
            assert any(path.name.endswith(".part") for path in out.iterdir())
            raise error
        add(files, table, row)

    monkeypatch.setattr(Files, "add", failing)
    assert run(["export", str(healthy.path), "-o", str(out)]) == status
    assert not out.exists()
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    assert run(["export", str(healthy.path), "-o", str(out)]) == status
    assert [path.name for path in out.iterdir()] == ["mine.txt"]


def test_on_both_databases(journal: Journal, tmp_path: Path) -> None:
    two_days(journal)
    rows = export(journal, tmp_path / "out", "parquet")
    assert rows["events"] == journal.last_position()
    sums = {account: Fraction(0) for account in ledger_of(journal).balances}
    for row in transfers(tmp_path / "out"):
        sums[row["source"]] -= Fraction(row["amount"])
        sums[row["target"]] += Fraction(row["amount"])
    assert sums == ledger_of(journal).balances


def transfers(folder: Path) -> Iterator[Any]:
    yield from parquet.read_table(folder / "transfers.parquet").to_pylist()
