"""``pitboss clauses``: the clause registers, with the proofs of each clause."""

import json
from argparse import Namespace
from typing import Any

from pitboss.cli.text import sheet_named, table
from pitboss.records.proof import proof_files, proofs_by_clause
from pitboss.sheets import Game, load, sheet_ids


def run(options: Namespace) -> int:
    """Print one register or all."""
    games = [sheet_named(options.sheet)] if options.sheet else [load(sheet_id) for sheet_id in sheet_ids()]
    registers = {game.sheet.id: _register(game) for game in games}
    if options.json:
        print(json.dumps(registers))
        return 0
    for game in games:
        _print(game, registers[game.sheet.id])
    return 0


def _register(game: Game) -> list[dict[str, Any]]:
    proofs = proofs_by_clause(proof_files(game.sheet.id))
    return [
        {
            "clause": clause,
            "gist": entry.gist,
            "kind": entry.kind,
            "rounds": proofs.get(clause, []),
            "tests": list(entry.tests),
        }
        for clause, entry in game.register.items()
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
