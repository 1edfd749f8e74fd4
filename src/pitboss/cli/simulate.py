"""``pitboss simulate``: rounds by the card, with the sheet's own numbers, tested against the exact values."""

import json
import os
import time
from argparse import Namespace
from decimal import Decimal, InvalidOperation
from secrets import randbits
from typing import Final

from pitboss.cli.analysis_options import FAULTS, counting, fail_question, sheet_with
from pitboss.cli.progress import progress
from pitboss.cli.simulate_text import SimulationAnswer, print_simulation, simulation_json
from pitboss.simulation.checks import verdict
from pitboss.simulation.exact import exact_values
from pitboss.simulation.model import SimulationFault
from pitboss.simulation.plans import plan_of
from pitboss.simulation.results import results
from pitboss.simulation.run import check_rounds, simulate

_FAILED: Final = 1
_INTERRUPTED: Final = 130
_SEED_BITS: Final = 32
_MOST_WORKERS: Final = 1024


def run(options: Namespace) -> int:
    """Simulate rounds of one sheet; the exit status is 1 where they do not agree with the exact values."""
    try:
        answer = _answer(options)
    except FAULTS as fault:
        return fail_question(str(fault), as_json=options.json)
    if options.json:
        print(json.dumps(simulation_json(answer)))
    else:
        print_simulation(answer)
    if answer.tally.rounds < answer.tally.wanted:
        return _INTERRUPTED
    return _FAILED if answer.verdict.agrees is False else 0


def _answer(options: Namespace) -> SimulationAnswer:
    rounds, workers = whole_number(options.rounds), options.workers
    if workers is None:
        workers = os.cpu_count() or 1
    if not 1 <= workers <= _MOST_WORKERS:
        raise SimulationFault(f"workers: {workers} is no number of workers from 1 to {_MOST_WORKERS:,}")
    game, settings = sheet_with(options.sheet, options.set)
    seed = randbits(_SEED_BITS) if options.seed is None else options.seed
    with counting() as told:
        plan = plan_of(game, options.boxes, options.strategy, told)
        check_rounds(plan, rounds, seed)
        exact = exact_values(plan, told)
    began = time.perf_counter()
    with progress("simulated rounds", rounds, rate="rounds/s") as advance:
        tally = simulate(plan, rounds=rounds, seed=seed, workers=workers, done=advance)
    seconds = time.perf_counter() - began
    if not tally.rounds:
        raise SimulationFault("rounds: interrupted before the first rounds were played")
    found = results(plan, tally)
    return SimulationAnswer(
        plan=plan,
        tally=tally,
        results=found,
        verdict=verdict(plan, tally, found, exact),
        settings=settings,
        workers=workers,
        seconds=seconds,
    )


def whole_number(text: str) -> int:
    """A number of rounds: ``100000000``, ``100,000,000`` or ``1e8``."""
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
        if number.is_finite() and abs(number.adjusted()) < 30 and number == int(number):
            return int(number)
    except InvalidOperation:
        pass
    raise SimulationFault(f"rounds: {text[:40]!r} is no whole number such as 1000000 or 1e8")
