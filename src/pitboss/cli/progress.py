"""A progress bar on the error stream of a terminal; rich is imported when one is shown."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from pitboss.cli.terminal import Printable

Advance = Callable[[int], None]
"""Callback with the work done so far."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Advance]:
    """Show a bar while the block runs, if the error stream is a terminal."""
    if not sys.stderr.isatty() or total <= 0:
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=_terminal()), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def _terminal() -> TextIO:
    """The error stream without its escaping: a bar moves the cursor."""
    return sys.stderr.below if isinstance(sys.stderr, Printable) else sys.stderr


def _ignore(done: int) -> None:
    """Do nothing: there is no terminal."""
