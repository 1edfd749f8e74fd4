"""Counts by class of hole cards, cached on disk: deals won, tied and lost by the bets placed; and flops."""

from typing import Final

from pitboss.analysis import count_cache
from pitboss.analysis.holdem.gains import CELLS, KINDS, WIDTH, MainBets, StakeGains
from pitboss.analysis.model import CountProgress
from pitboss.sheets.game import Game

FLOPS: Final = 19_600
"""The number of flops once the hole cards are known."""
DEALS_OF_A_PAIR: Final = 2_118_760 * 990 * 20
"""Boards by flop, turn and river, with the Dealer's pairs, once the hole cards are known."""


DealNumbers = tuple[int, ...]
"""The number of deals won by each category of the player's hand, then tied, then lost."""


def deals(game: Game, bets: MainBets, progress: CountProgress) -> tuple[tuple[DealNumbers, ...], ...]:
    """For each class, the deals of each cell when the Turn and the River are bet where they gain."""
    turn, river = bets.decided[1:]
    subject = {"ranking": list(game.ranking.order), "turn": _rule(turn), "river": _rule(river)}
    row = count_cache.cached_numbers(
        "hold'em deals 1", subject, lambda: _count_deals(game, turn, river, progress)
    )["cells"].tolist()
    cells = [tuple(row[start : start + WIDTH]) for start in range(0, len(row), WIDTH)]
    return tuple(tuple(cells[first : first + len(CELLS)]) for first in range(0, len(cells), len(CELLS)))


def later_bets(game: Game, bets: MainBets, progress: CountProgress) -> "count_cache.Arrays":
    """The optimal play after the flop, cached: ``turn`` by canonical flop and ``river`` by canonical board of
    four, as bits over the hole pairs of a row.
    """
    turn, river = bets.decided[1:]
    subject = {"ranking": list(game.ranking.order), "turn": _rule(turn), "river": _rule(river)}
    return count_cache.cached_arrays(
        "hold'em bets 1", subject, lambda: _count_bets(game, turn, river, progress)
    )


def flops(game: Game) -> tuple[tuple[int, ...], ...]:
    """For each class, the flops that make each category of jackpot hand with it."""
    subject = {"ranking": list(game.jackpot_ranking.order)}
    row = count_cache.cached_numbers("hold'em flops 1", subject, lambda: _count_flops(game))["flops"].tolist()
    return tuple(tuple(row[start : start + KINDS]) for start in range(0, len(row), KINDS))


def _rule(gains: StakeGains) -> list[int]:
    return [gains.wins[0], gains.tie, gains.loss]


def _count_deals(
    game: Game, turn: StakeGains, river: StakeGains, progress: CountProgress
) -> "count_cache.Arrays":
    from pitboss.analysis.holdem import deal_counting

    return {"cells": deal_counting.count_deals(game.ranking.order, _rule(turn), _rule(river), progress)}


def _count_bets(
    game: Game, turn: StakeGains, river: StakeGains, progress: CountProgress
) -> "count_cache.Arrays":
    from pitboss.analysis.holdem import deal_counting

    turns, rivers = deal_counting.count_bets(game.ranking.order, _rule(turn), _rule(river), progress)
    return {"turn": turns, "river": rivers}


def _count_flops(game: Game) -> "count_cache.Arrays":
    from pitboss.analysis.boards.counting import count_flops

    return {"flops": count_flops(game.jackpot_ranking.order)}
