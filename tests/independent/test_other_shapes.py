"""Casino Hold'em and Four Card Poker settled a second time, by their rules written out here."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pitboss.cards import DECK, Card
from pitboss.settlement import Box, Facts, Table, Wager, settle
from pitboss.sheets import read_folder

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
ORDER = "23456789TJQKA"
FIVE = ("odd", "pair", "pairs", "threes", "straight", "flush", "full", "fours", "straight flush", "royal")
FOUR = ("odd", "pair", "pairs", "straight", "flush", "threes", "straight flush", "fours")


def kind_of(hand: tuple[str, ...]) -> tuple[str, list[int]]:
    """The kind of a hand, and its ranks in the order in which they decide."""
    ranks = sorted((ORDER.index(card[0]) for card in hand), reverse=True)
    held = Counter(ranks)
    by_number = sorted(held, key=lambda rank: (held[rank], rank), reverse=True)
    shape = sorted(held.values(), reverse=True)
    suited = len({card[1] for card in hand}) == 1
    low = ranks[0] == 12 and ranks[1:] == list(range(len(hand) - 2, -1, -1))
    run = len(held) == len(hand) and (ranks[0] - ranks[-1] == len(hand) - 1 or low)
    if run:
        top = len(hand) - 2 if low else ranks[0]
        if suited:
            return ("royal" if top == 12 and len(hand) == 5 else "straight flush"), [top]
        return "straight", [top]
    if suited:
        return "flush", ranks
    named = {(4, 1): "fours", (4,): "fours", (3, 2): "full", (2, 2, 1): "pairs", (2, 2): "pairs"}
    kind = named.get(tuple(shape)) or {3: "threes", 2: "pair", 1: "odd"}[shape[0]]
    return kind, by_number


def best(cards: list[Card], size: int, order: tuple[str, ...]) -> tuple[int, list[int], str]:
    found = [kind_of(hand) for hand in combinations(cards, size)]
    return max((order.index(kind), ranks, kind) for kind, ranks in found)


def nets(
    sheet: str, own: list[Card], dealer: list[Card], board: list[Card], bets: dict[str, int]
) -> dict[str, int]:
    game = read_folder(EXAMPLES / sheet)
    wagers = tuple(Wager(bet=bet, player="ann", amount=amount) for bet, amount in bets.items())
    facts = Facts(
        table=Table(sheet=sheet),
        boxes=(Box(number=1, wagers=wagers, cards=tuple(own)),),
        dealer=tuple(dealer),
        community=tuple(board),
        display=None,
    )
    return {line.bet: line.net for line in settle(game, facts).lines}


def dealt(rng: Random, lucky: bool) -> list[Card]:
    """A shuffled deck; a lucky one has high cards of two suits first, so that rare hands come up."""
    deck = rng.sample(DECK, len(DECK))
    if lucky:
        deck.sort(key=lambda card: (card[1] in "hd" or card[0] in "2345678", rng.random()))
    return deck


@pytest.mark.parametrize("seed", range(8))
def test_casino_holdem(seed: int) -> None:
    rng = Random(seed)
    pays = {"royal": 100, "straight flush": 20, "fours": 10, "full": 3, "flush": 2}
    for number in range(40):
        deck = dealt(rng, number % 4 == 0)
        own, dealer, board = deck[:2], deck[2:4], deck[4:9]
        mine, theirs = best(own + board, 5, FIVE), best(dealer + board, 5, FIVE)
        qualifies = theirs[2] != "odd" and (theirs[2] != "pair" or theirs[1][0] >= ORDER.index("4"))
        if qualifies and mine[:2] == theirs[:2]:
            due = {"ante": 0, "call": 0}
        elif qualifies and mine[:2] < theirs[:2]:
            due = {"ante": -10, "call": -20}
        else:
            due = {"ante": 10 * pays.get(mine[2], 1), "call": 20 if qualifies else 0}
        assert nets("casino-holdem-v1", own, dealer, board, {"ante": 10, "call": 20}) == due, deck[:9]


@pytest.mark.parametrize("seed", range(8))
def test_four_card_poker(seed: int) -> None:
    rng = Random(seed)
    aces_up = {"fours": 50, "straight flush": 40, "threes": 8, "flush": 5, "straight": 4, "pairs": 3}
    bonus = {"fours": 25, "straight flush": 20, "threes": 2}
    for number in range(40):
        deck = dealt(rng, number % 4 == 0)
        own, dealer, size = deck[:5], deck[5:11], rng.choice([1, 2, 3])
        mine, theirs = best(own, 4, FOUR), best(dealer, 4, FOUR)
        sign = 1 if mine[:2] >= theirs[:2] else -1
        aces = mine[2] == "pair" and mine[1][0] == ORDER.index("A")
        paid = aces_up.get(mine[2], 1 if aces else -1)
        due = {"ante": 10 * sign, "play": 10 * size * sign, "aces_up": 5 * paid}
        if mine[2] in bonus:
            due["ante_bonus"] = 10 * bonus[mine[2]]
        bets = {"ante": 10, "play": 10 * size, "aces_up": 5}
        assert nets("four-card-v1", own, dealer, [], bets) == due, deck[:11]
