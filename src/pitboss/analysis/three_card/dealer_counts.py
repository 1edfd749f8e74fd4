"""The Dealer's possible hands by strength, whatever three cards are out: counted once, for many questions."""

from collections import Counter
from itertools import combinations

from pitboss.cards import DECK, Card
from pitboss.hands import Rank
from pitboss.hands.ranking import Ranking


class DealerCounts:
    """How many hands of each strength there are, in all and with each card and pair of cards."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranks: dict[int, Rank] = {}
        """A hand of each strength."""
        self._all: Counter[int] = Counter()
        self._with_card: dict[Card, Counter[int]] = {card: Counter() for card in DECK}
        self._with_pair: dict[tuple[Card, Card], Counter[int]] = {
            pair: Counter() for pair in combinations(DECK, 2)
        }
        for cards in combinations(DECK, 3):
            rank = ranking.rank(cards)
            self.ranks[rank.strength] = rank
            self._all[rank.strength] += 1
            for card in cards:
                self._with_card[card][rank.strength] += 1
            for pair in combinations(cards, 2):
                self._with_pair[pair][rank.strength] += 1

    def without(self, out: tuple[Card, ...], strength: int) -> Counter[int]:
        """The hands of each strength without three cards that make a hand of a strength themselves.

        By inclusion and exclusion over the cards that a hand shares with those that are out.
        """
        numbers = self._all.copy()
        for card in out:
            numbers.subtract(self._with_card[card])
        for pair in combinations(sorted(out, key=DECK.index), 2):
            numbers.update(self._with_pair[pair])
        numbers[strength] -= 1
        return numbers
