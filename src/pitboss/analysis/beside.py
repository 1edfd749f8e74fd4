"""Side bets beside a hand that is seen, where no fold loses them: they add the same to every action."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, islice
from typing import Final

from pitboss.analysis import payoffs
from pitboss.analysis.model import AnalysisFault
from pitboss.cards import DECK, Card
from pitboss.hands import Rank
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_AT_ONCE: Final = 50_000
"""How many hands are ranked in one array."""


def gains_beside(
    game: Game,
    stakes: Mapping[str, int],
    hand: tuple[Card, ...],
    board: tuple[Card, ...],
    dead: tuple[Card, ...],
) -> Fraction:
    """What the side bets among the stakes gain in cents, over all that is still to be dealt.

    Raises :class:`AnalysisFault` for a bet that a fold loses.
    """
    total = Fraction(0)
    for bet in payoffs.side_bets(game):
        if bet not in stakes:
            continue
        check_kept(game, bet)
        if game.pays[bet].hole_lines:
            from pitboss.analysis.holdem.hole_cards import expected

            total += stakes[bet] * expected(game, bet, hand, stakes[bet], frozenset((*board, *dead)))
        else:
            total += stakes[bet] * _by_hand(game, bet, hand, board, dead)
    return total


def check_kept(game: Game, bet: str) -> None:
    """Refuse a bet that a fold loses; raises :class:`AnalysisFault`."""
    if payoffs.lost_by_a_fold(game, bet):
        raise AnalysisFault(at(f"bets.{bet}", because("count.main_game_alone")))


def _by_hand(
    game: Game, bet: str, hand: tuple[Card, ...], board: tuple[Card, ...], dead: tuple[Card, ...]
) -> Fraction:
    """The expected gain of a bet on the hand that the box has in the end, in units of its stake."""
    hands = game.sheet.hands
    with_community = hands.shows_down == "own_and_community"
    known = (*hand, *board) if with_community else hand
    left = [card for card in DECK if card not in {*hand, *board, *dead}]
    more = hands.community - len(board) if with_community else 0
    made = _hands_made(game, known, left, more)
    gained = sum((number * payoffs.by_hand_exactly(game, bet, rank) for rank, number in made), Fraction(0))
    return gained / sum(number for _, number in made)


def _hands_made(game: Game, known: tuple[Card, ...], left: list[Card], more: int) -> list[tuple[Rank, int]]:
    """The hands that ``more`` cards make of those known, each with its number."""
    import numpy as np

    from pitboss.analysis.hand_kinds import card_number
    from pitboss.analysis.levels import hand_levels

    levels = hand_levels(game.ranking.size, game.ranking.order)
    own = np.array([card_number(card) for card in known], dtype=np.int64)
    found = np.zeros(len(levels.ranks), dtype=np.int64)
    coming = combinations([card_number(card) for card in left], more)
    while some := list(islice(coming, _AT_ONCE)):
        drawn = np.array(some, dtype=np.int64).reshape(len(some), more)
        whole = np.concatenate([np.broadcast_to(own, (len(some), len(own))), drawn], axis=1)
        found += np.bincount(levels.of_cards(whole), minlength=len(found))
    return [(levels.ranks[level], int(found[level])) for level in np.flatnonzero(found).tolist()]
