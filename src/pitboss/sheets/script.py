"""The dealing procedures of a sheet, read from their steps.

A step is ``burn``, ``deal 1 to boxes and dealer x 3``, ``discard``, ``decide play or fold``, ``decide play
x 3, 4 or check``, ``decide withdraw second or check`` or ``reveal community 3 and dealer``. The steps define
the acts of a device and their order, the number of cards at each place when something is revealed, and what
is turned over.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct, structs

from pitboss.citation import Clause
from pitboss.reason import Reason, Unreadable, because
from pitboss.sheets.model import DealingProcedure

FOLD: Final = "fold"
CHECK: Final = "check"
WITHDRAW: Final = "withdraw"
"""The answers of a hand to a decision that do not have the bet's name."""
_WITHOUT_BET: Final = frozenset({FOLD, CHECK})

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


class DecisionStep(Struct, frozen=True, kw_only=True):
    """Every box in play bets, or takes a bet back, or takes the alternative."""

    bet: str
    otherwise: Literal["fold", "check"]
    clause: Clause
    number: int = 0
    """Its place among the decisions of the procedure."""
    after: int = 0
    """The number of reveals before it."""
    sizes: tuple[int, ...] = ()
    """The multiples of the Ante allowed at this decision; none if the bet may have any of its sizes."""
    takes_back: bool = False
    """Whether the player takes the bet back, instead of placing it."""


class RevealStep(Struct, frozen=True):
    """The Dealer turns over community cards up to a number, and perhaps the Dealer's hand."""

    community: int
    dealer: bool
    clause: Clause


STEP_FORMS: Final = {
    "burn": "The Dealer puts the Burnt Card aside.",
    "deal 3 to boxes": "Each box gets so many cards at once; so may `dealer` and `community`.",
    "deal 1 to boxes and dealer x 3": "Each box and then the Dealer get a card, three times over.",
    "discard": "The third card of a set of three community cards is put aside.",
    "decide play or fold": "Every box in play makes the bet `play`, or folds.",
    "decide turn or check": "Every box in play makes the bet, or checks: it stays without it.",
    "decide play x 3, 4 or check": "The bet may be three or four times the Ante here. A box that has made "
    "the bet is not asked for it again.",
    "decide withdraw first or check": "Every box takes the bet `first` back, or lets it ride.",
    "reveal community 3": "The Dealer turns over the community cards up to the third.",
    "reveal dealer": "The Dealer turns over their own hand.",
    "reveal community 5 and dealer": "Both at once.",
}
"""The steps of a dealing procedure as a sheet writes them, and what each means."""

ScriptStep = BurnStep | DealStep | DiscardStep | DecisionStep | RevealStep

_DEAL: Final = re.compile(r"deal ([0-9]) to ((?:boxes|dealer|community)(?: and (?:dealer))?)(?: x ([0-9]))?")
_DECIDE: Final = re.compile(r"decide ([a-z][a-z0-9_]{0,23})(?: x ([0-9]+(?:, [0-9]+)*))? or (fold|check)")
_WITHDRAW: Final = re.compile(r"decide withdraw ([a-z][a-z0-9_]{0,23}) or check")
_REVEAL: Final = re.compile(r"reveal (?:community ([0-9]))?(?: and )?(dealer)?")


class Script(Struct, frozen=True, kw_only=True):
    """One dealing procedure, ready to follow."""

    title: str
    steps: tuple[ScriptStep, ...]
    decisions: tuple[DecisionStep, ...]
    reveals: tuple[RevealStep, ...]
    community_at_reveal: tuple[int, ...]
    """The number of community cards on the table at each reveal."""
    dealer_at_reveal: tuple[int, ...]
    """The number of the Dealer's cards at each reveal."""
    asks_once: bool
    """Whether no bet is asked for at two decisions."""

    def decision_due(self, decided: tuple[str, ...], reveals: int) -> DecisionStep | None:
        """The decision that is due now on a hand with these decisions behind it; None if none is."""
        for step in self._unanswered(decided):
            if step.after >= reveals:
                return step if step.after == reveals else None
        return None

    def decisions_left(self, decided: tuple[str, ...], reveals: int) -> Iterator[DecisionStep]:
        """The decisions still to come for a hand, in their order.

        A bet that was made, or taken back, is not asked for again.
        """
        for step in self._unanswered(decided):
            if step.after >= reveals:
                yield step

    def decision_made(self, decided: tuple[str, ...], bet: str) -> DecisionStep | None:
        """The decision at which a hand made a bet; None if it has not."""
        return next((step for step, answer in self._asked(decided) if answer == bet), None)

    def _unanswered(self, decided: tuple[str, ...]) -> Sequence[DecisionStep]:
        if self.asks_once:
            return self.decisions[len(decided) :]
        return [step for step, answer in self._asked(decided) if not answer]

    def _asked(self, decided: tuple[str, ...]) -> Iterator[tuple[DecisionStep, str]]:
        """The decisions with their answers, without those that an earlier answer has settled."""
        settled = set[str]()
        answers = iter(decided)
        for step in self.decisions:
            if step.bet not in settled:
                answer = next(answers, "")
                if answer and answer not in _WITHOUT_BET:
                    settled.add(step.bet)
                yield step, answer

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


def step_faults(dealing: DealingProcedure) -> dict[int, Reason]:
    """The fault of each unreadable step, by its place."""
    found: dict[int, Reason] = {}
    for place, (text, clause) in enumerate(dealing.steps):
        try:
            _read_step(text, clause)
        except Unreadable as fault:
            found[place] = fault.reason
    return found


def read_script(dealing: DealingProcedure) -> Script:
    """Read a procedure; raises :class:`Unreadable` naming the step that cannot be read."""
    steps = list[ScriptStep]()
    decisions, community, dealer = 0, 0, 0
    at_reveal, dealer_at_reveal = list[int](), list[int]()
    for text, clause in dealing.steps:
        step = _read_step(text, clause)
        if isinstance(step, DecisionStep):
            steps.append(structs.replace(step, number=decisions, after=len(at_reveal)))
            decisions += 1
            continue
        steps.append(step)
        if isinstance(step, DealStep):
            community += step.cards * step.times * ("community" in step.to)
            dealer += step.cards * step.times * ("dealer" in step.to)
        elif isinstance(step, RevealStep):
            at_reveal.append(community)
            dealer_at_reveal.append(dealer)
    asked = tuple(step for step in steps if isinstance(step, DecisionStep))
    return Script(
        title=dealing.title,
        steps=tuple(steps),
        decisions=asked,
        asks_once=len({step.bet for step in asked}) == len(asked),
        reveals=tuple(step for step in steps if isinstance(step, RevealStep)),
        community_at_reveal=tuple(at_reveal),
        dealer_at_reveal=tuple(dealer_at_reveal),
    )


def _read_step(text: str, clause: Clause) -> ScriptStep:
    if text == "burn":
        return BurnStep(clause)
    if text == "discard":
        return DiscardStep(clause)
    if match := _DEAL.fullmatch(text):
        places: list[DealtTo] = [p for p in ("boxes", "dealer", "community") if p in match[2]]
        return DealStep(int(match[1]), tuple(places), int(match[3] or 1), clause)
    if match := _WITHDRAW.fullmatch(text):
        return DecisionStep(bet=match[1], otherwise="check", clause=clause, takes_back=True)
    if match := _DECIDE.fullmatch(text):
        sizes = tuple(int(size) for size in match[2].split(", ")) if match[2] else ()
        otherwise: Literal["fold", "check"] = "fold" if match[3] == "fold" else "check"
        return DecisionStep(bet=match[1], otherwise=otherwise, clause=clause, sizes=sizes)
    match = _REVEAL.fullmatch(text)
    if match and (match[1] or match[2]):
        return RevealStep(int(match[1] or 0), match[2] is not None, clause)
    known = tuple(f"'{form}'" for form in STEP_FORMS)
    raise Unreadable(because("script.step", given=repr(text), forms=known))
