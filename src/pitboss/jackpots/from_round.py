"""From a round to its link: accepted jackpot bets, returned ones, and winning hands."""

from collections.abc import Mapping

from pitboss.citation import Clause, some_clauses
from pitboss.jackpots.commands import BetToAccept, ReturnedBet, Won
from pitboss.jackpots.state import RoundInPlay
from pitboss.round import Round
from pitboss.settlement import Settlement
from pitboss.settlement.stakes import stakes
from pitboss.sheets.game import Game

JACKPOT = "jackpot"


def accepted_bets(game: Game, state: Round) -> tuple[BetToAccept, ...]:
    """The jackpot bets on the layout at "No more Bets", up to what may stand."""
    return tuple(
        BetToAccept(box.number, stake.player, stake.stood)
        for box in state.boxes
        if box.wagers
        for stake in stakes(game, state.table, box, state.memory.under_minimum)
        if stake.bet == JACKPOT
    )


def returned_bets(state: Round, booked: RoundInPlay) -> tuple[ReturnedBet, ...]:
    """The accepted bets that have been returned by now, with their clauses.

    Before the settlement these are bets of a void round and of hands that are out; afterwards what the
    settlement returns, and the difference where an amount was corrected downwards.
    """
    found = []
    for bet in booked.bets:
        if state.settlement:
            stands, clauses = _settled(state.settlement, bet.box, bet.player)
        else:
            stands, clauses = bet.amount, _out(state, bet.box, bet.player)
            stands = 0 if clauses else stands
        if stands < bet.amount:
            found.append(ReturnedBet(bet.box, bet.player, bet.amount - stands, some_clauses(clauses)))
    return tuple(found)


def major_wins(settlement: Settlement, complete: Mapping[int, int]) -> tuple[Won, ...]:
    """The hands of a settlement, or of a trial one, that win a share of the display.

    ``complete`` is the journal position at which each box's hand was complete.
    """
    return tuple(
        Won(
            box=payout.box,
            player=payout.player,
            hand=payout.hand,
            percent=payout.percent,
            complete_at=complete[payout.box],
        )
        for payout in settlement.shares_won()
    )


def _settled(settlement: Settlement, box: int, player: str) -> tuple[int, tuple[Clause, ...]]:
    """How much of a bet stood, and the clauses of its line."""
    line = next(
        line for line in settlement.lines if (line.box, line.player, line.bet) == (box, player, JACKPOT)
    )
    return (0 if line.result == "returned" else line.stake), line.clauses


def _out(state: Round, number: int, player: str) -> tuple[Clause, ...]:
    box = state.box(number)
    return state.void or box.out or box.shares_out.get(player, ())
