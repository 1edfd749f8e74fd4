"""The long comparison: ``python -m tests.independent 100000`` settles that many rounds per sheet twice."""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from tests.independent.rounds import SHEETS
from tests.independent.test_independent import compare

_BLOCK = 1000


def block(sheet: str, start: int, size: int) -> int:
    """Compare one block of rounds; the first difference stops everything."""
    for seed in range(start, start + size):
        compare(sheet, seed)
    return size


def main(rounds: int) -> None:
    """Compare all sheets, with progress."""
    began = time.monotonic()
    with ProcessPoolExecutor() as pool:
        for sheet in SHEETS:
            done = 0
            starts = range(0, rounds, _BLOCK)
            sizes = [min(_BLOCK, rounds - start) for start in starts]
            for size in pool.map(block, repeat(sheet), starts, sizes):
                done += size
                if sys.stderr.isatty():
                    print(f"\r\x1b[K{sheet}: {done} of {rounds}", end="", file=sys.stderr, flush=True)
            seconds = time.monotonic() - began
            print(f"\r{sheet}: {done} rounds settled alike ({seconds:.0f} s so far)", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
