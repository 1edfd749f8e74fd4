"""Run the campaign: ``python -m campaign [--only NAME …] [--minutes N] [--quick] [--list] [--page FILE]``."""

import argparse
import logging
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Final

from campaign.page import PAGE, put_into_page, written
from campaign.result import Attack, AttackResult, Bench, OwnPostgres
from pitboss.cli.progress import progress
from tests.store.server import in_memory

NAMES: Final = (
    "tampering",
    "forgeries",
    "rollbacks",
    "flips",
    "kills",
    "payments",
    "failovers",
    "power",
    "pauses",
    "networks",
    "clocks",
    "disks",
    "soak",
    "flood",
)
"""The attacks, each a module with one function, ``attack``."""
_MINUTES: Final = 60.0


def attack_named(name: str) -> Attack:
    """The function of an attack's module."""
    found: Attack = import_module(f"campaign.{name}").attack
    return found


def gist(name: str) -> str:
    """The first line of what a module says of itself."""
    return (import_module(f"campaign.{name}").__doc__ or "").splitlines()[0]


def run(names: Sequence[str], minutes: float, quick: bool) -> tuple[list[AttackResult], bool]:
    """Run attacks in order; returns the results, and false if interrupted."""
    results: list[AttackResult] = []
    share = minutes / len(NAMES)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=in_memory())))
        postgres = OwnPostgres(stack)
        advance = stack.enter_context(progress("attacks", 100 * len(names)))
        try:
            for number, name in enumerate(names):
                bench = Bench(
                    folder=folder,
                    minutes=share,
                    quick=quick,
                    postgres=postgres,
                    done=lambda part, number=number: advance(int(100 * (number + part))),  # type: ignore[misc]
                )
                _carry_out(name, bench, results)
                advance(100 * (number + 1))
        except KeyboardInterrupt:
            return results, False
    return results, True


def _carry_out(name: str, bench: Bench, results: list[AttackResult]) -> None:
    """One attack; what breaks it off is a result too, and the others go on."""
    try:
        for result in attack_named(name)(bench):
            results.append(result)
    except Exception as error:
        traceback.print_exc()
        broke = f"it broke off: {type(error).__name__}: {error}"
        results.append(
            AttackResult(
                attack=name, database="", name=name, tried=0, must="it comes to its end", failures=(broke,)
            )
        )


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 if something did not hold, 130 if it was interrupted."""
    parser = argparse.ArgumentParser(prog="python -m campaign", description="Attacks the floor, and tells.")
    parser.add_argument("--list", action="store_true", help="what there is, and nothing else")
    parser.add_argument(
        "--only", action="append", choices=NAMES, metavar="NAME", help="this one; may be repeated"
    )
    parser.add_argument("--minutes", type=float, default=_MINUTES, help="about so long for all of it (60)")
    parser.add_argument("--quick", action="store_true", help="one of each kind")
    parser.add_argument(
        "--page",
        type=Path,
        help="write the tables into this page; docs/explanation/reliability.md when all of it has run",
    )
    options = parser.parse_args(arguments)
    if options.list:
        print("\n".join(f"{name:12} {gist(name)}" for name in NAMES))
        return 0
    began = time.monotonic()
    results, whole = run(options.only or NAMES, options.minutes, options.quick)
    text = written(results, time.monotonic() - began, options.quick)
    print(text)
    page = options.page or (PAGE if whole and not options.only and not options.quick else None)
    if page:
        put_into_page(text, page)
    if not whole:
        print("Interrupted: this is what was found so far.", file=sys.stderr)
        return 130
    return int(any(not result.held for result in results))


if __name__ == "__main__":
    # Clients of a floor under attack log a lot.
    logging.getLogger("pitboss").setLevel(logging.CRITICAL)
    sys.exit(main(sys.argv[1:]))
