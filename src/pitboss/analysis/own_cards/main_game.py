"""The main game of a sheet without a Dealer's hand, counted under best play."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import lcm, perm
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.arrays import Ints
from pitboss.analysis.best_play import closest
from pitboss.analysis.bet_odds import NamedGains, main_game_odds, main_game_rows
from pitboss.analysis.decisions import Chooser, action_name, decisions_of, first_stakes
from pitboss.analysis.levels import hand_levels
from pitboss.analysis.model import (
    AnalysisFault,
    BetOdds,
    Borderline,
    CountProgress,
    Strategy,
    StrategyTable,
)
from pitboss.analysis.own_cards.play import Ending, HandTree, OwnCardsRules, classes
from pitboss.cards import RANKS, SUITS
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_EVERY: Final = 50
"""How many classes of hands are counted between two reports of progress."""
_LARGEST: Final = 10**9
"""Gains up to this many parts of an Ante are summed in 64 bits without overflow."""


def rules_of(game: Game) -> OwnCardsRules:
    """All that best play of a sheet depends on."""
    levels = hand_levels(game.ranking.size, game.ranking.order)
    decisions, first = decisions_of(game), first_stakes(game)
    bets = tuple(dict.fromkeys([*first, *(decision.bet for decision in decisions)]))
    exact = [tuple(payoffs.by_hand_exactly(game, bet, rank) for rank in levels.ranks) for bet in bets]
    unit = lcm(*(gain.denominator for gains in exact for gain in gains))
    tables = list(dict.fromkeys(exact))
    gains = np.array([[int(gain * unit) for gain in table] for table in tables], dtype=np.int64)
    if np.abs(gains).max() * unit > _LARGEST:
        raise AnalysisFault(at("pays", because("count.parts", most=_LARGEST)))
    return OwnCardsRules(
        levels=levels,
        bets=bets,
        gains=gains,
        table_of=np.array([tables.index(each) for each in exact]),
        unit=unit,
        kept=np.array([not payoffs.lost_by_a_fold(game, bet) for bet in bets]),
        first=tuple(first.get(bet, 0) for bet in bets),
        decisions=decisions,
        community=game.sheet.hands.community,
    )


class _FirstChoice(Struct, frozen=True):
    """The first decision on a class of hands."""

    hand: str
    size: int
    action: str
    gain: Fraction
    """What the action is worth more than the next best, in Antes."""


class OwnCardsMainGame(Struct, frozen=True, eq=False):
    """The deals of a main game by how they end and by level."""

    rules: OwnCardsRules
    ends: dict[Ending, Ints]
    first: Ints
    """The value of each choice of the first decision by class of hands, summed over all deals."""

    @property
    def total(self) -> int:
        """The number of deals, the order of the community cards counted."""
        return sum(int(deals.sum()) for deals in self.ends.values())

    def gain(self, ending: Ending, level: int) -> Fraction:
        """What the main game gains at an end, in Antes."""
        rules, (stakes, folded) = self.rules, ending
        return sum(
            (
                stake * Fraction(int(rules.gains[table, level]), rules.unit)
                if kept or not folded
                else Fraction(-stake)
                for stake, table, kept in zip(stakes, rules.table_of, rules.kept, strict=True)
            ),
            Fraction(0),
        )

    def odds(self, game: Game) -> BetOdds:
        """The odds of the whole main game per unit of Ante; a bet that was taken back is no wager."""
        results = NamedGains()
        rules, ranks, wager = self.rules, self.rules.levels.ranks, 0
        for ending, by_level in self.ends.items():
            staked = sum(ending[0])
            wager += staked * int(by_level.sum())
            for level in np.flatnonzero(by_level).tolist():
                hand = "fold" if ending[1] else payoffs.paid_hand(game, ranks[level], *rules.bets)
                name = f"{hand}, {staked} {'Ante' if staked == 1 else 'Antes'} at stake"
                results[name, self.gain(ending, level)] += int(by_level[level])
        return main_game_odds(main_game_rows(results), Fraction(wager, self.total))

    def strategy(self, game: Game) -> Strategy:
        """Best play in words: the first decision on every class of hands."""
        if not self.first.size:
            return Strategy(
                contract={"decisions": len(self.rules.decisions)},
                reason=because("strategy.decisions"),
            )
        made = list(self._first_choices(game))
        by_action = Counter(dict.fromkeys(self._first_actions(), 0))
        for choice in made:
            by_action[choice.action] += choice.size
        shares = tuple(
            because("strategy.action", action=action, hands=number) for action, number in by_action.items()
        )
        whole = sum(by_action.values())
        return Strategy(
            contract={"hands": whole, "first_decision": [f"{name}: {n}" for name, n in by_action.items()]},
            reason=because("strategy.first", hands=whole, shares=shares),
            borderline=closest(Borderline(choice.hand, choice.action, choice.gain) for choice in made),
            details=(
                StrategyTable(
                    "The first decision on every hand",
                    ("hand", "hands", "best", "worth more than the next, in Antes"),
                    tuple(
                        (choice.hand, str(choice.size), choice.action, f"{float(choice.gain):.6f}")
                        for choice in made
                    ),
                ),
            ),
        )

    def _first_actions(self) -> list[str]:
        """The names of the first decision's choices; the cheapest first."""
        decision = self.rules.decisions[0]
        if decision.takes_back:
            return [action_name(decision, 0), action_name(decision, None)]
        return [action_name(decision, size) for size in (None, *decision.sizes)]

    def _first_choices(self, game: Game) -> Iterator[_FirstChoice]:
        """The first decision on every class of hands."""
        actions, cards = self._first_actions(), game.sheet.hands.box
        orders = perm(len(RANKS) * len(SUITS) - cards, self.rules.community) * self.rules.unit
        for (own, size), worth in zip(classes(cards).items(), self.first.tolist(), strict=True):
            best, second = sorted(worth, reverse=True)[:2]
            named = " ".join(RANKS[card >> 2] + SUITS[card & 3] for card in sorted(own, reverse=True))
            yield _FirstChoice(named, size, actions[worth.index(best)], Fraction(best - second, orders))


def main_game(game: Game, rules: OwnCardsRules, progress: CountProgress) -> OwnCardsMainGame:
    """Count the main game of a sheet, or take it from the cache."""
    subject = {
        "ranking": list(game.ranking.order),
        "own": game.sheet.hands.box,
        "community": rules.community,
        "gains": rules.gains.tolist(),
        "tables": rules.table_of.tolist(),
        "unit": rules.unit,
        "kept": rules.kept.tolist(),
        "first": list(rules.first),
        "decisions": [
            [rules.bets.index(each.bet), each.open, list(each.sizes), each.otherwise, each.takes_back]
            for each in rules.decisions
        ],
    }
    found = count_cache.cached_arrays("own cards 2", subject, lambda: _count(game, rules, progress))
    ends = {
        (tuple(row[:-1].tolist()), bool(row[-1])): deals
        for row, deals in zip(found["ends"], found["deals"], strict=True)
    }
    return OwnCardsMainGame(rules, ends, found["first"])


def main_game_by(
    game: Game, rules: OwnCardsRules, choose: Chooser, progress: CountProgress
) -> OwnCardsMainGame:
    """Count the main game of a strategy, which is asked once about each information set."""
    return OwnCardsMainGame(rules, _ends(game, rules, progress, choose)[0], np.zeros((0, 0), dtype=np.int64))


def _count(game: Game, rules: OwnCardsRules, progress: CountProgress) -> count_cache.Arrays:
    ends, first = _ends(game, rules, progress)
    rows = [[*stakes, int(folded)] for stakes, folded in ends]
    return {
        "ends": np.array(rows, dtype=np.int64),
        "deals": np.array(list(ends.values()), dtype=np.int64),
        "first": np.array(first, dtype=np.int64),
    }


def _ends(
    game: Game, rules: OwnCardsRules, progress: CountProgress, choose: Chooser | None = None
) -> tuple[dict[Ending, Ints], list[list[int]]]:
    """The deals by how they end and by level, under best play or by a strategy; and the first values."""
    hands = classes(game.sheet.hands.box)
    ends: dict[Ending, Ints] = {}
    first = []
    for number, (own, size) in enumerate(hands.items()):
        if number % _EVERY == 0:
            progress("every hand with every order of the community cards", number, len(hands))
        tree = HandTree(rules, own, (), frozenset())
        for ending, deals in tree.endings(size, choose):
            ends[ending] = ends[ending] + deals if ending in ends else deals
        first.append([] if choose else _first_values(tree))
    progress("every hand with every order of the community cards", len(hands), len(hands))
    return ends, first


def _first_values(tree: HandTree) -> list[int]:
    """The value of each choice of the first decision, where it comes before any community card."""
    if not tree.rules.decisions or tree.rules.decisions[0].open:
        return []
    return [int(worth) for _, worth in tree.choices(0, tree.rules.first, frozenset())]


def values(tree: HandTree, number: int, stakes: tuple[int, ...], done: frozenset[str]) -> dict[str, Fraction]:
    """The value of each action at a decision whose cards are open, in Antes; the cheapest first."""
    decision = tree.rules.decisions[number]
    whole = tree.rest(decision.open) * tree.rules.unit
    return {
        action_name(decision, choice.size): Fraction(int(worth), whole)
        for choice, worth in tree.choices(number, stakes, done)
    }
