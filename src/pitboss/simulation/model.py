"""What a simulation plays and counts: bets, cells, jackpot lines, and the loop of the game's family."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from math import lcm
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.decisions import StrategyName
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.payoffs import side_bets
from pitboss.invariant import InvariantBroken
from pitboss.reason import at, because
from pitboss.sheets.game import Game

if TYPE_CHECKING:
    from pitboss.simulation.dealing import Cuts
    from pitboss.simulation.tally import Counts, Totals

ANTE: Final = "ante"
"""The name under which the whole main game is counted, Ante Bonus included."""
JACKPOT: Final = "jackpot"
FOLDED: Final = "fold"
NO_LINE: Final = "any other hand"
FORFEITED: Final = "forfeited by a fold"
_MOST_RESULTS: Final = 1 << 24


class SimulationFault(AnalysisFault):
    """A simulation that cannot be run; the reason begins with the path to what is wrong."""


class NoLoop(SimulationFault):
    """A game, or bets of it, that the compiled loops do not know; who asked says what plays it."""


class Cell(Struct, frozen=True):
    """One way in which the play of a box can end."""

    rows: tuple[str, ...]
    """For each bet, the row of its combination table."""
    gains: tuple[Fraction, ...]
    """For each bet, the gain in units of its stake."""
    folded: bool


Loop = Callable[..., None]
"""The compiled loop of a family, which takes the tables that its family makes."""


class Plan:
    """A sheet, its boxes and their strategy, ready to be played. All boxes have the same bets."""

    stakes: tuple[int, ...] = ()
    """The units on each bet of a box, as ``bets`` lists them; one on each unless set before the first run."""

    def __init__(
        self,
        *,
        game: Game,
        boxes: int,
        strategy: StrategyName,
        cells: Sequence[Cell],
        cards: int,
        loop: Loop | None = None,
        tables: Any = None,
        rows_are_gains: bool = False,
    ) -> None:
        from pitboss.simulation.dealing import cuts_of

        self.game = game
        self.boxes = boxes
        self.strategy: StrategyName = strategy
        self.cells = tuple(cells)
        self.cards = cards
        self.cuts: Cuts = cuts_of(cards)
        self._loop = loop
        self.tables = tables
        """What the loop looks up."""
        self.rows_are_gains = rows_are_gains
        """Whether the rows of bets are their gains, because nothing else is known of them."""

    def __getstate__(self) -> dict[str, Any]:
        """A plan goes to another process with its tables, and its loop by name: it is compiled there."""
        kept = {name: value for name, value in vars(self).items() if name not in _DERIVED}
        loop = self._loop
        return kept | {"_loop": loop and (loop.__module__, loop.__name__)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        named = state.pop("_loop")
        vars(self).update(state, _loop=named and getattr(import_module(named[0]), named[1]))

    def play(self, seed: int, first: int, rounds: int, counts: "Counts", totals: "Totals") -> None:
        """Play so many rounds from the first on by the family's loop, and count what comes of them."""
        if self._loop is None:
            raise InvariantBroken("the engine's rounds have no loop")
        self._loop(
            seed=np.uint64(seed),
            first=np.uint64(first),
            rounds=rounds,
            boxes=self.boxes,
            cards=self.cards,
            cuts=self.cuts,
            tables=self.tables,
            counts=counts,
            totals=totals,
        )

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The bets whose money is counted: the main game as ``ante``, then the side bets."""
        return (ANTE, *side_bets(self.game))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The titles of the jackpot lines, then those of the two other ways for the bet to end."""
        return (*(line.title for line in self.game.jackpot_pays), NO_LINE, FORFEITED)

    @cached_property
    def unit(self) -> int:
        """How many units of the counted gains make one stake."""
        return lcm(*(gain.denominator for cell in self.cells for gain in cell.gains))

    @cached_property
    def gains(self) -> Any:
        """The gain of each bet in each cell, in units."""
        rows = [[int(cell.gains[bet] * self.unit) for cell in self.cells] for bet in range(len(self.bets))]
        return np.array(rows, dtype=np.int64)

    @cached_property
    def whole(self) -> Any:
        """The gain of all bets together in each cell, in units."""
        return np.array(self.stakes or [1] * len(self.bets)) @ self.gains

    @cached_property
    def lowest(self) -> int:
        """The least that all boxes together can gain, in units."""
        return self.boxes * int(self.whole.min())

    @cached_property
    def envy(self) -> tuple[int, ...]:
        """The Envy Bonus of each jackpot line, in cents."""
        return tuple(line.envy or 0 for line in self.game.jackpot_pays)

    def totals(self) -> "Totals":
        """What the cells gain, as the loops take it."""
        return self._totals

    @cached_property
    def _totals(self) -> "Totals":
        from pitboss.simulation.tally import Totals

        shown = np.array([not cell.folded for cell in self.cells], dtype=np.bool_)
        lost = any(self.envy) and self.game.readings.envy_after_fold == "lost"
        return Totals(
            gains=self.gains,
            whole=self.whole,
            lowest=self.lowest,
            envy=np.array(self.envy, dtype=np.int64),
            envied=shown if lost else np.ones_like(shown),
            shown=shown,
        )

    def counts(self) -> "Counts":
        """An empty tally."""
        from pitboss.simulation.tally import Counts

        results = self.boxes * int(self.whole.max() - self.whole.min()) + 1
        if results > _MOST_RESULTS:
            raise SimulationFault(at("boxes", because("simulation.results", results=results)))
        return Counts(
            cells=np.zeros((self.boxes, len(self.cells), len(self.lines)), dtype=np.int64),
            house=np.zeros(results, dtype=np.int64),
            products=np.zeros((len(self.bets), len(self.bets)), dtype=np.int64),
            envy=np.zeros(len(self.envy), dtype=np.int64),
        )


_DERIVED: Final = frozenset(name for name, kind in vars(Plan).items() if isinstance(kind, cached_property))
