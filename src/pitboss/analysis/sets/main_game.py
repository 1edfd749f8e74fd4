"""The main game of one decision, bet or fold, counted by kinds of hands under best play or by a strategy."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.arrays import Bools, Ints, SetMasks
from pitboss.analysis.bet_odds import (
    NamedGains,
    main_game_odds,
    main_game_row,
    main_game_rows,
    names_apart,
    odds_by_category,
)
from pitboss.analysis.decisions import Chooser, InformationSet, action_name, decisions_of, first_stakes
from pitboss.analysis.hand_kinds import CARDS
from pitboss.analysis.levels import HandLevels, hand_levels
from pitboss.analysis.model import (
    AnalysisFault,
    BetOdds,
    CombinationRow,
    CountProgress,
    PlayedBy,
    Strategy,
    StrategyTable,
)
from pitboss.analysis.payoffs import check_bonus, met_gains, outcome_in_words, qualifying
from pitboss.analysis.sets.policy import SetPolicy, by_hand, packed
from pitboss.cards import SUITS
from pitboss.hands import Rank
from pitboss.reason import at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game

if TYPE_CHECKING:
    from pitboss.analysis.sets.kernel import Deals

FOLD: Final = "fold"
OF_MET: Final = [0, 0, 0, 1, 3, 2]
"""The place in ``payoffs.OUTCOMES`` of each outcome of ``payoffs.MET``."""


class PlayResults(Struct, frozen=True, eq=False, kw_only=True):
    """What hands gain, by kinds that the main game treats alike; a choice of 0 is the fold."""

    ranks: tuple[Rank, ...]
    """A hand of each kind."""
    kind: Ints
    """The kind of each level of the ranking list."""
    bet: str
    sizes: tuple[int, ...]
    """The bet in Antes, by choice."""
    stakes: tuple[str, ...]
    """The bets of the main game before the deal, an Ante each."""
    gains: Ints
    """By kind, choice and outcome: the gain in parts of an Ante."""
    unit: int
    """How many parts an Ante has."""

    @property
    def by_category(self) -> bool:
        """Whether outcomes are those of ``payoffs.OUTCOMES``, each with one gain for a category."""
        return bool(self.gains.shape[2] == len(payoffs.OUTCOMES))

    @property
    def by_level(self) -> Ints:
        """The gains by level, choice and outcome of ``payoffs.MET``."""
        gains: Ints = self.gains[self.kind]
        return np.ascontiguousarray(gains[:, :, OF_MET]) if self.by_category else gains

    def named(self, game: Game, there: Bools) -> dict[tuple[int, ...], tuple[str, Fraction]]:
        """The row and the gain of each kind, choice and outcome.

        A row has the hands in its name where it has several gains, of what is ``there``.
        """
        found: dict[tuple[int, ...], tuple[str, Fraction]] = {}
        for kind, rank in enumerate(self.ranks):
            for (choice, outcome), gain in np.ndenumerate(self.gains[kind]):
                row = self._row(game, rank, choice, outcome)
                found[kind, choice, outcome] = row, Fraction(int(gain), self.unit)
        if self.by_category:
            return found
        named = [payoffs.paid_hand(game, rank, *self.stakes, self.bet, ANTE_BONUS) for rank in self.ranks]
        results: dict[tuple[str, Fraction], set[str]] = {}
        for place, result in found.items():
            if place[1] and there[place]:
                results.setdefault(result, set()).add(named[place[0]])
        apart = names_apart(results, list(dict.fromkeys(reversed(named))))
        return {place: (apart.get(result, result[0]), result[1]) for place, result in found.items()}

    def _row(self, game: Game, rank: Rank, choice: int, outcome: int) -> str:
        if not choice:
            return FOLD
        if self.by_category:
            return f"{payoffs.RESULTS[payoffs.OUTCOMES[outcome]]}, {payoffs.listed(game, rank)}"
        return f"{game.sheet.bets[self.bet].title} x {self.sizes[choice]}, {outcome_in_words(outcome)}"


def whole_categories(game: Game, ranks: Sequence[Rank]) -> PlayResults:
    """The results of a game with one bet of one size that treats all hands of a category alike."""
    bet = payoffs.decision_bet(game)
    categories = [rank.category for rank in ranks]
    levels = hand_levels(game.ranking.size, game.ranking.order)
    gains = [[[payoffs.gain_of_fold(game, r)] * 4, payoffs.gains_of_bet(game, r)] for r in ranks]
    return PlayResults(
        ranks=tuple(ranks),
        kind=np.array([categories.index(rank.category) for rank in levels.ranks]),
        bet=bet,
        sizes=(0, game.sheet.bets[bet].sizes[0]),
        stakes=("ante",),
        gains=np.array(gains, dtype=np.int64),
        unit=1,
    )


class PlayCounts(Struct, frozen=True, eq=False, kw_only=True):
    """How hands are played, and what those meet that bet; a choice of 0 is the fold."""

    results: PlayResults
    spots: Ints
    """By kind and choice: hands, with a face-up card where there is one."""
    met: Ints
    """By kind, choice and outcome: deals."""

    def odds(self, game: Game) -> BetOdds:
        """The odds of the whole main game per unit of Ante."""
        of, by_choice = self.results, self.spots.sum(axis=0).tolist()
        staked = sum(size * number for size, number in zip(of.sizes, by_choice, strict=True))
        found = NamedGains()
        for place, result in of.named(game, self.met > 0).items():
            found[result] += int(self.met[place])
        rows = _in_order(game, found) if of.by_category else main_game_rows(found)
        return main_game_odds(rows, len(of.stakes) + Fraction(staked, sum(by_choice)))

    def side_bet_odds(
        self, game: Game, bet: str, stake: int | None, *, lost: bool = True, played_by: PlayedBy = "main"
    ) -> BetOdds:
        """The odds of a bet on the own hand; ``lost`` says whether a fold loses it."""
        hands = NamedGains()
        for rank, (folded, *placed) in zip(self.results.ranks, self.spots.tolist(), strict=True):
            hands[FOLD, Fraction(-1)] += folded * lost
            name, gain = payoffs.paid_hand(game, rank, bet), payoffs.by_hand_exactly(game, bet, rank)
            hands[name, gain] += sum(placed) + folded * (not lost)
        return odds_by_category(game, bet, stake, hands, played_by)


def _in_order(game: Game, results: NamedGains) -> list[CombinationRow]:
    """A row for each category and outcome in the order of the ranking list, the folds last."""
    said = payoffs.RESULTS.values()
    order = [f"{result}, {hand.replace('_', ' ')}" for hand in game.ranking.order for result in said]
    place = {name: number for number, name in enumerate(order)}
    rows = sorted(results.items(), key=lambda row: place.get(row[0][0], len(order)))
    return [main_game_row(name, times, gain) for (name, gain), times in rows]


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


def strategy_of(game: Game, rules: MeetingRules, counts: PlayCounts) -> Strategy:
    """Best play in words: how many hands of each category are folded and bet."""
    actions = ["fold", *(f"{rules.bet} x {size}" for size in rules.sizes)]
    whole = counts.spots.sum(axis=0).tolist()
    by_kind: dict[str, Ints] = {}
    for rank, spots in zip(reversed(rules.levels.ranks), counts.spots[::-1], strict=True):
        name = payoffs.listed(game, rank)
        by_kind[name] = by_kind.get(name, 0) + spots
    shares = tuple(
        because("strategy.action", action=action, hands=number)
        for action, number in zip(actions, whole, strict=True)
        if number
    )
    face_up = "yes" if rules.face_up else "no"
    with_up = " with a face-up card" if rules.face_up else ""
    rows = tuple((name, *(f"{number:,}" for number in spots)) for name, spots in by_kind.items())
    return Strategy(
        contract={"hands": rules.spots, **dict(zip(actions, whole, strict=True))},
        reason=because("strategy.spots", hands=rules.spots, face_up=face_up, shares=shares),
        details=(StrategyTable(f"Hands{with_up}", ("hand", *actions), rows),),
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


def main_game(game: Game, rules: MeetingRules, progress: CountProgress) -> PlayCounts:
    """Count the main game of a sheet, or take it from the cache."""
    return _counted(rules, _best(game, rules, progress))


def best_play(game: Game, rules: MeetingRules, progress: CountProgress) -> SetPolicy:
    """Best play of every hand."""
    found = _best(game, rules, progress)
    return by_hand(rules.levels, rules.own, found, face_up=rules.face_up)


def _best(game: Game, rules: MeetingRules, progress: CountProgress) -> count_cache.Arrays:
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
    return count_cache.cached_arrays("meeting 2", subject, lambda: _count(rules, progress))


def main_game_by(game: Game, rules: MeetingRules, choose: Chooser, progress: CountProgress) -> PlayCounts:
    """Count the main game of a strategy, which is asked once about each hand with each face-up card."""
    return _counted(
        rules, _count(rules, progress, lambda hands: _choices(game, rules, hands, choose, progress))
    )


def results_of(rules: MeetingRules) -> PlayResults:
    """What hands of each level gain by choice and outcome."""
    held, raised = rules.gains[:, None, 0], rules.gains[:, None, 1]
    sizes = np.array((0, *rules.sizes), dtype=np.int64)
    gains: Ints = held + sizes[:, None] * raised
    gains[:, 0] = rules.fold
    return PlayResults(
        ranks=rules.levels.ranks,
        kind=np.arange(len(rules.levels.ranks)),
        bet=rules.bet,
        sizes=(0, *rules.sizes),
        stakes=tuple(rules.stakes),
        gains=gains,
        unit=rules.unit,
    )


def _counted(rules: MeetingRules, found: count_cache.Arrays) -> PlayCounts:
    return PlayCounts(results=results_of(rules), spots=found["spots"], met=found["met"])


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
    from pitboss.analysis.compiled import compile_apart

    compile_apart("one-decision", rules, COMPILED, progress)
    return count_play(_deals(rules), results_of(rules).by_level, rules.deals, progress, choices)


def count_play(
    deals: "Deals",
    gains: Ints,
    dealers: int,
    progress: CountProgress,
    choices: Callable[[SetMasks], SetMasks] | None = None,
) -> count_cache.Arrays:
    """Count all hands by choice and outcome, under best play or as they are given; and the choices.

    ``gains`` are by level, choice and outcome; ``dealers`` is the number of the Dealer's hands on each.
    """
    from pitboss.analysis.sets import kernel

    number, said = len(gains), "every hand against all hands of the Dealer's"
    progress(said, 0, number)
    hands = deals.own.cards
    none = np.zeros((len(hands), _DECK if deals.width > 1 else 1), dtype=np.uint8)
    counts = kernel.ChoiceCounts(
        gains=gains,
        given=choices is not None,
        choices=choices(hands) if choices else none,
        spots=np.zeros(gains.shape[:2], dtype=np.int64),
        met=np.zeros(gains.shape, dtype=np.int64),
    )
    room = kernel.room_for(deals)
    for first in range(0, max(number, 1), _EVERY):
        progress(said, first, number)
        kernel.count_choices(deals, first, min(first + _EVERY, number), room, dealers, counts)
    progress(said, number, number)
    return {"spots": counts.spots, "met": counts.met, **packed(hands, deals.own.size, counts.choices)}


def _deals(rules: MeetingRules) -> "Deals":
    from pitboss.analysis.sets.deals import deals_of

    return deals_of(
        rules.levels, rules.own, rules.dealer, rules.qualifies, face_up=rules.face_up, compares_low=True
    )


def _compile_count(rules: MeetingRules) -> None:
    from pitboss.analysis.sets.deals import no_deals

    deals = no_deals(rules.levels, rules.own, rules.dealer)
    count_play(deals, results_of(rules).by_level[:0], rules.deals, lambda what, done, of: None)


COMPILED: Final = (_deals, _compile_count)
"""What is compiled side by side."""
