"""The readings that bear on a settled round: by another option it would have ended otherwise."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.round.revealing import facts_of
from pitboss.round.state import Reported, Round
from pitboss.settlement import AwardsDiffer, CardsUnknown, Facts, settle
from pitboss.sheets.game import Game
from pitboss.sheets.loader import with_readings
from pitboss.sheets.model import Sheet
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import number_of

_OF_PLAY: Final = frozenset(
    {
        "leaving_after_the_flop",
        "options_of_folded_boxes",
        "options_once_reconstructed",
        "order_once_reconstructed",
        "outcome_established",
        "second_look_after_decisions",
        "show_after_declining",
        "under_minimum_span",
        "withdrawal_from_a_shared_area",
    }
)
"""Points that decide how a round goes on, or the next one: they apply where their clause does."""


class AppliedReading(Struct, frozen=True, kw_only=True):
    """An open point that bears on a round: as it is read, and how else it could be read."""

    name: str
    question: str
    taken: str
    others: tuple[str, ...]
    clauses: tuple[Clause, ...]


def applied_readings(game: Game, state: Round) -> tuple[AppliedReading, ...]:
    """The readings that apply to a settled round, in the order of the sheet."""
    if state.settlement is None:
        return ()
    cited = set(_clauses_of_play(game, state))
    facts = facts_of(state, None)
    ours = _outcome(game, facts)
    return tuple(
        _told(game.sheet, name)
        for name, reading in game.sheet.readings.items()
        if _decides(game, facts, ours, name)
        or (name in _OF_PLAY and not cited.isdisjoint(map(number_of, reading.clauses)))
    )


def _told(sheet: Sheet, name: str) -> AppliedReading:
    reading, point = sheet.readings[name], POINTS[name]
    others = tuple(says for choice, says in point.options.items() if choice != reading.choice)
    return AppliedReading(
        name=name, question=f"{point.question}?", taken=reading.gist, others=others, clauses=reading.clauses
    )


def _decides(game: Game, facts: Facts, ours: Any, name: str) -> bool:
    """Whether another option of a point settles these facts otherwise."""
    others = (choice for choice in POINTS[name].options if choice != game.sheet.readings[name].choice)
    found = (_outcome(_read_otherwise(game, name, choice), facts) for choice in others)
    return ours is not None and any(outcome not in (None, ours) for outcome in found)


@lru_cache(256)
def _read_otherwise(game: Game, name: str, choice: str) -> Game:
    return with_readings(game, {name: choice})


def _outcome(game: Game, facts: Facts) -> Any:
    """What each bet gets, and the display; None where a card is not known that would be needed."""
    try:
        settlement = settle(game, facts)
    except (CardsUnknown, AwardsDiffer):
        return None
    lines = [(line.box, line.player, line.bet, line.result, line.net) for line in settlement.lines]
    return lines, settlement.jackpot


def _clauses_of_play(game: Game, state: Round) -> Iterator[Clause]:
    """The clauses of reports, interruptions, declined hands, leaving, and bets under the minimum."""
    for entry in state.trail:
        if isinstance(entry, Reported):
            yield entry.clause
            if policy := game.sheet.irregularities.get(entry.clause):
                yield from (number_of(clause) for clause in policy.withdraw_clauses)
    for box in state.boxes:
        yield from box.left
        yield from game.sheet.decline.clauses if box.declined else ()
    once = set(game.sheet.amounts.under_minimum)
    for line in state.settlement.lines if state.settlement else ():
        yield from once.intersection(line.clauses)
