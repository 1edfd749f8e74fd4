"""Years of a link per minute: the example's two games, with the loops already compiled."""

import time
from pathlib import Path
from typing import Annotated

from benchmarks.command import command_of
from pitboss.analysis.odds import silent
from pitboss.forecast.days import day_of, terms_of
from pitboss.forecast.hits import hits_of
from pitboss.forecast.link_file import read_link_file
from pitboss.forecast.lives import simulate_lives

LIVES = 10_000
FILE = Path(__file__).parent.parent / "examples" / "links" / "diamond.toml"


def main(*, lives: Annotated[int, "years that are simulated"] = LIVES) -> None:
    plan = read_link_file(FILE)
    day, terms = day_of(hits_of(plan, silent)), terms_of(plan)
    simulate_lives(day, terms, plan.meters, years=1, lives=1, seed=1, progress=silent)
    began = time.perf_counter()
    found = simulate_lives(day, terms, plan.meters, years=1, lives=lives, seed=1, progress=silent)
    took = time.perf_counter() - began
    wins = int(found.noted["hits"].sum())
    print(f"forecast: {lives:,} years with {wins:,} wins in {took:.2f} s, {lives / took * 60:,.0f} a minute")


def smallest() -> None:
    main(lives=1)


if __name__ == "__main__":
    command_of(__file__)
