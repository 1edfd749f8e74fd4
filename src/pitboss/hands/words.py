"""A hand in words, as a dealer would call it."""

from collections.abc import Sequence
from typing import Final

from pitboss.cards import RANK_NAMES, RANKS, SUIT_NAMES
from pitboss.hands.hand_lines import PLURALS
from pitboss.hands.ranking import Rank

_CALLED_WITHOUT_ARTICLE: Final = ("odd_cards", "akq_suited", "akqj_suited")
_CALLED_IN_THE_PLURAL: Final = ("four_of_a_kind", "three_of_a_kind", "two_pairs")


def hand_in_words(rank: Rank, ranks: int = 1) -> str:
    """For example ``a pair of nines`` or ``king high``.

    With more ``ranks`` it names so many, most important first: ``a pair of nines with a king``, ``K-J-9``.
    """
    words = hand_without_article(rank, ranks)
    if rank.category.endswith(_CALLED_WITHOUT_ARTICLE) or rank.category in _CALLED_IN_THE_PLURAL:
        return words
    return _with_article(words)


def hand_without_article(rank: Rank, ranks: int = 1) -> str:
    """A hand as it is said after a possessive: the Dealer's ``pair of nines with a king``."""
    first = PLURALS[rank.tie_break[0]]
    high = f"{RANK_NAMES[rank.tie_break[0]]}-high"
    match rank.category:
        case "royal_flush":
            return f"royal flush in {SUIT_NAMES[rank.suit]}"
        case "akq_suited":
            return f"A-K-Q of {SUIT_NAMES[rank.suit]}"
        case "akqj_suited":
            return f"A-K-Q-J of {SUIT_NAMES[rank.suit]}"
        case "straight_flush":
            return f"{high} straight flush in {SUIT_NAMES[rank.suit]}"
        case "four_of_a_kind":
            return f"four {first}{_side_cards(rank.tie_break[1:ranks])}"
        case "full_house":
            return f"full house of {first} over {PLURALS[rank.tie_break[1]]}"
        case "flush":
            return f"{high if ranks < 2 else _letters(rank, ranks)} flush in {SUIT_NAMES[rank.suit]}"
        case "straight":
            return f"{high} straight"
        case "three_of_a_kind":
            return f"three {first}{_side_cards(rank.tie_break[1:ranks])}"
        case "two_pairs":
            pairs = f"two pairs of {first} and {PLURALS[rank.tie_break[1]]}"
            return pairs + _side_cards(rank.tie_break[2:ranks])
        case "one_pair":
            return f"pair of {first}{_side_cards(rank.tie_break[1:ranks])}"
        case _:
            return high.replace("-", " ") if ranks < 2 else _letters(rank, ranks)


def verb(rank: Rank, singular: str, plural: str) -> str:
    """The verb that goes with the hand in words: a pair of nines beats, three nines beat."""
    return plural if rank.category in _CALLED_IN_THE_PLURAL else singular


def _letters(rank: Rank, ranks: int) -> str:
    return "-".join(RANKS[place].replace("T", "10") for place in rank.tie_break[:ranks])


def _side_cards(ranks: Sequence[int]) -> str:
    """`` with a king and a seven``: the cards beside the pairs, threes and fours."""
    names = [_with_article(RANK_NAMES[rank]) for rank in ranks]
    if not names:
        return ""
    return f" with {', '.join(names[:-1])}{' and ' if names[1:] else ''}{names[-1]}"


def _with_article(words: str) -> str:
    return f"an {words}" if words.startswith(("A-", "ace", "eight", "8-")) else f"a {words}"
