"""The three-card mathematics beside a plain C program that counts the same, and answers from the store.

Counts are made anew (nothing from the store) with the loops already compiled; the C program is compiled by
gcc with full optimisation where there is one. Both must find the same numbers.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Annotated
from unittest.mock import patch

from benchmarks.command import command_of
from benchmarks.plain_c import NO_COMPILER, compile_c
from benchmarks.timing import seconds
from pitboss.analysis import count_cache
from pitboss.analysis.compiled import kernel_folder
from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds, silent
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.analysis.three_card.jackpot_hands import jackpot_hands
from pitboss.sheets import load
from pitboss.sheets.settings import changed

SHEETS = {"3CP": "rws-three-card-v3", "P3CP": "rws-progressive-three-card-v5"}
ASKED = (
    ("advise", "3CP", "--hand", "Qs 6h 4d"),
    ("advise", "P3CP", "--hand", "Js Ts 4d", "--bets", "ante=5,jackpot=5", "--meter", "100000"),
    ("odds", "P3CP", "--json"),
)
FIRST = ("3CP", "P3CP", "MSS", "MLTH")
PITBOSS = str(Path(sys.executable).with_name("pitboss"))


@contextmanager
def nothing_kept() -> Iterator[None]:
    """No count is in the store at first, and none stays there; kernels do."""
    kernel_folder()
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, PITBOSS_CACHE=folder):
        count_cache.clear_memory()
        yield


def best(function: Callable[[], object], runs: int) -> float:
    """The shortest of several runs in seconds, nothing kept from one to the next."""
    times = []
    for _ in range(runs):
        with nothing_kept():
            times.append(seconds(function))
    return min(times)


def plain_c(name: str, runs: int, *arguments: str) -> dict[str, tuple[float, list[int]]]:
    """What a C program finds and how long it takes; nothing where there is no compiler."""
    found: dict[str, tuple[float, list[int]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(name, folder)
        for _ in range(runs if program else 0):
            run = subprocess.run([str(program), *arguments], check=True, capture_output=True, text=True)
            for line in run.stdout.splitlines():
                question, took, *numbers = line.split()
                before = found.get(question, (float("inf"), []))[0]
                found[question] = (min(before, float(took)), [int(number) for number in numbers])
    return found


def count_main() -> int:
    """The total gain over all deals, in Antes."""
    game = load(SHEETS["3CP"])
    answer = ThreeCard(game, silent).main()
    return int(answer.figures.ev * answer.table.total)


def count_jackpot() -> list[int]:
    """The six-card jackpot of P3CP by line, both kinds of royal flush together."""
    game = load(SHEETS["P3CP"])
    lines = [line.combinations for line in ThreeCard(game, silent).jackpot().lines]
    return [lines[0] + lines[1], *lines[2:]]


def shell(runs: int, *arguments: str) -> float:
    """The median of several runs of a command that finds its counts in the store."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {**os.environ, "PITBOSS_CACHE": folder}
        return median([_run(arguments, kept) for _ in range(runs + 1)][1:])


def first_ever(*arguments: str) -> float:
    """One run of a command on a machine that has neither compiled nor counted anything."""
    with tempfile.TemporaryDirectory() as folder:
        return _run(arguments, {**os.environ, "PITBOSS_CACHE": folder, "NUMBA_CACHE_DIR": folder})


def _run(arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return seconds(lambda: subprocess.run([PITBOSS, *arguments], check=True, env=environment, **silent))  # type: ignore[call-overload]


def peak_memory() -> None:
    """The last line: the most memory that this process has had."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {'peak memory':44} {peak:8.0f} MB")


def what_if() -> float:
    """A changed pay table answered in process, with the counts at hand; the worst of several."""

    def ask(rate: int) -> None:
        game = changed(SHEETS["P3CP"], [f"pair_plus.straight={rate}", f"jackpot.flush={rate * 5}"])
        odds(game, AnalysisQuestion(jackpot_bet=500))

    return max([seconds(partial(ask, rate)) for rate in range(3, 10)][1:])


def main(
    *,
    runs: Annotated[int, "runs, of which the best counts, or the median in the shell"] = 7,
    asked: Annotated[int, "questions asked in the shell"] = len(ASKED),
    first: Annotated[tuple[str, ...], "sheets that are counted with nothing compiled"] = FIRST,
) -> None:
    """One line per question."""
    print(f"\nMathematics of the three-card games, one core, best of {runs}")
    count_main(), count_jackpot()
    peer = plain_c("three_card", runs)
    if not peer:
        print(f"  {NO_COMPILER}")
    for name, count, question in (
        ("main game of 3CP, 407,170,400 deals", count_main, "main"),
        ("six-card jackpot of P3CP, as many deals", count_jackpot, "jackpot"),
    ):
        ours, found = best(count, runs), count()
        line = f"  {name:44} {ours:8.4f} s"
        if peer:
            theirs, numbers = peer[question]
            assert numbers == (found if isinstance(found, list) else [found]), (numbers, found)
            line += f"   plain C {theirs:8.4f} s   ours / C {ours / theirs:5.2f}"
        print(line)
    game = load(SHEETS["P3CP"])
    print(f"  {'of which its count alone':44} {best(lambda: jackpot_hands(game, silent), runs):8.4f} s")
    odds(game, AnalysisQuestion())
    print(f"  {'what-if in process':44} {what_if():8.4f} s")
    for arguments in ASKED[:asked]:
        said = f"pitboss {' '.join(arguments[:2])} (shell, median)"
        print(f"  {said:44} {shell(runs, *arguments):8.4f} s")
    for sheet in first:
        said = f"pitboss odds {sheet}, first ever with compilation"
        print(f"  {said:44} {first_ever('odds', sheet):8.4f} s")
    peak_memory()


def smallest() -> None:
    main(runs=1, asked=1, first=("3CP",))


if __name__ == "__main__":
    command_of(__file__)
