"""Situations to learn from: moments of the shipped round files at which one must know what follows."""

from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from pitboss.build import build_hash
from pitboss.records.proof import ProofFile, proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.round import Refusal, Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.settlement import Line
from pitboss.sheets import load
from pitboss.sheets.model import Clause, Role

Kind = Literal["settle", "report"]


class Place(Struct, frozen=True, order=True):
    """Where in a sheet's files a situation is found."""

    sheet: str
    file: str
    round: int
    step: int
    kind: Kind
    clauses: tuple[Clause, ...]
    """What it teaches: of a settlement what the file proves, of an irregularity its clause."""

    @property
    def id(self) -> str:
        """Its name."""
        return f"{self.file}.{self.round}.{self.step}"


class Situation(Struct, frozen=True):
    """A round at the moment before something is decided, and the round right after."""

    place: Place
    command: cmd.Command
    before: Round
    after: Round
    events: tuple[re.Event, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the bets get."""
        return self.after.settlement.lines if self.after.settlement else ()

    @property
    def decided_by(self) -> Role | None:
        """From which role on an irregularity is decided."""
        reported = (event for event in self.events if isinstance(event, re.IrregularityReported))
        policies = load(self.place.sheet).sheet.irregularities
        return next((policies[event.report.clause].by for event in reported), None)

    @property
    def out(self) -> tuple[int, ...]:
        """The boxes whose hands go out."""
        return tuple(event.box for event in self.events if isinstance(event, re.HandInvalidated))

    @property
    def must_choose(self) -> tuple[int, ...]:
        """The boxes whose players get options."""
        given = (event.boxes for event in self.events if isinstance(event, re.OptionsGiven))
        return tuple(box for boxes in given for box in boxes)


@cache
def places(sheet: str) -> tuple[Place, ...]:
    """Every situation that the files of a sheet hold, in the order of the files."""
    return tuple(situation.place for proof in proof_files(sheet) for situation in _situations(sheet, proof))


def find_situation(sheet: str, name: str) -> Situation | None:
    """The situation with a name."""
    file = name.rpartition(".")[0].rpartition(".")[0]
    for proof in proof_files(sheet):
        if proof.name == file:
            found = (each for each in _situations(sheet, proof) if each.place.id == name)
            return next(found, None)
    return None


def _situations(sheet: str, proof: ProofFile) -> Iterator[Situation]:
    try:
        file = parse_round_file(proof.data)
    except FileFault:
        return  # it proves how a file with a fault is answered
    game = load(sheet)
    hashes, memory = cmd.Hashes(build_hash(), game.hashes.sheet, game.hashes.readings), cmd.Memory()
    for number, steps in enumerate(file.rounds, 1):
        state = open_round(cmd.OpenRound(file.table, file.display, hashes, memory))
        for place, step in enumerate(steps, 1):
            answer = decide(game, state, step.command)
            if isinstance(answer, Refusal):
                continue
            before = state
            for event in answer:
                state = evolve(state, event)
            found = _kind(step.command, before)
            if found:
                kind, clauses = found
                where = Place(sheet, proof.name, number, place, kind, clauses or proof.clauses)
                yield Situation(where, step.command, before, state, answer)
        memory = state.memory_after()


def _kind(command: cmd.Command, before: Round) -> tuple[Kind, tuple[Clause, ...]] | None:
    if isinstance(command, cmd.SettleRound) and before.has_bets and not before.void:
        return "settle", ()
    if isinstance(command, cmd.Report) and not before.settled:
        return "report", (command.clause,)
    return None
