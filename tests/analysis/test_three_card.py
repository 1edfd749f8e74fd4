"""The three-card games: counts by category, public results, and the fast method against the plain one."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.analysis.model import AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import odds, silent
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    DEALER_HANDS,
    HANDS,
    alike,
    card_number,
    cards_of,
    classes,
    count_meetings,
    hand_number,
    meetings,
    qualifying,
    strengths,
)
from pitboss.analysis.three_card.jackpot_hands import jackpot_hands
from pitboss.cards import DECK, Card
from pitboss.sheets import load
from pitboss.sheets.game import Game
from pitboss.sheets.settings import changed
from pitboss.words import say
from tests.analysis.engine import THREE_CARD, box, nets, settled

THREE, PROGRESSIVE, MULTILINK = THREE_CARD


def analysis(sheet_id: str, *settings: str) -> ThreeCard:
    return ThreeCard(changed(sheet_id, settings), silent)


@pytest.mark.parametrize("sheet_id", THREE_CARD)
def test_the_main_game_with_the_5_4_1_bonus(sheet_id: str) -> None:
    main, strategy = analysis(sheet_id).main(), analysis(sheet_id).strategy()
    figures = main.figures
    assert figures.ev == Fraction(-686689, 20358520)
    assert figures.average_wager == Fraction(370, 221)
    assert float(figures.house_edge) == pytest.approx(0.0337298094, abs=5e-11)
    assert float(figures.element_of_risk) == pytest.approx(0.0201467240, abs=5e-11)
    assert figures.std_dev == pytest.approx(1.6392527541, abs=5e-11)
    assert strategy.contract["play_from"] == "Q-6-4"
    assert strategy.contract["played"] == 14900


@pytest.mark.parametrize("sheet_id", THREE_CARD)
def test_tables_add_up(sheet_id: str) -> None:
    answer = odds(load(sheet_id), AnalysisQuestion())
    for bet in answer.bets.values():
        assert sum(row.combinations for row in bet.table.rows) == bet.table.total
        returned = sum(
            (row.net * Fraction(row.combinations, bet.table.total) for row in bet.table.rows if row.net),
            Fraction(0),
        )
        assert returned == bet.figures.ev
        assert sum(chance for _, chance in bet.distribution.outcomes) == 1
    table = answer.jackpot[0].table
    assert sum(row.combinations for row in table.rows) == table.total


def test_hands_by_category() -> None:
    rows = {row.name: row.combinations for row in analysis(THREE).side_bet("pair_plus", None).table.rows}
    assert rows == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1096,
        "one pair": 3744,
        "three odd cards": 16440,
    }


@pytest.mark.parametrize(
    ("settings", "edge"),
    [
        ((), Fraction(308, 5525)),
        (("pair_plus.straight=6",), Fraction(128, 5525)),
        (("pair_plus.flush=3", "pair_plus.straight=6"), Fraction(402, 5525)),
    ],
)
def test_public_pair_plus_tables(settings: tuple[str, ...], edge: Fraction) -> None:
    """40-30-5-4-1 costs 5.57 %, 40-30-6-4-1 2.32 %, 40-30-6-3-1 7.28 %."""
    assert analysis(THREE, *settings).side_bet("pair_plus", None).figures.house_edge == edge


@pytest.mark.parametrize(
    ("bonus", "edge"), [((5, 4, 1), 3.37), ((4, 3, 1), 3.83), ((3, 2, 1), 4.28), ((5, 3, 1), 3.61)]
)
def test_public_ante_bonus_tables(bonus: tuple[int, int, int], edge: float) -> None:
    hands = ("straight_flush", "three_of_a_kind", "straight")
    game = [f"ante_bonus.{hand}={times}" for hand, times in zip(hands, bonus, strict=True)]
    assert round(100 * float(analysis(THREE, *game).main().figures.house_edge), 2) == edge


def test_classes_cover_every_hand() -> None:
    assert len(classes(ALL_SUITS_ALIKE).first) == 1755
    for sheet_id, changes in ((THREE, 6), (PROGRESSIVE, 6), (MULTILINK, 24)):
        game = load(sheet_id)
        assert len(alike(game)) == changes
        assert classes(alike(game)).size.sum() == HANDS


@pytest.mark.parametrize("sheet_id", THREE_CARD)
@pytest.mark.parametrize("settings", [(), ("qualifier=K",), ("qualifier=none",), ("qualifier=AJ",)])
def test_meetings_against_every_dealers_hand(sheet_id: str, settings: tuple[str, ...]) -> None:
    """A dozen hands, each compared with all 18,424 of the Dealer's by the game's own ranking."""
    game = changed(sheet_id, settings)
    counted, of_hand = meetings(game), classes(ALL_SUITS_ALIKE).of_hand
    rng = random.Random(sheet_id)
    for hand in rng.sample(range(HANDS), 12):
        assert counted[of_hand[hand]].tolist() == plain_meetings(game, cards_of(hand), ())


def plain_meetings(game: Game, hand: tuple[Card, ...], dead: tuple[Card, ...]) -> list[int]:
    own, found = game.ranking.rank(hand), dict.fromkeys(OUTCOMES, 0)
    for dealer in combinations([card for card in DECK if card not in (*hand, *dead)], 3):
        rank = game.ranking.rank(dealer)
        if not game.qualifies(rank):
            found["no_qualifying_hand"] += 1
        elif own.strength > rank.strength:
            found["higher"] += 1
        elif own.strength < rank.strength:
            found["lower"] += 1
        else:
            found["same"] += 1
    return list(found.values())


def test_meetings_without_dead_cards() -> None:
    game, dead = load(THREE), (Card("As"), Card("Kd"), Card("2c"), Card("2h"))
    alive = np.array([not set(cards_of(hand)) & set(dead) for hand in range(HANDS)])
    hands = np.flatnonzero(alive)[::1500]
    counted = count_meetings(strengths(game.ranking.order), qualifying(game), alive, hands)
    assert counted.sum(axis=1).tolist() == [comb(45, 3)] * len(hands)
    for number, hand in enumerate(hands.tolist()):
        assert counted[number].tolist() == plain_meetings(game, cards_of(hand), dead)


SIX_CARDS = {
    "royal flush in spades": 188 // 4,
    "royal flush in hearts, clubs or diamonds": 188 * 3 // 4,
    "straight flush": 1656,
    "four of a kind": 14664,
    "full house": 165984,
    "flush": 205792,
}
FIVE_CARDS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3744,
    "flush": 5108,
    "straight": 10200,
}


def test_six_card_jackpot_hands_by_category() -> None:
    """Every set of six cards is split into two hands of three in twenty ways."""
    game = load(PROGRESSIVE)
    found = jackpot_hands(game, silent)
    lines = (found.lines.sum(axis=1) * found.classes.size[:, None]).sum(axis=0).tolist()
    assert lines == [20 * SIX_CARDS[line.title] for line in game.jackpot_pays]
    assert found.sets == DEALER_HANDS


def test_five_card_jackpot_hands_by_category() -> None:
    game = load(MULTILINK)
    counts = ThreeCard(game, silent).jackpot()
    assert [line.combinations for line in counts.lines] == [10 * n for n in FIVE_CARDS.values()]
    assert (counts.total, counts.forfeited) == (HANDS * comb(49, 2), 0)


@pytest.mark.parametrize("sheet_id", [PROGRESSIVE, MULTILINK])
def test_jackpot_lines_against_the_settlement(sheet_id: str) -> None:
    """A few hands with every set of further cards that the settlement may meet: lines, and main outcome."""
    game, found = load(sheet_id), jackpot_hands(load(sheet_id), silent)
    rng = random.Random(7)
    for hand in [hand_number((Card("Js"), Card("Ts"), Card("4d"))), *rng.sample(range(HANDS), 2)]:
        cards = cards_of(hand)
        left = [card for card in DECK if card not in cards]
        sets = list(combinations(left, 3 if sheet_id == PROGRESSIVE else 2))
        pays = [0] * len(game.jackpot_pays)
        mine = box(game, 1, cards, {"ante": 100, "jackpot": 500}, played=True)
        for further in sets:
            dealer, community = (further, ()) if sheet_id == PROGRESSIVE else (left[-3:], further)
            moves = settled(game, (mine,), tuple(dealer), community, meter=10_000_000).jackpot
            assert moves is not None
            for payout in moves.payouts:
                pays[[line.title for line in game.jackpot_pays].index(payout.hand)] += 1
        row = found.classes.of_hand[hand]
        assert found.lines[row].sum(axis=0).tolist() == pays
        assert found.sets == len(sets)


@pytest.mark.parametrize(
    ("sheet_id", "bet", "slope", "constant", "even"),
    [
        (THREE, 500, "1/22100", "-1609/442", 80450.0),
        (THREE, 100, "1/22100", "159/442", -7950.0),
        (PROGRESSIVE, 500, "919/232668800", "-8514019/2035852", 1058792.9737292),
        (MULTILINK, 500, "19/6497400", "-6035/1911", 1079947.3684210),
    ],
)
def test_jackpot_lines_of_value(sheet_id: str, bet: int, slope: str, constant: str, even: float) -> None:
    found = odds(load(sheet_id), AnalysisQuestion(jackpot_bet=bet)).jackpot[0]
    assert (str(found.slope), str(found.constant / 100)) == (slope, constant)
    assert found.break_even is not None
    assert float(found.break_even / 100) == pytest.approx(even, abs=1e-6)


def test_a_folded_jackpot_bet_is_forfeited_only_where_the_sheet_says_so() -> None:
    lost = analysis(MULTILINK, "fold.loses=ante,jackpot").jackpot()
    assert lost.forfeited == 7200 * comb(49, 2)
    kept = analysis(PROGRESSIVE, "fold.loses=ante,pair_plus").jackpot()
    assert [line.combinations for line in kept.lines] == [20 * n for n in SIX_CARDS.values()]
    assert analysis(PROGRESSIVE).jackpot().forfeited == 7200 * DEALER_HANDS


def test_a_bet_given_back_with_a_win() -> None:
    game = changed(THREE, ["jackpot_bet_with_a_win=given_back"])
    found = odds(game, AnalysisQuestion(jackpot_bet=500)).jackpot[0]
    assert found.constant / 100 == Fraction(-1609, 442) + 5 * Fraction(820, 22100)


def test_no_qualifier_and_a_play_bet_of_twice_the_ante() -> None:
    """Settings reach every part: the main game by plain enumeration of one hand's deals."""
    game = changed(THREE, ["qualifier=none", "play.times_ante=2"])
    hand = (Card("Qs"), Card("6h"), Card("4d"))
    met = plain_meetings(game, hand, ())
    assert met[0] == 0
    worth = ThreeCard(game, silent).advise(DecisionSpot(hand=hand), AnalysisQuestion()).actions["play"]
    assert worth == Fraction(3 * (met[1] - met[2]), DEALER_HANDS)
    assert ThreeCard(game, silent).main().figures.average_wager > 2


def test_a_ranking_list_in_another_order() -> None:
    """With flushes above straights, as in five-card poker, the counts follow the list."""
    order = "straight_flush,three_of_a_kind,flush,straight,one_pair,three_odd_cards"
    settings = [f"ranking.order={order}", "ante_bonus=none", "pair_plus.straight=4", "pair_plus.flush=5"]
    game = changed(THREE, settings)
    hand = (Card("9s"), Card("5s"), Card("2s"))
    counted = meetings(game)[classes(ALL_SUITS_ALIKE).of_hand[hand_number(hand)]]
    assert counted.tolist() == plain_meetings(game, hand, ())
    assert counted.tolist() != plain_meetings(load(THREE), hand, ())


def test_games_that_belong_to_no_family() -> None:
    refused = odds(changed(THREE, ["jackpot.hand=own_and_dealer"]), AnalysisQuestion()).not_counted
    assert list(refused) == ["jackpot"]
    assert say(refused["jackpot"]).startswith("jackpot.hand")


def test_cards_and_numbers() -> None:
    assert [cards_of(hand_number(cards_of(number))) for number in (0, 9999)] == [cards_of(0), cards_of(9999)]
    assert card_number(DECK[17]) == 17


def test_a_fold_loses_as_much_as_the_settlement_collects() -> None:
    for sheet_id in THREE_CARD:
        game = load(sheet_id)
        found, rng = ThreeCard(game, silent), random.Random(3)
        for _ in range(12):
            deck = rng.sample(DECK, 8)
            hand = tuple(deck[:3])
            worth = found.advise(
                DecisionSpot(hand=hand), AnalysisQuestion(bets={"ante": 100, "pair_plus": 100})
            )
            folded = box(game, 1, hand, {"ante": 100, "pair_plus": 100}, played=False)
            got = nets(settled(game, (folded,), tuple(deck[3:6]), tuple(deck[6:])), 1)
            assert worth.actions["fold"] == Fraction(sum(got.values()), 100)
