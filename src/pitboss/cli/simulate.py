"""``pitboss simulate``: rounds by the card, with the sheet's own numbers, tested against the exact values."""

import json
import time
from argparse import Namespace
from secrets import randbits
from typing import Final

from pitboss.cli.analysis_options import FAULTS, counting, fail_question, sheet_with
from pitboss.cli.job_executors import job_executor
from pitboss.cli.progress import progress
from pitboss.cli.simulate_text import print_simulation
from pitboss.reason import at, because
from pitboss.sheets.game import Game
from pitboss.simulation.answer import SEED_BITS, SimulationAnswer, answered, simulation_json
from pitboss.simulation.checks import exact_values, no_exact_values
from pitboss.simulation.engine import Engine
from pitboss.simulation.executors import JobExecutor
from pitboss.simulation.irregular import IrregularCount, read_rates
from pitboss.simulation.model import NoLoop, Plan, SimulationFault
from pitboss.simulation.plans import best_play_is_counted, check_boxes, named_strategy, plan_of
from pitboss.simulation.question import whole_number
from pitboss.simulation.run import Tally, check_rounds, simulate

_FAILED: Final = 1
_INTERRUPTED: Final = 130
_ROUNDS: Final = "1e6"
_ENGINE_ROUNDS: Final = "1e4"
_IRREGULAR: Final = because("simulation.without_irregularities")


def run(options: Namespace) -> int:
    """Simulate rounds of one sheet; the exit status is 1 where they do not agree with the exact values."""
    try:
        answer = _answer(options)
    except FAULTS as fault:
        return fail_question(fault.at_path, as_json=options.json)
    if options.json:
        print(json.dumps(simulation_json(answer)))
    else:
        print_simulation(answer)
    if answer.tally.rounds < answer.tally.wanted:
        return _INTERRUPTED
    return _FAILED if answer.verdict.agrees is False else 0


def _answer(options: Namespace) -> SimulationAnswer:
    rounds = whole_number(options.rounds or (_ENGINE_ROUNDS if options.engine else _ROUNDS))
    if options.irregularity and not options.engine:
        raise SimulationFault(at("irregularity", because("simulation.irregular_by_engine")))
    game, settings = sheet_with(options.sheet, options.set)
    seed = randbits(SEED_BITS) if options.seed is None else options.seed
    run = _by_engine if options.engine else _by_loop
    with job_executor(options, one=options.engine) as executor:
        workers = executor.workers
        plan, tally, irregular, seconds = run(game, options, rounds, seed, executor)
    with counting() as told:
        exact = exact_values(plan, told) if not irregular else no_exact_values(plan, _IRREGULAR)
    return answered(
        plan, tally, exact, settings=settings, workers=workers, seconds=seconds, irregular=irregular
    )


_Run = tuple[Plan, Tally, tuple[IrregularCount, ...], float]


def _by_loop(game: Game, options: Namespace, rounds: int, seed: int, executor: JobExecutor) -> _Run:
    with counting() as told:
        try:
            plan = plan_of(game, options.boxes, options.strategy, told)
        except NoLoop as fault:
            played = options.strategy != "exact" or best_play_is_counted(game)
            code = "simulation.by_engine" if played else "simulation.by_engine_simple"
            raise SimulationFault(because(code, why=fault.reason)) from None
        check_rounds(plan, rounds, seed)
    began = time.perf_counter()
    with progress("simulated rounds", rounds, rate="rounds/s") as advance:
        tally = simulate(plan, rounds=rounds, seed=seed, executor=executor, done=advance)
    if not tally.rounds:
        raise SimulationFault(at("rounds", because("simulation.interrupted")))
    return plan, tally, (), time.perf_counter() - began


def _by_engine(game: Game, options: Namespace, rounds: int, seed: int, executor: JobExecutor) -> _Run:
    check_boxes(game, options.boxes)
    rates = read_rates(game, options.irregularity)
    with counting() as told:
        engine = Engine(game, options.boxes, named_strategy(options.strategy), told)
    began = time.perf_counter()
    with progress("rounds through the engine", rounds, rate="rounds/s") as advance:
        run = engine.run(rounds=rounds, seed=seed, executor=executor, done=advance, rates=rates)
    return run.plan, run.tally, run.irregular, time.perf_counter() - began
