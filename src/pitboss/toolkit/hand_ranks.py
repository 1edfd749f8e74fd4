"""Cards and hands by themselves: a hand ranked, and two compared, under the usual list or that of a sheet."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, cast

from pitboss.cards import DECK, UNKNOWN, card_in_words, parse_card
from pitboss.cards import Card as CardText
from pitboss.hands.hand_lines import hand_in_words
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES, MOST_CARDS, Rank, Ranking
from pitboss.toolkit.named_cards import Cards, card_text
from pitboss.toolkit.rule_sheet import RuleSheet
from pitboss.toolkit.rule_sheet import sheet as find

_USUAL: Final = Ranking(5, FIVE_CARD_CATEGORIES)
_KNOWN: Final = frozenset[str](DECK)


class Card(str):
    """A card by its rank and suit; it is its text, so it goes wherever a card is named by a text.

    >>> card = Card("10h")
    >>> card, card.rank, card.suit, card == "Th"
    ('Th', 'T', 'h', True)
    >>> card.name
    'ten of hearts'
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Card":
        """Read a card such as ``As``, ``Th`` or ``10h``; raises :class:`ValueError` for anything else."""
        if not isinstance(text, str):
            raise TypeError(f"a card is a text such as 'As', not {text!r}")
        if (card := parse_card(text)) == UNKNOWN:
            raise ValueError("'?' is a card that is not known")
        return super().__new__(cls, card)

    @property
    def rank(self) -> str:
        """The rank, one of ``23456789TJQKA``."""
        return self[0]

    @property
    def suit(self) -> str:
        """The suit: ``s``, ``h``, ``d`` or ``c``."""
        return self[1]

    @property
    def name(self) -> str:
        """The card in words."""
        return card_in_words(CardText(self))


class HandRank:
    """The rank of a hand; ranks of one list are compared with ``<`` and ``==``, the higher hand above.

    >>> pair, straight = rank("9s 9c Kd 4h 2c"), rank("5s 4c 3d 2h Ah")
    >>> pair < straight, straight.category, pair.name
    (True, 'straight', 'a pair of nines')
    >>> sorted([straight, pair])[0] is pair
    True
    """

    __slots__ = ("_rank", "strength")

    def __init__(self, rank: Rank) -> None:
        self._rank = rank
        self.strength: Final = rank.strength
        """A number that is higher for a higher hand."""

    @property
    def category(self) -> str:
        """The kind of hand, such as ``full_house``."""
        return self._rank.category

    @property
    def name(self) -> str:
        """The hand in words."""
        return hand_in_words(self._rank)

    def __lt__(self, other: "HandRank") -> bool:
        return self.strength < other.strength

    def __le__(self, other: "HandRank") -> bool:
        return self.strength <= other.strength

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandRank) and self.strength == other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __repr__(self) -> str:
        return f"<{self.name}>"


def rank(cards: Cards, *, sheet: RuleSheet | str | Path | None = None) -> HandRank:
    """The best hand that some cards hold: of five under the usual list, or as a sheet ranks its hands.

    Cards are a text, or texts one by one; there may be more than make a hand, up to ten.

    >>> import pitboss as pb
    >>> pb.rank("As Ks Qs Js Ts 2d 2c").name
    'a royal flush in spades'
    >>> pb.rank(("Qs", "7d", "4c"), sheet="3CP").name
    'queen high'
    """
    ranking = _USUAL if sheet is None else find(sheet).game.ranking
    return HandRank(ranking.rank(_known(cards, ranking.size)))


def compare(one: Cards, other: Cards, *, sheet: RuleSheet | str | Path | None = None) -> Literal[-1, 0, 1]:
    """1 if the first hand is higher, -1 if the second is, 0 if neither.

    The hands may share cards, such as those of a board.

    >>> import pitboss as pb
    >>> board = "Qh Qd 8s 5c 2d"
    >>> pb.compare(f"As Kd {board}", f"Ah Jc {board}")
    1
    >>> pb.compare("Js Ts 9s", "Kh Kd Kc", sheet="3CP"), pb.compare("As Kd 2c", "Ah Kc 2s", sheet="3CP")
    (1, 0)
    """
    ranking = _USUAL if sheet is None else find(sheet).game.ranking
    mine, theirs = (ranking.rank(_known(cards, ranking.size)).strength for cards in (one, other))
    return 1 if mine > theirs else -1 if mine < theirs else 0


def _known(cards: Cards, size: int) -> Sequence[CardText]:
    """Cards that a hand can be made of; raises :class:`ValueError` for others."""
    if not isinstance(cards, tuple | list) or not _KNOWN.issuperset(cards):
        cards = [Card(word) for word in card_text(cards).replace(",", " ").split()]
    if not size <= len(cards) <= MOST_CARDS:
        raise ValueError(f"a hand of {size} cards is made of {size} to {MOST_CARDS}, not of {len(cards)}")
    if len(set(cards)) < len(cards):
        raise ValueError("a card is named twice, and a deck has it once")
    return cast("Sequence[CardText]", cards)
