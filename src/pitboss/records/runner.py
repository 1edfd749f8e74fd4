"""Play a round file: its rounds in order, at one table and jackpot."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct, structs

from pitboss.citation import Clause
from pitboss.reason import Reason, because
from pitboss.records.round_file import FileStep, RoundFile
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round.applied_readings import AppliedReading, applied_readings
from pitboss.round.commands import Command, Hashes, Memory, OpenRound, SettleRound
from pitboss.round.driver import hashes_of
from pitboss.round.events import Event, RoundOpened
from pitboss.round.notes import DealNote, notes
from pitboss.round.refusal import refuse
from pitboss.settlement import Settlement
from pitboss.sheets import Game, load
from pitboss.words import say


class StepRefusal(Struct, frozen=True):
    """A step that was refused, as the file expects."""

    step: int
    refusal: Refusal


class PlayedStep(Struct, frozen=True, kw_only=True):
    """A step of a round with what followed from it: events, or the refusal that the file expects."""

    number: int
    command: Command
    before: Round
    after: Round
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


class WalkedRound(Struct, frozen=True, kw_only=True):
    """A round of a file step by step."""

    opened: Round
    steps: tuple[PlayedStep, ...]
    failed: Reason | None = None
    """Why it goes no further, where the file expects that or is wrong."""
    clauses: tuple[Clause, ...] = ()
    """The clauses of that."""

    @property
    def last(self) -> Round:
        """The round after its last step."""
        return self.steps[-1].after if self.steps else self.opened


class PlayedRound(Struct, frozen=True, kw_only=True):
    """A settled round of a file."""

    sheet: str
    settlement: Settlement
    refused: tuple[StepRefusal, ...]
    events: tuple[Event, ...]
    hashes: Hashes
    notes: tuple[DealNote, ...] = ()
    """What its steps prove against the sheet's procedure."""
    readings: tuple[AppliedReading, ...] | None = None
    """The open points of the sheet that bear on it; None where nobody asked."""
    draft: bool = False
    """Whether the sheet is a draft."""


class FileFailed(Exception):
    """A well-formed file with a step that cannot be played."""

    def __init__(self, number: int, step: int, clauses: tuple[Clause, ...], reason: Reason) -> None:
        self.round = number
        self.step = step
        self.clauses = clauses
        self.reason = reason
        self.message = say(reason)
        super().__init__(self.message)


def play(
    file: RoundFile, game: Game | None = None, *, with_readings: bool = False
) -> tuple[PlayedRound, ...]:
    """Play every round of a file; raises :class:`FileFailed` at the first step that goes wrong.

    ``game`` is another text of the sheet to play by, instead of that of the library. Which readings bear on a
    round takes longer to find than to play it, so it is looked for ``with_readings`` only.
    """
    game = game or load(file.table.sheet)
    hashes = hashes_of(game)
    memory = Memory()
    display = file.display
    played = []
    for number, steps in enumerate(file.rounds, 1):
        command = OpenRound(file.table, display, hashes, memory)
        state, result = _play_round(game, open_round(command), number, steps)
        opened = RoundOpened(file.table, display, hashes, memory)
        readings = applied_readings(game, state) if with_readings else None
        played.append(structs.replace(result, events=(opened, *result.events), readings=readings))
        memory = state.memory_after()
        if display and result.settlement.jackpot:
            display = structs.replace(display, value=Fraction(result.settlement.jackpot.after))
    return tuple(played)


def walk(file: RoundFile, game: Game) -> Iterator[WalkedRound]:
    """Play every round of a file step by step, up to the first step that goes wrong."""
    hashes = hashes_of(game)
    memory, display = Memory(), file.display
    for number, steps in enumerate(file.rounds, 1):
        opened = open_round(OpenRound(file.table, display, hashes, memory))
        walked: list[PlayedStep] = []
        try:
            for step in _steps(game, opened, number, steps):
                walked.append(step)
        except FileFailed as fault:
            yield WalkedRound(opened=opened, steps=tuple(walked), failed=fault.reason, clauses=fault.clauses)
            return
        yield (found := WalkedRound(opened=opened, steps=tuple(walked)))
        memory, end = found.last.memory_after(), found.last.settlement
        if display and end and end.jackpot:
            display = structs.replace(display, value=Fraction(end.jackpot.after))


def _play_round(
    game: Game, state: Round, number: int, steps: tuple[FileStep, ...]
) -> tuple[Round, PlayedRound]:
    refused: list[StepRefusal] = []
    events: list[Event] = []
    for step in _steps(game, state, number, steps):
        state = step.after
        events += step.events
        if step.refusal:
            refused.append(StepRefusal(step.number, step.refusal))
    settlement = state.settlement
    if settlement is None:
        missing = _why_unsettled(game, state)
        raise FileFailed(number, len(steps), missing.clauses, missing.reason)
    played = PlayedRound(
        sheet=state.table.sheet,
        settlement=settlement,
        refused=tuple(refused),
        events=tuple(events),
        hashes=state.hashes,
        notes=notes(game, state),
        draft=game.sheet.identity.draft,
    )
    return state, played


def _steps(game: Game, state: Round, number: int, steps: tuple[FileStep, ...]) -> Iterator[PlayedStep]:
    """Every step of a round with what follows from it; raises :class:`FileFailed` at one that goes wrong."""
    for place, step in enumerate(steps, 1):
        before, answer = state, decide(game, state, step.command)
        if isinstance(answer, Refusal):
            if not step.must_be_refused:
                raise FileFailed(number, place, answer.clauses, answer.reason)
            yield PlayedStep(number=place, command=step.command, before=before, after=state, refusal=answer)
        elif step.must_be_refused:
            raise FileFailed(number, place, (), because("round_file.allowed"))
        else:
            for event in answer:
                state = evolve(state, event)
            yield PlayedStep(
                number=place, command=step.command, before=before, after=state, events=tuple(answer)
            )


def _why_unsettled(game: Game, state: Round) -> Refusal:
    """The refusal of a settlement at the end of the file."""
    answer = decide(game, state, SettleRound())
    if isinstance(answer, Refusal):
        return answer
    return refuse(game, "settle_missing", because("settle_missing"))
