"""The rank of a hand that lies open to its reader, in parts that pages put into words."""

from itertools import combinations
from typing import Final

from pitboss.cards import RANKS, UNKNOWN, Card
from pitboss.hands import Rank
from pitboss.messages.tables import RankNow
from pitboss.round.views import TableView
from pitboss.sheets.game import Game

_MADE_BESIDE: Final = {"one_pair": 0, "two_pairs": 1, "three_of_a_kind": 0, "four_of_a_kind": 0}
"""By category, how many ranks besides the first make the hand; those after them are kickers."""


def rank_of(game: Game, seen: TableView, cards: tuple[Card, ...]) -> RankNow | None:
    """The rank of a hand with the community cards that are open; none where too little is seen."""
    if not cards or UNKNOWN in cards:
        return None
    shared: tuple[Card, ...] = ()
    if game.sheet.hands.shows_down == "own_and_community":
        shared = tuple(card for card in seen.community if card != UNKNOWN)
    if len(cards) + len(shared) < game.ranking.size:
        return None
    rank = game.ranking.rank((*cards, *shared))
    first, *rest = rank.tie_break
    beside = rest[_MADE_BESIDE[rank.category] :] if rank.category in _MADE_BESIDE else ()
    return RankNow(
        category=rank.category,
        first=RANKS[first],
        second=RANKS[rest[0]] if rest else None,
        suit=rank.suit,
        kicker=RANKS[beside[0]] if beside else None,
        cards=_made_of(game, (*cards, *shared), rank),
    )


def _made_of(game: Game, cards: tuple[Card, ...], rank: Rank) -> tuple[Card, ...]:
    """The cards of a hand that is chosen from more than it takes; none where it takes all."""
    size = game.ranking.size
    if len(cards) <= size:
        return ()
    return next(found for found in combinations(cards, size) if game.ranking.rank(found) == rank)


def dealer_qualifies(game: Game, seen: TableView) -> bool | None:
    """Whether the Dealer's open hand is a Qualifying Hand; none while it is not open, or where all are."""
    if not game.sheet.qualifier or len(seen.dealer) < game.sheet.hands.dealer or UNKNOWN in seen.dealer:
        return None
    shared = seen.community if game.sheet.hands.shows_down == "own_and_community" else ()
    if UNKNOWN in shared or len(seen.dealer) + len(shared) < game.ranking.size:
        return None
    return game.qualifies(game.ranking.rank((*seen.dealer, *shared)))
