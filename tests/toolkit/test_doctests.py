"""Every example in the docstrings of the library, run."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import pitboss
import pitboss.toolkit
from pitboss.sheets.library import using
from pitboss.store.open import open_journal
from tests.reconcile.day import Clock, play_the_days

FOLDER = Path(pitboss.toolkit.__file__).parent
MODULES = ["pitboss", *sorted(f"pitboss.toolkit.{path.stem}" for path in FOLDER.glob("[a-z]*.py"))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_what_happens(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "pitboss.toolkit.frames":
        clock = Clock()
        with open_journal("floor.db", clock=clock) as journal:
            play_the_days(journal, clock)
    with using():
        found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert not found.failed


def test_every_public_name_is_in_an_example() -> None:
    finder = doctest.DocTestFinder()
    tests = [test for name in MODULES for test in finder.find(import_module(name))]
    shown = "".join(example.source for test in tests for example in test.examples)
    own = {test.name.rpartition(".")[2] for test in tests if test.examples}
    assert [name for name in pitboss.__all__ if name not in own and f"pb.{name}" not in shown] == []
