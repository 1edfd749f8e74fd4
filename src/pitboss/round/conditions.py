"""Conditions of a report, checked against the round: a report that the round contradicts is refused."""

from collections.abc import Callable
from typing import Final

from pitboss.cards import UNKNOWN
from pitboss.reason import Reason, because
from pitboss.refusal_codes import RefusalCode
from pitboss.round.commands import Place, Report
from pitboss.round.queries import cards_handled, cards_seen, right_count, script_of
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.revealing import deal_over
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.model import Condition, Irregularity
from pitboss.sheets.script import BurnStep, DealStep

Test = Callable[[Game, Round, Report, Irregularity], Reason | None]


def contradiction(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    """The refusal, with the clause that applies instead, of a report that the round contradicts."""
    for condition in policy.when:
        why = _TESTS[condition](game, state, command, policy)
        if why:
            instead = policy.instead if condition in _INSTEAD else ()
            also = game.refusal_clauses(_no_jackpot(state)) if condition == "jackpot_in_play" else ()
            clauses = instead or (*also, command.clause)
            if instead and instead[0] != command.clause:
                why = because("report_contradicted.instead", why=why, clauses=instead)
            return refuse(game, "report_contradicted", why, *clauses)
    if _too_late(game, state, command):
        why = because("report_contradicted.deal_over")
        return refuse(game, "report_contradicted", why, command.clause)
    return None


def _too_late(game: Game, state: Round, command: Report) -> bool:
    """Whether the clause is of the deal, as the sheet is read, and the deal is over."""
    point = game.sheet.readings.get("report_after_the_deal")
    if point is None or command.clause not in point.clauses:
        return False
    return game.readings.report_after_the_deal == "refused" and deal_over(game, state)


def _bets_closed(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return None if state.closed else because("report_contradicted.bets_open")


def _unseen(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return because("report_contradicted.seen") if cards_seen(game, state) else None


def _seen(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return None if cards_seen(game, state) else because("report_contradicted.unseen")


def _unhandled(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return because("report_contradicted.handled") if cards_handled(game, state) else None


def _shoe(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    return None if state.table.device == "shoe" else because("report_contradicted.shuffler")


def _second_look(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    if not state.unjudged_looks:
        return because("report_contradicted.no_second_look")
    wrong = [number for number in command.boxes if number not in state.unjudged_looks]
    return because("report_contradicted.first_look", box=wrong[0]) if wrong else None


def _burn_missing(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    """The Burnt Cards of the procedure are due before the hands, and before each deal of community cards."""
    due, burns, community = 0, 0, 0
    for step in script_of(game, state).steps:
        if isinstance(step, BurnStep):
            burns += 1
        elif isinstance(step, DealStep) and "community" in step.to:
            community += step.cards * step.times
            due = burns if len(state.community) >= community else due
        elif isinstance(step, DealStep) and "boxes" in step.to:
            due = burns
    return None if len(state.burnt) < due else because("report_contradicted.burnt")


def _cards_not_dealt(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    named = [card for card in command.order if card != UNKNOWN]
    if len(set(named)) < len(named):
        return because("report_contradicted.named_twice")
    return because("report_contradicted.cards_placed") if set(named) & set(state.cards_out()) else None


def _jackpot_in_play(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    if state.memory.no_jackpot:
        return because("report_contradicted.jackpot_suspended")
    return None if state.display else because("report_contradicted.no_jackpot")


def _no_jackpot(state: Round) -> RefusalCode:
    """The refusal of a jackpot bet at a table that takes none."""
    return "jackpot_suspended" if state.memory.no_jackpot else "no_jackpot"


def _wrong_count(game: Game, state: Round, command: Report, policy: Irregularity) -> Reason | None:
    for place in _places(command, policy):
        found = len(state.cards_at(place)) if command.count is None else command.count
        if found in right_count(game, state, place):
            return because("report_contradicted.right_count", place=place)
    return None


def _places(command: Report, policy: Irregularity) -> tuple[Place, ...]:
    if policy.about == "box":
        return command.boxes
    if policy.about == "community" and not command.dealer:
        return ("community",)
    return ("dealer",)


_TESTS: Final[dict[Condition, Test]] = {
    "bets_closed": _bets_closed,
    "unseen": _unseen,
    "seen": _seen,
    "unhandled": _unhandled,
    "shoe": _shoe,
    "wrong_count": _wrong_count,
    "second_look": _second_look,
    "burn_missing": _burn_missing,
    "cards_not_dealt": _cards_not_dealt,
    "jackpot_in_play": _jackpot_in_play,
}

_INSTEAD: Final = frozenset({"unseen", "seen", "unhandled"})
"""Conditions whose failure makes another clause apply; for others the reported clause is cited."""
