"""``pitboss archive``: move old gaming days to a sealed file."""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.days import day_named
from pitboss.cli.progress import progress
from pitboss.cli.text import fail
from pitboss.floor import Floor
from pitboss.floor.archiving import archive_through
from pitboss.floor.tables.dealing import BadSeal, load_seal
from pitboss.plural import counted
from pitboss.reason import because
from pitboss.store.clock import keep_clock
from pitboss.store.errors import JournalError
from pitboss.store.keys import load_key
from pitboss.store.open import open_journal, printable


def run(options: Namespace) -> int:
    """Archive; exit 2 if that is impossible."""
    day = day_named(options.through)
    path = Path(options.output)
    if path.suffix != ".pbj":
        return fail(because("command.archive_name", name=path.name))
    try:
        key = load_key(Path(options.key))
        with (
            open_journal(options.url, create=False) as journal,
            progress("archiving", journal.last_position()) as advance,
        ):
            floor = Floor(journal, clock=keep_clock(journal), sealer=load_seal(Path(options.seal)))
            moved = archive_through(floor, day, path, key=key, progress=advance)
    except (JournalError, BadSeal) as fault:
        return fail(fault.reason)
    except OSError as fault:
        return fail(because("command.unread", file=fault.filename, given=fault.strerror))
    print(f"{path} holds positions {moved.first} to {moved.last} of {counted(moved.streams, 'stream')}.")
    print(f"Audit it together with the journal: pitboss audit {printable(options.url)} --archive {path}")
    return 0
