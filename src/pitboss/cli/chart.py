"""``pitboss chart``: one page of a sheet's irregularities, clause by phase.

A small round is played up to each phase and every irregularity is tried there, so the chart shows what the
engine itself answers.
"""

import textwrap
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from pitboss.cli import print_page
from pitboss.cli.chart_rounds import Phase, phases
from pitboss.cli.chart_rows import NONE, ChartRow, rows
from pitboss.cli.named_sheets import sheet_named
from pitboss.cli.print_page import PrintedCell
from pitboss.cli.text import paragraph, width
from pitboss.sheets import Game

_PHASES: Final = (
    "An answer stands under the phase in which it is noticed: betting is open; cards are dealt and unseen; a "
    "player has seen theirs; a hand is folded;{streets} the Dealer's hand is revealed; the round is settled "
    "and the next has not begun. The Dealer decides unless another role is named, or anybody above them."
)
_WORDS: Final = {
    "void": "every bet goes back",
    "out": "the hand goes out and its bets go back",
    "folds": "the hand counts as folded",
    "checks": "the hand stays in without further bets, and the Shift Manager is told",
    "settled": "the bets win or lose as usual",
    "choose": "players may go on or take their bets back",
    "put right": "the cards are put where they belong, if that is possible",
    "goes on": "nothing changes",
    "jackpot as registered": "the value before the failure is paid",
    "barred": "they may not bet any more",
    "restricted": "they may bet on one position only",
    "later rounds": "this one is not touched",
    "ruling": "void, continue or return",
    "see": "that clause applies instead",
    NONE: "not possible then",
}
"""The words of the answers, as the legend has them."""
_KINDS: Final = {
    "void": "void",
    "out": "back",
    "folds": "back",
    "bet back": "back",
    "choose": "choice",
    "order": "choice",
}
"""The colour of a cell, by the word it begins with."""
_INDENT: Final = 8
_NARROW: Final = 8
_WIDE: Final = 16


def run(options: Namespace) -> int:
    """Print the chart."""
    game = sheet_named(options.sheet)
    identity = game.sheet.identity
    title = f"{identity.in_full}: irregularities by phase"
    found = list(phases(game))
    made = rows(game, found)
    names = [phase.name for phase in found]
    notes = [_legend(found, made), *_notes(game)]
    if options.html:
        return _page(options.html, title, names, made, notes)
    size = max(_NARROW, min(_WIDE, (width() - _INDENT) // len(names) - 2))
    print(f"{title}\n\n{' ' * _INDENT}{'  '.join(name.ljust(size) for name in names).rstrip()}")
    for row in made:
        by = "" if row.by == "Dealer" else f" ({row.by})"
        print(paragraph(f"{', '.join(row.clauses):6}  {row.gist}{by}", "", " " * _INDENT))
        print("\n".join(_spans(row, size)))
    print("\n" + "\n".join(paragraph(note) for note in notes))
    return 0


def _runs(row: ChartRow) -> list[tuple[str, int]]:
    """The answers of a row, each with the number of phases in which it is the same."""
    return [(cell, len(list(same))) for cell, same in groupby(row.cells)]


def _spans(row: ChartRow, size: int) -> Iterator[str]:
    """The answers of a row below their phases; dots lead to the last phase that an answer is for."""
    wrapped = []
    for cell, phases_alike in _runs(row):
        room = phases_alike * (size + 2) - 2
        first, *more = textwrap.wrap(cell, room)
        dots = "" if cell == NONE else "·" * (room - len(first) - 1)
        wrapped.append([line.ljust(room) for line in (f"{first} {dots}".rstrip(), *more)])
    for number in range(max(map(len, wrapped))):
        parts = [lines[number] if number < len(lines) else " " * len(lines[0]) for lines in wrapped]
        yield f"{' ' * _INDENT}{'  '.join(parts)}".rstrip()


def _page(file: str, title: str, names: Sequence[str], made: Sequence[ChartRow], notes: Sequence[str]) -> int:
    cells = []
    for row in made:
        answers = [PrintedCell(cell, _kind(cell), alike) for cell, alike in _runs(row)]
        cells.append(
            print_page.row(
                [PrintedCell(", ".join(row.clauses)), PrintedCell(row.gist), PrintedCell(row.by), *answers]
            )
        )
    sizes = ("5%", "31%", "9%", *(f"{55 / len(names):.2f}%" for _ in names))
    grid = print_page.grid(("clause", "what has happened", "decided by", *names), cells, sizes)
    body = [grid, *(print_page.text_block(note, "notes") for note in notes)]
    return print_page.written(file, title, body, landscape=True)


def _kind(cell: str) -> str:
    return next((kind for word, kind in _KINDS.items() if cell.startswith(word)), "")


def _legend(found: Sequence[Phase], made: Sequence[ChartRow]) -> str:
    """The phases, and the words that the chart uses."""
    streets = [phase.name for phase in found if phase.state.community_up and not phase.state.dealer_up]
    cells = " ".join(cell for row in made for cell in row.cells)
    words = " ".join(f"{word}: {says}." for word, says in _WORDS.items() if word in cells)
    return f"{_PHASES.format(streets=''.join(f' the {street} is turned;' for street in streets))} {words}"


def _notes(game: Game) -> Iterator[str]:
    """What holds in every phase, and what depends on the table."""
    amounts, policies = game.sheet.amounts, game.sheet.irregularities
    if shoe := [clause for clause, policy in policies.items() if "shoe" in policy.when]:
        yield f"Only where cards come from a shoe: {', '.join(shoe)}."
    if amounts.past_error:
        yield f"An error of an earlier round changes nothing of this one ({amounts.past_error[0]})."
    if amounts.past_limits_error:
        yield f"Bets outside the limits in earlier rounds stay settled ({amounts.past_limits_error[0]})."
    seats = game.sheet.seats
    if (
        seats.examined_clauses
        and seats.hands_examined < game.sheet.layout.most_boxes
        and not any(policy.effect == "judge_second_look" for policy in policies.values())
    ):
        left = ", ".join(game.ruling_clauses)
        further = "no clause says what follows from a further look"
        cited = ", ".join(seats.examined_clauses)
        view = "one hand" if seats.hands_examined == 1 else f"{seats.hands_examined} hands"
        yield f"A player may view {view} ({cited}); {further}, so it is ruled on ({left})."
