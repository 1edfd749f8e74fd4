"""Notes for a supervisor: what the steps of a round prove against the sheet's procedure.

The order of dealing and a missing burn are facts: they are never refused, and without a report nothing
follows from them. A note tells them with their clauses as soon as the events prove them, and changes no
settlement.
"""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.money import format_cents
from pitboss.round.commands import Place
from pitboss.round.decisions import antes_that_count
from pitboss.round.queries import script_of
from pitboss.round.state import DealtCards, Reported, Round, TurnedEarly
from pitboss.settlement import Box, Limits
from pitboss.sheets.game import Game
from pitboss.sheets.script import BurnStep, DealStep, DecisionStep, DiscardStep, RevealStep, Script


class DealNote(Struct, frozen=True):
    """What was done otherwise than the sheet orders, and the clauses that order it."""

    text: str
    clauses: tuple[Clause, ...]

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
        yield DealNote("More cards were burnt than the procedure has", (burns[-1],))
    for step in script.steps:
        if isinstance(step, DiscardStep) and state.reveals and not state.discarded:
            yield DealNote("No community card was put aside", (step.clause,))
    if state.discarded and not script.discards:
        clauses = (stage.step.clause for stage in stages)
        yield DealNote("A community card was put aside, which this procedure does not do", (next(clauses),))


class _NoteWalk:
    """The notes on a deal so far. A report of an error that was put right takes those on it away."""

    def __init__(self) -> None:
        self.found: dict[str, DealNote] = {}
        self.begun: dict[tuple[int, Place], None] = {}
        self.crossed: set[int] = set()
        self.due = 0
        self.unburnt = 0

    def reported(self, game: Game, entry: Reported) -> None:
        policy = game.sheet.irregularities.get(entry.clause)
        burn = policy is not None and "burn_missing" in policy.when
        gone = "burn" if burn else "order" if entry.reconstructed else "nothing"
        self.found = {name: note for name, note in self.found.items() if not name.startswith(gone)}

    def deals(self, state: Round, entry: DealtCards, stage: Stage) -> None:
        place, clause = entry.to, stage.step.clause
        if all(number != stage.number for number, _ in self.begun):
            self.due += len(stage.burns)
        if stage.burns and self.due - entry.burnt > self.unburnt:
            self.unburnt = self.due - entry.burnt
            self._add("burn", f"No card was burnt before {_card_of(entry)} came", stage.burns[-1])
        before = self._came_before(place, stage)
        if isinstance(before, int) and isinstance(place, int):
            self.crossed.add(stage.number)
        elif before:
            self._add("order", f"{_place(before)} received cards before {_place(place)}", clause)
        elif entry.reveals < len(stage.reveals):
            turned = stage.reveals[entry.reveals].community
            self._add(
                "order", f"{_card_of(entry)} came before community card {turned} was turned over", clause
            )
        elif entry.waiting and stage.decisions > entry.reveals and stage.paired:
            self._add("order", f"{_card_of(entry)} came before every box had decided", clause)
        if isinstance(place, int) and not state.box(place).wagers:
            self._add("empty", f"box {place} was dealt a hand, and nobody has bet on it", clause)
        self.begun[stage.number, place] = None
        if stage.number in self.crossed:
            boxes = (
                str(other)
                for number, other in self.begun
                if (number, _turn(other)[0]) == (stage.number, False)
            )
            text = f"The boxes received cards in the order {', '.join(boxes)}, not clockwise"
            self.found[f"order {stage.number}"] = DealNote(text, (clause,))

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

    def _add(self, kind: str, text: str, clause: Clause) -> None:
        known = self.found.get(f"{kind} {text}")
        clauses = dict.fromkeys((*(known.clauses if known else ()), clause))
        self.found[f"{kind} {text}"] = DealNote(text[0].upper() + text[1:], tuple(clauses))


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


def _place(place: Place) -> str:
    return {"dealer": "the Dealer", "community": "the community"}.get(str(place), f"box {place}")


def _card_of(entry: DealtCards) -> str:
    if entry.to == "community":
        return f"community card {entry.held + 1}"
    return "the Dealer's cards" if entry.to == "dealer" else "the players' cards"


def _rejected(game: Game, state: Round) -> Iterator[DealNote]:
    """Excess that was given back when it was placed."""
    for back in state.rejected:
        area = f"{back.player}'s {game.sheet.bets[back.bet].title} on box {back.box}"
        text = f"Of {area} {format_cents(back.amount)} was over the maximum and given back at once"
        yield DealNote(text, back.clauses)


def _limits(game: Game, state: Round) -> Iterator[DealNote]:
    """Boxes whose decision bet cannot be placed, because its limits do not fit their Ante."""
    for step in script_of(game, state).decisions:
        limits = None if step.takes_back else state.table.limits.get(step.bet)
        for box in state.boxes:
            if limits is None or box.out or not box.has("ante"):
                continue
            sizes = _sizes(game, state, box, step)
            if not any(limits.minimum <= size <= limits.maximum for size in sizes):
                yield _unfit(game, box, step, min(sizes), limits)


def _unfit(game: Game, box: Box, step: DecisionStep, size: int, limits: Limits) -> DealNote:
    rule = game.sheet.bets[step.bet]
    over = size > limits.maximum
    limit = f"maximum of {format_cents(limits.maximum)}"
    limit = limit if over else f"minimum of {format_cents(limits.minimum)}"
    would = f"the {format_cents(size)} that box {box.number} would have to bet"
    text = f"The {rule.title} {limit} does not allow {would}: within the limits it can only {step.otherwise}"
    refusal = game.refusal_clauses("bet_above_maximum" if over else "bet_below_minimum")
    return DealNote(text, tuple(dict.fromkeys((*rule.clauses, *refusal))))


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
            text = f"The hand of box {number}, which has no Ante, was turned over before the Dealer's"
            yield DealNote(text, game.refusal_clauses("look_not_allowed"))


def _unjudged(game: Game, state: Round) -> Iterator[DealNote]:
    """Further hands that a player examined, where the round was settled without a judgement of that."""
    judged = game.judges_looks and state.settled and not state.void
    for number in state.unjudged_looks if judged else ():
        text = f"{state.box(number).player} examined box {number} as well, and nobody has judged that"
        yield DealNote(text, game.refusal_clauses("second_look_not_judged"))
