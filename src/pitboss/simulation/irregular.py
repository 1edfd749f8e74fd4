"""Irregularities drawn at given rates, and reported to the engine somewhere in a round."""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.people import ROLES
from pitboss.reason import at, because
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.simulation.model import SimulationFault

_LATEST: Final = 4
"""A drawn irregularity is reported before one of so many first acts, or later where the round allows it."""
_WAYS: Final[tuple[Literal["continue", "withdraw"], ...]] = ("continue", "withdraw")
_ACTIONS: Final[tuple[cmd.Action, ...]] = ("void", "continue", "return", "close", "block", "no_jackpot")


class TakesCommands(Protocol):
    """A round that takes commands."""

    state: Round

    def do(self, command: cmd.Command) -> Refusal | None:
        """Apply a command; the refusal, if it is refused."""


class IrregularCount(Struct, frozen=True, kw_only=True):
    """How often an irregularity was drawn and reported, and how many of these rounds were void."""

    clause: Clause
    drawn: int
    reported: int
    void: int


def read_rates(game: Game, texts: list[str]) -> dict[Clause, Fraction]:
    """Rates such as ``5.8.3=0.001``: a clause that may be reported, and its chance in a round."""
    found: dict[Clause, Fraction] = {}
    for text in texts:
        clause, _, rate = text.partition("=")
        if clause not in game.sheet.irregularities:
            raise SimulationFault(
                at(
                    "irregularity",
                    because(
                        "simulation.irregularity",
                        given=repr(clause[:40]),
                        clauses=tuple(game.sheet.irregularities),
                    ),
                )
            )
        try:
            chance = Fraction(rate[:40])
        except (ValueError, ZeroDivisionError):
            chance = Fraction(-1)
        if not 0 <= chance <= 1:
            raise SimulationFault(at("irregularity", because("simulation.chance", given=repr(rate[:40]))))
        found[Clause(clause)] = chance
    return found


class Irregular:
    """The irregularity of one round: drawn before it, reported when the round allows it."""

    def __init__(self, game: Game, rates: Mapping[Clause, Fraction], seed: int, number: int) -> None:
        self._game = game
        self._random = random.Random(f"{seed} {number}")
        drawn = [clause for clause, rate in rates.items() if self._random.random() < rate]
        self.clause = drawn[0] if drawn else None
        self.reported = False
        self.void = False
        """Whether the round ended void."""
        self._after = self._random.randrange(_LATEST)

    def happens(self, playing: TakesCommands) -> bool:
        """Do what an irregularity makes necessary now: a choice that a box has, or the report."""
        state = playing.state
        for option in state.options:
            way = self._random.choice(_WAYS)
            if playing.do(cmd.Choose(option.box, way)) is None:
                return True
        self._after -= 1
        if self.clause is None or self.reported or self._after >= 0:
            return False
        for report in self._reports(playing):
            if playing.do(report) is None:
                self.reported = True
                return True
        return False

    def _reports(self, playing: TakesCommands) -> list[cmd.Report]:
        """Ways to report it, with details drawn; the engine takes the first that the round allows."""
        clause = self.clause or Clause("")
        rule = self._game.sheet.irregularities[clause]
        boxes = [box.number for box in playing.state.boxes if box.wagers]
        details: dict[str, Any] = {}
        if "reconstructed" in rule.needs:
            details["reconstructed"] = self._random.random() < 0.5
        if "intentional" in rule.needs:
            details["intentional"] = self._random.random() < 0.5
        if "count" in rule.needs:
            details["count"] = self._random.choice((51, 52, 53))
        if rule.by != ROLES[0]:
            details["by"] = rule.by
        if "box" in rule.needs:
            details["boxes"] = (self._random.choice(boxes),)
        if "action" not in rule.needs:
            return [cmd.Report(clause=clause, **details)]
        actions = self._random.sample(_ACTIONS, len(_ACTIONS))
        return [cmd.Report(clause=clause, action=action, **details) for action in actions]
