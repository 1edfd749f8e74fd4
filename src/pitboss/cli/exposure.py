"""``pitboss exposure``: what a table can lose at its limits, and the float that it needs."""

import json
from argparse import Namespace

import msgspec

from pitboss.analysis.model import AnalysisFault, AnalysisQuestion
from pitboss.analysis.questions import QuestionTexts, read_question
from pitboss.cli.analysis_options import FAULTS, counting, fail_question, sheet_with
from pitboss.cli.text import table
from pitboss.forecast.exposure import Exposure, exposure
from pitboss.forecast.link_file import ForecastFault
from pitboss.plural import counted
from pitboss.reason import apart, at
from pitboss.sheets import Game
from pitboss.simulation.question import whole_number


def run(options: Namespace) -> int:
    """Exit 0 with the exposure, 2 for a question without one."""
    try:
        game, _ = sheet_with(options.sheet, options.set)
        with counting() as tell:
            found = exposure(
                game,
                _limits(game, options.limits),
                boxes=options.boxes,
                rounds_per_day=options.rounds_per_day,
                rounds=whole_number(options.rounds),
                days=whole_number(options.days),
                seed=options.random_seed,
                progress=tell,
            )
    except (*FAULTS, ForecastFault) as fault:
        return fail_question(fault.at_path, as_json=options.json)
    if options.json:
        print(json.dumps(msgspec.to_builtins(found)))
    else:
        print(game.sheet.identity.title)
        _print(found, game.sheet.identity.currency_sign)
    return 0


def _limits(game: Game, text: str | None) -> AnalysisQuestion:
    """The limits as stakes; a fault in them names the option."""
    try:
        return read_question(game, QuestionTexts(bets=text))
    except AnalysisFault as fault:
        path, why = apart(fault.reason)
        raise AnalysisFault(at(f"limits{path.removeprefix('bets')}", why)) from None


def _print(found: Exposure, sign: str) -> None:
    def money(dollars: float) -> str:
        return f"{'-' if dollars < 0 else ''}{sign}{abs(dollars):,.0f}"

    limits = ", ".join(f"{bet} {money(most)}" for bet, most in found.limits.items())
    bound, worst = money(found.bound_of_a_round), money(found.worst_round)
    each = f"{counted(found.boxes, 'box')}, each with" if found.boxes > 1 else "1 box with"
    print(f"{each} {limits}; {counted(found.rounds_per_day, 'round')} a day.")
    rounds, days = counted(found.rounds, "round"), counted(found.days, "day")
    print(f"{rounds} and {days} simulated, random seed {found.seed}.\n")
    print(f"A round: the house keeps {money(found.mean_round)} on the average,")
    print(f"  with a standard deviation of {money(found.std_dev_round)}.")
    print(f"  It never costs more than {bound}; the worst that was simulated cost {worst}.")
    print(f"A day: the house keeps {money(found.mean_day)} on the average,")
    print(f"  and loses on {found.day_lost:.2%} of days.\n")
    rows = [
        (level, money(cost), money(found.float_needed[level])) for level, cost in found.cost_of_a_day.items()
    ]
    print("So many days cost no more than this, and leave a float of this much unused:")
    print(table(("days", "cost", "float"), rows, right="days cost float"))
