"""``pitboss impact``: what another sheet or reading changes in past rounds, in the edges and in a year."""

import json
from argparse import Namespace
from fractions import Fraction

from pitboss.cli.analysis_options import counting
from pitboss.cli.journals import consistent_record, open_read_only
from pitboss.cli.rerun_question import read_rerun_question
from pitboss.cli.text import gain, money, paragraph, table
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.forecast.impact import BetImpact, Impact, impact
from pitboss.forecast.impact_json import impact_json
from pitboss.plural import counted
from pitboss.sheets import Game
from pitboss.words import say


def run(options: Namespace) -> int:
    """Exit 0 with an answer, 2 for a bad request."""
    question = read_rerun_question(options)
    with open_read_only(options.url, options.archive) as journal, consistent_record():
        rulebook = Rulebook(journal)
        rounds = question.rounds(journal, rulebook)

    def texts(text: str) -> tuple[Game, Game]:
        recorded = rulebook.by_hash[text]
        return recorded, question.other(recorded)

    with counting() as tell:
        found = impact(rounds, texts, tell)
    left = sum(1 for one in rounds if not one.now)
    if options.json:
        print(json.dumps(impact_json(found, left)))
    else:
        _print(found, left)
    return 0


def _print(found: Impact, left: int) -> None:
    print(f"{counted(found.rounds, 'round')} settled again, {len(found.differ)} would have paid differently:")
    print(f"the house would have gained {gain(found.house)}. {_left(left)}".rstrip())
    for one in found.sheets:
        print(f"\n{one.sheet}: {counted(one.rounds, 'round')} in {counted(one.days, 'gaming day')}")
        rows = [
            (
                bet.bet.replace("_", " "),
                money(bet.staked),
                _percent(bet.edge_then),
                _percent(bet.edge_now),
                _points(bet),
                "" if bet.per_year is None else gain(int(bet.per_year)),
            )
            for bet in one.bets
        ]
        headers = ("house edge of", "staked", "then", "now", "change", "yearly")
        print(table(headers, rows, right="staked then now change yearly"))
        if one.display is not None and any(bet.bet == "jackpot" for bet in one.bets):
            print(
                paragraph(
                    f"The jackpot bet is at the mean display of these rounds, {money(int(one.display))}."
                )
            )
        for bet in one.bets:
            if bet.not_counted:
                print(paragraph(f"{bet.bet.replace('_', ' ')}: {say(bet.not_counted)}"))
    print(f"\nIn a year at the pace of these days the house gains {gain(int(found.per_year))} by it.")


def _left(left: int) -> str:
    return f"{counted(left, 'round')} could not be settled again; pitboss rerun says why." if left else ""


def _percent(edge: Fraction | None) -> str:
    return "-" if edge is None else f"{float(edge):.4%}"


def _points(bet: BetImpact) -> str:
    if bet.edge_then is None or bet.edge_now is None:
        return ""
    return f"{float(bet.edge_now - bet.edge_then):+.4%}"
