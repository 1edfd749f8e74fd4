"""Programs that tests run: each has a deadline, and none outlives its test."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.waiting import PATIENCE, overdue

LONGEST: Final = 5 * PATIENCE
"""Seconds that a program takes at most that does its work and ends."""
PITBOSS: Final = str(Path(sys.executable).parent / "pitboss")
"""The installed command."""


def ran(*command: object, check: bool = True, **how: Any) -> "subprocess.CompletedProcess[str]":
    """What a program has said when it has ended; where that is to be checked, without a fault."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=LONGEST, **how)
    assert not check or done.returncode == 0, f"{words} ended with {done.returncode}: {done.stderr}"
    return done


def python(code: str, *arguments: object, check: bool = True, **how: Any) -> str:
    """What a new Python prints."""
    return ran(sys.executable, "-c", code, *arguments, check=check, **how).stdout


@contextmanager
def running(
    command: Sequence[object], *, seconds: float = LONGEST, deaf: bool = False, **how: Any
) -> Iterator["subprocess.Popen[Any]"]:
    """A program that is killed with the block, or when its time is up: what is read from it ends then.

    It hears Ctrl-C however the tests were started, unless it is to be deaf to it, as in the background of a
    shell.
    """
    words = [str(word) for word in command]
    late = threading.Event()
    with _hearing(deaf):
        process = subprocess.Popen(words, **how)
    with process:

        def give_up() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, give_up)
        timer.daemon = True
        timer.start()
        try:
            yield process
        finally:
            timer.cancel()
            process.kill()
            if late.is_set():
                overdue(f"{words} has ended", seconds)


@contextmanager
def _hearing(deaf: bool) -> Iterator[None]:
    """What is started in the block ignores SIGINT or does not; a program inherits that."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN if deaf else signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
