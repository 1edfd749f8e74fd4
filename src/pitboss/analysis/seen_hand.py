"""A hand that is seen: the Dealer's possible hands, the cards that may make its jackpot, side bets."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice
from operator import mul
from typing import Final

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain, folded
from pitboss.analysis.hand_kinds import completed
from pitboss.analysis.jackpot import line_pays
from pitboss.analysis.model import AnalysisFault, DecisionSpot
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.cards import DECK, Card
from pitboss.hands import Rank, Ranking
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_MOST_KEPT = 20_000
"""The ranks that are remembered: those of all hands of three cards, and of some thousand spots of stud."""


def hand_in_play(
    game: Game, spot: DecisionSpot, stakes: Mapping[str, int], met: Sequence[int] | None = None
) -> HandGroup:
    """The value of each bet when the hand of a spot is played and when it is folded, in cents.

    ``met`` are the Dealer's hands by outcome, where they have been counted before.
    """
    assert spot.hand is not None
    own = game.ranking.rank(spot.hand)
    met = met or dealers_hands(game, spot.hand, spot.up, spot.dead)
    gained = Fraction(sum(map(mul, payoffs.gains_of_bet(game, own), met)), sum(met))
    stay = {}
    for bet, stake in stakes.items():
        if bet == "ante":
            stay[bet] = LinearGain(stake * gained)
        elif bet == JACKPOT:
            stay[bet] = _jackpot(game, spot.hand, _left(spot), stake)
        else:
            stay[bet] = LinearGain(stake * payoffs.by_hand_exactly(game, bet, own))
    fold = folded(game, stakes, stay)
    fold["ante"] = LinearGain(Fraction(stakes["ante"] * payoffs.gain_of_fold(game, own)))
    return HandGroup(" ".join(spot.hand), 1, stay, fold)


def dealers_hands(game: Game, hand: Sequence[Card], up: Card | None, dead: Sequence[Card]) -> list[int]:
    """The number of the Dealer's possible hands by outcome, in the order of :data:`OUTCOMES`."""
    size, order, mine = game.ranking.size, game.ranking.order, game.ranking.rank(hand).strength
    found = dict.fromkeys(OUTCOMES, 0)
    for cards, number in completed(() if up is None else (up,), (*hand, *dead), size):
        dealer = _ranked(size, order, cards)
        if not game.qualifies(dealer):
            found["no_qualifying_hand"] += number
        elif mine == dealer.strength:
            found["same"] += number
        else:
            found["higher" if mine > dealer.strength else "lower"] += number
    return list(found.values())


@lru_cache(_MOST_KEPT)
def _ranked(size: int, order: tuple[str, ...], cards: tuple[Card, ...]) -> Rank:
    return Ranking(size, order).rank(cards)


def check_jackpot_list(game: Game) -> None:
    """Refuse a ranking list of other cards than the jackpot's; raises :class:`AnalysisFault`."""
    hand, size = game.jackpot.hand, game.jackpot_ranking.size
    if (hand == "own") != (size == game.sheet.hands.box):
        raise AnalysisFault(at("jackpot.hand", because("count.jackpot_hand", hand=hand, size=size)))


def _left(spot: DecisionSpot) -> list[Card]:
    return [card for card in DECK if card not in {*(spot.hand or ()), spot.up, *spot.dead}]


def _jackpot(game: Game, cards: tuple[Card, ...], left: list[Card], stake: int) -> LinearGain:
    """The value of the jackpot bet on a played hand."""
    further = {"own": 0, "own_and_dealer": game.sheet.hands.dealer}
    number = further.get(game.jackpot.hand, game.sheet.hands.community)
    made = Counter(game.jackpot_ranking.rank(cards + more) for more in combinations(left, number))
    pays, fixed, slope = line_pays(game, stake), Fraction(0), Fraction(0)
    for rank, times in made.items():
        if line := game.jackpot_line(rank):
            pay = pays[game.jackpot_pays.index(line)]
            fixed += times * pay.cents
            slope += times * pay.share
    return LinearGain(fixed / made.total() - stake, slope / made.total())


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
            from pitboss.analysis.boards.hole_cards import expected

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
