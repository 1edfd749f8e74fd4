"""What the commands of the mathematics share: reading a question, telling progress, saying what is wrong."""

import json
import sys
from argparse import Namespace

from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.questions import Asked
from pitboss.analysis.store import cache_folder
from pitboss.cli.text import fail, find_sheet, no_sheet
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.game import Game
from pitboss.sheets.settings import changed

FAULTS = (AnalysisFault, SheetFault)
"""What a question may have wrong: one sentence with the path."""

_WIDTH = 30


def asked(options: Namespace) -> Asked:
    """The question as it was typed."""
    names = ("bets", "jackpot_bet", "meter", "others", "seed", "rate", "reserve")
    return Asked(**{name: getattr(options, name, None) for name in names})


def sheet_with(name: str, settings: list[str]) -> tuple[Game, tuple[str, ...]] | None:
    """A sheet by its name, to which settings may be added (``3CP,pair_plus.straight=6``), if it is one.

    Raises :class:`SheetFault` for a setting that it does not have.
    """
    short, *own = name.split(",")
    game = find_sheet(short) if short else None
    given = (*own, *settings)
    return None if game is None else (changed(game.sheet.id, given), given)


def wrong(message: str, *, as_json: bool = False) -> int:
    """Say what is wrong with a question; the exit status."""
    if as_json:
        print(json.dumps({"error": {"message": message}}))
    return fail(message)


def unknown_sheet(name: str | None, *, as_json: bool = False) -> int:
    """The answer where a sheet is missing, or a name fits none or several."""
    if name is None:
        return wrong("name a sheet, such as 3CP; pitboss sheets lists them", as_json=as_json)
    if as_json:
        print(json.dumps({"error": {"message": f"{name!r} names no sheet"}}))
    return no_sheet(name)


class Bar:
    """A progress bar on the terminal's error stream, and a word of explanation before it."""

    def __init__(self) -> None:
        self._told = False

    def __call__(self, what: str, done: int, of: int) -> None:
        """Tell what is being counted and how far it is."""
        if not self._told:
            self._told = True
            print(
                "Counting every deal; nothing is sampled. The first time, the counting loops are also "
                f"compiled, which takes some seconds.\nWhat is counted is kept in {_folder()}.",
                file=sys.stderr,
            )
        if sys.stderr.isatty():
            full = _WIDTH * done // of
            bar = "#" * full + "." * (_WIDTH - full)
            end = "\n" if done == of else ""
            print(f"\r{what:<24} [{bar}] {done * 100 // of:3d} %", end=end, file=sys.stderr, flush=True)


def _folder() -> str:
    try:
        return str(cache_folder())
    except RuntimeError:
        return "memory alone, since there is no home folder"
