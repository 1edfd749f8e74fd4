"""Open a journal for a command that only reads it."""

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
from pitboss.store.with_archives import WithArchives


class CommandExit(Exception):
    """Ends the command with this exit status; the reason has been printed."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@contextmanager
def reading(url: str, archives: Sequence[str] = ()) -> Iterator[Journal]:
    """Open the journal at a URL read-only, joined with the archives named.

    Prints what is wrong with it and raises :class:`CommandExit` if it cannot be read.
    """
    try:
        with ExitStack() as opened:
            journal = opened.enter_context(open_journal(url, read_only=True))
            parts = [opened.enter_context(open_journal(path, read_only=True)) for path in archives]
            yield WithArchives(journal, parts) if parts else journal
    except JournalError as fault:
        print(f"pitboss: {fault}", file=sys.stderr)
        raise CommandExit(2) from None


def seal_key(path: str | None) -> bytes | None:
    """The key of snapshots, derived from the floor's key file; raises :class:`CommandExit` for a bad one."""
    try:
        return load_seal(Path(path)).key_for(PURPOSE) if path else None
    except BadSeal as fault:
        print(f"pitboss: {fault}", file=sys.stderr)
        raise CommandExit(2) from None


@contextmanager
def whole_record() -> Iterator[None]:
    """Guard around folding a record: raises :class:`CommandExit` for one that contradicts itself."""
    try:
        yield
    except SheetFault:
        raise
    except SENSELESS as fault:
        broken = f"the record contradicts itself ({type(fault).__name__}: {fault})"
        print(f"pitboss: {broken}; pitboss audit names the first event that was changed", file=sys.stderr)
        raise CommandExit(2) from None
