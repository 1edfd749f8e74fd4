"""Notes for a supervisor: what the steps of a round prove against the sheet's procedure.

The order of dealing and a missing burn are facts: they are never refused, and without a report nothing
follows from them. A note tells them with their clauses as soon as the events prove them, and changes no
settlement.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.reason import Reason, because
from pitboss.round.commands import Place
from pitboss.round.decisions import antes_that_count
from pitboss.round.queries import script_of
from pitboss.round.state import DealtCards, Reported, Round, TurnedEarly
from pitboss.settlement import Box, Limits
from pitboss.sheets.game import Game
from pitboss.sheets.script import BurnStep, DealStep, DecisionStep, DiscardStep, RevealStep, Script
from pitboss.words import say

_Kind = Literal["burn", "order", "empty"]
"""What a note on a deal is about."""


class DealNote(Struct, frozen=True):
    """What was done otherwise than the sheet orders, and the clauses that order it."""

    reason: Reason
    clauses: tuple[Clause, ...]

    @property
    def text(self) -> str:
        """What was done, in English."""
        return say(self.reason)

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.clauses)})"


class Stage(Struct, frozen=True, kw_only=True):
    """A step of the procedure that deals cards, and what comes before it."""

    number: int
    step: DealStep
    burns: tuple[Clause, ...]
    """The clauses of the cards burnt right before it."""
    decisions: int
    paired: bool
    """Whether each decision comes before the reveal of its number, as the trail of a deal counts them."""
    reveals: tuple[RevealStep, ...]


def notes(game: Game, state: Round, method: str = "") -> tuple[DealNote, ...]:
    """What the round proves so far; ``method`` is the title of the procedure that was announced.

    Where a device has several procedures and none is named, a round that follows one of them proves nothing.
    """
    scripts = game.scripts[state.table.device]
    scripts = tuple(script for script in scripts if script.title == method) or scripts
    dealt = min((tuple(_dealt(game, state, script)) for script in scripts), key=len)
    of_bets = (*_rejected(game, state), *_limits(game, state))
    return (*of_bets, *dealt, *_turned_early(game, state), *_unjudged(game, state))


def _dealt(game: Game, state: Round, script: Script) -> Iterator[DealNote]:
    """What the cards that were dealt prove against one procedure."""
    stages = _stages(script)
    walk = _NoteWalk()
    for entry in state.trail:
        if isinstance(entry, Reported):
            walk.reported(game, entry)
        elif isinstance(entry, DealtCards) and (stage := _stage_of(stages, entry)):
            walk.deals(state, entry, stage)
    yield from walk.found.values()
    burns = [step.clause for step in script.steps if isinstance(step, BurnStep)]
    if len(state.burnt) > len(burns):
        yield DealNote(because("note.burnt_too_many"), (burns[-1],))
    for step in script.steps:
        if isinstance(step, DiscardStep) and state.reveals and not state.discarded:
            yield DealNote(because("note.not_put_aside"), (step.clause,))
    if state.discarded and not script.discards:
        clauses = (stage.step.clause for stage in stages)
        yield DealNote(because("note.put_aside"), (next(clauses),))


class _NoteWalk:
    """The notes on a deal so far. A report of an error that was put right takes those on it away."""

    def __init__(self) -> None:
        self.found: dict[tuple[_Kind, Reason | int], DealNote] = {}
        self.begun: dict[tuple[int, Place], None] = {}
        self.crossed: set[int] = set()
        self.due = 0
        self.unburnt = 0

    def reported(self, game: Game, entry: Reported) -> None:
        policy = game.sheet.irregularities.get(entry.clause)
        burn = policy is not None and "burn_missing" in policy.when
        gone = "burn" if burn else "order" if entry.reconstructed else None
        self.found = {about: note for about, note in self.found.items() if about[0] != gone}

    def deals(self, state: Round, entry: DealtCards, stage: Stage) -> None:
        place, clause, what = entry.to, stage.step.clause, _card_of(entry)
        if all(number != stage.number for number, _ in self.begun):
            self.due += len(stage.burns)
        if stage.burns and self.due - entry.burnt > self.unburnt:
            self.unburnt = self.due - entry.burnt
            self._add("burn", because("note.not_burnt", what=what), stage.burns[-1])
        before = self._came_before(place, stage)
        if isinstance(before, int) and isinstance(place, int):
            self.crossed.add(stage.number)
        elif before:
            self._add("order", because("note.received_before", first=before, place=place), clause)
        elif entry.reveals < len(stage.reveals):
            turned = stage.reveals[entry.reveals].community
            self._add("order", because("note.before_turned", what=what, number=turned), clause)
        elif entry.waiting and stage.decisions > entry.reveals and stage.paired:
            self._add("order", because("note.before_decided", what=what), clause)
        if isinstance(place, int) and not state.box(place).wagers:
            self._add("empty", because("note.empty_box", box=place), clause)
        self.begun[stage.number, place] = None
        if stage.number in self.crossed:
            same = (other for number, other in self.begun if number == stage.number)
            boxes = tuple(other for other in same if isinstance(other, int))
            self.found["order", stage.number] = DealNote(because("note.boxes_order", boxes=boxes), (clause,))

    def _came_before(self, place: Place, stage: Stage) -> Place | None:
        """The place that has received cards though this one comes first."""
        for number, other in reversed(self.begun):
            if number > stage.number:
                return other
        if (stage.number, place) in self.begun:
            return None
        same = [other for number, other in self.begun if number == stage.number]
        later = [other for other in same if _turn(other) > _turn(place)]
        return max(later, key=_turn, default=None)

    def _add(self, kind: _Kind, reason: Reason, clause: Clause) -> None:
        known = self.found.get((kind, reason))
        clauses = dict.fromkeys((*(known.clauses if known else ()), clause))
        self.found[kind, reason] = DealNote(reason, tuple(clauses))


def _stages(script: Script) -> tuple[Stage, ...]:
    found: list[Stage] = []
    burns: list[Clause] = []
    reveals: list[RevealStep] = []
    decisions = 0
    for step in script.steps:
        match step:
            case BurnStep(clause):
                burns.append(clause)
            case DecisionStep():
                decisions += 1
            case RevealStep():
                reveals.append(step)
            case DealStep():
                stage = Stage(
                    number=len(found),
                    step=step,
                    burns=tuple(burns),
                    decisions=decisions,
                    paired=all(step.number == step.after for step in script.decisions),
                    reveals=tuple(reveals),
                )
                found.append(stage)
                burns = []
    return tuple(found)


def _stage_of(stages: tuple[Stage, ...], entry: DealtCards) -> Stage | None:
    """The stage that cards belong to, by how many lay there; None for cards beyond a full hand."""
    kind = "boxes" if isinstance(entry.to, int) else entry.to
    room = 0
    for stage in stages:
        if kind in stage.step.to:
            room += stage.step.cards * stage.step.times
            if entry.held < room:
                return stage
    return None


def _turn(place: Place) -> tuple[bool, int]:
    """The turn of a place in a round of dealing: boxes clockwise, then the Dealer."""
    return (False, place) if isinstance(place, int) else (True, 0)


def _card_of(entry: DealtCards) -> int | Literal["dealer", "boxes"]:
    """The number of a community card, or whose cards they are."""
    if entry.to == "community":
        return entry.held + 1
    return "dealer" if entry.to == "dealer" else "boxes"


def _rejected(game: Game, state: Round) -> Iterator[DealNote]:
    """Excess that was given back when it was placed."""
    for back in state.rejected:
        bet = game.sheet.bets[back.bet].title
        why = because("note.excess", player=back.player, bet=bet, box=back.box, amount=back.amount)
        yield DealNote(why, back.clauses)


def _limits(game: Game, state: Round) -> Iterator[DealNote]:
    """Boxes whose decision bet cannot be placed, because its limits do not fit their Ante."""
    for step in script_of(game, state).decisions:
        limits = None if step.takes_back else state.table.limits.get(step.bet)
        for box in state.boxes:
            if limits is None or box.out or not box.has("ante"):
                continue
            sizes = _sizes(game, state, box, step)
            # What was returned to a player who shared the area has counted for its minimum.
            least = 0 if box.shares_out else limits.minimum
            if not any(least <= size <= limits.maximum for size in sizes):
                yield _unfit(game, box, step, min(sizes), limits)


def _unfit(game: Game, box: Box, step: DecisionStep, size: int, limits: Limits) -> DealNote:
    rule = game.sheet.bets[step.bet]
    over = size > limits.maximum
    why = because(
        "note.over_maximum" if over else "note.under_minimum",
        bet=rule.title,
        limit=limits.maximum if over else limits.minimum,
        amount=size,
        box=box.number,
        otherwise=step.otherwise,
    )
    refusal = game.refusal_clauses("bet_above_maximum" if over else "bet_below_minimum")
    return DealNote(why, tuple(dict.fromkeys((*rule.clauses, *refusal))))


def _sizes(game: Game, state: Round, box: Box, step: DecisionStep) -> set[int]:
    """What the players of a box would bet together, by the Ante as placed or as it stands."""
    sizes = step.sizes or game.sheet.bets[step.bet].sizes
    first = box.player or ""
    others = box.total("ante") - box.total("ante", first)
    antes = antes_that_count(game, state, box, first)
    return {times * (ante + others) for ante in antes for times in sizes}


def _turned_early(game: Game, state: Round) -> Iterator[DealNote]:
    """Hands without an Ante that were turned over before the Dealer's."""
    early = (entry.box for entry in state.trail if isinstance(entry, TurnedEarly))
    for number in dict.fromkeys(early) if game.sheet.hands.dealer else ():
        if not state.box(number).has("ante"):
            why = because("note.turned_early", box=number)
            yield DealNote(why, game.refusal_clauses("look_not_allowed"))


def _unjudged(game: Game, state: Round) -> Iterator[DealNote]:
    """Further hands that a player examined, where the round was settled without a judgement of that."""
    judged = game.judges_looks and state.settled and not state.void
    for number in state.unjudged_looks if judged else ():
        why = because("note.second_look", player=state.box(number).player, box=number)
        yield DealNote(why, game.refusal_clauses("second_look_not_judged"))
