"""Whether the files of an open SQLite database are still at their path."""

from pathlib import Path
from typing import Final

from pitboss.reason import because
from pitboss.store.errors import Gone

_WAL: Final = "-wal"
_ENDINGS: Final = ("", _WAL, "-shm")
_BEGINS: Final = (b"", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The first bytes of a write-ahead log: none before the first commit, then SQLite's mark for good."""
Inode = tuple[int, int]
"""Device and inode of a file."""
Inodes = tuple[Inode | None, ...]
"""Those of a file and of the two that SQLite keeps beside it."""


def check_places(path: str, known: Inodes) -> None:
    """Raise :class:`Gone` if a file is no longer where it was opened: what is written to it would be lost.

    A write-ahead log that is deleted takes with it what was not yet copied into the main file. So does one
    that is emptied: SQLite writes on where it was, and after a crash nobody finds its beginning.
    """
    for ending, place, now in zip(_ENDINGS, known, places_of(path), strict=False):
        if place != now:
            raise Gone(because("journal.replaced", file=f"{path}{ending}"))
    if len(known) > 1 and _beginning(f"{path}{_WAL}") not in _BEGINS:
        raise Gone(because("journal.overwritten", file=f"{path}{_WAL}"))


def _beginning(path: str) -> bytes:
    try:
        with Path(path).open("rb", buffering=0) as file:
            return file.read(len(_BEGINS[1]))
    except OSError:
        return b""


def places_of(path: str) -> Inodes:
    """The places of a file and of the two that SQLite keeps beside it."""
    return tuple(map(_place_of, (f"{path}{ending}" for ending in _ENDINGS)))


def _place_of(path: str) -> Inode | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
