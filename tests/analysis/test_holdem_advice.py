"""Advice in hold'em: every card that may come looked at, and whole small decks settled by the engine."""

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.analysis.boards.advice import board_by_board
from pitboss.analysis.boards.analysis import Holdem
from pitboss.analysis.boards.course import OUTCOMES, holdem_course
from pitboss.analysis.boards.open_board import OpenBoard
from pitboss.analysis.hand_kinds import examples
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import silent
from pitboss.cards import DECK, Card
from pitboss.sheets import load
from pitboss.sheets.settings import changed
from tests.analysis.settled import cards, net

SHEET = "rws-multilink-holdem-v2"
Cards = tuple[Card, ...]


@cache
def holdem() -> Holdem:
    return Holdem(load(SHEET), silent)


def mean(values: Iterable[Fraction]) -> Fraction:
    found = list(values)
    return sum(found, Fraction(0)) / len(found)


def test_one_street_leads_to_the_next() -> None:
    """What a hand gains on the flop is the mean over its turns, with River where it gains."""
    course, hand, flop = holdem_course(load(SHEET)), cards("Js Ts"), cards("9s 8h 2d")
    board = OpenBoard(course, hand)
    on_flop = board.prospects(flop)
    by_turn = [board.prospects((*flop, card)) for card in DECK if card not in {*hand, *flop}]
    assert on_flop.held == mean(found.held for found in by_turn)
    assert on_flop.raised == {bet: mean(found.raised[bet] for found in by_turn) for bet in course.raised}
    assert on_flop.waiting == mean(max(found.raised["river"], Fraction(0)) for found in by_turn)
    assert {found.waiting for found in by_turn} == {0}


def test_each_flop_and_all_flops_compiled() -> None:
    course, hand = holdem_course(load(SHEET)), cards("Js Ts")
    dead = tuple(card for card in DECK if card[0] in "2345678")
    board = OpenBoard(course, hand, dead)
    left = [card for card in DECK if card not in {*hand, *dead}]
    flops = [board.prospects(flop) for flop in combinations(left, 3)]
    assert board_by_board(course, hand, dead) == mean(
        found.held + 2 * found.raised["flop"] + max(found.raised["turn"], Fraction(0)) + found.waiting
        for found in flops
    )


STRAIGHTS_FIRST = (
    "ranking.order=royal_flush,straight_flush,four_of_a_kind,full_house,"
    "straight,flush,three_of_a_kind,two_pairs,one_pair,five_odd_cards"
)


@pytest.mark.parametrize(
    ("hand", "board", "dead", "settings"),
    [
        ("As Ks", "Qs Js 2h 2d", "", ()),
        ("7c 7d", "7h Kc Kd 2s", "Ac", ()),
        ("4h 3c", "Ah 2h 5h Th", "Kh 9c", ()),
        ("2c 3d", "As Ks Qs Js", "", ()),
        ("9s 4h", "8s 7s 6s 5d", "", (STRAIGHTS_FIRST,)),
    ],
)
def test_the_last_decision_against_every_river_and_pair(
    hand: str, board: str, dead: str, settings: tuple[str, ...]
) -> None:
    game = changed(SHEET, settings)
    own, shown, gone = cards(hand), cards(board), cards(dead)
    won = lost = straights = whole = 0
    left = [card for card in DECK if card not in {*own, *shown, *gone}]
    for river in left:
        mine = game.ranking.rank((*own, *shown, river))
        pays = game.ranking.at_least(mine, "straight")
        for dealer in combinations([card for card in left if card != river], 2):
            theirs = game.ranking.rank((*dealer, *shown, river)).strength
            won += mine.strength > theirs
            straights += mine.strength > theirs and pays
            lost += mine.strength < theirs
            whole += 1
    analysis = Holdem(game, silent)
    after_a_check, after_a_turn = (
        analysis.advise(
            DecisionSpot(hand=own, board=shown, dead=gone, decided=("flop", word)), AnalysisQuestion()
        )
        for word in ("check", "turn")
    )
    assert after_a_check.actions["check"] == Fraction(straights - lost + 2 * (won - lost), whole)
    assert after_a_check.actions["river"] - after_a_check.actions["check"] == Fraction(won - lost, whole)
    assert after_a_check.best == ("river" if won > lost else "check")
    assert after_a_turn.actions["check"] == after_a_check.actions["river"]


def test_every_deal_gains_what_the_engine_pays() -> None:
    game = load(SHEET)
    course = holdem_course(game)
    kinds = [rank.category for rank in examples(game.ranking)]
    rng = random.Random(9)
    for _ in range(2_000):
        dealt = tuple(rng.sample(DECK, 9))
        hand, dealer, board = dealt[:2], dealt[2:4], dealt[4:]
        placed = {"ante": 100, "flop": 200, **{bet: 100 for bet in ("turn", "river") if rng.random() < 0.5}}
        own, theirs = (game.ranking.rank((*two, *board)) for two in (hand, dealer))
        gain = 0
        compared = 3 if own.strength > theirs.strength else 5 if own.strength < theirs.strength else 4
        for bet, gains in {"ante": course.held, **course.raised}.items():
            gain += placed.get(bet, 0) * gains[kinds.index(own.category) * OUTCOMES + compared]
        assert sum(net(game, hand, dealer, placed, community=board).values()) == gain
        folded = net(game, hand, dealer, {"ante": 100, "bonus": 500}, community=board, folded=True)
        assert folded == {"ante": -100, "bonus": -500}


class SmallDeck:
    """A few cards, all else dead: every deal goes through the engine, every decision is tried both ways."""

    def __init__(self, seed: int, left: int) -> None:
        likely = [card for card in DECK if card[0] in "AKQ" or card[1] == "s"]
        self.rng = random.Random(seed)
        self.cards = self.rng.sample(likely, left)
        self.dead = tuple(card for card in DECK if card not in self.cards)
        self.game = load(SHEET)

    @cache  # noqa: B019 - lives as long as its test
    def nets(self, hand: Cards, board: Cards) -> dict[str, Fraction]:
        """The mean of what each bet of a full layout gains in cents over the Dealer's pairs."""
        stakes = {"ante": 100, "flop": 200, "turn": 100, "river": 100, "bonus": 5_000, "jackpot": 500}
        rest = [card for card in self.cards if card not in {*hand, *board}]
        deals = [
            net(self.game, hand, dealer, stakes, community=board, display=3_000_000)
            for dealer in combinations(rest, 2)
        ]
        return {bet: Fraction(sum(deal[bet] for deal in deals), len(deals)) for bet in stakes}

    def mean(self, hand: Cards, board: Cards, bets: tuple[str, ...]) -> Fraction:
        """What bets gain over all ways to complete the board, in its order: the flop stays the flop."""
        rest = [card for card in self.cards if card not in {*hand, *board}]
        ways = list(combinations(rest, 5 - len(board)))
        return sum((self.nets(hand, (*board, *way))[bet] for way in ways for bet in bets), Fraction(0)) / len(
            ways
        )

    def turns(self, hand: Cards, board: Cards) -> list[Cards]:
        return [(*board, card) for card in self.cards if card not in {*hand, *board}]

    def on_turn(self, hand: Cards, board: Cards) -> Fraction:
        return max(self.mean(hand, board, ("river",)), Fraction(0))

    def on_flop(self, hand: Cards, board: Cards) -> tuple[Fraction, Fraction]:
        """What Turn gains, and what River gains where it is bet."""
        turns = self.turns(hand, board)
        river = sum((self.on_turn(hand, turn) for turn in turns), Fraction(0)) / len(turns)
        return self.mean(hand, board, ("turn",)), river


@pytest.mark.parametrize("seed", range(3))
def test_a_small_deck_settled_deal_by_deal(seed: int) -> None:
    deck = SmallDeck(seed, 11)
    hand = (deck.cards[0], deck.cards[1])
    others = deck.cards[2:]
    question = AnalysisQuestion(bets={"ante": 100, "bonus": 5_000, "jackpot": 500}, meter=Fraction(3_000_000))
    always = ("ante", "flop", "bonus")
    jackpot, staying = Fraction(0), Fraction(0)
    flops = list(combinations(others, 3))
    for number, flop in enumerate(flops):
        paid = deck.nets(hand, (*flop, *[card for card in others if card not in flop][:2]))["jackpot"]
        turn, river = deck.on_flop(hand, flop)
        so_far = deck.mean(hand, flop, always)
        jackpot += paid
        staying += so_far + max(turn, Fraction(0)) + river
        if number % 12 == 0:
            advice = holdem().advise(DecisionSpot(hand=hand, board=flop, dead=deck.dead), question)
            assert advice.actions["check"] == (so_far + river + paid) / 100
            assert advice.actions["turn"] - advice.actions["check"] == turn / 100
            board = deck.turns(hand, flop)[number % 5]
            last = holdem().advise(DecisionSpot(hand=hand, board=board, dead=deck.dead), question)
            placed = ("turn",) if turn > 0 else ()
            assert last.actions["check"] == (deck.mean(hand, board, (*always, *placed)) + paid) / 100
            assert last.actions["river"] - last.actions["check"] == deck.mean(hand, board, ("river",)) / 100
    advice = holdem().advise(DecisionSpot(hand=hand, dead=deck.dead), question)
    assert advice.actions["flop"] == (staying + jackpot) / (100 * len(flops))
    assert advice.actions["fold"] == (-5_100 + jackpot / len(flops)) / 100


def test_a_hand_not_seen_in_a_small_deck() -> None:
    deck = SmallDeck(5, 10)
    question = AnalysisQuestion(bets={"ante": 100, "bonus": 5_000, "jackpot": 500}, meter=Fraction(3_000_000))
    for flop in (tuple(deck.cards[:3]), ()):
        worth, number = Fraction(0), 0
        for hand in combinations([card for card in deck.cards if card not in flop], 2):
            rest = [card for card in deck.cards if card not in {*hand, *flop}]
            for way in combinations(rest, 3 - len(flop)):
                worth += deck.mean(hand, (*flop, *way), ("ante", "flop", "bonus", "jackpot"))
                number += 1
        advice = holdem().advise(DecisionSpot(hand=None, board=flop, dead=deck.dead), question)
        staying = advice.actions["check" if flop else "flop"]
        assert staying == worth / (100 * number)
        if flop:
            assert advice.actions["turn"] == advice.actions["check"]
            assert advice.best == "check"


def test_a_hand_not_seen_with_the_whole_deck() -> None:
    blind = holdem().advise(DecisionSpot(hand=None), AnalysisQuestion())
    assert blind.actions["fold"] == -1
    assert -1 < blind.actions["flop"] < holdem().main().figures.ev
    option = holdem().advise(DecisionSpot(hand=None, option=True), AnalysisQuestion())
    assert option.actions == {"continue": holdem().main().figures.ev, "withdraw": 0}
    never_looks = holdem().advise(DecisionSpot(hand=None, option=True, blind=True), AnalysisQuestion())
    assert never_looks.actions == {"continue": blind.actions["flop"], "withdraw": 0}


def test_an_option_after_the_flop() -> None:
    spot = DecisionSpot(hand=cards("As Ks"), board=cards("Qs Js Ts"))
    advice = holdem().advise(spot, AnalysisQuestion())
    option = holdem().advise(DecisionSpot(hand=spot.hand, board=spot.board, option=True), AnalysisQuestion())
    assert option.actions == {"continue": advice.actions["turn"], "withdraw": 0}
    assert option.best == "continue"


@pytest.mark.parametrize(
    ("spot", "message"),
    [
        (
            DecisionSpot(hand=cards("As Ks"), board=cards("Qs Js Ts"), decided=("turn",)),
            "decided: turn was not possible",
        ),
        (
            DecisionSpot(hand=cards("As Ks"), board=cards("Qs Js Ts"), decided=("check",)),
            "decided: check was not possible",
        ),
        (DecisionSpot(hand=cards("As Ks"), decided=("flop",)), "decided: at this decision at most 0"),
        (DecisionSpot(hand=None, dead=cards("As"), option=True), "dead: "),
    ],
)
def test_spots_that_cannot_be(spot: DecisionSpot, message: str) -> None:
    with pytest.raises(AnalysisFault, match=f"^{message}"):
        holdem().advise(spot, AnalysisQuestion())
