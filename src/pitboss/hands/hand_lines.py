"""Lines of a ranking list: a whole category, or the part of it from a leading rank up.

A sheet writes ``one_pair`` for every pair, and ``one_pair:T`` for a pair of tens or better.

Hands in words, as a dealer would call them.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.cards import RANKS
from pitboss.hands.ranking import BEST_SUITED, Rank, Ranking
from pitboss.reason import Unreadable, because
from pitboss.words import catalogue

_BY_TWO: Final = ("full_house", "two_pairs")
"""Hands that two ranks name at least."""


def called(rank: Rank, ranks: int = 1) -> str:
    """A hand as a param of a reason, by as many ranks as have to be named: ``one_pair:9K``, ``flush:Ah``."""
    named = rank.letters[: max(ranks, 2) if rank.category in _BY_TWO else ranks]
    return f"{rank.category}:{named}{rank.suit}"


def hand_in_words(rank: Rank, ranks: int = 1) -> str:
    """For example ``a pair of nines`` or ``king high``; with more ``ranks`` it names so many."""
    return catalogue().hand(called(rank, ranks), "a")


_ACE: Final = len(RANKS) - 1


class HandLine(Struct, frozen=True):
    """A category, or those of its hands whose leading rank is ``lead`` or higher."""

    category: str
    lead: int | None = None
    """The least leading rank, from 0 (two) to 12 (ace); None for the whole category."""

    def __str__(self) -> str:
        return self.category if self.lead is None else f"{self.category}:{RANKS[self.lead]}"

    def reached_by(self, ranking: Ranking, rank: Rank) -> bool:
        """Whether a hand is of this line or higher."""
        if self.lead is None or not ranking.counts_as(rank, self.category):
            return ranking.at_least(rank, self.category)
        return rank.tie_break[0] >= self.lead


def parse_hand_line(text: str) -> HandLine:
    """Read ``one_pair`` or ``one_pair:T``; raises :class:`Unreadable` for a letter that is no rank."""
    category, colon, letter = text.partition(":")
    if not colon:
        return HandLine(category)
    letter = "T" if letter == "10" else letter
    if len(letter) != 1 or letter not in RANKS:
        raise Unreadable(because("form.hand_line", given=repr(text), ranks=RANKS))
    return HandLine(category, RANKS.index(letter))


def leads_of(category: str, size: int, order: Sequence[str]) -> range:
    """The leading ranks that hands of a category can have, in a ranking list of hands of ``size``."""
    lowest = {"two_pairs": 1, "straight": size - 2, "straight_flush": size - 2, "flush": size}
    least = size if category.endswith("odd_cards") else lowest.get(category, 0)
    if category == BEST_SUITED[size]:
        return range(_ACE, _ACE + 1)
    king_high = category == "straight_flush" and BEST_SUITED[size] in order
    return range(least, _ACE if king_high else _ACE + 1)


def line_in_words(line: HandLine) -> str:
    """The least hand of a line, as a dealer would call it: ``a pair of tens``, ``a straight``."""
    return catalogue().least(str(line))
