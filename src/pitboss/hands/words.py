"""A hand in words, as a dealer would call it."""

from typing import Final

from pitboss.cards import RANK_NAMES, SUIT_NAMES
from pitboss.hands.ranking import Rank

_PLURALS: Final = [name + ("es" if name == "six" else "s") for name in RANK_NAMES]


def hand_in_words(rank: Rank) -> str:
    """For example ``a pair of nines`` or ``king high``."""
    high = RANK_NAMES[rank.tie_break[0]]
    first = _PLURALS[rank.tie_break[0]]
    match rank.category:
        case "royal_flush":
            return f"a royal flush in {SUIT_NAMES[rank.suit]}"
        case "akq_suited":
            return f"A-K-Q of {SUIT_NAMES[rank.suit]}"
        case "straight_flush":
            return f"a straight flush in {SUIT_NAMES[rank.suit]}, {high} high"
        case "four_of_a_kind":
            return f"four {first}"
        case "full_house":
            return f"a full house, {first} over {_PLURALS[rank.tie_break[1]]}"
        case "flush":
            return f"a flush in {SUIT_NAMES[rank.suit]}, {high} high"
        case "straight":
            return f"a straight, {high} high"
        case "three_of_a_kind":
            return f"three {first}"
        case "two_pairs":
            return f"two pairs, {first} and {_PLURALS[rank.tie_break[1]]}"
        case "one_pair":
            return f"a pair of {first}"
        case _:
            return f"{high} high"
