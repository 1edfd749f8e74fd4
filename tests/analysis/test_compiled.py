"""Kernels are compiled anew when anything that they are made of has changed, and apart from the count."""

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import typeof

import pitboss
from pitboss.analysis import compiled
from pitboss.analysis.boards import counting, streets
from pitboss.analysis.boards.counting import BoardGame, board_game
from pitboss.analysis.boards.course import holdem_course, one_raise_course
from pitboss.analysis.odds import silent
from pitboss.analysis.sets import kernel, main_game, stud, stud_kernel
from pitboss.sheets import load, read_folder
from tests.programs import python

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"

INNER = "from pitboss.analysis.compiled import compiled\n\n@compiled\ndef inner() -> int:\n    return {}\n"
OUTER = """
from numba import config
from pitboss.analysis.compiled import compiled
from pitboss.analysis.inner_kernel import inner

@compiled
def outer() -> int:
    return inner()

print(outer(), sum(outer.stats.cache_hits.values()), repr(config.CACHE_DIR))
"""


def test_a_kernel_follows_a_function_of_another_file_that_it_calls(tmp_path: Path) -> None:
    package = tmp_path / "pitboss"
    shutil.copytree(
        Path(pitboss.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "web")
    )
    (package / "analysis" / "outer_kernel.py").write_text(OUTER)
    (package / "analysis" / "__pycache__").mkdir()

    def said(inner: int) -> list[str]:
        """What the outer kernel returns in a new process, and whether it came from the cache."""
        source = package / "analysis" / "inner_kernel.py"
        source.write_text(INNER.format(inner))
        # Python would take the bytecode of a source of the same size and the same second for this one's.
        os.utime(source, (inner, inner))
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": ""}
        return python("import pitboss.analysis.outer_kernel", env=environment).split()

    assert said(1) == ["1", "0", "''"]
    assert said(1) == ["1", "1", "''"]
    assert said(2) == ["2", "0", "''"]


def test_kernels_are_compiled_in_processes_of_their_own_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "kernel_folder", lambda: tmp_path)
    told: list[tuple[int, int]] = []

    def tell(what: str, done: int, of: int) -> None:
        told.append((done, of))

    compiled.compile_apart("two", 1, (abs, float), tell)
    compiled.compile_apart("two", 1, (abs, float), tell)
    assert told == [(0, 2), (1, 2), (2, 2)]
    # What cannot be called with the number fails in its process, and is tried again by the next count.
    compiled.compile_apart("one fails", 1, (abs, len), tell)  # type: ignore[arg-type]
    compiled.compile_apart("one fails", 1, (abs, len), tell)  # type: ignore[arg-type]
    assert len(told) == 9
    assert {path.name for path in tmp_path.iterdir()} == {"two.done"}


def casino() -> BoardGame:
    return board_game(one_raise_course(read_folder(EXAMPLES / "casino-holdem-v1")))


def ultimate() -> BoardGame:
    return board_game(one_raise_course(read_folder(EXAMPLES / "ultimate-holdem-v1")))


def multi_link() -> BoardGame:
    return board_game(holdem_course(load("rws-multilink-holdem-v2")))


class CalledWith:
    """The types that kernels are called with, in place of their counts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch.setattr
        self._types: dict[str, set[object]] = {}

    def note(self, module: Any, name: str, instead: Callable[..., Any] | None = None) -> None:
        """Note the calls of a kernel, which counts, or another function in its place."""
        counts = instead or getattr(module, name)

        def note(*given: Any, **named: Any) -> Any:
            types = tuple(typeof(value) for value in (*given, *named.values()))
            self._types.setdefault(name, set()).add(types)
            return counts(*given, **named)

        self._patch(module, name, note)

    def of(self, *calls: Callable[[], object]) -> dict[str, set[object]]:
        """The types of some calls."""
        self._types.clear()
        for call in calls:
            call()
        return dict(self._types)


@pytest.mark.parametrize("game", [casino, ultimate, multi_link])
def test_a_count_calls_its_kernels_as_they_were_compiled(
    game: Callable[[], BoardGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With other types of arguments, it would compile them once more."""
    called = CalledWith(monkeypatch)
    for name in ("values_of_rows", "decide_fours", "mark_fours", "gather_orders", "note_rows"):
        called.note(streets, name, lambda *given, **named: None)
    rules = game()

    def count() -> None:
        on_boards = counting.board_count(rules, silent)
        on_boards.deals(on_boards.decided())

    found = called.of(count)
    assert len(found) == 5
    assert found == called.of(*(partial(job, rules) for job in counting.COMPILED))


def test_stud_calls_its_kernel_as_it_was_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    called, game = CalledWith(monkeypatch), load("mbs-megalink-stud-v9")
    called.note(stud_kernel, "count_deals", lambda *given: np.zeros((0, 3), np.int64))
    found = called.of(lambda: stud._count(game, silent))
    assert found
    assert found == called.of(lambda: stud.COMPILED[1](game))


def test_a_game_of_one_decision_calls_its_kernels_as_they_were_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called, rules = CalledWith(monkeypatch), main_game.rules_of(read_folder(EXAMPLES / "four-card-v1"))
    called.note(kernel, "room_for", lambda deals: None)
    called.note(kernel, "count_choices", lambda *given: None)
    found = called.of(lambda: main_game._count(rules, silent))
    assert set(found) == {"room_for", "count_choices"}
    assert found == called.of(lambda: main_game.COMPILED[1](rules))
