"""Does the proof notice a wrong number in a sheet? ``python -m tools.data_mutants [SHEET ...]`` changes each.

Every number, choice, flag, rate, clause and list entry of each ``sheet.toml`` is changed, one at a time
(``tools.data_mutations``). A mutant is killed by the loader, which refuses it, or by the shipped round files,
or by ``tests.beyond_rounds`` for what no round of one table can show.
A survivor must be explained in ``tools/data_survivors.toml``, and what is explained must survive: otherwise
the run fails.
"""

import multiprocessing
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

from msgspec import Struct

from pitboss.records.proof import ProofFile, proof_files
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.loader import make_game
from tests.beyond_rounds import BEYOND
from tests.sheets.shipped import source_of
from tools.data_mutations import Mutant, mutants, whole_source

EXPLAINED: Final = Path(__file__).parent / "data_survivors.toml"
_WIDTH: Final = 30

Fate = Literal["loader", "rounds", "tests", "survived"]


class Tried(Struct, frozen=True):
    """What became of one mutant."""

    sheet: str
    mutant: str
    fate: Fate
    by: str = ""
    """The fault, round file or check that noticed it."""


class _Proof:
    """The proof of one sheet; the round file that killed last comes first."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.mutants = mutants(sheet)
        self._source = whole_source(sheet)
        self._files = list(proof_files(sheet))

    def attempt(self, mutant: Mutant) -> Tried:
        """Load the mutant and play the rounds until one of them fails."""
        try:
            game = make_game(mutant.of(self._source), source_of(self.sheet)[1])
        except SheetFault as fault:
            return Tried(self.sheet, mutant.name, "loader", str(fault))
        clause = str(mutant.path[1]) if mutant.path[0] == "irregularities" and len(mutant.path) > 1 else ""
        for file in sorted(self._files, key=lambda file: clause not in file.clauses):
            if _fails(file, game):
                self._files.remove(file)
                self._files.insert(0, file)
                return Tried(self.sheet, mutant.name, "rounds", file.name)
        for check in BEYOND:
            if _refutes(check, game):
                return Tried(self.sheet, mutant.name, "tests", check.__name__)
        return Tried(self.sheet, mutant.name, "survived")


def _fails(file: ProofFile, game: Game) -> bool:
    try:
        return bool(file.faults(game))
    except Exception:
        # A sheet that the engine cannot play is noticed, however it fails.
        return True


def _refutes(check: Callable[[Game], None], game: Game) -> bool:
    try:
        check(game)
    except Exception:
        return True
    return False


@cache
def _proof(sheet: str) -> _Proof:
    return _Proof(sheet)


def _attempt(place: tuple[str, int]) -> Tried:
    sheet, number = place
    proof = _proof(sheet)
    return proof.attempt(proof.mutants[number])


def tried(sheets: Iterable[str], every: int = 1, workers: int = 1) -> Iterator[Tried]:
    """Try each mutant of the sheets, or each so-manieth."""
    places = [(sheet, n) for sheet in sheets for n in range(0, len(_proof(sheet).mutants), every)]
    if workers == 1:
        yield from map(_attempt, places)
        return
    # An interrupt is for the parent, which ends the workers.
    with multiprocessing.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(_attempt, places, chunksize=20)


@cache
def explained(sheet: str) -> dict[str, str]:
    """The explained survivors of a sheet: each mutant's name, and why nothing can notice it."""
    found: dict[str, str] = {}
    for entry in tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["explained"]:
        for name in entry.get(load(sheet).sheet.identity.short, []):
            assert name not in found, f"{name} is explained twice"
            found[name] = entry["why"]
    return found


def faults(results: Iterable[Tried]) -> list[str]:
    """A sentence for every survivor without an explanation, and for every explanation without a survivor."""
    return [fault for result in results if (fault := _fault(result))]


def _fault(result: Tried) -> str | None:
    short, reasons = load(result.sheet).sheet.identity.short, explained(result.sheet)
    if result.fate == "survived" and result.mutant not in reasons:
        return f"{short} {result.mutant}: survives, and is not explained"
    if result.fate != "survived" and result.mutant in reasons:
        return f"{short} {result.mutant}: is explained, and {result.by} kills it"
    return None


def unknown(sheet: str) -> list[str]:
    """A sentence for every explanation of a mutant that there is not."""
    names = {mutant.name for mutant in _proof(sheet).mutants}
    return [
        f"{sheet} {name}: is explained, and is no mutant" for name in explained(sheet) if name not in names
    ]


def main(sheets: list[str]) -> int:
    """Try every mutant, with a bar; returns the number of faults."""
    total = sum(len(_proof(sheet).mutants) for sheet in sheets)
    fates: Counter[tuple[str, Fate]] = Counter()
    found = [fault for sheet in sheets for fault in unknown(sheet)]
    print(*found, sep="\n", end="\n" if found else "")
    try:
        for result in tried(sheets, workers=2):
            fates[result.sheet, result.fate] += 1
            if fault := _fault(result):
                found.append(fault)
                print(fault, flush=True)
            _show(fates.total(), total)
    except KeyboardInterrupt:
        print(f"\ninterrupted after {fates.total()} of {total} mutants")
    for sheet in sheets:
        loader, rounds, tests, survived = (fates[sheet, fate] for fate in get_args(Fate))
        killed = f"{loader} mutants killed by the loader, {rounds} by the rounds, {tests} by tests"
        print(f"{load(sheet).sheet.identity.short}: {killed}, {survived} survived")
    return len(found)


def _show(done: int, total: int) -> None:
    if sys.stderr.isatty():
        bar = "#" * (_WIDTH * done // total)
        print(f"\r[{bar:{_WIDTH}}] {done} of {total}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    named = [load(name).sheet.id for name in sys.argv[1:]] or list(sheet_ids())
    sys.exit(1 if main(named) else 0)
