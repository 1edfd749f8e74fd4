"""Opening a journal for a command that only reads it."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pitboss.floor.tables.sealing import BadSeal, load_seal
from pitboss.invariant import SENSELESS
from pitboss.sheets.checks import SheetFault
from pitboss.store import Journal
from pitboss.store.errors import JournalError
from pitboss.store.open import open_journal
from pitboss.store.snapshots import PURPOSE
from pitboss.store.with_archives import with_archives


class Stop(Exception):
    """The command ends with this exit status; what is wrong has been said."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@contextmanager
def reading(url: str, archives: Sequence[str] = ()) -> Iterator[Journal]:
    """The journal at a URL, read only, behind its archives if they are named.

    Raises :class:`Stop` after saying what is wrong with it.
    """
    try:
        with ExitStack() as opened:
            journal = opened.enter_context(open_journal(url, read_only=True))
            parts = [opened.enter_context(open_journal(path, read_only=True)) for path in archives]
            yield with_archives(journal, parts) if parts else journal
    except JournalError as fault:
        print(f"pitboss: {fault}", file=sys.stderr)
        raise Stop(2) from None


def seal_key(path: str | None) -> bytes | None:
    """The key for snapshots that follows from the floor's in a file; raises :class:`Stop` for a bad one."""
    try:
        return load_seal(Path(path)).key_for(PURPOSE) if path else None
    except BadSeal as fault:
        print(f"pitboss: {fault}", file=sys.stderr)
        raise Stop(2) from None


@contextmanager
def whole_record() -> Iterator[None]:
    """While a record is folded: one that contradicts itself was changed, and raises :class:`Stop`."""
    try:
        yield
    except SheetFault:
        raise
    except SENSELESS as fault:
        broken = f"the record contradicts itself ({type(fault).__name__}: {fault})"
        print(f"pitboss: {broken}; pitboss audit names the first event that was changed", file=sys.stderr)
        raise Stop(2) from None
