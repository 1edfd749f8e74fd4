"""The proof of a sheet: the round files beside it, and the clauses they prove."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.records.expectations import UNCLAIMED, check_data, claimed
from pitboss.records.round_file import FileFault, parse_toml, read_text
from pitboss.sheets import Game
from pitboss.sheets.library import SheetFolder, folder_of
from pitboss.sheets.register import PROVEN_KINDS, number_of


class ProofFile(Struct, frozen=True):
    """A round file beside a sheet, and what it proves."""

    path: Path
    clauses: tuple[str, ...]
    data: dict[str, Any]
    fault: str = ""
    """What is wrong with the file itself."""

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.stem

    def faults(self, game: Game | None = None) -> list[str]:
        """Play the file, perhaps by another text of its sheet; a sentence for everything not as expected.

        A file beside a draft may leave open which clauses it proves.
        """
        draft = game is not None and game.sheet.identity.draft
        untold = bool(self.data) and "proof" not in self.data
        return [self.fault] if self.fault and not (draft and untold) else check_data(self.data, game)


def proof_files(sheet_id: str) -> tuple[ProofFile, ...]:
    """The round files beside a sheet of the library, in the order of the clauses they are named after."""
    return proof_files_of(folder_of(sheet_id))


def proof_files_of(folder: SheetFolder) -> tuple[ProofFile, ...]:
    """The round files beside a sheet, read once for what they hold."""
    return _proof_files(folder.rounds, folder.rounds_hash)


@lru_cache(16)
def _proof_files(rounds: Path, _contents: str) -> tuple[ProofFile, ...]:
    return proof_files_in(rounds)


def proof_files_in(rounds: Path) -> tuple[ProofFile, ...]:
    """Read the round files of a folder as they are now, in the order of the clauses they are named after."""
    return tuple(_read(rounds))


def _read(rounds: Path) -> Iterator[ProofFile]:
    for path in sorted(rounds.glob("*.toml"), key=_order):
        try:
            data = parse_toml(read_text(path))
        except FileFault as fault:
            yield ProofFile(path, (), {}, f"cannot be read: {fault.message}")
            continue
        clauses = claimed(data)
        yield ProofFile(path, clauses, data, "" if clauses else UNCLAIMED)


def proofs_by_clause(files: Sequence[ProofFile]) -> dict[str, list[str]]:
    """The names of the round files that prove each clause."""
    found: dict[str, list[str]] = {}
    for file in files:
        for clause in dict.fromkeys(number_of(clause) for clause in file.clauses):
            found.setdefault(clause, []).append(file.name)
    return found


def unproven(game: Game, proofs: dict[str, list[str]]) -> list[str]:
    """Clauses that settle or enforce something and that neither a round file nor a test proves."""
    return [
        clause
        for clause, entry in game.register.items()
        if entry.kind in PROVEN_KINDS and not proofs.get(clause) and not entry.tests
    ]


def _order(path: Path) -> tuple[list[int], str]:
    number = path.name.partition("_")[0]
    return [int(part) for part in number.split(".") if part.isascii() and part.isdecimal()], path.name
