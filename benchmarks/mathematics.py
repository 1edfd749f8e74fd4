"""The three-card mathematics beside a plain C program that counts the same, and answers from the store.

Counts are made anew (nothing from the store) with the loops already compiled; the C program is compiled by
gcc with full optimisation where there is one. Both must find the same numbers.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.analysis import count_cache
from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds, silent
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.analysis.three_card.jackpot_hands import jackpot_hands
from pitboss.analysis.three_card.main_game import main_game, main_odds
from pitboss.sheets import load
from pitboss.sheets.settings import changed

RUNS = 7
SHEETS = {"3CP": "rws-three-card-v3", "P3CP": "rws-progressive-three-card-v5"}
PITBOSS = str(Path(sys.executable).with_name("pitboss"))


def best(function: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of several runs in seconds, nothing kept from one to the next."""
    times = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PITBOSS_CACHE"] = folder
            count_cache.clear_memory()
            began = time.perf_counter()
            function()
            times.append(time.perf_counter() - began)
    return min(times)


def plain_c(name: str, runs: int = RUNS) -> dict[str, tuple[float, list[int]]] | None:
    """What a C program finds and how long it takes, where there is a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / name)
        source = str(Path(__file__).with_name(f"{name}.c"))
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        found: dict[str, tuple[float, list[int]]] = {}
        for _ in range(runs):
            printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
            for line in printed.splitlines():
                question, seconds, *numbers = line.split()
                before = found.get(question, (float("inf"), []))[0]
                found[question] = (min(before, float(seconds)), [int(number) for number in numbers])
        return found


def count_main() -> int:
    """The total gain over all deals, in Antes."""
    game = load(SHEETS["3CP"])
    answer = main_odds(game, main_game(game))
    return int(answer.figures.ev * answer.table.total)


def count_jackpot() -> list[int]:
    """The six-card jackpot of P3CP by line, both kinds of royal flush together."""
    game = load(SHEETS["P3CP"])
    lines = [line.combinations for line in ThreeCard(game, silent).jackpot().lines]
    return [lines[0] + lines[1], *lines[2:]]


def shell(*arguments: str) -> float:
    """The median of several runs of a command that finds its counts in the store."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {**os.environ, "PITBOSS_CACHE": folder}
        times = [_run(arguments, kept) for _ in range(RUNS + 1)][1:]
    return sorted(times)[RUNS // 2]


def first_ever(*arguments: str) -> float:
    """One run of a command on a machine that has neither compiled nor counted anything."""
    with tempfile.TemporaryDirectory() as folder:
        return _run(arguments, {**os.environ, "PITBOSS_CACHE": folder, "NUMBA_CACHE_DIR": folder})


def _run(arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(
        [PITBOSS, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    return time.perf_counter() - began


def what_if() -> float:
    """A changed pay table answered in process, with the counts at hand; the worst of several."""
    times = []
    for rate in range(3, 10):
        began = time.perf_counter()
        game = changed(SHEETS["P3CP"], [f"pair_plus.straight={rate}", f"jackpot.flush={rate * 5}"])
        odds(game, AnalysisQuestion(jackpot_bet=500))
        times.append(time.perf_counter() - began)
    return max(times[1:])


def main() -> None:
    """One line per question."""
    print(f"\nMathematics of the three-card games, one core, best of {RUNS}")
    count_main(), count_jackpot()
    peer = plain_c("three_card")
    for name, count, seconds in (
        ("main game of 3CP, 407,170,400 deals", count_main, "main"),
        ("six-card jackpot of P3CP, as many deals", count_jackpot, "jackpot"),
    ):
        ours, found = best(count), count()
        line = f"  {name:44} {ours:8.4f} s"
        if peer:
            theirs, numbers = peer[seconds]
            assert numbers == (found if isinstance(found, list) else [found]), (numbers, found)
            line += f"   plain C {theirs:8.4f} s   ours / C {ours / theirs:5.2f}"
        print(line)
    game = load(SHEETS["P3CP"])
    print(f"  {'of which its count alone':44} {best(lambda: jackpot_hands(game, silent)):8.4f} s")
    odds(game, AnalysisQuestion())
    print(f"  {'what-if in process':44} {what_if():8.4f} s")
    for arguments in (
        ("advise", "3CP", "--hand", "Qs 6h 4d"),
        ("advise", "P3CP", "--hand", "Js Ts 4d", "--bets", "ante=5,jackpot=5", "--meter", "100000"),
        ("odds", "P3CP", "--json"),
    ):
        print(f"  {'pitboss ' + ' '.join(arguments[:2]) + ' (shell, median)':44} {shell(*arguments):8.4f} s")
    for sheet in ("3CP", "P3CP", "MSS", "MLTH"):
        print(
            f"  {f'pitboss odds {sheet}, first ever with compilation':44} {first_ever('odds', sheet):8.4f} s"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {'peak memory':44} {peak:8.0f} MB")
