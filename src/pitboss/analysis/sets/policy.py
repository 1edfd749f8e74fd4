"""Strategies of a game of one decision, as tables that a hand is looked up in.

Most hands of a level are played alike, whatever their suits and whatever card of the Dealer's is face up. The
hands of the other levels have a mask of the face-up cards for each binary digit of the choice.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints, SetMasks
from pitboss.analysis.decisions import Chooser, InformationSet, action_name
from pitboss.analysis.hand_kinds import KEYS, card_number
from pitboss.analysis.levels import HandLevels
from pitboss.cards import DECK, SUITS

_CARD: Final = 6
"""Bits of a card in a packed hand."""
_EVERY_CARD: Final = (1 << len(DECK)) - 1
_FIRST_OF_EACH_RANK: Final = _EVERY_CARD // 15


class SetPolicy(Struct, frozen=True, eq=False):
    """The choice of every hand against every face-up card; 0 is the fold."""

    plays: NDArray[np.int16]
    """By level: the choice of all its hands; -1 where it depends on more."""
    rows: NDArray[np.int16]
    """By the sum of the keys of a hand's ranks: its row of ``masks``, where it needs one."""
    masks: Ints
    """By digit of the choice, row and suits of the hand, two bits for each card from the lowest on: the
    face-up cards. Where no card is face up, it is the first.
    """

    def choice(self, level: int, own: list[int], up: int) -> int:
        """The choice of a hand of a level, its cards as numbers."""
        play = int(self.plays[level])
        if play >= 0:
            return play
        suits = sum((card & 3) << 2 * place for place, card in enumerate(sorted(own)))
        row = self.rows[sum(KEYS[card >> 2] for card in own)]
        return sum((mask >> up & 1) << digit for digit, mask in enumerate(self.masks[:, row, suits].tolist()))


def by_level(choices: Ints) -> SetPolicy:
    """The policy of a strategy that plays all hands of a level alike."""
    return SetPolicy(choices.astype(np.int16), np.zeros(1, np.int16), np.zeros((1, 1, 1), np.int64))


def packed(hands: SetMasks, sizes: Ints, choices: SetMasks) -> dict[str, Ints]:
    """A hand of each class of suits as a number, how many it stands for, and the digits of its choices as
    masks of face-up cards.
    """
    digits, cards = int(choices.max(initial=1)).bit_length(), 1 << np.arange(choices.shape[1])
    held = (hands.astype(np.int64) << _CARD * np.arange(hands.shape[1])).sum(axis=1)
    masks = np.array([(choices >> digit & 1) @ cards for digit in range(digits)])
    return {"hands": held, "sizes": sizes, "masks": masks}


def unpacked(hands: Ints, cards: int) -> Ints:
    """The cards of hands that were packed, rising."""
    found: Ints = hands[:, None] >> _CARD * np.arange(cards) & (1 << _CARD) - 1
    return found


def by_hand(levels: HandLevels, cards: int, found: Mapping[str, Ints], *, face_up: bool) -> SetPolicy:
    """The policy of choices that were packed, of hands of so many cards."""
    hands, masks = unpacked(found["hands"], cards), found["masks"]
    level, digits = levels.of_cards(hands), len(masks)
    shown = _EVERY_CARD ^ (1 << hands).sum(axis=1) if face_up else np.ones_like(level)
    alike = ((masks == 0) | (masks == shown)).all(axis=0)
    choice = np.where(alike, ((masks != 0) << np.arange(digits)[:, None]).sum(axis=0), -1)
    least, most = np.full((2, len(levels.ranks)), [[1 << digits], [-1]])
    np.minimum.at(least, level, choice)
    np.maximum.at(most, level, choice)
    plays = np.where((least < 0) | (least < most), -1, least).astype(np.int16)
    here = plays[level] < 0
    hands, masks = hands[here], masks[:, here]
    sums, row = np.unique(levels.keys[hands >> 2].sum(axis=1), return_inverse=True)
    rows = np.zeros(int(sums.max(initial=0)) + 1, dtype=np.int16)
    rows[sums] = np.arange(len(sums))
    of_suits = np.zeros((digits, max(len(sums), 1), 1 << 2 * cards), dtype=np.int64)
    for suits in permutations(range(len(SUITS))):
        renamed = np.sort(hands & ~3 | np.array(suits)[hands & 3], axis=1)
        held = ((renamed & 3) << 2 * np.arange(cards)).sum(axis=1)
        of_suits[:, row, held] = _renamed(masks, suits) if face_up else masks
    return SetPolicy(plays, rows, of_suits)


def _renamed(masks: Ints, suits: tuple[int, ...]) -> Ints:
    """Masks of cards with their suits renamed."""
    found = np.zeros_like(masks)
    for old, new in enumerate(suits):
        found |= (masks >> old & _FIRST_OF_EACH_RANK) << new
    return found


def chooser(levels: HandLevels, policy: SetPolicy) -> Chooser:
    """A policy as a strategy that is asked hand by hand."""

    @lru_cache(200_000)
    def choose(asked: InformationSet) -> str:
        own = [card_number(card) for card in asked.own]
        level = int(levels.of_cards(np.array(own)))
        choice = policy.choice(level, own, 0 if asked.up is None else card_number(asked.up))
        return action_name(asked.decision, asked.decision.sizes[choice - 1] if choice else None)

    return choose
