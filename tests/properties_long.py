"""The long walks: ``python -m tests.properties_long 1000`` runs that many per sheet and counts."""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from pitboss.sheets import load, sheet_ids
from tests.round.test_round_properties import PropertyBroken, Tally, walks

_BLOCK = 50


def show(sheet: str, tally: Tally) -> None:
    """What the walks of a sheet reached, as a table."""
    steps = tally.accepted + tally.refused
    print(
        f"{sheet}: {tally.rounds} rounds, {steps} steps: {tally.accepted} accepted, {tally.refused} refused"
    )
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(tally.settled.items()))
    print(f"  settlements: {outcomes}; {tally.percent_awards} shares of the jackpot paid")
    print(f"  brought to an end from {tally.finishes} states, {tally.ruled} of them only by a ruling")
    print(f"  {len(tally.refusals)} kinds of refusal")
    print("  report    accepted   refused")
    for clause in load(sheet).sheet.irregularities:
        print(f"  {clause:<8}{tally.reports_accepted[clause]:>10}{tally.reports_refused[clause]:>10}")


def main(number: int) -> None:
    """Walk through all sheets on every processor."""
    began, total = time.monotonic(), Tally()
    with ProcessPoolExecutor() as pool:
        for sheet in sheet_ids():
            blocks = [range(start, min(start + _BLOCK, number)) for start in range(0, number, _BLOCK)]
            tally = Tally()
            for done in pool.map(walks, repeat(sheet), blocks):
                tally.add(done)
            show(sheet, tally)
            total.add(tally)
    seconds, steps = time.monotonic() - began, total.accepted + total.refused
    print(f"{steps} steps in {total.rounds} rounds, {seconds:.0f} s: every property held")


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    except PropertyBroken as broken:
        sys.exit(str(broken))
