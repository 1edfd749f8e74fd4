"""``pitboss sheets``: the sheets with their versions, dates and hashes."""

import json
from argparse import Namespace

from pitboss.cli.text import table
from pitboss.sheets import load, sheet_ids


def run(options: Namespace) -> int:
    """List the sheets."""
    games = [load(sheet_id) for sheet_id in sheet_ids()]
    if options.json:
        rows = [
            {
                "id": game.sheet.id,
                "short": game.sheet.identity.short,
                "title": game.sheet.identity.title,
                "operator": game.sheet.identity.operator,
                "version": game.sheet.identity.version,
                "in_force_from": game.sheet.identity.in_force_from.isoformat(),
                "clauses": len(game.register),
                "sheet_sha256": game.hashes.sheet,
                "readings_sha256": game.hashes.readings,
            }
            for game in games
        ]
        print(json.dumps(rows))
        return 0
    headers = ("id", "short", "house", "version", "in force from", "clauses", "SHA-256", "title")
    body = [
        (
            game.sheet.id,
            game.sheet.identity.short,
            game.sheet.identity.house,
            str(game.sheet.identity.version),
            f"{game.sheet.identity.in_force_from:%Y-%m-%d %H:%M}",
            str(len(game.register)),
            game.hashes.sheet[:16],
            game.sheet.identity.title,
        )
        for game in games
    ]
    print(table(headers, body, right="version clauses"))
    return 0
