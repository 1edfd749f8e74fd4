"""Meetings: every hand with every face-up card against the Dealer's hands, grouped by equal counts."""

from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.categories import check_orders
from pitboss.analysis.levels import CATEGORIES, five_cards, hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.stud.packing import FIELD, HANDS
from pitboss.cards import DECK, RANKS, SUITS, Card
from pitboss.sheets.game import Game

if TYPE_CHECKING:
    from pitboss.analysis.meeting.kernel import Deals

FACE_UP: Final = 47
"""The number of possible face-up cards once the player's five are known."""
SPOTS: Final = HANDS * FACE_UP
"""The number of hands with a face-up card."""
DEALERS: Final = 163_185
"""The number of the Dealer's hands once the face-up card is known too."""
DECK_SIZE: Final = len(DECK)


class Meetings(Struct, frozen=True, eq=False, kw_only=True):
    """One row for all hands with a face-up card of one category and equal counts of the Dealer's hands."""

    category: Ints
    """Places in the list of categories, rising."""
    dealers: Ints
    """The Dealer's hands with each outcome, in the order of ``payoffs.OUTCOMES``."""
    size: Ints
    """The number of hands with a face-up card in each row."""
    example: Ints
    """An example of each row: five cards and the face-up card as digits to base 52."""
    number: int
    """The number of the Dealer's possible hands, the same on every row."""

    @property
    def rows(self) -> list[slice]:
        """The rows of each category."""
        ends = np.searchsorted(self.category, range(CATEGORIES + 1)).tolist()
        return [slice(start, end) for start, end in pairwise(ends)]

    def name(self, row: int) -> str:
        """A hand of a row and its face-up card: ``As Kh 7d 4c 2s against Kd``."""
        *hand, up = _cards(int(self.example[row]))
        return f"{' '.join(sorted(hand, key=_height))} against {up}"


def meetings(game: Game, progress: CountProgress) -> Meetings:
    """The meetings under a sheet's ranking list and qualifier, from the cache."""
    check_orders(game)
    counted = count_cache.cached_arrays("stud meetings 1", stud_subject(game), lambda: _count(game, progress))
    return unpacked(counted["rows"], DEALERS)


def unpacked(rows: Ints, dealers: int) -> Meetings:
    """Unpack the rows of the kernel; ``dealers`` is the number of the Dealer's hands on each."""
    packed, size, example = rows.T
    unqualified, beaten, same = ((packed >> place * FIELD) & (1 << FIELD) - 1 for place in (2, 1, 0))
    outcomes = np.stack([unqualified, beaten, dealers - unqualified - beaten - same, same], axis=1)
    return Meetings(
        category=packed >> 3 * FIELD, dealers=outcomes, size=size, example=example, number=dealers
    )


def meetings_of_spot(game: Game, up: Card, dead: tuple[Card, ...], progress: CountProgress) -> Meetings:
    """The meetings of all possible hands against one face-up card, without the dead cards."""
    check_orders(game)
    subject = {**stud_subject(game), "up": up, "dead": sorted(dead)}
    counted = count_cache.cached_arrays("stud spot 1", subject, lambda: _count_spot(game, up, dead, progress))
    return unpacked(counted["rows"], comb(DECK_SIZE - 6 - len(dead), 4))


def bet_masks(game: Game, gains: Ints, folded: Ints, progress: CountProgress) -> Ints:
    """For each hand, by its index, a mask of the face-up cards against which betting beats folding, cached.

    ``gains`` has the gain of betting by category and outcome, ``folded`` that of folding by category.
    """
    check_orders(game)
    subject = {**stud_subject(game), "gains": gains.tolist(), "folded": folded.tolist()}
    counted = count_cache.cached_arrays(
        "stud bets 1", subject, lambda: {"masks": _count_masks(game, gains, folded, progress)}
    )
    return counted["masks"]


def _count_masks(game: Game, gains: Ints, folded: Ints, progress: CountProgress) -> Ints:
    from pitboss.analysis.stud import bets_kernel

    progress("the play of every hand of stud", 0, 1)
    masks = bets_kernel.bets(stud_deals(game), categories(game), gains, folded, DEALERS)
    progress("the play of every hand of stud", 1, 1)
    return masks


def stud_subject(game: Game) -> dict[str, Any]:
    """What counts of stud depend on beside gains, for the cache."""
    return {
        "ranking": list(game.ranking.order),
        "qualifier": game.sheet.qualifier.least if game.sheet.qualifier else None,
    }


def _count(game: Game, progress: CountProgress) -> "count_cache.Arrays":
    from pitboss.analysis.stud import kernel

    progress("all deals of the stud game", 0, 1)
    rows = kernel.count_deals(stud_deals(game), categories(game))
    progress("all deals of the stud game", 1, 1)
    return {"rows": rows[np.argsort(rows[:, 0], kind="stable")]}


def _count_spot(
    game: Game, up: Card, dead: tuple[Card, ...], progress: CountProgress
) -> "count_cache.Arrays":
    from pitboss.analysis.meeting.deals import deals_against
    from pitboss.analysis.stud import kernel

    progress("all hands against the face-up card", 0, 1)
    levels, hands = hand_levels(5, game.ranking.order), game.sheet.hands
    against = deals_against(levels, hands.box, hands.dealer, _qualifying(game), up, dead)
    rows = kernel.count_deals(against, categories(game))
    progress("all hands against the face-up card", 1, 1)
    return {"rows": rows[np.argsort(rows[:, 0], kind="stable")]}


def stud_deals(game: Game) -> "Deals":
    """All hands by level, as the kernels take them."""
    from pitboss.analysis.meeting.deals import deals_of

    levels, hands = hand_levels(5, game.ranking.order), game.sheet.hands
    return deals_of(levels, hands.box, hands.dealer, _qualifying(game), face_up=True, compares_low=False)


def categories(game: Game) -> Ints:
    """The category of each level."""
    return five_cards(game.ranking.order).tables.category


def _qualifying(game: Game) -> Bools:
    return np.array([game.qualifies(rank) for rank in five_cards(game.ranking.order).ranks], dtype=np.bool_)


def _cards(example: int) -> list[Card]:
    """The five cards and the face-up card of an example."""
    digits = [example // DECK_SIZE**place % DECK_SIZE for place in range(5, -1, -1)]
    return [Card(RANKS[digit >> 2] + SUITS[digit & 3]) for digit in digits]


def _height(card: str) -> tuple[int, int]:
    return -RANKS.index(card[0]), SUITS.index(card[1])
