"""SIGTERM interrupts a command as Ctrl-C does, so that it cleans up and tells what it has.

A shell's command in the background ignores SIGINT, and supervisors send SIGTERM.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_INTERRUPTED: Final = 128 + signal.SIGINT
_TERMINATED: Final = 128 + signal.SIGTERM


class Termination:
    """Whether a command was interrupted by SIGTERM."""

    received = False

    def status(self, status: int) -> int:
        """The exit status: an interrupted command names the signal that it was."""
        return _TERMINATED if self.received and status == _INTERRUPTED else status

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle the first SIGTERM; a second one ends the process at once."""
        self.received = True
        signal.signal(number, signal.SIG_DFL)
        raise KeyboardInterrupt


@contextmanager
def interrupted_by_sigterm() -> Iterator[Termination]:
    """Have SIGTERM raise ``KeyboardInterrupt`` while a command runs, unless somebody else handles it."""
    found = Termination()
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield found
        return
    try:
        signal.signal(signal.SIGTERM, found.interrupt)
    except ValueError:
        # Signals belong to the main thread.
        yield found
        return
    try:
        yield found
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
