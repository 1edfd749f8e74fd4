"""Open a journal for a command that only reads it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pitboss.cli.text import CommandFailed
from pitboss.floor.tables.dealing import BadSeal, load_seal
from pitboss.invariant import SENSELESS
from pitboss.reason import because, reason_of
from pitboss.sheets.checks import SheetFault
from pitboss.store import Journal
from pitboss.store.errors import JournalError
from pitboss.store.open import open_journal
from pitboss.store.snapshots import PURPOSE
from pitboss.store.with_archives import with_archives


@contextmanager
def open_read_only(url: str, archives: Sequence[str] = ()) -> Iterator[Journal]:
    """Open the journal at a URL read-only, joined with the archives named.

    Raises :class:`CommandFailed` if it cannot be read.
    """
    with open_parts(url, archives) as (journal, parts):
        yield with_archives(journal, parts) if parts else journal


@contextmanager
def open_parts(url: str, archives: Sequence[str]) -> Iterator[tuple[Journal, list[Journal]]]:
    """Open the journal at a URL read-only, and beside it the archives named.

    Raises :class:`CommandFailed` if one cannot be read.
    """
    try:
        with ExitStack() as opened:
            journal, *parts = [
                opened.enter_context(open_journal(each, read_only=True)) for each in (url, *archives)
            ]
            yield journal, parts
    except JournalError as fault:
        raise CommandFailed(fault.reason) from None


def seal_key(path: str | None) -> bytes | None:
    """The key of snapshots, derived from the floor's key file; raises :class:`CommandFailed`."""
    try:
        return load_seal(Path(path)).key_for(PURPOSE) if path else None
    except BadSeal as fault:
        raise CommandFailed(fault.reason) from None


@contextmanager
def consistent_record() -> Iterator[None]:
    """Guard around folding a record: raises :class:`CommandFailed` for one that contradicts itself."""
    try:
        yield
    except SheetFault as fault:
        raise CommandFailed(because("command.sheet_of_journal", why=reason_of(fault))) from None
    except SENSELESS as fault:
        reason = because("command.contradiction", kind=type(fault).__name__, why=reason_of(fault))
        raise CommandFailed(reason) from None
