"""The dealing procedures of a sheet, read from their steps.

A step is ``burn``, ``deal 1 to boxes and dealer x 3``, ``discard``, ``decide play or fold`` or ``reveal
community 3 and dealer``. The steps define the acts of a device, the number of cards at each place when
something is revealed, and what is turned over.
"""

import re
from typing import Final, Literal

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.sheets.model import DealingProcedure

DealtTo = Literal["boxes", "dealer", "community"]


class BurnStep(Struct, frozen=True):
    """The Dealer discards the Burnt Card."""

    clause: Clause


class DealStep(Struct, frozen=True):
    """Deal ``cards`` cards to each place in turn, ``times`` times."""

    cards: int
    to: tuple[DealtTo, ...]
    times: int
    clause: Clause


class DiscardStep(Struct, frozen=True):
    """The third card of a community set of three is put aside."""

    clause: Clause


class DecisionStep(Struct, frozen=True):
    """Every box in play bets, or takes the alternative."""

    bet: str
    otherwise: Literal["fold", "check"]
    clause: Clause


class RevealStep(Struct, frozen=True):
    """The Dealer turns over community cards up to a number, and perhaps the Dealer's hand."""

    community: int
    dealer: bool
    clause: Clause


ScriptStep = BurnStep | DealStep | DiscardStep | DecisionStep | RevealStep

_DEAL: Final = re.compile(r"deal ([0-9]) to ((?:boxes|dealer|community)(?: and (?:dealer))?)(?: x ([0-9]))?")
_DECIDE: Final = re.compile(r"decide ([a-z][a-z0-9_]{0,23}) or (fold|check)")
_REVEAL: Final = re.compile(r"reveal (?:community ([0-9]))?(?: and )?(dealer)?")


class Script(Struct, frozen=True, kw_only=True):
    """One dealing procedure, ready to follow."""

    title: str
    steps: tuple[ScriptStep, ...]
    decisions: tuple[DecisionStep, ...]
    reveals: tuple[RevealStep, ...]
    community_at_reveal: tuple[int, ...]
    """How many community cards lie on the table when each reveal comes."""

    @property
    def dealer_last(self) -> bool:
        """Whether the Dealer's cards come after the players' decisions."""
        for step in self.steps:
            if isinstance(step, DecisionStep):
                return True
            if isinstance(step, DealStep) and "dealer" in step.to:
                return False
        return False

    @property
    def burns(self) -> bool:
        """Whether the device has a Burnt Card."""
        return any(isinstance(step, BurnStep) for step in self.steps)

    @property
    def discards(self) -> bool:
        """Whether a community card is put aside."""
        return any(isinstance(step, DiscardStep) for step in self.steps)


def read_script(dealing: DealingProcedure) -> Script:
    """Read a procedure; raises :class:`ValueError` naming the step that cannot be read."""
    steps = tuple(_read_step(text, clause) for text, clause in dealing.steps)
    community, at_reveal = 0, []
    for step in steps:
        if isinstance(step, DealStep) and "community" in step.to:
            community += step.cards * step.times
        if isinstance(step, RevealStep):
            at_reveal.append(community)
    return Script(
        title=dealing.title,
        steps=steps,
        decisions=tuple(step for step in steps if isinstance(step, DecisionStep)),
        reveals=tuple(step for step in steps if isinstance(step, RevealStep)),
        community_at_reveal=tuple(at_reveal),
    )


def _read_step(text: str, clause: Clause) -> ScriptStep:
    if text == "burn":
        return BurnStep(clause)
    if text == "discard":
        return DiscardStep(clause)
    if match := _DEAL.fullmatch(text):
        places: list[DealtTo] = [p for p in ("boxes", "dealer", "community") if p in match[2]]
        return DealStep(int(match[1]), tuple(places), int(match[3] or 1), clause)
    if match := _DECIDE.fullmatch(text):
        return DecisionStep(match[1], "fold" if match[2] == "fold" else "check", clause)
    match = _REVEAL.fullmatch(text)
    if match and (match[1] or match[2]):
        return RevealStep(int(match[1] or 0), match[2] is not None, clause)
    raise ValueError(f"{text!r} is no step of a dealing procedure")
