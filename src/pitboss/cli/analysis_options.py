"""Shared by the commands of the mathematics: options, the progress of a count, and faults."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from pitboss.analysis.count_cache import cache_folder
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.questions import QuestionTexts
from pitboss.cli.progress import Advance, progress
from pitboss.cli.text import fail, find_sheet, no_sheet
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.game import Game
from pitboss.sheets.settings import changed

FAULTS = (AnalysisFault, SheetFault)
"""The faults of a question: one sentence with the path."""


def asked(options: Namespace) -> QuestionTexts:
    """The texts of the question among the options."""
    names = ("bets", "jackpot_bet", "meter", "others", "seed", "rate", "reserve")
    return QuestionTexts(**{name: getattr(options, name, None) for name in names})


def sheet_with(name: str, settings: list[str]) -> tuple[Game, tuple[str, ...]] | None:
    """A sheet by its name, with settings that may follow it (``3CP,pair_plus.straight=6``); None if unknown.

    Raises :class:`SheetFault` for a setting that the sheet does not have.
    """
    short, *own = name.split(",")
    game = find_sheet(short) if short else None
    given = (*own, *settings)
    return None if game is None else (changed(game.sheet.id, given), given)


def wrong(message: str, *, as_json: bool = False) -> int:
    """Print what is wrong with a question; returns the exit status."""
    if as_json:
        print(json.dumps({"error": {"message": message}}))
    return fail(message)


def unknown_sheet(name: str | None, *, as_json: bool = False) -> int:
    """Print that a sheet is missing, or a name fits none or several; returns the exit status."""
    if name is None:
        return wrong("name a sheet, such as 3CP; pitboss sheets lists them", as_json=as_json)
    if as_json:
        print(json.dumps({"error": {"message": f"{name!r} names no sheet"}}))
    return no_sheet(name)


@contextmanager
def counting() -> Iterator[CountProgress]:
    """A progress bar for each part of a count, after an explanation before the first."""
    shown = ""
    advance: Advance | None = None
    with ExitStack() as bar:

        def tell(what: str, done: int, of: int) -> None:
            nonlocal shown, advance
            if not shown:
                print(
                    "Counting every deal; nothing is sampled. The first time, the counting loops are also "
                    f"compiled, which takes some seconds.\nWhat is counted is kept in {_folder()}.",
                    file=sys.stderr,
                )
            if advance is None or what != shown:
                bar.close()
                shown, advance = what, bar.enter_context(progress(what, of))
            advance(done)

        yield tell


def _folder() -> str:
    try:
        return str(cache_folder())
    except RuntimeError:
        return "memory alone, since there is no home folder"
