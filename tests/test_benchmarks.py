"""Every benchmark runs, in its smallest form through the code of the whole one, and prints its figures."""

import re
import runpy
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.util import get_temp_dir
from pathlib import Path

import pytest

from benchmarks import databases, pages, plain_c
from benchmarks.command import FOLDER, command, summaries
from benchmarks.install import NO_PACKAGES, run
from tools.chromium import MISSING

N = r"[\d,]+(?:\.\d+)?"
"""A figure."""
FIGURES = {
    "appends": [
        rf"{store} +{what} +{N} µs +HEAD +{N} µs +{N} x"
        for store in ("SQLite", "PostgreSQL")
        for what in ("clock", "processor")
    ],
    "audit": [
        rf"{store} +{what} +{N} events/s +{N} per second"
        for store in ("SQLite", "PostgreSQL")
        for what in ("chain alone", "whole audit", "export to Parquet", "export to CSV")
    ],
    "cluster": [
        rf"simulate 3CP, threads +{N} s +{N} s +{N} times",
        rf"simulate 3CP, processes +{N} s +{N} s +{N} times",
        rf"simulate --engine 3CP +{N} s +{N} s",
        rf"forecast, processes +{N} s +{N} s",
        *(rf"{what} +{N} s +{N} s +{N} +{N} +{N}" for what in ("rerun", "audit", "export")),
    ],
    "cold_start": [rf"python -c pass .* {N} ms +1\.0 x", rf"pitboss settle FILE +{N} ms +{N} x"],
    "dispute": [rf"{later} +{N} +{N} +{N} +{N} ms" for later in (1, 20)],
    "engine": [
        rf"{sheet} +{N} rounds/s \({N} commands each\) +{N} x the plain settlement +{N} of doing"
        for sheet in ("mbs-megalink-stud-v9", "rws-three-card-v3")
    ],
    "flood": [
        rf"7 players alone +[1-9]\d* +{N} +{N} +{N}%",
        rf"1 x GET /api/tables +[1-9]\d* +{N} +{N} +{N} +{N}%  .*[1-9]\d* x 200",
        rf"alone again +[1-9]\d* +{N} +{N} +{N}%",
    ],
    "floor": [
        rf"SQLite, 1 table +{N}/s",
        rf"PostgreSQL, 1 table +{N}/s",
        rf"PostgreSQL, 2 tables on 2 links +{N}/s",
        rf"one link against 2 +{N}%",
    ],
    "forecast": [rf"1 years with {N} wins in {N} s, {N} a minute"],
    "install": [rf"pitboss +{N} +{N}$", rf"import pitboss +{N} +{N}$", r"Client +needs pitboss\[floor\]"],
    "mathematics": [
        rf"main game of 3CP.* {N} s +plain C +{N} s +ours / C +{N}",
        rf"six-card jackpot of P3CP.* {N} s +plain C +{N} s",
        rf"what-if in process +{N} s",
        rf"pitboss advise 3CP .* {N} s",
        rf"odds 3CP, first ever with compilation +{N} s",
        rf"peak memory +{N} MB",
    ],
    "mathematics_five_card": [
        rf"stud, .* {N} s +plain C +{N} s +ours / C +{N}",
        rf"hold'em, .* {N} s +plain C +{N} s +of 1,000 boards",
        rf"what-if in process, flop\.pays=3 +{N} s",
        rf"pitboss advise --hand .* {N} s",
    ],
    "pages": [
        rf"/ +anybody +{N} +{N} +{N}",
        rf"a bet, at a table with seven players +28 +{N} +{N} +{N}",
        rf"No more Bets, on the sign +1 +{N} +{N} +{N}",
        rf"47 +{N} +{N} +{N}$",
    ],
    "peers": [
        rf"the engine's Ranking\.rank +{N} /s",
        rf"Pitboss, pitboss\.rank +{N} /s",
        rf"the tables of the simulation +{N} /s",
        rf"the engine, 3CP +{N} /s",
        *(rf"{sheet} +{N} /s +C +{N} /s +{N}% of C, the same" for sheet in ("3CP", "MSS", "MLTH")),
        *(
            rf"^ *{peer} (?:[\w.]+ +{N} /s|is not installed: pip install 'pitboss\[peers\]' \(or \w+\)$)"
            for peer in ("eval7", "phevaluator", "treys", "pokerkit", "RLCard", "OpenSpiel")
        ),
    ],
    "proofs": [
        rf"{store} +{what}.* median +{N} ms +p99 +{N} ms"
        for store in ("SQLite", "PostgreSQL")
        for what in ("inclusion", "consistency", "root")
    ],
    "reconcile": [rf"2025-03-10: +\d+ entries in +{N} s +{N} entries/s", rf"nothing found in +{N} s"],
    "serving": [
        rf"an append to sqlite by itself takes {N} ms",
        rf"sqlite, 1 servers, 1 tables, at once +[1-9]\d*(?: +{N}){{5}} +{N}% +{N}% +{N} +{N} +{N}$",
    ],
    "shoe": [
        rf"one number below 52! from the system +{N}",
        rf"random\.SystemRandom.* {N} +pitboss +{N} x",
        rf"commitment to a shoe +{N} +{N} of its hashes",
        rf"hmac\.digest for each card +{N} +pitboss +{N} x",
        rf"Health test +{N} ms",
    ],
    "sign": [rf"sqlite +4 messages +p50 +{N} +p99 +{N}"],
    "store": [
        rf"{title} +{N} appends/s +raw +{N}/s +{N} %"
        for title in (
            *("SQLite, 1 writer", "SQLite, 1 writer, a round at once"),
            *("PostgreSQL, 1 writer", "PostgreSQL, 2 writers", "PostgreSQL, 1 writer, a round at once"),
        )
    ]
    + [rf"2 tables on one link +{N} appends/s +on 2 links +{N}/s +{N} %", rf"flush: {N} ms before"],
    "store_length": [
        pattern
        for store in ("SQLite", "PostgreSQL")
        for pattern in (
            rf"{store} +open 10 tables: +{N} ms with 20 events, +{N} ms with 4,000 +{N} x",
            rf"{store} +replay: +{N} events/s read, +{N} read and decoded, +{N} verified",
        )
    ],
    "worst": [rf"idle, the median of \d+ +{N} ms", rf"GET /api/tables/\S+ +200 +{N} ms +{N} ms +{N} x"],
}
"""What each benchmark prints: a pattern for each kind of line."""


@pytest.fixture(autouse=True)
def _in_memory(postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are those of the tests: nothing is measured here."""

    @contextmanager
    def shared(name: str) -> Iterator[str]:
        yield postgres_server

    get_temp_dir()  # Its server of forks outlives the test.
    monkeypatch.setattr(databases, "running_server", shared)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


@pytest.mark.parametrize("name", summaries())
def test_a_benchmark_prints_its_figures(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        command([name, "--smallest"])
    except SystemExit as ended:
        # uv has neither a cache nor an index here, and says so.
        if name != "install" or not str(ended).startswith(NO_PACKAGES):
            raise
        return
    printed = capsys.readouterr().out
    assert [each for each in FIGURES[name] if not re.search(each, printed, re.M)] == [], printed
    assert not re.search(r"\b(?:nan|inf)\b", printed), printed


def test_every_module_is_a_benchmark_or_part_of_one() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("[a-z]*.py")}
    used = set(re.findall(r"benchmarks\.(\w+)|\"(\w+)\.py\"", "\n".join(texts.values())))
    parts = {name for pair in used for name in pair if name}
    assert texts.keys() - parts - summaries().keys() == set()
    assert summaries().keys() == FIGURES.keys()
    whole = "\n".join(texts.values())
    assert [path.stem for path in FOLDER.glob("*.c") if f'_c("{path.stem}"' not in whole] == []


@pytest.mark.parametrize("name", summaries())
def test_a_benchmark_is_run_as_a_module_too_and_tells_its_options(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [f"{name}.py", "--help"])
    monkeypatch.delitem(sys.modules, f"benchmarks.{name}", raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(f"benchmarks.{name}", run_name="__main__")
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: python -m benchmarks {name} [OPTIONS]")
    assert "--smallest" in told
    assert summaries()[name] in told


def test_help_lists_every_benchmark_and_runs_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert [line for line in summaries().items() if f"  {line[0]:22}{line[1]}\n" not in told] == []
    assert all(summaries().values())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing"], "'nothing' is not a benchmark; there are appends, audit, "),
        (["engine", "nothing"], "'nothing' is not a benchmark"),
        (["--rounds", "1"], "unrecognized arguments: --rounds 1"),
        (["engine", "--hour", "1"], "unrecognized arguments: --hour 1"),
        (["engine", "reconcile", "--rounds", "1"], "unrecognized arguments: --rounds 1"),
        (["engine", "--rounds", "many"], "invalid int value: 'many'"),
        (["engine", "--rounds", "1", "--smallest"], "--smallest takes no other option: --rounds 1"),
        (["pages", "wieght"], "'wieght' is not one of weight, picture, hour"),
        (["serving", "--only", "mysql"], "'mysql' is not one of sqlite, postgres"),
    ],
)
def test_refuses_what_no_benchmark_has(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command(arguments)
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert told in shown.err
    assert shown.out == ""


def test_options_reach_the_benchmarks_that_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command(["engine", "--rounds", "2", "--runs", "1"])
    assert "in memory (2 rounds, best of 1)" in capsys.readouterr().out
    command(["dispute", "--later", "1", "3"])
    assert re.findall(r"^ +(\d+) ", capsys.readouterr().out, re.M) == ["1", "3"]
    monkeypatch.setattr(pages, "set_up_chromium", lambda: None)
    command(["pages", "weight", "--rounds", "12"])
    assert capsys.readouterr().out == f"{MISSING}\n"


def test_a_machine_without_a_compiler_is_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    command(["mathematics", "--smallest"])
    told = capsys.readouterr().out
    assert told.count(plain_c.NO_COMPILER) == 1
    assert re.search(rf"main game of 3CP.* {N} s$", told, re.M)


def test_a_commit_that_is_not_there_is_told_of() -> None:
    with pytest.raises(SystemExit, match="this checkout has no version 0000000: "):
        command(["appends", "--against", "0000000"])


def test_an_installation_that_fails_is_told_of() -> None:
    with pytest.raises(SystemExit, match=f"^{NO_PACKAGES} no such package$"):
        run([sys.executable, "-c", "import sys; sys.exit('trying\\nno such package')"])
