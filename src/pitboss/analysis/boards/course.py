"""A game on boards, read from its sheet: where its decisions may end, and what lies on the layout there.

A *line* is all hands that are paid alike. A *result* is a line against the Dealer's hand: the results of each
line in turn, in the order of :data:`~pitboss.analysis.payoffs.MET`. Gains are whole numbers of a part of an
Ante, by result. Nothing here needs numpy: advice on hold'em does without.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import lcm
from operator import add
from typing import Any, Final

from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.decisions import SheetDecision, decisions_of, first_stakes
from pitboss.analysis.hand_kinds import check_orders, examples, hand_kinds
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.payoffs import MET, check_bonus, met_gains, qualifying
from pitboss.hands import Rank
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.reason import at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome

BOARD: Final = 5
STREETS: Final = (0, 3, 4, BOARD)
"""The numbers of open community cards at which a game may decide."""
OUTCOMES: Final = len(MET)
_LARGEST: Final = 40_000
"""Sums over all rivers fit 32 bits up to this gain in parts of an Ante."""
_MOST_LINES: Final = 1 << 12
_OPEN: Final = {0: "before the flop", 3: "on the flop", 4: "on the turn", BOARD: "on the river"}

Gains = tuple[int, ...]
"""By result, in parts of an Ante."""


class Street(Struct, frozen=True):
    """A decision: the bet, its sizes in Antes, none where there is no decision, and the other choice."""

    bet: str = ""
    sizes: tuple[int, ...] = ()
    folds: bool = False


class Ending(Struct, frozen=True, kw_only=True):
    """An end of the decisions."""

    said: str
    placed: dict[str, int] = {}
    """The bets of decisions on the layout, in Antes."""
    folded: bool = False
    path: tuple[int, ...] = ()
    """The choices on flop, turn and river as far as they were asked for, 0 for the other choice."""


class Course(Struct, frozen=True, kw_only=True, dict=True):
    """All that the figures of a game depend on."""

    order: tuple[str, ...]
    unit: int
    """Gains are whole numbers of this part of an Ante."""
    stakes: dict[str, int]
    """The bets on the layout before the deal, in Antes."""
    held: Gains
    """The gain of those bets."""
    raised: dict[str, Gains]
    """What each Ante of a decision's bet gains."""
    streets: dict[int, Street]
    """By the number of open community cards."""
    bet_ends: bool
    """Whether a bet ends the decisions, or each is followed by the next one, which is for another bet."""
    first: tuple[Ending | None, ...]
    """By choice before the flop, the other one first: how it ends the decisions, or None if they go on."""
    endings: tuple[Ending, ...]
    """The ends of the decisions after the flop."""
    above: tuple[bool, ...]
    """By line: whether the Dealer would qualify with such a hand."""
    lowest: int = 0
    """The lowest level with which the Dealer qualifies."""
    kinds: tuple[int, ...] = ()
    """The line of each level; where there are none, each category is a line."""

    @property
    def fold(self) -> int:
        """The gain of a fold, in parts."""
        return -self.unit * sum(self.stakes.values())

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The line of each level."""
        ranks = () if self.kinds else hand_kinds(BOARD, self.order).ranks
        return self.kinds or tuple(FIVE_CARD_CATEGORIES.index(rank.category) for rank in ranks)

    def result(self, own: int, dealers: int) -> int:
        """The result of one level against another."""
        compared = 0 if own > dealers else 1 if own == dealers else 2
        return self.lines[own] * OUTCOMES + compared + OUTCOMES // 2 * (dealers >= self.lowest)

    @cached_property
    def columns(self) -> tuple[Gains, ...]:
        """The gains that decisions after the flop go by."""
        later = dict.fromkeys(self.raised[street.bet] for place, street in self.streets.items() if place)
        return (self.held, *later) if self.bet_ends else tuple(later)

    def gains(self, ending: Ending) -> Gains:
        """What all bets of the main game gain at an end of the decisions."""
        if ending.folded:
            return (self.fold,) * len(self.held)
        found = self.held
        for bet, size in ending.placed.items():
            found = tuple(map(add, found, (size * gain for gain in self.raised[bet])))
        return found

    def choices(self, street: int) -> tuple[int, ...]:
        """1 if the other choice on a street is a fold, or 0; then the sizes of the bet in Antes.

        A bet that ends nothing is placed where it gains, whatever its size.
        """
        at = self.streets.get(street, Street())
        return (int(at.folds), *(at.sizes if self.bet_ends else (1,) * len(at.sizes)))

    def named(self, street: int, size: int) -> str:
        """A bet of a street by its name, with its size where it may have several there."""
        at = self.streets[street]
        return f"{at.bet} x {size}" if len(at.sizes) > 1 else at.bet

    def subject(self) -> dict[str, Any]:
        """All that the counts depend on."""
        return {
            "ranking": list(self.order),
            "lowest": self.lowest,
            "lines": list(self.kinds),
            "gains": [list(column) for column in self.columns],
            "fold": self.fold if self.bet_ends else 0,
            "streets": [self.choices(street) for street in STREETS[1:]],
        }


def holdem_course(game: Game) -> Course:
    """Fold or see the flop, then bet or check on flop and turn, each with a bet of its own.

    Raises :class:`AnalysisFault` for rules that the counts do not cover.
    """
    check_orders(game)
    if game.sheet.qualifier is not None:
        raise AnalysisFault(at("qualifier", because("count.holdem_qualifier")))
    if ANTE_BONUS in game.pays:
        raise AnalysisFault(at(f"pays.{ANTE_BONUS}", because("count.holdem_ante_bonus")))
    ranks, names = examples(game.ranking), [step.bet for step in game.script(game.device).decisions]
    for bet in names[1:]:
        if len(set(_compared(game, bet, ranks)[OUTCOMES // 2 :: OUTCOMES])) > 1:
            raise AnalysisFault(at(f"pays.{bet}", because("count.holdem_one_rate")))
    sizes = {bet: game.sheet.bets[bet].sizes[0] for bet in names}
    return Course(
        order=game.ranking.order,
        unit=1,
        stakes={"ante": 1},
        held=_compared(game, "ante", ranks),
        raised={bet: _compared(game, bet, ranks) for bet in names},
        streets={
            street: Street(bet, (sizes[bet],), folds=not street)
            for street, bet in zip(STREETS, names, strict=False)
        },
        bet_ends=False,
        first=(Ending(said="fold", folded=True), None),
        endings=tuple(_ends_of_two_bets(game, sizes)),
        above=(True,) * len(ranks),
    )


def _ends_of_two_bets(game: Game, sizes: dict[str, int]) -> Iterator[Ending]:
    first, *later = sizes
    for path in ((0, 0), (0, 1), (1, 0), (1, 1)):
        bets = [bet for bet, placed in zip(later, path, strict=True) if placed]
        said = f"{' and '.join(game.sheet.bets[bet].title for bet in bets)} bet" if bets else "checked twice"
        yield Ending(
            said=said, placed={bet: sizes[bet] for bet in (first, *bets)}, path=path if bets else (0, 0, 0)
        )


def _compared(game: Game, bet: str, ranks: tuple[Rank, ...]) -> Gains:
    """The gains of a bet against a Dealer who always qualifies, in whole Antes."""
    wins = [payoffs.compared(game, bet, "higher", rank) for rank in ranks]
    tie, loss = (_whatever_the_hand(game, bet, outcome, ranks) for outcome in _NOT_WON)
    return tuple(gain for win in wins for gain in (0, 0, 0, win, tie, loss))


_NOT_WON: Final[tuple[ShowdownOutcome, ...]] = ("same", "lower")


def _whatever_the_hand(game: Game, bet: str, outcome: ShowdownOutcome, ranks: tuple[Rank, ...]) -> int:
    gains = {payoffs.compared(game, bet, outcome, rank) for rank in ranks}
    if len(gains) > 1:
        path = f"showdown.{outcome}.{bet}.result"
        raise AnalysisFault(at(path, because("count.holdem_higher")))
    return gains.pop()


def one_raise_course(game: Game) -> Course:
    """One bet, made once: before the flop, on it, on the turn or on the river.

    Raises :class:`AnalysisFault` for rules that the counts do not cover.
    """
    check_orders(game)
    decisions, stakes = decisions_of(game), first_stakes(game)
    bet = decisions[0].bet
    check_bonus(game)
    ranks = hand_kinds(BOARD, game.ranking.order).ranks
    qualifies = qualifying(game, ranks)
    exact = {paid_alike(rank): met_gains(game, stakes, bet, rank) for rank in hands_apart(ranks)}
    unit = lcm(*{gain.denominator for parts in exact.values() for part in parts for gain in part})
    distinct = list(dict.fromkeys(exact.values()))
    place = {paid: distinct.index(gains) for paid, gains in exact.items()}
    every = [(place[paid_alike(rank)], above) for rank, above in zip(ranks, qualifies, strict=True)]
    kinds = list(dict.fromkeys(every))
    lines = tuple(map({kind: line for line, kind in enumerate(kinds)}.__getitem__, every))
    held, raised = (
        tuple(int(gain * unit) for paid, _ in kinds for gain in distinct[paid][part]) for part in (0, 1)
    )
    if max(map(abs, held + raised)) > _LARGEST or len(kinds) > _MOST_LINES:
        raise AnalysisFault(at("pays", because("count.parts", most=_LARGEST)))
    streets = {street: _street(decisions, street, bet) for street in STREETS}
    return Course(
        order=game.ranking.order,
        unit=unit,
        stakes=stakes,
        held=held,
        raised={bet: raised},
        streets=streets,
        bet_ends=True,
        first=tuple(_ends_of_one_bet(game, streets, 0)),
        endings=tuple(
            end for street in STREETS[1:] for end in _ends_of_one_bet(game, streets, street) if end
        ),
        above=tuple(above for _, above in kinds),
        lowest=bisect(qualifies, False),
        kinds=lines,
    )


def paid_alike(rank: Rank) -> tuple[str, tuple[int, ...]]:
    """All that a pay table goes by: the category, and the first rank."""
    return rank.category, rank.tie_break[:1]


def hands_apart(ranks: Iterable[Rank]) -> Iterable[Rank]:
    """A hand of each kind that a pay table may tell apart."""
    return {paid_alike(rank): rank for rank in ranks}.values()


def _street(decisions: tuple[SheetDecision, ...], street: int, bet: str) -> Street:
    for decision in decisions:
        if decision.open == street:
            return Street(bet, decision.sizes, decision.otherwise == "fold")
    return Street(bet)


def _ends_of_one_bet(game: Game, streets: dict[int, Street], street: int) -> Iterator[Ending | None]:
    """By choice on a street, the other one first: how it ends the decisions, or None if they go on."""
    at, waited = streets[street], (0,) * STREETS[1:].index(street) if street else ()
    if at.folds or street == BOARD:
        said = f"fold {_OPEN[street]}" if at.folds else "no bet"
        yield Ending(said=said, folded=at.folds, path=(*waited, 0))
    else:
        yield None
    for place, size in enumerate(at.sizes):
        said = f"{game.sheet.bets[at.bet].title} x {size} {_OPEN[street]}"
        yield Ending(said=said, placed={at.bet: size}, path=(*waited, place + 1))
