"""The main game of one decision, under best play: a hand is played where that is worth more than a fold."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, lcm
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.arrays import Bools, Ints, SetMasks
from pitboss.analysis.bet_odds import (
    HandsOfGains,
    NamedGains,
    main_game_odds,
    main_game_rows,
    odds_by_category,
    told_apart,
)
from pitboss.analysis.decisions import action_name, decisions_of, first_stakes
from pitboss.analysis.hand_kinds import CARDS
from pitboss.analysis.levels import HandLevels, hand_levels
from pitboss.analysis.met_gains import OUTCOMES, check_bonus, met_gains, outcome_in_words, qualifying
from pitboss.analysis.model import (
    AnalysisFault,
    BetOdds,
    CountProgress,
    Strategy,
    StrategyTable,
)
from pitboss.analysis.strategies import Chooser, InformationSet
from pitboss.cards import SUITS
from pitboss.hands import Rank
from pitboss.reason import at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game

_DECK: Final = 52
_LARGEST: Final = 10**9
"""Gains up to this many parts of an Ante are summed in 64 bits without overflow."""
_EVERY: Final = 50
"""How many levels are counted between two reports of progress."""


class MeetingRules(Struct, frozen=True, eq=False, kw_only=True):
    """All that the counts of a game depend on."""

    levels: HandLevels
    own: int
    dealer: int
    face_up: bool
    bet: str
    sizes: tuple[int, ...]
    stakes: dict[str, int]
    unit: int
    """Gains are whole numbers of this part of an Ante."""
    fold: int
    """The gain of a fold, in parts."""
    qualifies: Bools
    """By level."""
    gains: Ints
    """By level, without the bet and for each Ante of it, and by outcome: the gain in parts."""

    @property
    def spots(self) -> int:
        """The number of the player's hands, with each face-up card where there is one."""
        return comb(_DECK, self.own) * (_DECK - self.own if self.face_up else 1)

    @property
    def deals(self) -> int:
        """The number of the Dealer's hands that may meet a hand."""
        up = int(self.face_up)
        return comb(_DECK - self.own - up, self.dealer - up)


class MeetingMainGame(Struct, frozen=True, eq=False):
    """The counts of a main game under best play."""

    rules: MeetingRules
    spots: Ints
    """By level and choice (0 is the fold): hands with a face-up card."""
    met: Ints
    """By level, choice and outcome: deals."""

    def odds(self, game: Game) -> BetOdds:
        """The odds of the whole main game per unit of Ante."""
        rules = self.rules
        named = [self._hand(game, rank) for rank in reversed(rules.levels.ranks)]
        results: HandsOfGains = {}
        for name, gain, hand, times in self._results(game):
            by_hand = results.setdefault((name, gain), {})
            by_hand[hand] = by_hand.get(hand, 0) + times
        sizes = (0, *rules.sizes)
        staked = sum(size * int(times) for size, times in zip(sizes, self.spots.sum(axis=0), strict=True))
        average_wager = sum(rules.stakes.values()) + Fraction(staked, rules.spots)
        apart = told_apart(results, list(dict.fromkeys(named)))
        return main_game_odds(main_game_rows(apart), average_wager)

    def _hand(self, game: Game, rank: Rank) -> str:
        return payoffs.paid_hand(game, rank, *self.rules.stakes, self.rules.bet, ANTE_BONUS)

    def _results(self, game: Game) -> Iterator[tuple[str, Fraction, str, int]]:
        """Every result by name, gain in Antes and hand, with its deals."""
        rules, title = self.rules, game.sheet.bets[self.rules.bet].title
        folded = int(self.spots[:, 0].sum())
        if folded:
            yield "fold", Fraction(rules.fold, rules.unit), "", folded * rules.deals
        for level, choice, outcome in zip(*(axis.tolist() for axis in np.nonzero(self.met)), strict=True):
            if choice:
                held, raised = rules.gains[level, :, outcome].tolist()
                size, times = rules.sizes[choice - 1], int(self.met[level, choice, outcome])
                name = f"{title} x {size}, {outcome_in_words(outcome)}"
                gain = Fraction(held + size * raised, rules.unit)
                yield name, gain, self._hand(game, rules.levels.ranks[level]), times

    def side_bet_odds(self, game: Game, bet: str, stake: int | None) -> BetOdds:
        """The odds of a bet on the own hand that a fold loses, on a box played by the optimal strategy."""
        hands = NamedGains()
        for rank, (folded, *played) in zip(self.rules.levels.ranks, self.spots.tolist(), strict=True):
            hands[payoffs.paid_hand(game, rank, bet), payoffs.by_hand_exactly(game, bet, rank)] += sum(played)
            hands["fold", Fraction(-1)] += folded
        return odds_by_category(game, bet, stake, hands, "main")

    def strategy(self, game: Game) -> Strategy:
        """Best play in words: how many hands of each category are folded and bet."""
        rules = self.rules
        actions = ["fold", *(f"{rules.bet} x {size}" for size in rules.sizes)]
        whole = self.spots.sum(axis=0).tolist()
        by_kind: dict[str, Ints] = {}
        for rank, spots in zip(reversed(rules.levels.ranks), self.spots[::-1], strict=True):
            name = payoffs.listed(game, rank)
            by_kind[name] = by_kind.get(name, 0) + spots
        said = ", ".join(
            f"{action} {number:,}" for action, number in zip(actions, whole, strict=True) if number
        )
        with_up = " with a face-up card" if rules.face_up else ""
        return Strategy(
            contract={"hands": rules.spots, **dict(zip(actions, whole, strict=True))},
            sentence=f"Of {rules.spots:,} hands{with_up}: {said}.",
            details=(
                StrategyTable(
                    f"Hands{with_up}",
                    ("hand", *actions),
                    tuple((name, *(f"{number:,}" for number in spots)) for name, spots in by_kind.items()),
                ),
            ),
        )


def rules_of(game: Game) -> MeetingRules:
    """The rules of a sheet; raises :class:`AnalysisFault` for those that the counts do not cover."""
    check_bonus(game)
    levels = hand_levels(game.ranking.size, game.ranking.order)
    (decision,), stakes, hands = decisions_of(game), first_stakes(game), game.sheet.hands
    exact = [met_gains(game, stakes, decision.bet, rank) for rank in levels.ranks]
    unit = lcm(*(gain.denominator for kind in set(exact) for part in kind for gain in part))
    gains = np.array([[[int(gain * unit) for gain in part] for part in kind] for kind in exact])
    if np.abs(gains).max() * max(decision.sizes) > _LARGEST:
        raise AnalysisFault(at("pays", because("count.parts", most=_LARGEST)))
    return MeetingRules(
        levels=levels,
        own=hands.box,
        dealer=hands.dealer,
        face_up=hands.dealers_last_card_face_up,
        bet=decision.bet,
        sizes=decision.sizes,
        stakes=stakes,
        unit=unit,
        fold=-unit * sum(stakes.values()),
        qualifies=np.array(qualifying(game, levels.ranks), dtype=np.bool_),
        gains=gains,
    )


def main_game(game: Game, rules: MeetingRules, progress: CountProgress) -> MeetingMainGame:
    """Count the main game of a sheet, or take it from the cache."""
    subject = {
        "ranking": list(game.ranking.order),
        "own": rules.own,
        "dealer": rules.dealer,
        "face_up": rules.face_up,
        "sizes": list(rules.sizes),
        "fold": rules.fold,
        "qualifies": int(rules.qualifies.sum()),
        "gains": rules.gains.tolist(),
    }
    found = count_cache.cached_arrays("meeting 1", subject, lambda: _count(rules, progress))
    return MeetingMainGame(rules, found["spots"], found["met"])


def main_game_by(
    game: Game, rules: MeetingRules, choose: Chooser, progress: CountProgress
) -> MeetingMainGame:
    """Count the main game of a strategy, which is asked once about each hand with each face-up card."""
    found = _count(rules, progress, lambda hands: _choices(game, rules, hands, choose, progress))
    return MeetingMainGame(rules, found["spots"], found["met"])


def _choices(
    game: Game, rules: MeetingRules, hands: SetMasks, choose: Chooser, progress: CountProgress
) -> SetMasks:
    """The choice of each hand with each face-up card; suits that a hand holds alike are asked about once."""
    (decision,) = decisions_of(game)
    names = [action_name(decision, size) for size in (None, *rules.sizes)]
    place_of = {name: place for place, name in enumerate(names)}
    found = np.zeros((len(hands), _DECK if rules.face_up else 1), dtype=np.uint8)
    for done, number in enumerate(np.lexsort(hands.T).tolist()):
        if done % _EVERY == 0:
            progress("the strategy, hand by hand", done, len(hands))
        held = hands[number].tolist()
        own = tuple(CARDS[card] for card in reversed(held))
        ranks = [[card >> 2 for card in held if card & 3 == suit] for suit in range(len(SUITS))]
        alike = [ranks.index(each) for each in ranks]
        for up in range(_DECK) if rules.face_up else ():
            if up in held:
                continue
            if alike[up & 3] != up & 3:
                found[number, up] = found[number, up & ~3 | alike[up & 3]]
            else:
                asked = InformationSet(number=0, decision=decision, own=own, up=CARDS[up])
                found[number, up] = place_of[choose(asked)]
        if not rules.face_up:
            found[number] = place_of[choose(InformationSet(number=0, decision=decision, own=own))]
    return found


def _count(
    rules: MeetingRules, progress: CountProgress, choices: Callable[[SetMasks], SetMasks] | None = None
) -> count_cache.Arrays:
    from pitboss.analysis.meeting import kernel
    from pitboss.analysis.meeting.deals import deals_of

    number, said = len(rules.levels.ranks), "every hand against all hands of the Dealer's"
    progress(said, 0, number)
    deals = deals_of(
        rules.levels, rules.own, rules.dealer, rules.qualifies, face_up=rules.face_up, compares_low=True
    )
    hands = deals.own.cards
    given = choices(hands) if choices else np.zeros((len(hands), 0), dtype=np.uint8)
    sizes = np.array(rules.sizes, dtype=np.int64)
    rule = kernel.DecisionRule(rules.gains, sizes, rules.fold, rules.deals)
    spots = np.zeros((number, len(rules.sizes) + 1), dtype=np.int64)
    met = np.zeros((number, len(rules.sizes) + 1, len(OUTCOMES)), dtype=np.int64)
    counts, room = kernel.ChoiceCounts(given, spots, met), kernel.room_for(deals)
    for first in range(0, number, _EVERY):
        progress(said, first, number)
        kernel.count_choices(deals, first, min(first + _EVERY, number), room, rule, counts)
    progress(said, number, number)
    return {"spots": spots, "met": met}
