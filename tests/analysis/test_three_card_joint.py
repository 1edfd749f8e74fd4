"""Best play for all bets together, envy and advice: against deals settled one by one."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import odds, silent
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.analysis.three_card.deals import ALL_SUITS_ALIKE, cards_of, classes, hand_number
from pitboss.analysis.three_card.jackpot_hands import totals
from pitboss.analysis.three_card.play import ThreeCardCounts
from pitboss.cards import DECK, Card, parse_card
from pitboss.sheets import load
from pitboss.sheets.game import Game
from pitboss.sheets.settings import changed
from tests.analysis.engine import THREE_CARD, Cards, box, nets, settled

THREE, PROGRESSIVE, MULTILINK = THREE_CARD
STAKES = {"ante": 2500, "pair_plus": 2500, "jackpot": 500}


def cards(text: str) -> Cards:
    return tuple(parse_card(word) for word in text.split())


def settled_worth(game: Game, hand: Cards, dead: Cards, meter: int, *, played: bool) -> Fraction:
    """What a hand with all bets gains in Antes: every deal through the settlement."""
    left = [card for card in DECK if card not in (*hand, *dead)]
    mine = box(game, 1, hand, STAKES, played=played)
    if game.jackpot.hand == "own_and_community":
        dealer = tuple(left[:3])
        main = {"ante": STAKES["ante"], "pair_plus": STAKES["pair_plus"]}
        alone = box(game, 1, hand, main, played=played)
        first = [sum(nets(settled(game, (alone,), d), 1).values()) for d in combinations(left, 3)]
        second = [nets(settled(game, (mine,), dealer, c, meter), 1)["jackpot"] for c in combinations(left, 2)]
        return (Fraction(sum(first), len(first)) + Fraction(sum(second), len(second))) / STAKES["ante"]
    gains = [sum(nets(settled(game, (mine,), d, (), meter), 1).values()) for d in combinations(left, 3)]
    return Fraction(sum(gains), len(gains)) / STAKES["ante"]


@pytest.mark.parametrize("sheet_id", THREE_CARD)
@pytest.mark.parametrize(("hand", "dead"), [("Js Ts 4d", ""), ("Ah Kh 9h", "Qh Jh Th 2c 2d")])
def test_advice_is_the_mean_of_the_settled_deals(sheet_id: str, hand: str, dead: str) -> None:
    game, meter = load(sheet_id), 40_000_000
    question = AnalysisQuestion(bets=STAKES, meter=Fraction(meter))
    advice = ThreeCard(game, silent).advise(DecisionSpot(hand=cards(hand), dead=cards(dead)), question)
    assert list(advice.actions) == ["fold", "play"]
    assert advice.actions["play"] == settled_worth(game, cards(hand), cards(dead), meter, played=True)
    if sheet_id == MULTILINK:
        assert advice.actions["fold"] == settled_worth(game, cards(hand), cards(dead), meter, played=False)
    else:
        assert advice.actions["fold"] == Fraction(-5500, 2500)
    assert advice.best == max(advice.actions, key=lambda action: advice.actions[action])


def test_advice_of_the_contract() -> None:
    advice = ThreeCard(load(THREE), silent).advise(DecisionSpot(hand=cards("Qs 6h 4d")), AnalysisQuestion())
    assert (str(advice.actions["fold"]), str(advice.actions["play"])) == ("-1", "-9151/9212")
    assert advice.best == "play"
    assert (
        ThreeCard(load(THREE), silent).advise(DecisionSpot(hand=cards("Qs 6h 3d")), AnalysisQuestion()).best
        == "fold"
    )


def test_a_blind_box_and_an_option_to_withdraw() -> None:
    found = ThreeCard(load(THREE), silent)
    main = found.main().figures.ev
    blind = found.advise(DecisionSpot(hand=None, blind=True), AnalysisQuestion())
    assert blind.best == "play"
    assert -1 < blind.actions["play"] < main
    unseen = found.advise(DecisionSpot(hand=None, option=True), AnalysisQuestion())
    assert unseen.actions == {"continue": main, "withdraw": Fraction(0)}
    assert unseen.best == "withdraw"
    forever = found.advise(DecisionSpot(hand=None, option=True, blind=True), AnalysisQuestion())
    assert forever.actions["continue"] == blind.actions["play"]
    seen = found.advise(DecisionSpot(hand=cards("As Ks Qs"), option=True), AnalysisQuestion())
    assert seen.best == "continue"
    poor = found.advise(DecisionSpot(hand=cards("7s 4h 2d"), option=True), AnalysisQuestion())
    assert poor.actions == {"continue": Fraction(-1), "withdraw": Fraction(0)}


@pytest.mark.parametrize("sheet_id", THREE_CARD)
def test_an_unseen_hand_with_dead_cards(sheet_id: str) -> None:
    """With all but eight cards dead, every deal can be settled."""
    game, meter = load(sheet_id), 30_000_000
    left = cards("As Ks Qs Js Ts 4d 4h 9c")
    dead = tuple(card for card in DECK if card not in left)
    question = AnalysisQuestion(bets=STAKES, meter=Fraction(meter))
    found = ThreeCard(game, silent)
    blind = found.advise(DecisionSpot(hand=None, dead=dead, blind=True), question)
    hands = list(combinations(left, 3))
    played = [settled_worth(game, hand, dead, meter, played=True) for hand in hands]
    folded = [settled_worth(game, hand, dead, meter, played=False) for hand in hands]
    assert blind.actions["play"] == sum(played) / len(hands)
    assert blind.actions["fold"] == sum(folded) / len(hands)
    looking = found.advise(DecisionSpot(hand=None, dead=dead, option=True), question)
    best = [max(pair) for pair in zip(played, folded, strict=True)]
    assert looking.actions["continue"] == sum(best) / len(hands)


def test_envy_of_every_other_hand_in_three_card_poker() -> None:
    """One hand against every other box, through the settlement: 18,424 rounds of two boxes."""
    game = load(THREE)
    mine, dealer = cards("Ah Kh 2c"), cards("3c 4c 6d")
    total = 0
    left = [card for card in DECK if card not in mine]
    for other in combinations(left, 3):
        if game.jackpot_line(game.jackpot_ranking.rank(other)) is None:
            continue
        boxes = (
            box(game, 1, mine, {"ante": 100, "jackpot": 100}, played=True),
            box(game, 2, other, {"ante": 100}, played=True),
        )
        total += nets(settled(game, boxes, dealer, meter=0), 1).get("envy", 0)
    counts = ThreeCardCounts(game, silent)
    assert totals(counts.envied, np.array([hand_number(mine)])).tolist() == [total]
    assert total == 25_000 + 2 * 5_000


def test_envy_with_the_dealers_shared_cards() -> None:
    """All royal flushes of another box, and only they, bring envy; hands that the other box folds do not."""
    game, counts = load(PROGRESSIVE), ThreeCardCounts(load(PROGRESSIVE), silent)
    mine = cards("Ah 7d 2c")
    total, deals = 0, 0
    for suit in "shdc":
        royal = [Card(rank + suit) for rank in "AKQJT"]
        if set(royal) & set(mine):
            continue
        rest = [card for card in DECK if card not in (*royal, *mine)]
        for other in combinations(royal, 3):
            dealers = [(*_without(royal, other), x) for x in rest]
            total += _envy(game, mine, other, dealers, played=_plays(counts, other))
            deals += len(dealers)
        for pair in combinations(royal, 2):
            for x in rest:
                other = (*pair, x)
                total += _envy(game, mine, other, [_without(royal, pair)], played=_plays(counts, other))
                deals += 1
    assert deals == 3 * (10 * 44 + 10 * 44)
    assert totals(counts.envied, np.array([hand_number(mine)])).tolist() == [total]
    assert counts.envied.deals == comb(49, 3) * comb(46, 3)


def _without(royal: list[Card], taken: Cards) -> Cards:
    return tuple(card for card in royal if card not in taken)


def _plays(counts: ThreeCardCounts, hand: Cards) -> bool:
    return bool(counts.main.played[classes(ALL_SUITS_ALIKE).of_hand[hand_number(hand)]])


def _envy(game: Game, mine: Cards, other: Cards, dealers: list[Cards], *, played: bool) -> int:
    total = 0
    for dealer in dealers:
        boxes = (
            box(game, 1, mine, {"ante": 100, "jackpot": 100}, played=True),
            box(game, 2, other, {"ante": 100}, played=played),
        )
        total += nets(settled(game, boxes, dealer, meter=0), 1).get("envy", 0)
    return total


def test_too_few_cards_for_another_box() -> None:
    dead = tuple(card for card in DECK if card not in cards("As Ks Qs Js Ts 4d 4h 9c"))
    question = AnalysisQuestion(bets=STAKES, meter=Fraction(0), others=1)
    with pytest.raises(AnalysisFault, match="dead: "):
        ThreeCard(load(PROGRESSIVE), silent).advise(DecisionSpot(hand=cards("As Ks Qs"), dead=dead), question)


def test_envy_lowers_what_is_folded() -> None:
    """Every other box is worth something to those who stay, so more hands are played with more of them."""
    found = ThreeCard(load(THREE), silent)
    played = []
    for others in range(7):
        question = AnalysisQuestion(bets={"ante": 500, "jackpot": 500}, others=others)
        played.append(int(str(found.joint(question).strategy.contract["played"])))
    assert played == sorted(played)
    assert played[0] == 14900 < played[6]
    kept = ThreeCard(changed(THREE, ["envy_after_fold=kept"]), silent)
    assert (
        kept.joint(AnalysisQuestion(bets={"ante": 500, "jackpot": 500}, others=6)).strategy.contract["played"]
        == 14900
    )


def test_joint_play_is_the_best_of_every_hand() -> None:
    """Each hand asked alone is played just where the joint strategy plays it."""
    game = load(PROGRESSIVE)
    found = ThreeCard(game, silent)
    question = AnalysisQuestion(bets={"ante": 500, "jackpot": 500}, meter=Fraction(20_000_000), others=6)
    joint = found.joint(question)
    also = joint.strategy.contract["also_played"]
    assert isinstance(also, list)
    rng = random.Random(2)
    for text in rng.sample(also, 3):
        assert found.advise(DecisionSpot(hand=cards(text)), question).best == "play"
    for point in joint.breakpoints[:2]:
        hand = DecisionSpot(hand=cards(point.hands[0]))
        below = AnalysisQuestion(bets=question.bets, meter=point.meter, others=6)
        above = AnalysisQuestion(bets=question.bets, meter=point.meter + Fraction(1, 10**6), others=6)
        assert found.advise(hand, below).actions["play"] == found.advise(hand, below).actions["fold"]
        assert found.advise(hand, below).best == "fold"
        assert found.advise(hand, above).best == "play"


def test_played_hands_grow_by_the_breakpoints() -> None:
    found = ThreeCard(load(PROGRESSIVE), silent)
    bets = {"ante": 500, "jackpot": 500}
    points = found.joint(AnalysisQuestion(bets=bets)).breakpoints
    assert [point.meter for point in points] == sorted({point.meter for point in points})
    before = found.joint(AnalysisQuestion(bets=bets)).strategy.contract["played"]
    after = found.joint(AnalysisQuestion(bets=bets, meter=points[-1].meter + 1)).strategy.contract["played"]
    assert isinstance(before, int)
    assert after == before + sum(point.combinations for point in points)


@pytest.mark.parametrize("sheet_id", THREE_CARD)
def test_break_even_is_where_the_value_is_nothing(sheet_id: str) -> None:
    found = ThreeCard(load(sheet_id), silent)
    bets = {"ante": 500, "pair_plus": 500, "jackpot": 500}
    joint = found.joint(AnalysisQuestion(bets=bets, others=2))
    assert joint.break_even is not None
    assert joint.jackpot_break_even is not None
    assert found.joint(AnalysisQuestion(bets=bets, others=2, meter=joint.break_even)).value == 0
    without = found.joint(AnalysisQuestion(bets={"ante": 500, "pair_plus": 500}))
    assert without.break_even is None
    adding = found.joint(AnalysisQuestion(bets=bets, others=2, meter=joint.jackpot_break_even))
    assert adding.value == without.value


def test_joint_values_are_those_of_the_strategy() -> None:
    """Ante alone is the main game; each sheet's fold decides what the side bets lose."""
    for sheet_id in THREE_CARD:
        found = ThreeCard(load(sheet_id), silent)
        alone = found.joint(AnalysisQuestion(bets={"ante": 100}))
        assert alone.values == {"ante": 100 * found.main().figures.ev}
        assert alone.strategy == found.strategy()
        meter = Fraction(5_000_000)
        both = found.joint(AnalysisQuestion(bets={"ante": 10**9, "jackpot": 500}, meter=meter))
        assert both.strategy.contract["played"] == 14900
        size = odds(load(sheet_id), AnalysisQuestion(jackpot_bet=500)).jackpot[0]
        assert both.values["jackpot"] == size.value(meter)


def test_a_pair_plus_that_pays_every_hand_is_worth_staying_for() -> None:
    setting = "pair_plus.three_odd_cards=3"
    bets = {"ante": 100, "pair_plus": 100}
    lost = ThreeCard(changed(THREE, [setting]), silent).joint(AnalysisQuestion(bets=bets))
    kept = ThreeCard(changed(MULTILINK, [setting]), silent).joint(AnalysisQuestion(bets=bets))
    assert lost.strategy.contract["played"] == 22100
    assert lost.strategy.sentence == "Play every hand."
    assert kept.strategy.contract["played"] == 14900


def test_a_box_needs_its_ante() -> None:
    with pytest.raises(AnalysisFault, match="bets: "):
        ThreeCard(load(THREE), silent).advise(
            DecisionSpot(hand=cards("Qs 6h 4d")), AnalysisQuestion(bets={"jackpot": 500})
        )


def test_hands_in_order() -> None:
    assert [cards_of(n) for n in (0, 22_099)] == [cards("2s 3s 4s"), cards("Qc Kc Ac")]
