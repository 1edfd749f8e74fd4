"""Rulings that pay or collect one bet, whatever the cards are."""

from collections.abc import Iterator

from pitboss.reason import because
from pitboss.settlement import verdicts
from pitboss.settlement.facts import Box
from pitboss.settlement.lines import Line, Payout
from pitboss.settlement.stakes import Stake
from pitboss.sheets.game import Game


def ruled_line(game: Game, box: Box, stake: Stake) -> Line | None:
    """The line of a bet that a ruling pays or collects; None where no ruling decides it."""
    ruled = box.ruling(stake.bet, stake.player)
    if ruled is None or ruled.way == "correct":
        return None
    title = game.sheet.bets[stake.bet].title
    if ruled.way == "collect":
        return verdicts.loses(box, stake, ruled.clauses, because("line.ruled_collected", bet=title))
    kept = stake.bet == "jackpot" and game.readings.jackpot_bet_with_a_win == "kept"
    net = ruled.amount - stake.stood if kept else ruled.amount
    code = "line.ruled_paid_kept" if kept else "line.ruled_paid"
    return verdicts.wins(box, stake, net, ruled.clauses, because(code, bet=title, amount=ruled.amount))


def ruled_payout(box: Box, stake: Stake) -> Iterator[Payout]:
    """The payment on a jackpot bet that a ruling pays: by the House, so that the display does not move."""
    ruled = box.ruling(stake.bet, stake.player)
    if ruled and ruled.way == "pay":
        hand = f"ruling by {ruled.clauses[0]}"
        yield Payout(box=box.number, player=stake.player, hand=hand, amount=ruled.amount)
