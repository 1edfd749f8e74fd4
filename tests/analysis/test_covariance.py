"""How boxes and bets move together, against sums over deals made one by one."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.analysis.bet_odds import house_std_dev
from pitboss.analysis.jackpot import at_meter, line_pays
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, BoxCovariances
from pitboss.analysis.odds import silent
from pitboss.analysis.three_card import covariance as counting
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.analysis.three_card.covariance import bets_of, cached_moments
from pitboss.analysis.three_card.covariance_kernel import HandColumns, Products, add_products
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    HANDS,
    alike,
    cards_of,
    classes,
    count_meetings,
    hand_number,
    hand_pairs,
    qualifying,
    strengths,
    triples,
)
from pitboss.analysis.three_card.play import ThreeCardCounts
from pitboss.cards import DECK
from pitboss.sheets import load
from pitboss.sheets.settings import changed
from tests.analysis.engine import THREE_CARD, Cards, box, nets, settled
from tests.sheets.edits import without_jackpot

METER = 10_000_000
STAKES = {"ante": 100, "pair_plus": 100, "jackpot": 500}


def bets_by_main_strategy(counts: ThreeCardCounts) -> counting.HandGains:
    rows = classes(ALL_SUITS_ALIKE).of_hand[classes(alike(counts.game)).first]
    return bets_of(counts, counts.main.played[rows], "pair_plus", line_pays(counts.game, 500))


def gained(
    counts: ThreeCardCounts, bets: counting.HandGains, hand: Cards, dealer: Cards, community: Cards
) -> list[int]:
    """A box through the settlement: main game, pair plus, jackpot amounts, and per cent of the display."""
    played = bool(counts.main.played[classes(ALL_SUITS_ALIKE).of_hand[hand_number(hand)]])
    mine = box(counts.game, 1, hand, STAKES, played=played)
    settlement = settled(counts.game, (mine,), dealer, community, METER)
    assert settlement.jackpot is not None
    paid = [(payout.amount, payout.percent) for payout in settlement.jackpot.payouts]
    amount = sum(cents for cents, percent in paid if not percent)
    got = nets(settlement, 1)
    shares = sum(percent for _, percent in paid)
    return [got["ante"] // 100, got["pair_plus"] // 100, amount // bets.unit, shares]


def boxes_of(found: ThreeCard, question: AnalysisQuestion) -> BoxCovariances:
    boxes = found.boxes(question)
    assert boxes is not None
    return boxes


@pytest.mark.parametrize("sheet_id", THREE_CARD)
def test_the_diagonal_is_the_variance_of_each_bet(sheet_id: str) -> None:
    game = load(sheet_id)
    found = ThreeCard(game, silent)
    boxes = boxes_of(found, AnalysisQuestion(jackpot_bet=500, meter=Fraction(METER)))
    assert boxes.bets == ("ante", "pair_plus", "jackpot")
    assert boxes.within[0][0] == found.main().figures.variance
    assert boxes.within[1][1] == found.side_bet("pair_plus", None).figures.variance
    assert boxes.within[2][2] == at_meter(game, found.jackpot(), 500, Fraction(METER))[1].variance
    for matrix in (boxes.within, boxes.between):
        assert all(matrix[i][j] == matrix[j][i] for i in range(3) for j in range(3))
    alone = boxes_of(found, AnalysisQuestion())
    assert alone.bets == ("ante", "pair_plus")
    assert tuple(row[:2] for row in boxes.between[:2]) == alone.between


def test_the_house_and_its_boxes() -> None:
    found = ThreeCard(load(THREE_CARD[0]), silent)
    risk = house_std_dev(boxes_of(found, AnalysisQuestion()), {"ante": 1}, 7)
    assert risk[0] == found.main().figures.std_dev
    assert risk == sorted(risk)
    # Boxes meet the same Dealer's hand: seven are riskier than seven tables with one box each.
    assert risk[6] > risk[0] * 7**0.5


@pytest.mark.parametrize("sheet_id", THREE_CARD[:2])
def test_one_dealers_hand_against_the_settlement(sheet_id: str) -> None:
    """What every hand of a box brings against one hand of the Dealer's."""
    counts = ThreeCardCounts(load(sheet_id), silent)
    bets = bets_by_main_strategy(counts)
    found = cached_moments("dealers", counts, bets, counting.over_dealers)
    place = 3210
    dealer = cards_of(int(classes(alike(counts.game)).first[place]))
    values = np.zeros((HANDS, 4), dtype=np.int64)
    for hand in range(HANDS):
        if not set(cards_of(hand)) & set(dealer):
            values[hand] = gained(counts, bets, cards_of(hand), dealer, ())
    assert found["sums"][place].tolist() == values.sum(axis=0).tolist()
    assert found["within"][place].tolist() == (values.T @ values).tolist()


def test_sums_over_two_hands_without_a_common_card() -> None:
    """A few hundred hands with random values, two by two."""
    rng = np.random.default_rng(5)
    values = rng.integers(-9, 10, (HANDS, 4))
    alive = np.sort(rng.choice(HANDS, 400, replace=False)).astype(np.int64)
    of_hands, flat = np.zeros((HANDS, 4), np.int64), np.zeros(HANDS, np.int64)
    hands = HandColumns(triples(), hand_pairs(), of_hands, flat, flat, of_hands, of_hands)
    found = Products(np.zeros((1, 4), np.int64), np.zeros((1, 4, 4), np.int64), np.zeros((1, 4, 4), np.int64))
    add_products(values, alive, hands, 0, found)
    plain = np.zeros((4, 4), dtype=np.int64)
    for a in alive.tolist():
        for b in alive.tolist():
            if not set(cards_of(a)) & set(cards_of(b)):
                plain += np.outer(values[a], values[b])
    assert found.between[0].tolist() == plain.tolist()
    assert found.sums[0].tolist() == values[alive].sum(axis=0).tolist()


def test_a_community_jackpot_beside_its_own_main_game() -> None:
    """Winning sets of five: the ten hands in each against every hand of the Dealer's, a rank settled once."""
    counts = ThreeCardCounts(load(THREE_CARD[2]), silent)
    bets = bets_by_main_strategy(counts)
    fives, weight = counting.winning_fives(counts)
    assert int(weight.sum()) == 4 + 36 + 624 + 3744 + 5108 + 10200
    products = cached_moments("beside", counts, bets, counting.beside)
    place = random.Random(4).randrange(len(fives))
    five = tuple(DECK[card] for card in fives[place].tolist())
    left = [card for card in DECK if card not in five]
    by_rank: dict[int, list[Cards]] = {}
    for dealer in combinations(left, 3):
        by_rank.setdefault(int(strengths(counts.game.ranking.order)[hand_number(dealer)]), []).append(dealer)
    total = np.zeros(4, dtype=np.int64)
    for hand in combinations(five, 3):
        community = tuple(card for card in five if card not in hand)
        for dealers in by_rank.values():
            main, _, amount, share = gained(counts, bets, hand, dealers[0], community)
            total += np.array([main * amount, main * share, amount, share]) * len(dealers)
    assert products["own"][place].tolist() == (total[:2] * weight[place]).tolist()
    assert (total[2:] > 0).any()


def test_a_community_jackpot_beside_another_box() -> None:
    counts = ThreeCardCounts(load(THREE_CARD[2]), silent)
    game, bets = counts.game, bets_by_main_strategy(counts)
    fives, weight = counting.winning_fives(counts)
    products = cached_moments("beside", counts, bets, counting.beside)
    place = 100
    five = fives[place].tolist()
    alive = np.array([not set(five) & set(cards) for cards in triples().tolist()])
    hands = np.flatnonzero(alive)
    met = count_meetings(strengths(game.ranking.order), qualifying(game), alive, hands)
    assert met.sum() == comb(47, 3) * comb(44, 3)
    line = game.jackpot_line(game.jackpot_ranking.rank([DECK[card] for card in five]))
    assert line is not None
    pays = bets.amounts[game.jackpot_pays.index(line)] * 10 * weight[place]
    assert products["others"][place].tolist() == (int((met * bets.gains[hands]).sum()) * pays).tolist()


def test_pays_beyond_the_exact_covariances() -> None:
    game = changed(THREE_CARD[0], ["jackpot.straight=$99999999.99"])
    with pytest.raises(AnalysisFault, match=r"jackpot\.lines"):
        ThreeCard(game, silent).boxes(AnalysisQuestion(jackpot_bet=500, meter=Fraction(0)))


def test_boxes_of_a_game_without_a_jackpot_move_as_those_of_one_where_nobody_bets_on_it() -> None:
    game = without_jackpot(THREE_CARD[0])
    with_one = ThreeCard(load(THREE_CARD[0]), silent).boxes(AnalysisQuestion())
    assert ThreeCard(game, silent).boxes(AnalysisQuestion()) == with_one
