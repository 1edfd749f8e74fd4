"""``pitboss backup``: copy a journal while its floor is open, and verify the copy."""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.floor_config import configured
from pitboss.cli.progress import progress
from pitboss.cli.text import fail
from pitboss.plural import counted
from pitboss.store.backup import back_up
from pitboss.store.errors import JournalError

_PERCENT = 100


def run(options: Namespace) -> int:
    """Copy the journal; exit 2 if no copy was made."""
    url = options.journal or configured(options).journal
    try:
        with progress("backing up", _PERCENT) as advance:
            made = back_up(
                url,
                Path(options.to),
                private=options.private,
                progress=lambda share: advance(int(share * _PERCENT)),
            )
    except JournalError as fault:
        return fail(fault.reason)
    events, streams = counted(made.events, "event"), counted(made.streams, "stream")
    print(f"{made.path} holds {events} of {streams}, up to position {made.last}.")
    print("Every hash of it was verified.")
    if made.private:
        print(f"{made.private} holds the private records: keep it from others.")
    return 0
