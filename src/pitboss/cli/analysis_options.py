"""Shared by the commands of the mathematics: options, the progress of a count, and faults."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from pitboss.analysis.count_cache import cache_folder
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.questions import QuestionTexts
from pitboss.cli.named_sheets import folder_named, is_sheet_path
from pitboss.cli.progress import Advance, progress
from pitboss.cli.text import CommandFailed, fail
from pitboss.reason import Reason, because
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.formats import SheetText
from pitboss.sheets.game import Game
from pitboss.sheets.settings import with_settings
from pitboss.words import say

FAULTS = (AnalysisFault, SheetFault, CommandFailed)
"""The faults of a question: one sentence with the path."""


def question_texts(options: Namespace) -> QuestionTexts:
    """The texts of the question among the options."""
    names = ("bets", "jackpot_bet", "meter", "others", "seed", "rate", "reserve")
    return QuestionTexts(**{name: getattr(options, name, None) for name in names})


def sheet_with(name: str | None, settings: list[str]) -> tuple[Game, tuple[str, ...]]:
    """A sheet by its name, with settings that may follow it (``3CP,pair_plus.straight=6``).

    Raises one of :data:`FAULTS` for an unknown name, and for a setting that the sheet does not have.
    """
    text, given = text_with(name, settings)
    return with_settings(text, given), given


def text_with(name: str | None, settings: list[str]) -> tuple[SheetText, tuple[str, ...]]:
    """The text of a sheet by its name, and all its settings: those that follow the name, then the others."""
    if name is None:
        raise CommandFailed(because("command.which_sheet"))
    short, *own = [name] if is_sheet_path(name) else name.split(",")
    return folder_named(short).text, (*own, *settings)


def fail_question(reason: Reason, *, as_json: bool = False) -> int:
    """Print what is wrong with a question; returns the exit status."""
    if as_json:
        print(json.dumps({"error": {"message": say(reason)}}))
    return fail(reason)


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
