"""The base install does what it promises, and whatever lacks an extra says so in one sentence."""

import os
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest

from pitboss.cli.arguments import command_parser
from pitboss.extras import EXTRAS, MissingExtra
from pitboss.reason import because
from pitboss.store.open import open_journal
from pitboss.words import say
from tests.blocked import Outcome, outcomes, outside_the_base

ROOT: Final = Path(__file__).parent.parent
ROUND: Final = "round.toml"
JOURNAL: Final = "floor.db"
LINK: Final = str(ROOT / "examples/links/diamond.toml")
OPENING: Final = str(ROOT / "tests/openings/player.json")
COMMITMENT: Final = "d374bde73ef3c61bb5b47d493c7611b61db5f2faf6867f7e5a31416be7d0bb25"
UNAVAILABLE: Final = 69

BASE: Final = {
    "settle": [["settle", ROUND], ["settle", ROUND, "--json"]],
    "verify": [["verify", "3CP"]],
    "clauses": [["clauses", "3CP"]],
    "sheets": [
        ["sheets"],
        ["sheets", "new", "acme-poker-v1", "--from", "3CP"],
        ["sheets", "check", "acme-poker-v1"],
        ["sheets", "schema"],
    ],
    "diff": [["diff", "3CP", "P3CP"]],
    "explain": [["explain", "3CP", "4.7"]],
    "chart": [["chart", "3CP"]],
    "check-shuffle": [["check-shuffle", OPENING, "--commitment", COMMITMENT]],
    "advise": [
        ["advise", "3CP", "--hand", "Qs 6d 4c"],
        ["advise", "ML3", "--hand", "Qs 6d 4c", "--bets", "ante=25,jackpot=5", "--meter", "100000"],
        ["advise", "MSS", "--hand", "As Kd Ks 3d 2c", "--up", "Kc"],
        ["advise", "MLTH", "--hand", "As Kd"],
        ["advise", "MLTH", "--hand", "As Kd", "--board", "2s 7s 8d"],
        ["advise", "MLTH", "--hand", "As Kd", "--board", "2s 7s 8d 9s"],
    ],
    "play": [["play", "3CP"]],
    "docs": [["docs"], ["docs", "round-file"]],
    "version": [["version"]],
}
"""The commands of the base install, each with what it must do there."""
NEEDED: Final = {
    "math": [
        ["odds", "3CP"],
        ["sweep", "3CP", "--over", "pair_plus.straight=4..5"],
        ["par", "3CP", "-o", "report.html"],
        ["rng-test", "--shuffles", "100"],
        ["simulate", "3CP", "--rounds", "10"],
        ["exposure", "3CP", "--limits", "ante=5"],
        ["forecast", LINK],
        ["advise", "3CP"],
        ["advise", "MLTH", "--hand", "As Kd", "--dead", "2c"],
    ],
    "floor": [
        ["init", "floor.toml"],
        ["forecast", "--journal", JOURNAL, "--link", "diamond"],
        ["impact", JOURNAL, "--sheet", "3CP"],
        ["serve", "--config", "missing.toml"],
        ["proposals"],
        ["people"],
        ["bots", "http://127.0.0.1:1"],
        ["checkpoint", JOURNAL, "--key", "missing"],
        ["witness", "--state", "state", "--key", "key", "--name", "a.example/w1", "--show"],
        ["backup", "copy.db", "--journal", JOURNAL],
        ["archive", JOURNAL, "--through", "2025-01-01", "-o", "a.pbj", "--key", "k", "--seal", "s"],
        ["accept-gap"],
        ["close-day", "2025-01-01"],
        ["sign-off-day", "2025-01-01", "--second", "shaw"],
        ["audits", JOURNAL],
        ["reconcile", JOURNAL, "--day", "2025-01-01"],
        ["audit", JOURNAL],
        ["replay", JOURNAL, "T1/1"],
        ["rerun", JOURNAL, "--sheet", "3CP"],
        ["sheets", "add", "3CP"],
    ],
    "postgres": [["audit", "postgresql://127.0.0.1:1/floor"]],
    "export": [["export", JOURNAL, "-o", "tables"]],
    "cluster": [
        ["simulate", "3CP", "--rounds", "10", "--dask", "local"],
        ["forecast", LINK, "--dask", "local"],
    ],
}
"""The commands that need more, by the extra that they need first."""
NAMES: Final = {
    "math": ["import pitboss as pb; pb.sheet('3CP').odds()"],
    "floor": ["from pitboss.client import Client", "import pitboss.client; pitboss.client.AsyncClient"],
    "export": ["import pitboss as pb; pb.journal('floor.db').frame('rounds')"],
}
"""Names of the library that need more."""
SESSION: Final = """
import pitboss as pb
game = pb.sheet("3CP")
r = game.table().round()
r.bet("ann", "ante", 25)
r.deal(ann="Qs 7d 4c", dealer="Kh 8d 2s")
r.answer("play")
print([(line.bet, str(line.net)) for line in r.settlement.lines])
print(len(pb.settle(r.file()).lines))
print(game.advise("Qs 7d 4c").best, pb.sheet("MLTH").advise("As Kd", board="2s 7s 8d").best)
print(pb.simulate(game, pb.best_play(game), rounds=20, seed=1).rounds)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a round file and an empty journal."""
    shipped = ROOT / "src/pitboss/sheets/rws-three-card-v3/rounds"
    (tmp_path / ROUND).write_bytes(next(shipped.glob("4.7_*.toml")).read_bytes())
    open_journal(tmp_path / JOURNAL).close()
    return tmp_path


@pytest.fixture(autouse=True)
def _nothing_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation in which nothing was counted before, and with this checkout's code."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))


def test_every_command_is_tried() -> None:
    tried = {command[0] for extra in NEEDED.values() for command in extra} | set(BASE)
    usage = command_parser([]).format_help()
    known = {line.split()[0] for line in usage.splitlines() if line.startswith("    ") and line[4] != " "}
    assert tried == known


def test_the_base_install(folder: Path) -> None:
    works = [command for commands in BASE.values() for command in commands]
    lacks = [command for commands in NEEDED.values() for command in commands]
    names = [name for names in NAMES.values() for name in names]
    found = outcomes(folder, outside_the_base(), [*works, *lacks], [SESSION, *names])
    for command, outcome in zip(works, found, strict=False):
        assert (outcome.status, outcome.raised) == (0, ""), (command, outcome)
    for command, outcome in zip(lacks, found[len(works) :], strict=False):
        is_told(outcome, f"pitboss {command[0]} needs", "export" if command[0] == "export" else "")
    session, *named = found[len(works) + len(lacks) :]
    assert session.out.splitlines() == [
        "[('ante', '-25'), ('play', '-25')]",
        "2",
        "play turn",
        "20",
    ]
    for outcome in named:
        assert outcome.raised.startswith("MissingExtra: ")


@pytest.mark.parametrize("extra", NEEDED)
def test_one_extra_is_missing(extra: str, folder: Path) -> None:
    """Whatever needs it names it; nothing else notices, and nothing ends in a traceback."""
    tried = [
        (needs, command)
        for needs, commands in NEEDED.items()
        for command in commands
        if needs not in ("math", "cluster") or extra == needs
    ]
    commands = [command for _, command in tried]
    found = outcomes(folder, own_modules(extra), commands, NAMES.get(extra, []))
    for (needs, command), outcome in zip(tried, found, strict=False):
        if needs == extra or outcome.status == UNAVAILABLE:
            named = needs if needs in ("postgres", "export") else extra
            reason = because("extra.missing", who=f"pitboss {command[0]}", needed=extra, module="", extra="")
            is_told(outcome, say(reason).partition(", and")[0], named)
        assert outcome.raised == "", command
    for outcome in found[len(tried) :]:
        assert f"pip install 'pitboss[{extra}]'" in outcome.raised


def test_math_is_enough_for_simulations_and_forecasts(folder: Path) -> None:
    """Only a journal needs the software of a floor."""
    first, second, _ = Path(LINK).read_text(encoding="utf-8").split("[[tables]]")
    (folder / "link.toml").write_text(f"{first}[[tables]]{second}", encoding="utf-8")
    commands = [
        ["simulate", "3CP", "--rounds", "1000"],
        ["exposure", "3CP", "--limits", "ante=5", "--rounds", "1000", "--days", "10"],
        ["forecast", "link.toml", "--lives", "5"],
    ]
    lacking = [module for extra in EXTRAS if extra != "math" for module in EXTRAS[extra].modules]
    for command, outcome in zip(commands, outcomes(folder, lacking, commands), strict=True):
        assert (outcome.status, outcome.raised) == (0, ""), (command, outcome)


def test_all_extras_are_named_at_once() -> None:
    """Who installs what a sentence names need not install again."""
    assert MissingExtra("it", "numpy").extra == "math"
    assert MissingExtra("it", "cryptography", ["export"]).extra == "export"
    assert MissingExtra("it", "numpy", ["postgres", "export"]).extra == "postgres,export"
    assert MissingExtra("it", "pyarrow", ["postgres"]).extra == "postgres,export"


def test_the_extras_are_those_of_the_project() -> None:
    """Every dependency of an extra has its module in the one list, and the base has msgspec alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert [_name(needed) for needed in project["dependencies"]] == ["msgspec"]
    installed_by = packages_distributions()
    for name, extra in EXTRAS.items():
        listed = project["optional-dependencies"][name]
        assert [f"pitboss[{each}]" for each in extra.includes] == [it for it in listed if "pitboss" in it]
        needed = {_name(each) for each in listed} - {"pitboss"}
        of_modules = {_name(of) for module in extra.modules for of in installed_by[module]}
        assert needed == of_modules & needed
        assert len(needed) == len(extra.modules)
    everything = project["optional-dependencies"]["all"]
    assert everything == [f"pitboss[{','.join(EXTRAS)}]"]


def test_the_document_names_every_extra_and_every_command_of_the_base() -> None:
    text = (ROOT / "docs/reference/install.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|", text, re.M))
    for name in EXTRAS:
        assert f"`{name}`" in rows
    base = rows["(none)"].partition(";")[0]
    assert sorted(re.findall(r"`([a-z-]+)`", base)) == sorted(BASE)


def own_modules(extra: str) -> list[str]:
    """The modules that an extra is named for."""
    return [module for module in EXTRAS[extra].modules if MissingExtra("it", module).extra == extra]


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9-]+", requirement.replace("_", "-"))
    assert found
    return found[0].lower()


def is_told(outcome: Outcome, begins: str, extra: str = "") -> None:
    """The command has ended with one sentence that names an extra."""
    assert (outcome.status, outcome.raised, outcome.out) == (UNAVAILABLE, "", "")
    (line,) = outcome.err.splitlines()
    assert line.startswith(begins)
    assert f"pip install 'pitboss[{extra}" in line
    assert line.endswith("]'.")
