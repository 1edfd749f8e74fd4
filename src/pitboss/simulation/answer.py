"""A run of simulated rounds with its figures and its verdict, and the same as JSON."""

import time
from secrets import randbits
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from pitboss.analysis.model import CountProgress
from pitboss.reason import at, because
from pitboss.sheets.library import text_of
from pitboss.sheets.settings import with_settings
from pitboss.simulation.checks import Exact, RunVerdict, exact_values, verdict
from pitboss.simulation.irregular import IrregularCount
from pitboss.simulation.model import Plan, SimulationFault
from pitboss.simulation.plans import plan_of
from pitboss.simulation.question import SimulationQuestion, check_simulation, whole_number
from pitboss.simulation.results import Results, results
from pitboss.simulation.run import Tally, check_rounds, simulate

SEED_BITS: Final = 32
"""The bits of a seed that is drawn."""
MOST_SECONDS: Final = 200.0
"""How long a server plays for one request; the rounds played by then are the answer."""
SIMULATED_ROUNDS: Final = "simulated rounds"
"""What the progress of a run tells of."""


class SimulationAnswer(NamedTuple):
    """A run with everything that it is told from."""

    plan: Plan
    tally: Tally
    results: Results
    verdict: RunVerdict
    settings: tuple[str, ...]
    workers: int
    seconds: float
    irregular: tuple[IrregularCount, ...] = ()


def answered(
    plan: Plan,
    tally: Tally,
    exact: Exact,
    *,
    settings: tuple[str, ...],
    workers: int,
    seconds: float,
    irregular: tuple[IrregularCount, ...] = (),
) -> SimulationAnswer:
    """The figures of a run, tested against the exact values."""
    found = results(plan, tally)
    return SimulationAnswer(
        plan=plan,
        tally=tally,
        results=found,
        verdict=verdict(plan, tally, found, exact),
        settings=settings,
        workers=workers,
        seconds=seconds,
        irregular=irregular,
    )


def simulation_json(answer: SimulationAnswer) -> dict[str, object]:
    """A run as JSON; the figures of a seed are the same on every machine, the seconds are not."""
    plan, tally = answer.plan, answer.tally
    return {
        "sheet": plan.game.sheet.id,
        "hashes": {"sheet": plan.game.hashes.sheet, "readings": plan.game.hashes.readings},
        "settings": list(answer.settings),
        "boxes": plan.boxes,
        "strategy": plan.strategy,
        "seed": tally.seed,
        "rounds": tally.rounds,
        "wanted": tally.wanted,
        "results": to_builtins(answer.results),
        "verdict": answer.verdict.as_json(),
        "engine": plan.rows_are_gains,
        "irregularities": to_builtins(answer.irregular),
        "run": {"seconds": round(answer.seconds, 3), "workers": answer.workers},
    }


def answer_simulation(question: SimulationQuestion, progress: CountProgress) -> dict[str, Any]:
    """Play the rounds of a request in one thread; raises :class:`AnalysisFault` or ``SheetFault``."""
    check_simulation(question)
    rounds = whole_number(question.rounds)
    seed = whole_number(question.seed, "seed") if question.seed else randbits(SEED_BITS)
    game = with_settings(question.text or text_of(question.sheet), question.settings)
    began = time.monotonic()
    plan = plan_of(game, whole_number(question.boxes, "boxes"), question.strategy, progress)
    check_rounds(plan, rounds, seed)
    progress(SIMULATED_ROUNDS, 0, rounds)

    def done(played: int) -> None:
        progress(SIMULATED_ROUNDS, played, rounds)
        if time.monotonic() - began > MOST_SECONDS:
            # A run that is interrupted keeps what it has.
            raise KeyboardInterrupt

    started = time.perf_counter()
    tally = simulate(plan, rounds=rounds, seed=seed, workers=1, done=done)
    seconds = time.perf_counter() - started
    if not tally.rounds:
        raise SimulationFault(at("rounds", because("simulation.slow", seconds=f"{MOST_SECONDS:g}")))
    exact = exact_values(plan, progress)
    return simulation_json(
        answered(plan, tally, exact, settings=question.settings, workers=1, seconds=seconds)
    )
