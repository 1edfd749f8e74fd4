"""Stud and hold'em beside plain C programs that count the same deals, what-ifs, and advice from the shell.

Counts are made anew (nothing from the store) with the loops already compiled. Both must find the same.
"""

from functools import partial
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.mathematics import best, nothing_kept, peak_memory, plain_c, shell
from benchmarks.plain_c import NO_COMPILER, compiler
from benchmarks.timing import seconds
from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds, silent
from pitboss.sheets import load
from pitboss.sheets.settings import changed

STUD, HOLDEM = "mbs-megalink-stud-v9", "rws-multilink-holdem-v2"
COUNTED = {"stud": (STUD, "bet"), "holdem": (HOLDEM, "folded")}
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


def beside_c(name: str, what: str, runs: int, boards: int = 0) -> None:
    """One line: our time and that of the C program, which may count a part."""
    numbers: list[int] = []

    def count() -> None:
        numbers[:] = found(*COUNTED[name])

    ours, peer = best(count, runs), plain_c(name, runs, *([str(boards)] if boards else []))
    line = f"  {what:44} {ours:8.4f} s"
    if peer:
        theirs, same = peer[name]
        assert boards or same == numbers, (same, numbers)
        line += f"   plain C {theirs:8.4f} s   "
        line += f"of {boards:,} boards" if boards else f"ours / C {ours / theirs:5.2f}"
    print(line)


def what_if(sheet: str, setting: str, runs: int) -> float:
    """A changed pay table answered in process, with the counts at hand; the worst of several."""
    odds(load(sheet), AnalysisQuestion())

    def ask(rate: int) -> None:
        odds(changed(sheet, [setting.format(rate)]), AnalysisQuestion())

    return max(seconds(partial(ask, rate)) for rate in range(3, 3 + runs))


def main(
    *,
    runs: Annotated[int, "runs, of which the best counts, or the median in the shell"] = 5,
    asked: Annotated[int, "questions asked in the shell"] = len(ADVICE),
    boards: Annotated[int, "kinds of boards that the C program of hold'em counts; all of them if 0"] = 0,
) -> None:
    """One line per question."""
    print(f"\nMathematics of stud and hold'em, one core, best of {runs}")
    if not compiler():
        print(f"  {NO_COMPILER}")
    beside_c("stud", "stud, 19,933,230,517,200 deals", runs)
    beside_c("holdem", "hold'em, 55,627,620,048,000 deals", runs, boards)
    with nothing_kept():
        for sheet, setting in WHAT_IFS:
            print(f"  {'what-if in process, ' + setting.format(3):44} {what_if(sheet, setting, runs):8.4f} s")
        for arguments in ADVICE[:asked]:
            said = f"pitboss advise {' '.join(arguments[1:])}"
            print(f"  {said:44} {shell(runs, 'advise', *arguments):8.4f} s")
    peak_memory()


def smallest() -> None:
    main(runs=1, asked=1, boards=1000)


if __name__ == "__main__":
    command_of(__file__)
