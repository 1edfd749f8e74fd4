"""A fault at every single call that the floor makes to its journal, before it is done and after."""

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from pitboss.floor import Done
from pitboss.reason import because
from pitboss.round.commands import SettleRound
from pitboss.store import Journal
from pitboss.store.errors import ConnectionLost, JournalError
from pitboss.store.open import open_journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House
from tests.floor.script import LINK, acts, open_floor

When = Literal["before", "after"]
ROUNDS = (7, 5)
"""A royal at the first table, a void round at the second."""


class Faulty:
    """A journal that fails once, at the n-th call."""

    def __init__(self, journal: Journal, at: int, when: When) -> None:
        self._journal, self._at, self._when = journal, at, when
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._journal, name)
        return self._watched(found) if callable(found) else found

    def _watched(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **named: Any) -> Any:
            self.calls += 1
            fails = self.calls == self._at
            if fails and self._when == "before":
                raise ConnectionLost(because("error.given", given="cut before"))
            answer = call(*arguments, **named)
            if fails:
                raise ConnectionLost(because("error.given", given="cut after"))
            return answer

        return called


def surely(act: Callable[[], Any]) -> Any:
    """What any caller does: once more, with the same command id."""
    try:
        return act()
    except JournalError:
        return act()


def evening(journal: Journal) -> None:
    """Two tables, a win and a void round, each step tried again after a fault."""
    floor = surely(lambda: Floor(journal, clock=clock))
    for table, number in zip(("A", "B"), ROUNDS, strict=True):
        for step, act in enumerate(acts(floor, table, number)):
            name = f"{table}/{number}/{step}"
            answer = surely(lambda: act(name))  # noqa: B023
            assert isinstance(answer, Done), (name, answer)


def prepare(path: Path) -> None:
    """Tables at which the wanted rounds come next."""
    with open_journal(path) as journal:
        floor = Floor(journal, clock=clock)
        open_floor(floor, ("A", "B"))
        for table, number in zip(("A", "B"), ROUNDS, strict=True):
            for earlier in range(1, number):
                floor.begin_round(table, DEALER, f"{table}/{earlier}/begin")
                floor.act(table, SettleRound(), DEALER, f"{table}/{earlier}/settle")


def clock() -> int:
    """One moment, so that every try falls into the same shift."""
    return 1_741_600_800_000_000


def content(journal: Journal) -> list[tuple[int, str, str, bytes]]:
    return [(e.position, e.stream, e.kind, e.data) for e in journal.read_all(0, 100_000)]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_fault_at_every_call_loses_and_doubles_nothing(tmp_path: Path, when: When) -> None:
    prepare(tmp_path / "before.db")

    def a_copy(name: str) -> Journal:
        return open_journal(shutil.copy(tmp_path / "before.db", tmp_path / name))

    with a_copy("sound.db") as journal:
        evening(journal)
        expected = content(journal)
    for at in itertools.count(1):
        with a_copy(f"{at}.db") as journal:
            faulty = Faulty(journal, at, when)
            evening(faulty)
            assert content(journal) == expected, at
            House(Floor(journal)).check(LINK)
        if faulty.calls < at:
            break
    assert at > 50
