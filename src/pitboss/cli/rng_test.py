"""``pitboss rng-test``: statistical tests of the tables' shuffle, and of biased controls."""

import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

import numpy as np
from msgspec import Struct

from pitboss import __version__
from pitboss.build import build_hash
from pitboss.cli.progress import progress
from pitboss.cli.text import fail, paragraph, table
from pitboss.reason import because
from pitboss.shoe.battery import (
    CONTROLS,
    FALSE_ALARM_RATE,
    Shuffles,
    ShuffleTally,
    ShuffleTestResult,
    as_bits,
    as_cards,
    as_numbers,
)
from pitboss.shoe.health import HealthCheck, health_test
from pitboss.shuffle import shuffled

FEWEST: Final = 10_000
"""The least number of shuffles: with fewer a biased one might pass."""
CONTROL_SHUFFLES: Final = 20_000
"""The number of shuffles of each biased control, at most the number tested."""
_BATCH: Final = 2_000


class Control(Struct, frozen=True):
    """A biased shuffle, and the tests that caught it."""

    name: str
    caught_by: tuple[str, ...]


class RngTestResult(Struct, frozen=True):
    """The findings of a run."""

    shuffles: int
    health: tuple[HealthCheck, ...]
    findings: tuple[ShuffleTestResult, ...]
    controls: tuple[Control, ...]

    @property
    def blind(self) -> tuple[str, ...]:
        """Biased shuffles that no test caught, which makes the run worthless."""
        return tuple(control.name for control in self.controls if not control.caught_by)

    @property
    def failed(self) -> tuple[str, ...]:
        """Checks and tests that the shuffle of the tables did not pass."""
        checks = [f"health test: {check.name}" for check in self.health if not check.passed]
        return (*checks, *(finding.name for finding in self.findings if finding.failed))


def run(options: Namespace) -> int:
    """Exit 0 if the shuffle passes and the biased ones are caught, 1 if not, 2 for bad arguments."""
    if options.shuffles < FEWEST:
        return fail(because("command.few_shuffles", fewest=FEWEST))
    if options.seed_biased < 0:
        return fail(because("command.seed_below_zero"))
    if options.dump == "-" and sys.stdout.isatty():
        return fail(because("command.dump_to_terminal"))
    form = as_bits if options.dump_as == "bits" else as_cards
    try:
        dump = _opened(options.dump)
    except (OSError, ValueError) as fault:
        return fail(
            because("command.dump_unwritten", file=options.dump, given=str(getattr(fault, "strerror", fault)))
        )
    with dump as file:
        findings = _test(options.shuffles, (lambda batch: file.write(form(batch))) if file else None)
    controls = tuple(_controls(options.seed_biased, min(options.shuffles, CONTROL_SHUFFLES)))
    result = RngTestResult(options.shuffles, health_test(), findings, controls)
    out = sys.stderr if options.dump == "-" else sys.stdout
    if options.json:
        print(json.dumps(_result_json(result, options.seed_biased)), file=out)
    else:
        _print_result(result, options.seed_biased, out)
    return 1 if result.failed or result.blind else 0


def _opened(dump: str | None) -> contextlib.AbstractContextManager[BinaryIO | None]:
    if dump is None:
        return contextlib.nullcontext()
    if dump == "-":
        return contextlib.nullcontext(sys.stdout.buffer)
    return Path(dump).open("wb")


def _test(shuffles: int, write: Callable[[Shuffles], Any] | None) -> tuple[ShuffleTestResult, ...]:
    """Test ``shuffles`` shuffles by the function that the tables use."""
    tally = ShuffleTally()
    with progress("shuffles", shuffles) as advance:
        while tally.shuffles < shuffles:
            count = min(_BATCH, shuffles - tally.shuffles)
            batch = as_numbers([shuffled() for _ in range(count)])
            tally.add(batch)
            if write:
                write(batch)
            advance(tally.shuffles)
    return tally.findings()


def _controls(seed: int, shuffles: int) -> Iterator[Control]:
    with progress("shuffles that are wrong on purpose", len(CONTROLS)) as advance:
        for number, (name, shuffle) in enumerate(CONTROLS.items(), 1):
            tally = ShuffleTally()
            tally.add(shuffle(np.random.default_rng(seed), shuffles))
            yield Control(name, tuple(finding.name for finding in tally.findings() if finding.failed))
            advance(number)


def _result_json(result: RngTestResult, seed: int) -> dict[str, Any]:
    return {
        "pitboss": __version__,
        "build": build_hash(),
        "shuffles": result.shuffles,
        "false_alarm_rate": FALSE_ALARM_RATE,
        "passed": not result.failed and not result.blind,
        "health": [
            {"name": check.name, "passed": check.passed, "says": check.says} for check in result.health
        ],
        "tests": [
            {
                "name": finding.name,
                "statistic": finding.statistic,
                "p": finding.p,
                "passed": not finding.failed,
            }
            for finding in result.findings
        ],
        "controls": [
            {"name": control.name, "seed": seed, "caught_by": list(control.caught_by)}
            for control in result.controls
        ],
    }


def _print_result(result: RngTestResult, seed: int, out: TextIO) -> None:
    print(f"{result.shuffles:,} shuffles, as the tables get them; build {build_hash()[:16]}\n", file=out)
    rows = [
        (
            finding.name,
            f"{finding.statistic:.2f}",
            _chance(finding.p),
            "FAILS" if finding.failed else "passes",
        )
        for finding in result.findings
    ]
    print(table(("test", "statistic", "p", "verdict"), rows, right="statistic p"), file=out)
    print(f"\nWrong on purpose (seed {seed}), to show what these tests catch\n", file=out)
    caught = [(control.name, ", ".join(control.caught_by) or "NOTHING") for control in result.controls]
    print(table(("shuffle", "caught by"), caught), file=out)
    print(file=out)
    for check in result.health:
        verdict = "passes" if check.passed else "FAILS"
        print(f"Health test, {check.name}: {verdict} ({check.says})", file=out)
    print(file=out)
    print(paragraph(_verdict(result)), file=out)


def _chance(p: float) -> str:
    return f"{p:.4f}" if p >= 0.001 else f"{p:.0e}"


def _verdict(result: RngTestResult) -> str:
    once = f"With nothing wrong, a run fails at most once in {1 / FALSE_ALARM_RATE:,.0f}."
    if result.blind:
        return f"THIS RUN PROVES NOTHING: it did not catch {', '.join(result.blind)}. Test more shuffles."
    if result.failed:
        return (
            f"THE SHUFFLE FAILS: {', '.join(result.failed)}. {once} Test again with more shuffles. If it "
            "fails then too, deal no more from this machine and have its source of randomness examined."
        )
    return f"The shuffle passes every test, and every wrong shuffle is caught. {once}"
