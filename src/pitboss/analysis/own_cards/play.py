"""Best play of a game that only one's own cards and the community's decide.

The value of a choice is a sum over every order in which the community cards may come. Bets are paid by the
final hand alone, so a bet is worth its stake times the sum of its gains over the hands that may still be
made; what is chosen later is the best of its choices, from the last decision back to the first.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from math import prod
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.decisions import Chooser, InformationSet, SheetDecision, action_name
from pitboss.analysis.hand_kinds import CARDS
from pitboss.analysis.levels import HandLevels
from pitboss.cards import SUITS

_DECK: Final = 52

Stakes = tuple[int, ...]
"""The stake of each bet of the main game in Antes, in the order of :attr:`OwnCardsRules.bets`."""
Ending = tuple[Stakes, bool]
"""How a hand ends: the stakes on the layout, and whether it is folded."""


class OwnCardsRules(Struct, frozen=True, eq=False, kw_only=True):
    """All that best play depends on."""

    levels: HandLevels
    bets: tuple[str, ...]
    gains: Ints
    """The gain by level of each pay table, times ``unit``."""
    table_of: Ints
    """The pay table of each bet."""
    unit: int
    kept: Bools
    """The bets that a fold does not lose."""
    first: Stakes
    decisions: tuple[SheetDecision, ...]
    community: int


class HandTree:
    """All that can follow for one hand: an axis for each community card still to come."""

    def __init__(
        self, rules: OwnCardsRules, own: tuple[int, ...], board: tuple[int, ...], dead: frozenset[int]
    ) -> None:
        self.rules = rules
        self.open = len(board)
        known = (*own, *board)
        self._own = own
        left = self._left = np.array(
            [card for card in range(_DECK) if card not in dead and card not in known]
        )
        coming = rules.community - len(board)
        self.shape = tuple(len(left) - place for place in range(coming))
        sets, set_of = _orders(len(left), coming)
        cards = left[sets]
        whole = np.concatenate([np.broadcast_to(known, (len(cards), len(known))), cards], axis=1)
        self.level = rules.levels.of_cards(whole)[set_of].reshape(self.shape)
        self._sums = {coming: rules.gains[:, self.level]}
        for axis in reversed(range(coming)):
            self._sums[axis] = self._sums[axis + 1].sum(axis=-1)

    def rest(self, shown: int) -> int:
        """How many orders of the other community cards there are."""
        return prod(self.shape[shown - self.open :])

    def settled(self, stakes: Stakes, shown: int, *, folded: bool) -> Ints:
        """What stakes on the layout gain, summed over the cards not shown."""
        sums = self._sums[shown - self.open]
        weights = np.array(stakes)
        stands = self.rules.kept if folded else np.ones_like(self.rules.kept)
        by_table = np.zeros(len(sums), dtype=np.int64)
        np.add.at(by_table, self.rules.table_of, np.where(stands, weights, 0))
        lost = int(weights[~stands].sum()) * self.rules.unit
        return np.asarray(np.tensordot(by_table, sums, axes=1) - lost * self.rest(shown))

    def value(self, number: int, stakes: Stakes, done: frozenset[str], shown: int) -> Ints:
        """The value of best play from a decision on, for each order of the cards shown."""
        number = self._next(number, done)
        if number == len(self.rules.decisions):
            return self.settled(stakes, shown, folded=False)
        at = self.rules.decisions[number].open
        best = np.max([worth for _, worth in self.choices(number, stakes, done)], axis=0)
        return np.asarray(best.sum(axis=tuple(range(shown - self.open, at - self.open))))

    def choices(
        self, number: int, stakes: Stakes, done: frozenset[str]
    ) -> Iterator[tuple["PricedChoice", Ints]]:
        """Every choice of a decision with its value; on equal values the first is taken."""
        for choice in self.options(number, stakes, done):
            shown = self.rules.decisions[number].open
            if choice.folded:
                yield choice, self.settled(choice.stakes, shown, folded=True)
            else:
                yield choice, self.value(number + 1, choice.stakes, choice.done, shown)

    def options(self, number: int, stakes: Stakes, done: frozenset[str]) -> Iterator["PricedChoice"]:
        """The choices of a decision: the cheapest first."""
        decision = self.rules.decisions[number]
        place = self.rules.bets.index(decision.bet)
        if decision.takes_back:
            yield PricedChoice(0, _with(stakes, place, 0), done | {decision.bet}, folded=False)
            yield PricedChoice(None, stakes, done, folded=False)
            return
        yield PricedChoice(None, stakes, done, folded=decision.otherwise == "fold")
        for size in decision.sizes:
            yield PricedChoice(size, _with(stakes, place, size), done | {decision.bet}, folded=False)

    def endings(self, weight: int, choose: Chooser | None = None) -> Iterator[tuple[Ending, Ints]]:
        """Every way the hand ends by a strategy, or under best play, with its number of deals by level."""
        start = np.ones((), dtype=np.bool_)
        yield from self._follow(0, self.rules.first, frozenset(), start, weight, choose, ())

    def _follow(
        self,
        number: int,
        stakes: Stakes,
        done: frozenset[str],
        reached: Bools,
        weight: int,
        choose: Chooser | None,
        decided: tuple[str, ...],
    ) -> Iterator[tuple[Ending, Ints]]:
        number = self._next(number, done)
        if number == len(self.rules.decisions):
            yield (stakes, False), self._by_level(reached, weight)
            return
        at = self.rules.decisions[number].open - self.open
        there = np.broadcast_to(reached.reshape(reached.shape + (1,) * (at - reached.ndim)), self.shape[:at])
        options = list(self.options(number, stakes, done))
        if choose:
            taken = self._chosen(choose, number, options, there, decided)
        else:
            taken = np.argmax([worth for _, worth in self.choices(number, stakes, done)], axis=0)
        for place, choice in enumerate(options):
            here = there & (taken == place)
            if not here.any():
                continue
            if choice.folded:
                yield (choice.stakes, True), self._by_level(here, weight)
            else:
                so_far = (*decided, self._recorded(number, choice))
                yield from self._follow(number + 1, choice.stakes, choice.done, here, weight, choose, so_far)

    def _chosen(
        self,
        choose: Chooser,
        number: int,
        options: list["PricedChoice"],
        there: Bools,
        decided: tuple[str, ...],
    ) -> Ints:
        """The choice of a strategy for each order of the cards shown; orders and suits alike are one."""
        decision = self.rules.decisions[number]
        place_of = {action_name(decision, choice.size): place for place, choice in enumerate(options)}
        own, known = tuple(CARDS[card] for card in sorted(self._own, reverse=True)), dict[object, int]()
        found = np.zeros(there.shape, dtype=np.int64)
        boards = permutations(self._left.tolist(), there.ndim)
        for board, (place, reached) in zip(boards, np.ndenumerate(there), strict=True):
            if reached:
                by_suit = [
                    (
                        sum(1 << (card >> 2) for card in self._own if card & 3 == suit),
                        sum(1 << (card >> 2) for card in board if card & 3 == suit),
                    )
                    for suit in range(len(SUITS))
                ]
                key = tuple(sorted(by_suit))
                if key not in known:
                    asked = InformationSet(
                        number=number,
                        decision=decision,
                        own=own,
                        board=tuple(CARDS[card] for card in board),
                        decided=decided,
                    )
                    known[key] = place_of[choose(asked)]
                found[place] = known[key]
        return found

    def _recorded(self, number: int, choice: "PricedChoice") -> str:
        """A choice as a round keeps it."""
        if choice.size is None:
            return self.rules.decisions[number].otherwise
        return self.rules.decisions[number].bet if choice.size else "withdraw"

    def _by_level(self, reached: Bools, weight: int) -> Ints:
        levels = self.level[reached].ravel()
        return np.bincount(levels, minlength=len(self.rules.levels.ranks)) * weight

    def _next(self, number: int, done: frozenset[str]) -> int:
        """The first decision from this one on whose bet is not settled yet."""
        decisions = self.rules.decisions
        while number < len(decisions) and decisions[number].bet in done:
            number += 1
        return number


class PricedChoice(Struct, frozen=True):
    """One choice at a decision, and what it leads to."""

    size: int | None
    """The size of the bet, 0 for one that is taken back; None for the other choice."""
    stakes: Stakes
    done: frozenset[str]
    """The bets that are not asked for again."""
    folded: bool


@cache
def classes(cards: int) -> dict[tuple[int, ...], int]:
    """Sets of cards up to a permutation of suits: an example of each class, with its number of sets."""
    found: Counter[tuple[int, ...]] = Counter()
    for held in combinations(range(_DECK), cards):
        masks = [0, 0, 0, 0]
        for card in held:
            masks[card & 3] |= 1 << (card >> 2)
        found[tuple(sorted(masks, reverse=True))] += 1
    return {_cards(masks): size for masks, size in found.items()}


def _cards(masks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        rank << 2 | suit for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1
    )


@cache
def _orders(cards: int, coming: int) -> tuple[Ints, Ints]:
    """All sets of ``coming`` of so many cards as rows of indices, and the set of each of their orders."""
    sets = list(combinations(range(cards), coming))
    number = {held: place for place, held in enumerate(sets)}
    set_of = [number[tuple(sorted(order))] for order in permutations(range(cards), coming)]
    return np.array(sets, dtype=np.int64).reshape(len(sets), coming), np.array(set_of, dtype=np.int64)


def _with(stakes: Stakes, place: int, size: int) -> Stakes:
    return (*stakes[:place], size, *stakes[place + 1 :])
