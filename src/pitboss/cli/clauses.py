"""``pitboss clauses``: the clause registers, with the proofs of each clause."""

import json
from argparse import Namespace
from typing import Any

from pitboss.cli.named_sheets import folder_named
from pitboss.cli.text import table
from pitboss.records.proof import proof_files_of, proofs_by_clause
from pitboss.sheets import Game
from pitboss.sheets.library import SheetFolder, library


def run(options: Namespace) -> int:
    """Print one register or all."""
    folders = (folder_named(options.sheet),) if options.sheet else library().folders()
    registers = {folder.id: _register(folder) for folder in folders}
    if options.json:
        print(json.dumps(registers))
        return 0
    for folder in folders:
        _print(folder.game, registers[folder.id])
    return 0


def _register(folder: SheetFolder) -> list[dict[str, Any]]:
    proofs = proofs_by_clause(proof_files_of(folder))
    return [
        {
            "clause": clause,
            "gist": entry.gist,
            "kind": entry.kind,
            "rounds": proofs.get(clause, []),
            "tests": list(entry.tests),
        }
        for clause, entry in folder.game.register.items()
    ]


def _print(game: Game, register: list[dict[str, Any]]) -> None:
    identity = game.sheet.identity
    print(f"{identity.in_full}: {len(register)} clauses\n")
    rows = [
        (
            entry["clause"],
            entry["kind"],
            str(len(entry["rounds"]) + len(entry["tests"]) or ""),
            entry["gist"],
        )
        for entry in register
    ]
    print(table(("clause", "honoured", "proofs", "in our words"), rows, right="proofs"))
    print()
