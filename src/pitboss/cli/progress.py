"""A progress bar on the error stream of a terminal."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from pitboss.cli.terminal import Printable

Advance = Callable[[int], None]
"""Callback with the work done so far."""

_EVERY: Final = 0.1
"""Seconds between two drawings of a bar."""
_WIDEST: Final = 40
_CLEAR: Final = "\r\x1b[2K"
"""Go to the start of the line and erase it."""


@contextmanager
def progress(what: str, total: int, *, rate: str = "") -> Iterator[Advance]:
    """Show a bar while the block runs, if the error stream is a terminal.

    ``rate`` names what is done in a second, if that is told.
    """
    if not sys.stderr.isatty() or total <= 0:
        yield _ignore
        return
    bar = Bar(what, total, _terminal(), rate=rate)
    try:
        yield bar.advance
    finally:
        bar.clear()


class Bar:
    """One line that shows how much of a work is done and how long the rest may take."""

    def __init__(self, what: str, total: int, to: TextIO, *, rate: str = "") -> None:
        self._what, self._total, self._to, self._rate = what, total, to, rate
        self._begun = time.monotonic()
        self._drawn = -_EVERY

    def advance(self, done: int) -> None:
        """Draw the bar anew, unless it has just been drawn."""
        now = time.monotonic() - self._begun
        if now - self._drawn < _EVERY and done < self._total:
            return
        self._drawn = now
        columns = shutil.get_terminal_size().columns
        rest = f" {done}/{self._total}{self._speed(done, now)}{self._left(done, now)}"
        size = max(0, min(_WIDEST, columns - len(self._what) - len(rest) - 2))
        full = size * min(done, self._total) // self._total
        line = f"{self._what} {'#' * full}{'.' * (size - full)}{rest}"
        self._to.write(f"{_CLEAR}{line[: columns - 1]}")
        self._to.flush()

    def clear(self) -> None:
        """Erase the bar."""
        self._to.write(_CLEAR)
        self._to.flush()

    def _speed(self, done: int, spent: float) -> str:
        """What is done in a second, if that is told."""
        return f", {done / spent:,.0f} {self._rate}" if self._rate and spent > 0 else ""

    def _left(self, done: int, spent: float) -> str:
        """The time that the rest may take, if it goes on as it has gone so far."""
        if not 0 < done < self._total:
            return ""
        minutes, seconds = divmod(round(spent * (self._total - done) / done), 60)
        return f", {minutes}:{seconds:02} left"


def _terminal() -> TextIO:
    """The error stream without its escaping: a bar moves the cursor."""
    return sys.stderr.below if isinstance(sys.stderr, Printable) else sys.stderr


def _ignore(done: int) -> None:
    """Do nothing: there is no terminal."""
