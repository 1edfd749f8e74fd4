"""Ranking: the best hand of three, four or five cards, ordered by a sheet's ranking list.

The category of a hand and the ranks that break ties follow from its cards. Which category is higher is the
sheet's choice: in the three-card games a straight beats a flush. A :class:`Ranking` joins the two and
memoises ranks by the pattern of the cards.

Two hands compared: which is higher, and what decides.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from pitboss.cards import RANKS, SUITS, Card
from pitboss.invariant import InvariantBroken

FIVE_CARD_CATEGORIES: Final = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "one_pair",
    "five_odd_cards",
)
THREE_CARD_CATEGORIES: Final = (
    "akq_suited",
    "straight_flush",
    "three_of_a_kind",
    "straight",
    "flush",
    "one_pair",
    "three_odd_cards",
)
FOUR_CARD_CATEGORIES: Final = (
    "akqj_suited",
    "four_of_a_kind",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "straight",
    "two_pairs",
    "one_pair",
    "four_odd_cards",
)
CATEGORIES: Final = {3: THREE_CARD_CATEGORIES, 4: FOUR_CARD_CATEGORIES, 5: FIVE_CARD_CATEGORIES}

BEST_SUITED: Final = {3: "akq_suited", 4: "akqj_suited", 5: "royal_flush"}
"""The name of the highest straight flush; in a list without it, it counts as a straight flush."""

_ODD_CARDS: Final = {3: "three_odd_cards", 4: "four_odd_cards", 5: "five_odd_cards"}

MOST_CARDS: Final = 10
"""The most cards that a hand is chosen from: the counters below hold no more of one suit."""

_ACE: Final = 12
# One number per card adds up to a whole hand: three bits count each rank, then four bits each suit.
_SUIT_SHIFT: Final = 3 * len(RANKS)
_CODE: Final[dict[Card, int]] = {
    Card(rank + suit): (1 << 3 * r) + (1 << _SUIT_SHIFT + 4 * s)
    for r, rank in enumerate(RANKS)
    for s, suit in enumerate(SUITS)
}


class Rank(Struct, frozen=True, kw_only=True):
    """The rank of a hand. Compare ``strength``: higher beats lower, equal is a Stand Off."""

    strength: int
    category: str
    """The finest category, such as ``akq_suited``; :meth:`Ranking.counts_as` reads it."""
    tie_break: tuple[int, ...]
    """Ranks from 0 (two) to 12 (ace), most important first."""
    suit: str = ""
    """The suit of a flush or straight flush, otherwise empty."""
    letters: str = ""
    """``tie_break`` in the letters of the cards, by which a hand is told."""


class Ranking:
    """Ranks hands of ``size`` cards, chosen from that many or more, by a sheet's ranking list."""

    def __init__(self, size: int, order: Sequence[str]) -> None:
        self.size = size
        self.order = tuple(order)
        height = {category: len(order) - place for place, category in enumerate(order)}
        height.setdefault(BEST_SUITED[size], height["straight_flush"])
        self._height = height
        self._suited_test = 0x1111 * (8 - size)
        self._seen: dict[int | tuple[int, int, int], Rank] = {}

    def rank(self, cards: Sequence[Card]) -> Rank:
        """The rank of the best hand that ``cards`` hold; they must all be known."""
        if len(cards) < self.size:
            raise InvariantBroken(f"a hand of {len(cards)} cards was to be ranked among those of {self.size}")
        code = 0
        for card in cards:
            code += _CODE[card]
        suited = (code >> _SUIT_SHIFT) + self._suited_test & 0x8888
        if not suited:
            known = self._seen.get(code & (1 << _SUIT_SHIFT) - 1)
            return known or self._work_out(code, -1, 0)
        if suited & suited - 1:
            return self._of_several_suits(cards, code)
        suit = (suited.bit_length() - 1) // 4
        mask = 0
        for card in cards:
            if card[1] == SUITS[suit]:
                mask |= 1 << RANKS.index(card[0])
        known = self._seen.get((code & (1 << _SUIT_SHIFT) - 1, suit, mask))
        return known or self._work_out(code, suit, mask)

    def counts_as(self, rank: Rank, category: str) -> bool:
        """Whether the hand belongs to ``category``, in a list that may not name its finest category."""
        return self.includes(category, rank.category)

    def includes(self, category: str, finest: str) -> bool:
        """Whether hands of a finest category belong to ``category``."""
        return finest == category or (category == "straight_flush" and finest == BEST_SUITED[self.size])

    def same_kind(self, one: Rank, other: Rank) -> bool:
        """Whether two hands are of one category of the list, so that their cards decide."""
        return self._height[one.category] == self._height[other.category]

    def is_low_run(self, rank: Rank) -> bool:
        """Whether the hand is the lowest straight or straight flush, with the ace as one."""
        return rank.category in ("straight", "straight_flush") and rank.tie_break[0] == self.size - 2

    def at_least(self, rank: Rank, category: str) -> bool:
        """Whether the hand belongs to ``category`` or a higher one."""
        return self._height[rank.category] >= self._height[category]

    def has_high_cards(self, rank: Rank, high_cards: Sequence[int]) -> bool:
        """Whether the hand is above the lowest category, or its highest cards reach ``high_cards``."""
        return not rank.category.endswith("odd_cards") or rank.tie_break >= tuple(high_cards)

    def _of_several_suits(self, cards: Sequence[Card], code: int) -> Rank:
        """The best hand of cards that hold a flush in more than one suit."""
        counts = [code >> 3 * r & 7 for r in range(len(RANKS))]
        made = [(hand, "") for hand in _unsuited_hands(counts, self.size)]
        for suit in SUITS:
            mask = sum(1 << RANKS.index(card[0]) for card in cards if card[1] == suit)
            if mask.bit_count() >= self.size:
                made.append((self._suited_hand(mask), suit))
        return self._as_rank(*max(made, key=lambda hand: self._key(hand[0])))

    def _work_out(self, code: int, suit: int, mask: int) -> Rank:
        counts = [code >> 3 * r & 7 for r in range(len(RANKS))]
        made = _unsuited_hands(counts, self.size)
        best = max(made, key=self._key)
        suited_hand = self._suited_hand(mask) if suit >= 0 else None
        if suited_hand and self._key(suited_hand) > self._key(best):
            rank = self._as_rank(suited_hand, SUITS[suit])
        else:
            rank = self._as_rank(best, "")
        pattern = code & (1 << _SUIT_SHIFT) - 1
        self._seen[pattern if suit < 0 else (pattern, suit, mask)] = rank
        return rank

    def _suited_hand(self, mask: int) -> tuple[str, tuple[int, ...]]:
        high = _straight_high(mask, self.size)
        if high is None:
            return "flush", tuple(_high_to_low(mask))[: self.size]
        return (BEST_SUITED[self.size] if high == _ACE else "straight_flush"), (high,)

    def _key(self, made: tuple[str, tuple[int, ...]]) -> tuple[int, tuple[int, ...]]:
        return self._height[made[0]], made[1]

    def _as_rank(self, made: tuple[str, tuple[int, ...]], suit: str) -> Rank:
        category, tie_break = made
        strength = self._height[category]
        for place in range(self.size):
            strength = strength << 4 | (tie_break[place] if place < len(tie_break) else 0)
        letters = "".join(RANKS[rank] for rank in tie_break)
        return Rank(strength=strength, category=category, tie_break=tie_break, suit=suit, letters=letters)


def _unsuited_hands(counts: Sequence[int], size: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every category that the ranks alone make, each with the ranks that break ties."""
    by_count = [[r for r in range(_ACE, -1, -1) if counts[r] >= n] for n in range(5)]
    present, pairs, trips, fours = by_count[1:]

    def kickers(used: Iterable[int], number: int) -> tuple[int, ...]:
        return tuple(r for r in present if r not in used)[:number]

    yield _ODD_CARDS[size], tuple(present[:size])
    if pairs:
        yield "one_pair", (pairs[0], *kickers(pairs[:1], size - 2))
    high = _straight_high(sum(1 << r for r in present), size)
    if high is not None:
        yield "straight", (high,)
    if trips:
        yield "three_of_a_kind", (trips[0], *kickers(trips[:1], size - 3))
    if size == 3:
        return
    if len(pairs) > 1:
        yield "two_pairs", (*pairs[:2], *kickers(pairs[:2], size - 4))
    if size > 4 and trips and len(pairs) > 1:
        yield "full_house", (trips[0], next(r for r in pairs if r != trips[0]))
    if fours:
        yield "four_of_a_kind", (fours[0], *kickers(fours[:1], size - 4))


def _straight_high(mask: int, size: int) -> int | None:
    """The highest card of the best run of ``size``; the ace also counts as one below the two."""
    run = (1 << size) - 1
    with_low_ace = mask << 1 | mask >> _ACE
    for low in range(_ACE + 2 - size, -1, -1):
        if with_low_ace >> low & run == run:
            return low + size - 2
    return None


def _high_to_low(mask: int) -> Iterator[int]:
    return (r for r in range(_ACE, -1, -1) if mask >> r & 1)


class Comparison(Struct, frozen=True):
    """A hand against another, with what decides between them.

    ``by`` is ``kinds`` where one kind of hand ranks above the other, ``cards`` where hands of one kind differ
    in rank, and ``equal`` where all ranks are the same.
    """

    own: Rank
    other: Rank
    by: Literal["kinds", "cards", "equal"]
    ranks: int
    """How many ranks, most important first, have to be named to see it."""

    @property
    def higher(self) -> Rank:
        """The higher of the two; the own one where they are equal."""
        return self.own if self.own.strength >= self.other.strength else self.other

    @property
    def lower(self) -> Rank:
        """The lower of the two; the other one where they are equal."""
        return self.other if self.own.strength >= self.other.strength else self.own


def compare(ranking: Ranking, own: Rank, other: Rank) -> Comparison:
    """Compare two hands by a sheet's ranking list."""
    if not ranking.same_kind(own, other):
        return Comparison(own, other, "kinds", 1)
    for place, (mine, theirs) in enumerate(zip(own.tie_break, other.tie_break, strict=True), 1):
        if mine != theirs:
            return Comparison(own, other, "cards", place)
    return Comparison(own, other, "equal", len(own.tie_break))
