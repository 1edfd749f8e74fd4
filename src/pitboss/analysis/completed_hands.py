"""Hands of five completed from the cards left in a deck, counted by the ranks that make them."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

from pitboss.analysis.categories import in_several_suits
from pitboss.cards import DECK, RANKS, SUITS, Card


def completed(known: Sequence[Card], gone: Sequence[Card]) -> Iterator[tuple[Sequence[Card], int]]:
    """Complete ``known`` to five cards without ``gone``: an example of each kind of hand, and their number.

    Hands of the same ranks are of one kind, except that each hand of one suit is a kind of its own.
    """
    left = [card for card in DECK if card not in {*known, *gone}]
    there = [sum(card[0] == rank for card in left) for rank in RANKS]
    held = [_rank(card) for card in known]
    more = 5 - len(known)
    number_of = {
        tuple(sorted((*held, *ranks))): number
        for ranks in combinations_with_replacement(range(len(RANKS)), more)
        if (number := _ways(there, ranks))
    }
    for suit in SUITS:
        if all(card[1] == suit for card in known):
            for cards in combinations([card for card in left if card[1] == suit], more):
                number_of[tuple(sorted((*held, *map(_rank, cards))))] -= 1
                yield (*known, *cards), 1
    for ranks, number in number_of.items():
        if number:
            yield in_several_suits(ranks), number


def _ways(there: Sequence[int], ranks: Sequence[int]) -> int:
    """The number of sets of cards with these ranks, where ``there`` counts the cards left of each rank."""
    number = 1
    for rank in set(ranks):
        number *= comb(there[rank], ranks.count(rank))
    return number


def _rank(card: Card) -> int:
    return RANKS.index(card[0])
