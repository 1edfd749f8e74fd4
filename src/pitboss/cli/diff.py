"""``pitboss diff``: two sheets side by side where they differ."""

import textwrap
from argparse import Namespace
from itertools import groupby

from pitboss.cli import print_page
from pitboss.cli.named_sheets import sheet_named
from pitboss.cli.text import fail, paragraph, width
from pitboss.plural import counted
from pitboss.reason import because
from pitboss.sheets import Game
from pitboss.sheets.compare import SheetDifference, SheetTopic, differences


def run(options: Namespace) -> int:
    """Print what differs, topic by topic."""
    first, second = sheet_named(options.a), sheet_named(options.b)
    if first is second:
        return fail(because("command.same_sheet"))
    found = differences(first.sheet, second.sheet)
    if options.html:
        return _page(options.html, first, second, found)
    columns = (width() - 34) // 2 - 2
    print(_row("", first.sheet.identity.called, second.sheet.identity.called, columns))
    heading = ""
    for difference in found:
        if difference.heading != heading:
            heading = difference.heading
            print(f"\n{heading}")
            print("─" * width())
        print(_row(difference.name, _says(difference.first), _says(difference.second), columns))
    print("\n" + paragraph(_legend(first, second, found)))
    return 0


def _page(file: str, first: Game, second: Game, found: list[SheetDifference]) -> int:
    shorts = [game.sheet.identity.short for game in (first, second)]
    titles = [f"{game.sheet.identity.called} ({game.sheet.identity.short})" for game in (first, second)]
    tables = []
    for heading, topics in groupby(found, key=lambda difference: difference.heading):
        rows = [
            map(print_page.PrintedCell, (each.name, _says(each.first), _says(each.second))) for each in topics
        ]
        tables.append(print_page.grid((heading, *shorts), map(print_page.row, rows)))
    body = [print_page.in_columns(tables)]
    body.append(print_page.text_block(_legend(first, second, found), "notes"))
    return print_page.written(file, " and ".join(titles), body, landscape=True)


def _legend(first: Game, second: Game, found: list[SheetDifference]) -> str:
    """How many there are, what the dash means, and what each sheet leaves to a ruling."""
    left = " and ".join(
        f"{', '.join(game.ruling_clauses)} in {game.sheet.identity.short}" for game in (first, second)
    )
    return (
        f"{counted(len(found), 'difference')}. Clause numbers stand in brackets. The Dealer decides unless "
        "another role is named. –: the sheet has no such rule or open point. What a sheet does not cover is "
        f"ruled on by {left}."
    )


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
