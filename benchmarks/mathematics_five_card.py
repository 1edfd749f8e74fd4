"""Stud and hold'em beside plain C programs that count the same deals, what-ifs, and advice from the shell.

Counts are made anew (nothing from the store) with the loops already compiled. The C programs are compiled
with full optimisation where there is a compiler. Both must find the same numbers.
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

from pitboss.analysis import store
from pitboss.analysis.holdem.analysis import Holdem
from pitboss.analysis.odds import silent
from pitboss.analysis.protocol import GameAnalysis
from pitboss.analysis.stud.analysis import Stud
from pitboss.sheets.settings import changed

RUNS = 5
STUD, HOLDEM = "mbs-megalink-stud-v9", "rws-multilink-holdem-v2"
PITBOSS = str(Path(sys.executable).with_name("pitboss"))


def anew(function: Callable[[], object]) -> float:
    """The shortest of several runs in seconds, nothing kept from one to the next."""
    times = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PITBOSS_CACHE"] = folder
            store.forget()
            began = time.perf_counter()
            function()
            times.append(time.perf_counter() - began)
    return min(times)


def at_hand(function: Callable[[], object]) -> float:
    """The shortest of several runs in seconds, with what was counted in the store."""
    function()
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        function()
        times.append(time.perf_counter() - began)
    return min(times)


def in_c(name: str) -> tuple[float, list[int]] | None:
    """How long a C program takes at best and what it finds, where there is a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / name)
        source = str(Path(__file__).with_name(f"{name}.c"))
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        times, printed = [], ""
        for _ in range(RUNS):
            began = time.perf_counter()
            printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
            times.append(time.perf_counter() - began)
    return min(times), [int(word) for word in printed.split()]


def found(analysis: GameAnalysis, key: str) -> list[int]:
    """The total gain over all deals in Antes, and what the strategy is told by."""
    main, told = analysis.main(), analysis.strategy().contract[key]
    return [
        int(main.figures.ev * main.table.total),
        len(told) if isinstance(told, list) else int(told),
    ]


def compared(name: str, limit: float, ours: Callable[[], list[int]]) -> None:
    numbers = ours()
    seconds, peer = anew(ours), in_c(name)
    said = "no compiler for the C program"
    if peer is not None:
        assert peer[1] == numbers, "the C program finds something else"
        said = f"C {peer[0]:.2f} s, {peer[0] / seconds:.1f} x ours, the same numbers"
    print(f"  {name:8} all deals, strategy and distribution {seconds:6.2f} s (under {limit} s)   {said}")


def shell(*arguments: str) -> float:
    """The shortest of several runs of a command that finds its counts in the store."""
    return at_hand(lambda: subprocess.run([PITBOSS, *arguments], check=True, capture_output=True))


def main() -> None:
    """Counts, what-ifs, advice, memory."""
    print(f"\nMathematics of stud and hold'em (best of {RUNS}, one core)")
    compared("stud", 1.5, lambda: found(Stud(changed(STUD, ()), silent), "bet"))
    compared("holdem", 5, lambda: found(Holdem(changed(HOLDEM, ()), silent), "folded"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PITBOSS_CACHE"] = folder
        store.forget()
        for sheet, setting, family in (
            (STUD, "bet.royal_flush=100", Stud),
            (HOLDEM, "ante.pays_from=flush", Holdem),
            (HOLDEM, "bonus.low_pair=4", Holdem),
        ):
            seconds = at_hand(lambda s=sheet, c=setting, f=family: f(changed(s, [c]), silent).main())  # type: ignore[misc]
            print(f"  what if {setting:24} {1000 * seconds:6.1f} ms (under 50 ms)")
        for limit, arguments in (
            (0.3, (STUD, "--hand", "As Kh Qd 5c 2s", "--up", "4h")),
            (0.3, (HOLDEM, "--hand", "7s 2h")),
            (2, (HOLDEM, "--hand", "As Ks", "--board", "Qs 2h 7d")),
            (2, (HOLDEM, "--hand", "As Ks", "--board", "Qs 2h 7d Kd")),
        ):
            seconds = shell("advise", *arguments, "--json")
            print(f"  advise {' '.join(arguments[1:]):42} {seconds:5.2f} s (under {limit} s)")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  peak memory {peak:.0f} MB (under 1,000 MB)")
