"""The impact of a decision as JSON values, and the request for its edges that goes to a worker process."""

from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.analysis.model import CountProgress
from pitboss.forecast.impact import Impact, StakesOfText, edges_of
from pitboss.money import format_cents
from pitboss.sheets.formats import SheetText
from pitboss.sheets.settings import with_settings
from pitboss.words import say


class EdgesQuestion(Struct, frozen=True, tag_field="question", tag="edges", kw_only=True):
    """A request for the edges of every bet by two texts of a sheet."""

    then: SheetText
    now: SheetText
    stakes: StakesOfText


def answer_edges(question: EdgesQuestion, progress: CountProgress) -> dict[str, Any]:
    """The edges by both texts."""
    found = {}
    for place, (name, text) in enumerate((("then", question.then), ("now", question.now))):
        progress("edges of every bet", place, 2)
        found[name] = edges_of(with_settings(text, ()), question.stakes, progress)
    return found


def impact_json(found: Impact, left: int) -> dict[str, Any]:
    """An impact; ``left`` rounds could not be settled again."""
    return {
        "settled_again": found.rounds,
        "not_settled_again": left,
        "differ": [one.round for one in found.differ],
        "house": format_cents(found.house),
        "sheets": [
            {
                "sheet": one.sheet,
                "rounds": one.rounds,
                "days": one.days,
                "display": None if one.display is None else str(one.display),
                "bets": {
                    bet.bet: {
                        "staked": format_cents(bet.staked),
                        "edge_then": _exact(bet.edge_then),
                        "edge_now": _exact(bet.edge_now),
                        "per_year": None if bet.per_year is None else format_cents(int(bet.per_year)),
                        **({"not_counted": say(bet.not_counted)} if bet.not_counted else {}),
                    }
                    for bet in one.bets
                },
            }
            for one in found.sheets
        ],
        "per_year": format_cents(int(found.per_year)),
    }


def _exact(edge: Fraction | None) -> str | None:
    return None if edge is None else str(edge)
