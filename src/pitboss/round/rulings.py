"""Rulings on one bet of a round: it is paid, collected or corrected where the sheet is silent."""

from typing import Final

from pitboss.reason import because
from pitboss.round.betting import no_such_bet
from pitboss.round.commands import Action, BetRuling, Report
from pitboss.round.events import BetRuled, RoundAnswer
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round
from pitboss.settlement import Box, RuledBet
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity

RULINGS: Final[tuple[Action, ...]] = ("void", "continue", "return")
BET_RULINGS: Final[tuple[BetRuling, ...]] = ("pay", "collect", "correct")


def rulings(policy: Irregularity) -> tuple[Action, ...]:
    """The rulings that a clause leaves to the House."""
    return (*RULINGS, *BET_RULINGS) if "bet" in policy.takes else RULINGS


def bet_ruling(game: Game, state: Round, command: Report) -> RoundAnswer:
    """Decide a ruling on one player's bet; it holds until a later one on the same bet."""
    if refusal := _missing(game, command):
        return refusal
    if not state.closed:
        why = because("bets_not_closed.ruling")
        return refuse(game, "bets_not_closed", why, command.clause)
    box = state.box(command.boxes[0])
    bet, player = command.bet or "", command.player or box.player or ""
    placed = box.total(bet, player)
    if refusal := _not_on(game, box, command, player, placed):
        return refusal
    amount = command.amount or 0
    if command.action == "correct" and amount > placed:
        why = because("correction_not_possible.ruling", amount=placed)
        return refuse(game, "correction_not_possible", why, command.clause)
    way = next(way for way in BET_RULINGS if way == command.action)
    ruled = RuledBet(bet=bet, player=player, way=way, amount=amount, clauses=(command.clause,))
    return (BetRuled(box.number, ruled),)


def bet_arguments_refusal(game: Game, command: Report) -> Refusal | None:
    """The refusal of arguments that only a ruling on one bet takes."""
    given = {"bet": command.bet, "amount": command.amount, "player": command.player}
    for name, value in given.items():
        if value is not None:
            why = because("argument_not_taken.ruling", action=str(command.action), argument=name)
            return refuse(game, "argument_not_taken", why, command.clause)
    return None


def ruled_amount(state: Round, command: Report) -> int | None:
    """The most cents that a ruling on one bet moves, for the floor's amounts; None for another report.

    A bet that is paid comes back too, as one that was lost would not.
    """
    if command.action not in BET_RULINGS or len(command.boxes) != 1:
        return None
    if not 1 <= command.boxes[0] <= len(state.boxes):
        return None
    box = state.box(command.boxes[0])
    placed = box.total(command.bet or "", command.player or box.player)
    amount = command.amount or 0
    return {"pay": placed + amount, "collect": placed}.get(command.action, placed - amount)


def _missing(game: Game, command: Report) -> Refusal | None:
    """The refusal of a ruling that does not name one bet, or its amount."""
    wanted = {"box": len(command.boxes) == 1, "bet": bool(command.bet)}
    if command.action != "collect":
        wanted["amount"] = command.amount is not None and command.amount > 0
    elif command.amount is not None:
        why = because("argument_not_taken.ruling", action=command.action, argument="amount")
        return refuse(game, "argument_not_taken", why, command.clause)
    for name, given in wanted.items():
        if not given:
            why = because("argument_missing.bet", action=str(command.action), argument=name)
            return refuse(game, "argument_missing", why, command.clause)
    return None


def _not_on(game: Game, box: Box, command: Report, player: str, placed: int) -> Refusal | None:
    """The refusal of a bet that does not stand on the box."""
    rule = game.sheet.bets.get(command.bet or "")
    if rule is None:
        return no_such_bet(game, command.bet or "")
    if not placed:
        why = because("nothing_there.players_area", player=player, bet=rule.title, box=box.number)
        return refuse(game, "nothing_there", why, command.clause)
    back = box.shares_out.get(player) or box.taken_back.get(command.bet or "")
    if back:
        why = because("box_out.bet", bet=rule.title, player=player, box=box.number)
        return refuse(game, "box_out", why, command.clause, *back)
    return None
