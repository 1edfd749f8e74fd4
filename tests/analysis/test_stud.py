"""The stud game: counts that are public knowledge, brute force, and the engine itself."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import perm

import numpy as np
import pytest

from pitboss.analysis.hand_kinds import examples
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import silent
from pitboss.analysis.payoffs import OUTCOMES, gain_of_fold, gains_of_bet
from pitboss.analysis.seen_hand import dealers_hands
from pitboss.analysis.sets.analysis import Stud
from pitboss.analysis.sets.face_up import FaceUpMap, FaceUpRow, face_up_map
from pitboss.analysis.sets.stud import DEALERS, SPOTS, meetings
from pitboss.cards import DECK, RANKS, Card
from pitboss.sheets import load
from pitboss.sheets.game import Game
from pitboss.sheets.settings import changed
from tests.analysis.settled import cards, net

SHEET = "mbs-megalink-stud-v9"
DEALS = 19_933_230_517_200


@cache
def stud(*settings: str) -> Stud:
    return Stud(changed(SHEET, settings), silent)


def by_hand(game: Game, hand: tuple[Card, ...], up: Card, dead: tuple[Card, ...] = ()) -> list[int]:
    """The Dealer's hands by outcome, every one of them looked at."""
    own = game.ranking.rank(hand)
    left = [card for card in DECK if card not in {*hand, up, *dead}]
    found: Counter[str] = Counter()
    for others in combinations(left, 4):
        dealer = game.ranking.rank((up, *others))
        if not game.qualifies(dealer):
            found["no_qualifying_hand"] += 1
        elif own.strength == dealer.strength:
            found["same"] += 1
        else:
            found["higher" if own.strength > dealer.strength else "lower"] += 1
    return [found[outcome] for outcome in OUTCOMES]


def random_cards(rng: random.Random, number: int) -> tuple[Card, ...]:
    return tuple(rng.sample(DECK, number))


def test_caribbean_stud_with_a_hundred_for_the_royal() -> None:
    figures = stud("bet.royal_flush=100").main().figures
    assert figures.ev * DEALS == -1_041_372_912_372


def test_every_deal_is_counted_once() -> None:
    main = stud().main()
    assert main.table.total == DEALS
    assert sum(row.combinations for row in main.table.rows) == DEALS
    assert sum(chance for _, chance in main.distribution.outcomes) == 1


def test_the_sheet_as_it_is() -> None:
    main = stud().main()
    assert main.figures.ev == Fraction(-86362082531, 1661102543100)
    assert main.figures.average_wager == Fraction(10405797, 5089630)
    strategy = stud().strategy()
    assert strategy.contract["bet"] == 63_794_004
    assert main.figures.average_wager == 1 + 2 * Fraction(63_794_004, 122_151_120)
    assert strategy.sentence.startswith("Bet one pair or higher, five odd cards by the face-up card")


@cache
def face_up() -> FaceUpMap:
    return face_up_map(load(SHEET), silent)


def leaves(rows: tuple[FaceUpRow, ...]) -> list[FaceUpRow]:
    return [leaf for row in rows for leaf in (leaves(row.parts) if row.parts else [row])]


def bets_by_brute_force(game: Game, hand: tuple[Card, ...], up: Card) -> bool:
    own, met = game.ranking.rank(hand), dealers_hands(game, hand, up, ())
    gained = sum(gain * times for gain, times in zip(gains_of_bet(game, own), met, strict=True))
    return gained > gain_of_fold(game, own) * DEALERS


def test_the_map_by_face_up_card_counts_every_deal_once() -> None:
    found = face_up()
    assert (found.deals, found.bets) == (SPOTS, 63_794_004)
    lowest = leaves(found.rows)
    assert sum(sum(row.deals) for row in lowest) == SPOTS
    assert sum(sum(row.bets) for row in lowest) == 63_794_004
    first, *_ = found.rows
    assert (first.first, first.last, first.bets) == ("royal_flush", "one_pair", first.deals)

    def agree(row: FaceUpRow) -> None:
        if row.parts:
            assert tuple(map(sum, zip(*(part.bets for part in row.parts), strict=True))) == row.bets
            assert tuple(map(sum, zip(*(part.deals for part in row.parts), strict=True))) == row.deals
        for part in row.parts:
            agree(part)

    for row in found.rows:
        agree(row)
    named = {row.high: row for row in lowest if row.high}
    ace_king_four = named["AK4"]
    assert [bets == deals for bets, deals in zip(ace_king_four.bets, ace_king_four.deals, strict=True)] == (
        [False] * 10 + [True] * 3
    ), "A-K-4-3-2 bets against the cards that it holds itself, and no other"


def test_the_map_says_of_hands_what_each_deal_says() -> None:
    game, rng = load(SHEET), random.Random(16)
    named = {row.high: row for row in leaves(face_up().rows) if len(row.high) == 5}
    assert len(named) > 100
    ranks = RANKS[::-1]
    for high in rng.sample(sorted(named), 12):
        row = named[high]
        for place in rng.sample(range(13), 4):
            if 0 < row.bets[place] < row.deals[place] or not row.deals[place]:
                continue
            hand = tuple(Card(rank + suit) for rank, suit in zip(high, "shdcs", strict=True))
            up = next(card for card in DECK if card[0] == ranks[place] and card not in hand)
            assert bets_by_brute_force(game, hand, up) == (row.bets[place] > 0), (high, up)


def test_a_cell_that_depends_on_suits_is_counted_suit_by_suit() -> None:
    game, ranks = load(SHEET), RANKS[::-1]
    high, place = next(
        (row.high, place)
        for row in leaves(face_up().rows)
        for place in range(13)
        if len(row.high) == 5 and 0 < row.bets[place] < row.deals[place]
    )
    row = next(row for row in leaves(face_up().rows) if row.high == high)
    bets = deals = 0
    for suits in product("shdc", repeat=4):
        others = dict.fromkeys(suit for suit in suits if suit != "s")
        if not others or tuple(others) != tuple("hdc")[: len(others)]:
            continue  # the same as one in which new suits come in this order
        alike = 4 * perm(3, len(others))
        hand = tuple(Card(rank + suit) for rank, suit in zip(high, ("s", *suits), strict=True))
        for up in (card for card in DECK if card[0] == ranks[place] and card not in hand):
            deals += alike
            bets += alike * bets_by_brute_force(game, hand, up)
    assert (bets, deals) == (row.bets[place], row.deals[place]), (high, ranks[place])


def test_categories_of_five_cards() -> None:
    counts = stud().jackpot()
    assert counts.total == 2_598_960
    assert [line.combinations for line in counts.lines] == [4, 36, 624, 3_744, 5_108, 10_200]
    assert counts.forfeited == 0


@pytest.mark.parametrize(
    ("hand", "up", "dead"),
    [
        ("As Kh 7d 4c 2s", "Kd", ""),
        ("As Ks Qs 6s 2h", "4h", ""),
        ("2s 2h 9d Tc Js", "2d", "Ah Kh"),
        ("9s 8s 7s 6s 5s", "Ts", "4s Js"),
        ("Ah Ad Ac Kh Kd", "As", ""),
    ],
)
def test_one_hand_against_every_hand_of_the_dealer(hand: str, up: str, dead: str) -> None:
    game = load(SHEET)
    found = dealers_hands(game, cards(hand), Card(up), cards(dead))
    assert found == by_hand(game, cards(hand), Card(up), cards(dead))


def test_counted_meetings_are_those_of_their_examples() -> None:
    game = load(SHEET)
    met = meetings(game, silent)
    assert int(met.size.sum()) == SPOTS
    assert (met.dealers.sum(axis=1) == DEALERS).all()
    assert (met.dealers >= 0).all()
    rng = random.Random(6)
    for row in rng.sample(range(len(met.size)), 60):
        hand, _, up = met.name(row).partition(" against ")
        assert dealers_hands(game, cards(hand), Card(up), ()) == met.dealers[row].tolist(), met.name(row)


def test_random_hands_are_among_the_counted_meetings() -> None:
    """Suits and classes: a hand that no row was counted from must still find its counts in one."""
    game = load(SHEET)
    met = meetings(game, silent)
    known = {(int(kind), *dealers) for kind, dealers in zip(met.category, met.dealers.tolist(), strict=True)}
    kinds = [rank.category for rank in examples(game.ranking)]
    rng = random.Random(7)
    for _ in range(60):
        *hand, up = random_cards(rng, 6)
        kind = kinds.index(game.ranking.rank(hand).category)
        assert (kind, *dealers_hands(game, hand, up, ())) in known


STRAIGHTS_FIRST = (
    "ranking.order=royal_flush,straight_flush,four_of_a_kind,full_house,"
    "straight,flush,three_of_a_kind,two_pairs,one_pair,five_odd_cards"
)


@pytest.mark.parametrize("setting", ["qualifier=Q", "qualifier=none", "qualifier=AKQ", STRAIGHTS_FIRST])
def test_changed_rules_are_counted_alike(setting: str) -> None:
    analysis = stud(setting)
    game = changed(SHEET, [setting])
    met = meetings(game, silent)
    assert int(met.size.sum()) == SPOTS
    rng = random.Random(setting)
    for row in rng.sample(range(len(met.size)), 15):
        hand, _, up = met.name(row).partition(" against ")
        assert dealers_hands(game, cards(hand), Card(up), ()) == met.dealers[row].tolist()
    assert sum(row.combinations for row in analysis.main().table.rows) == DEALS


def test_every_outcome_gains_what_the_engine_pays() -> None:
    game = load(SHEET)
    rng = random.Random(8)
    seen: Counter[str] = Counter()
    for _ in range(3_000):
        dealt = random_cards(rng, 10)
        hand, dealer = dealt[:5], dealt[5:]
        own, theirs = game.ranking.rank(hand), game.ranking.rank(dealer)
        higher, same = own.strength > theirs.strength, own.strength == theirs.strength
        met = "same" if same else "higher" if higher else "lower"
        outcome = met if game.qualifies(theirs) else "no_qualifying_hand"
        gain = gains_of_bet(game, own)[OUTCOMES.index(outcome)]
        assert sum(net(game, hand, dealer, {"ante": 100, "bet": 200}).values()) == 100 * gain
        assert net(game, hand, dealer, {"ante": 100}, folded=True) == {"ante": -100}
        seen[outcome] += 1
    assert min(seen[outcome] for outcome in ("no_qualifying_hand", "higher", "lower")) > 400


def small_deck(rng: random.Random, left: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A few cards of one or two suits and neighbouring ranks, so that all hands occur, and the dead ones."""
    likely = [card for card in DECK if card[0] in "AKQJT" or card[1] == "s"]
    chosen = rng.sample(likely, left)
    return tuple(chosen), tuple(card for card in DECK if card not in chosen)


@pytest.mark.parametrize("seed", range(4))
def test_a_small_deck_settled_deal_by_deal(seed: int) -> None:
    """With most cards dead, every deal that is left goes through the engine."""
    game = load(SHEET)
    (up, *left), dead = small_deck(random.Random(seed), 11)
    stakes = {"ante": 100, "bet": 200, "jackpot": 500}
    bet, best, jackpot = Fraction(0), Fraction(0), 0
    hands = list(combinations(left, 5))
    for hand in hands:
        rest = [card for card in left if card not in hand]
        nets = [net(game, hand, (up, *others), stakes, display=7_000_000) for others in combinations(rest, 4)]
        staying = Fraction(sum(found["ante"] + found["bet"] for found in nets), len(nets))
        bet += staying
        best += max(staying, Fraction(-100))
        jackpot += nets[0]["jackpot"]
        seen = stud().advise(DecisionSpot(hand=hand, up=up, dead=dead), AnalysisQuestion(bets={"ante": 100}))
        assert seen.actions == {"fold": -1, "bet": staying / 100}
    question = AnalysisQuestion(bets={"ante": 100, "jackpot": 500}, meter=Fraction(7_000_000))
    blind = stud().advise(DecisionSpot(hand=None, up=up, dead=dead), question)
    assert blind.actions["bet"] == (bet + jackpot) / (100 * len(hands))
    assert blind.actions["fold"] == Fraction(-100 * len(hands) + jackpot, 100 * len(hands))
    option = stud().advise(DecisionSpot(hand=None, up=up, dead=dead, option=True), question)
    assert option.actions["continue"] == (best + jackpot) / (100 * len(hands))


def test_a_hand_not_looked_at_averages_all_hands() -> None:
    option = stud().advise(DecisionSpot(hand=None, option=True), AnalysisQuestion())
    assert option.actions == {"continue": stud().main().figures.ev, "withdraw": 0}
    assert option.best == "withdraw"
    ace, two = (
        stud().advise(DecisionSpot(hand=None, up=Card(up)), AnalysisQuestion()).actions["bet"]
        for up in ("Ah", "2h")
    )
    assert ace < stud().advise(DecisionSpot(hand=None), AnalysisQuestion()).actions["bet"] < two


def test_joint_play_is_the_main_games_where_a_fold_loses_nothing_more() -> None:
    joint = stud().joint(AnalysisQuestion(bets={"ante": 2500, "jackpot": 500}, meter=Fraction(50_000_000)))
    assert joint.strategy.contract == stud().strategy().contract
    assert joint.breakpoints == ()
    assert joint.values["ante"] == 2500 * stud().main().figures.ev
    assert joint.jackpot_break_even is not None
    assert joint.break_even is not None
    at_even = stud().joint(AnalysisQuestion(bets={"ante": 2500, "jackpot": 500}, meter=joint.break_even))
    assert at_even.value == 0


def test_a_fold_that_loses_the_jackpot_forfeits_it() -> None:
    loses = stud("fold.loses=ante,jackpot")
    counts = loses.jackpot()
    assert counts.total == SPOTS
    assert counts.forfeited == SPOTS - 63_794_004
    assert [line.combinations for line in counts.lines] == [
        47 * n for n in (4, 36, 624, 3_744, 5_108, 10_200)
    ]
    question = AnalysisQuestion(bets={"ante": 2500, "jackpot": 500}, meter=Fraction(50_000_000))
    assert loses.joint(question).strategy.contract["bet"] == 63_794_004


def test_a_list_under_which_a_hand_counts_as_its_part_is_refused() -> None:
    order = "royal_flush,straight_flush,four_of_a_kind,full_house,flush,five_odd_cards,straight"
    with pytest.raises(AnalysisFault, match=r"^ranking\.order: straight must stand above five_odd_cards"):
        stud(f"ranking.order={order},three_of_a_kind,two_pairs,one_pair").main()


def test_questions_beyond_the_mathematics_are_refused() -> None:
    with pytest.raises(AnalysisFault, match=r"^up: "):
        stud().advise(DecisionSpot(hand=cards("As Kh 7d 4c 2s")), AnalysisQuestion())
    with pytest.raises(AnalysisFault, match=r"^up: with dead cards"):
        stud().advise(DecisionSpot(hand=None, dead=cards("As")), AnalysisQuestion())
    assert stud().envy() == 0
    assert stud().boxes(AnalysisQuestion()) is None


def test_gains_stay_exact_where_they_are_large() -> None:
    huge = stud("bet.one_pair=999999", "bet.five_odd_cards=999999", "bets.bet.times_ante=1000")
    whole = huge.main()
    check = sum((net_gain * chance for net_gain, chance in whole.distribution.outcomes), Fraction(0))
    assert whole.figures.ev == check
    values = huge.joint(AnalysisQuestion(bets={"ante": 2500})).values
    assert values == {"ante": 2500 * whole.figures.ev}
    assert np.iinfo(np.int64).max > 163_185 * 10**12
