"""Stud and hold'em beside plain C programs that count the same deals, what-ifs, and advice from the shell.

Counts are made anew (nothing from the store) with the loops already compiled. Both must find the same.
"""

import os
import resource
import tempfile
import time
from collections.abc import Callable

from benchmarks.mathematics import best, plain_c, shell
from pitboss.analysis import count_cache
from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds, silent
from pitboss.sheets import load
from pitboss.sheets.settings import changed

RUNS = 5
STUD, HOLDEM = "mbs-megalink-stud-v9", "rws-multilink-holdem-v2"
WHAT_IFS = (
    (STUD, "bet.royal_flush={}"),
    (STUD, "jackpot.flush={}"),
    (HOLDEM, "flop.pays={}"),
    (HOLDEM, "bonus.low_pair={}"),
)
ADVICE = (
    (STUD, "--hand", "As Kh Qd 5c 2s", "--up", "4h"),
    (HOLDEM, "--hand", "7s 2h"),
    (HOLDEM, "--hand", "As Ks", "--board", "Qs 2h 7d"),
    (HOLDEM, "--hand", "As Ks", "--board", "Qs 2h 7d Kd"),
)


def found(sheet: str, key: str) -> list[int]:
    """The total gain over all deals in Antes, and how many hands or classes the strategy names."""
    analysis = analyse(load(sheet), silent)
    main, told = analysis.main(), analysis.strategy().contract[key]
    return [int(main.figures.ev * main.table.total), len(told) if isinstance(told, list) else int(told)]


def beside_c(name: str, question: str, ours: Callable[[], list[int]]) -> None:
    """One line: our time and that of the C program."""
    numbers, seconds, peer = ours(), best(ours, RUNS), plain_c(name, RUNS)
    line = f"  {question:44} {seconds:8.4f} s"
    if peer:
        theirs, same = peer[name]
        assert same == numbers, (same, numbers)
        line += f"   plain C {theirs:8.4f} s   ours / C {seconds / theirs:5.2f}"
    print(line)


def what_if(sheet: str, setting: str) -> float:
    """A changed pay table answered in process, with the counts at hand; the worst of several."""
    odds(load(sheet), AnalysisQuestion())
    times = []
    for rate in range(3, 3 + RUNS):
        began = time.perf_counter()
        odds(changed(sheet, [setting.format(rate)]), AnalysisQuestion())
        times.append(time.perf_counter() - began)
    return max(times)


def main() -> None:
    """One line per question."""
    print(f"\nMathematics of stud and hold'em, one core, best of {RUNS}")
    beside_c("stud", "stud, 19,933,230,517,200 deals", lambda: found(STUD, "bet"))
    beside_c("holdem", "hold'em, 55,627,620,048,000 deals", lambda: found(HOLDEM, "folded"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PITBOSS_CACHE"] = folder
        count_cache.clear_memory()
        for sheet, setting in WHAT_IFS:
            print(f"  {'what-if in process, ' + setting.format(3):44} {what_if(sheet, setting):8.4f} s")
        for arguments in ADVICE:
            said = f"pitboss advise {' '.join(arguments[1:])}"
            print(f"  {said:44} {shell('advise', *arguments):8.4f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {'peak memory':44} {peak:8.0f} MB")
