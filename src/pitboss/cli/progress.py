"""How far a long command is: one line on the terminal, and nothing where nobody watches."""

import sys
from typing import Final

_WIDTH: Final = 30


def progress(text: str) -> None:
    """Put a text in place of the last one; an empty one clears the line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def bar(done: int, total: int, what: str) -> None:
    """Put a bar in place of the last text."""
    filled = _WIDTH * done // total
    progress(f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done:,} of {total:,} {what}, Ctrl-C stops")
