"""The examples run and print what their README shows; ``python -m tests.toolkit.test_examples`` renews it."""

import contextlib
import io
import re
import runpy
import sys
from pathlib import Path

import pytest

import pitboss as pb
from pitboss.client import calls
from pitboss.floor.dealer.turns import Pace
from pitboss.sheets.library import using
from pitboss.store.open import open_journal
from tests.api.served import serving
from tests.reconcile.day import Clock, play_the_days
from tools import notebook

FOLDER = Path(__file__).parents[2] / "examples"
README = FOLDER / "README.md"
SHOWN = re.compile(r"```text (\w+)\n(.*?)```", re.S)
OUTPUTS = dict(SHOWN.findall(README.read_text("utf-8")))
PACE = Pace(betting=1.0, decision=20.0, dealing=0.0, pause=0.05)


def printed(name: str, *arguments: str) -> str:
    """What a script prints."""
    before, out = sys.argv, io.StringIO()
    sys.argv = [name, *arguments]
    try:
        with contextlib.redirect_stdout(out), using():
            runpy.run_path(str(FOLDER / f"{name}.py"))
    finally:
        sys.argv = before
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def output_of(name: str, folder: Path) -> str:
    if name != "replay_journal":
        return printed(name)
    clock = Clock()
    with open_journal(folder / "floor.db", clock=clock) as journal:
        play_the_days(journal, clock)
    return printed(name, str(folder / "floor.db"))


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_script_prints_what_is_shown(name: str, tmp_path: Path) -> None:
    assert output_of(name, tmp_path) == OUTPUTS[name]


def test_the_bot_plays_at_a_real_floor(tmp_path: Path) -> None:
    with serving(tmp_path, PACE) as served:
        told = printed("bot", served.url).splitlines()
    assert {line.split(":")[0] for line in told} == {"round 1", "round 2", "round 3"}
    assert all(re.fullmatch(r"round \d: \w+ \w+ -?[\d.]+ \('.*\)", line) for line in told)


def test_the_bot_leaves_the_seats_of_others_alone(tmp_path: Path) -> None:
    """Somebody who sits and does not bet has the first box to themselves."""
    with serving(tmp_path, PACE) as served:
        with served.player("ann") as ann:
            tables = ann.send(calls.tables())
            place = next(table.id for table in tables if table.sheet == pb.sheet("3CP").id)
            ann.send(calls.sit_down(place, box=1))
        told = printed("bot", served.url).splitlines()
    assert {line.split(":")[0] for line in told} == {"round 1", "round 2", "round 3"}


def test_a_journal_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"nowhere\.db does not exist\. Name the journal of a floor"):
        printed("replay_journal", str(tmp_path / "nowhere.db"))


def test_the_notebook_gives_the_outputs_that_it_shows() -> None:
    shown = [cell.get("outputs") for cell in notebook.read()["cells"]]
    assert [cell.get("outputs") for cell in notebook.executed()["cells"]] == shown


def test_every_example_is_told_of_and_short() -> None:
    told = README.read_text("utf-8")
    for path in (*FOLDER.glob("*.py"), *FOLDER.glob("*.ipynb")):
        assert f"]({path.name})" in told
        assert path.suffix == ".ipynb" or len(path.read_text("utf-8").splitlines()) <= 60


if __name__ == "__main__":
    import tempfile

    told = README.read_text("utf-8")
    with tempfile.TemporaryDirectory() as made:
        told = SHOWN.sub(lambda block: f"```text {block[1]}\n{output_of(block[1], Path(made))}```", told)
    README.write_text(told, "utf-8")
