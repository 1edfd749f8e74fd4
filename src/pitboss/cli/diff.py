"""``pitboss diff``: two sheets side by side where they differ."""

import textwrap
from argparse import Namespace

from pitboss.cli.text import fail, paragraph, sheet_named, width
from pitboss.sheets import Game
from pitboss.sheets.compare import SheetTopic, differences


def run(options: Namespace) -> int:
    """Print what differs, topic by topic."""
    first, second = sheet_named(options.a), sheet_named(options.b)
    if first is second:
        return fail("that is the same sheet twice")
    columns = (width() - 34) // 2 - 2
    print(_row("", first.sheet.identity.title, second.sheet.identity.title, columns))
    found = differences(first.sheet, second.sheet)
    heading = ""
    for difference in found:
        if difference.heading != heading:
            heading = difference.heading
            print(f"\n{heading}")
            print("─" * width())
        print(_row(difference.name, _says(difference.first), _says(difference.second), columns))
    print(f"\n{len(found)} differences. Clause numbers stand in brackets.")
    print(paragraph(_legend(first, second)))
    return 0


def _legend(*games: Game) -> str:
    """What the dash means, with the clause by which each sheet leaves the rest to a ruling."""
    left = [
        f"{clause} in {game.sheet.identity.short}"
        for game in games
        for clause, policy in game.sheet.irregularities.items()
        if policy.effect == "ruling"
    ]
    return f"–: the sheet has no such rule. What a sheet does not cover is ruled on by {' and '.join(left)}."


def _says(topic: SheetTopic | None) -> str:
    if topic is None:
        return "–"
    return f"{topic.says} [{' '.join(topic.clauses)}]" if topic.clauses else topic.says


def _row(name: str, first: str, second: str, columns: int) -> str:
    cells = [
        textwrap.wrap(name, 32) or [""],
        textwrap.wrap(first, columns) or [""],
        textwrap.wrap(second, columns) or [""],
    ]
    height = max(len(cell) for cell in cells)
    lines = []
    for line in range(height):
        parts = [cell[line] if line < len(cell) else "" for cell in cells]
        lines.append(f"{parts[0]:32}  {parts[1]:{columns}}  {parts[2]}".rstrip())
    return "\n".join(lines)
