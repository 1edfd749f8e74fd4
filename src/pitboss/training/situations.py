"""Training situations: moments whose outcome a trainee must know.

Irregularities, and settlements by a clause, come from a sheet's round files. Other settlements are
generated from a seed without end. The seed gives each account its own set, so that one account's marks
do not reveal another's answers.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Final

from msgspec import Struct, structs

from pitboss.citation import Clause
from pitboss.messages.texts import SituationKind, SituationLevel
from pitboss.people import PitRole
from pitboss.reason import because
from pitboss.records.proof import ProofFile, proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.round.driver import hashes_of
from pitboss.settlement import Line
from pitboss.sheets import Game, load
from pitboss.sheets.register import number_of
from pitboss.training.rounds import play_round

BOXES: Final[dict[SituationLevel, tuple[int, int]]] = {"easy": (1, 1), "middle": (2, 2), "hard": (3, 4)}
"""The least and the most boxes in a drawn settlement, by its level."""
KINDS: Final[tuple[SituationKind, ...]] = ("settle", "report", "jackpot")
"""The kinds in the order of a mixed set."""
_SETS: Final = 1000
"""An upper bound on the situations of a set."""
_DIGITS: Final = 15
"""The most digits in the number of a drawn situation (its seed and place in the set)."""
_OWN_SEEDS: Final = 10**12
"""Seeds of accounts' own sets, which leave three of the digits to the place in the set."""


class SituationRef(Struct, frozen=True, order=True, kw_only=True):
    """A reference to a situation: in a round file of the sheet, or drawn by number."""

    sheet: str
    file: str
    round: int
    step: int
    kind: SituationKind
    clauses: tuple[Clause, ...]
    """The clauses taught: those that the file proves, or the clause of the irregularity."""
    level: SituationLevel | None = None
    """Level of a generated settlement; situations of round files have none."""

    @property
    def id(self) -> str:
        """The id of the situation: file, round and step."""
        return f"{self.file}.{self.round}.{self.step}"


class Situation(Struct, frozen=True, kw_only=True):
    """A round right before and right after a decision."""

    place: SituationRef
    command: cmd.Command
    before: Round
    after: Round
    events: tuple[re.Event, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The settlement lines; a player's bonuses of one kind on a box are merged."""
        found = dict[tuple[int, str, str], Line]()
        for line in self.after.settlement.lines if self.after.settlement else ():
            key = (line.box, line.player, line.bet)
            found[key] = _together(found[key], line) if key in found else line
        return tuple(found.values())

    @property
    def decided_by(self) -> PitRole | None:
        """The lowest role that decides the irregularity; None for a settlement."""
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


def places(sheet: str) -> tuple[SituationRef, ...]:
    """Every situation that the files of a sheet hold, in the order of the files."""
    return _places(load(sheet))


@cache
def _places(game: Game) -> tuple[SituationRef, ...]:
    sheet = game.sheet.id
    return tuple(situation.place for proof in proof_files(sheet) for situation in _situations(sheet, proof))


def choose(
    sheet: str,
    kind: SituationKind | None,
    clause: Clause | None,
    seed: int,
    number: int,
    level: SituationLevel = "hard",
) -> Situation | None:
    """Situation ``number`` of the set given by ``seed``; None if no situation fits.

    Without a kind, kinds alternate; without a clause, irregularities repeat after all were asked. The level
    applies to generated settlements only.
    """
    kinds = _kinds(sheet)
    if kind is not None and kind not in kinds:
        return None
    if clause is None and (wanted := kind or kinds[(number - 1) % len(kinds)]) != "report":
        return _drawn(sheet, wanted, seed * _SETS + number, level)
    only = "report" if clause is None else kind
    fitting = _fitting(sheet, only, clause)
    if not fitting:
        return None
    turn = (number - 1) // len(KINDS) if clause is None and kind is None else number - 1
    return find_situation(sheet, _in_turn(fitting, Random(seed))[turn % len(fitting)].id)


def own_seed(account: str, seed: int) -> int:
    """The seed of an account's own set under a number that it names."""
    digest = sha256(f"training {account} {seed}".encode()).digest()
    return int.from_bytes(digest) % _OWN_SEEDS


def _fitting(sheet: str, kind: SituationKind | None, clause: Clause | None) -> list[SituationRef]:
    """The references of a kind and a clause among the round files."""
    return [
        place
        for place in places(sheet)
        if kind in (None, place.kind)
        if clause is None or clause in place.clauses or clause in map(number_of, place.clauses)
    ]


def find_situation(sheet: str, name: str) -> Situation | None:
    """The situation with an id; None if there is none."""
    file, _, number = name.rpartition(".")[0].rpartition(".")
    drawn, _, named = file.partition("-")
    level = next((each for each in BOXES if each == (named or "hard")), None)
    if (
        level
        and drawn in _kinds(sheet)
        and number.isascii()
        and number.isdecimal()
        and len(number) <= _DIGITS
    ):
        kind: SituationKind = "jackpot" if drawn == "jackpot" else "settle"
        return _drawn(sheet, kind, int(number), level)
    for proof in proof_files(sheet):
        if proof.name == file:
            found = (each for each in _situations(sheet, proof) if each.place.id == name)
            return next(found, None)
    return None


def _kinds(sheet: str) -> tuple[SituationKind, ...]:
    """The kinds of situations that a game has: without a jackpot none is about one."""
    return tuple(kind for kind in KINDS if kind != "jackpot" or load(sheet).sheet.jackpot)


def _in_turn(found: list[SituationRef], rng: Random) -> list[SituationRef]:
    """Shuffle references so that each set of clauses comes once before any comes twice."""
    times = Counter[tuple[Clause, ...]]()
    ranked = []
    for place in rng.sample(found, len(found)):
        times[place.clauses] += 1
        ranked.append((times[place.clauses], place))
    return [place for _, place in sorted(ranked, key=lambda item: item[0])]


def _drawn(sheet: str, kind: SituationKind, number: int, level: SituationLevel) -> Situation:
    played = play_round(load(sheet), f"{kind} {number}", jackpot=kind == "jackpot", boxes=BOXES[level])
    clauses = dict.fromkeys(clause for line in played.settlement.lines for clause in line.clauses)
    file = kind if level == "hard" else f"{kind}-{level}"
    place = SituationRef(
        sheet=sheet, file=file, round=number, step=0, kind=kind, clauses=tuple(clauses), level=level
    )
    return Situation(
        place=place, command=played.command, before=played.before, after=played.after, events=played.events
    )


def _together(one: Line, other: Line) -> Line:
    clauses = tuple(dict.fromkeys(one.clauses + other.clauses))
    why = because("line.both", one=one.reason, other=other.reason)
    return structs.replace(one, net=one.net + other.net, clauses=clauses, reason=why)


def _situations(sheet: str, proof: ProofFile) -> Iterator[Situation]:
    try:
        file = parse_round_file(proof.data)
    except FileFault:
        return  # a file with a fault proves a fault's message, and has no situation
    game = load(sheet)
    hashes, memory = hashes_of(game), cmd.Memory()
    for number, steps in enumerate(file.rounds, 1):
        state = open_round(cmd.OpenRound(file.table, file.display, hashes, memory))
        for place, step in enumerate(steps, 1):
            answer = decide(game, state, step.command)
            if isinstance(answer, Refusal):
                continue
            before = state
            for event in answer:
                state = evolve(state, event)
            found = _kind(step.command, before, state)
            if found:
                kind, clauses = found
                where = SituationRef(
                    sheet=sheet,
                    file=proof.name,
                    round=number,
                    step=place,
                    kind=kind,
                    clauses=clauses or proof.clauses,
                )
                yield Situation(place=where, command=step.command, before=before, after=state, events=answer)
        memory = state.memory_after()


def _kind(
    command: cmd.Command, before: Round, after: Round
) -> tuple[SituationKind, tuple[Clause, ...]] | None:
    if isinstance(command, cmd.SettleRound) and before.has_bets and not before.void and after.settlement:
        lines = after.settlement.lines
        paid = any(line.bet in ("jackpot", "envy") and line.net > 0 for line in lines)
        return ("jackpot" if paid else "settle"), ()
    if isinstance(command, cmd.Report) and not before.settled:
        return "report", (command.clause,)
    return None
