"""Whether the files of an open SQLite database are still at their path."""

from pathlib import Path
from typing import Final

from pitboss.reason import because
from pitboss.store.errors import Gone

_ENDINGS: Final = ("", "-wal", "-shm")
Place = tuple[int, int]
"""Device and inode of a file."""
Places = tuple[Place | None, ...]
"""Those of a file and of the two that SQLite keeps beside it."""


def check_places(path: str, known: Places) -> None:
    """Raise :class:`Gone` if a file is no longer where it was opened: what is written to it would be lost.

    A write-ahead log that is deleted takes with it what was not yet copied into the main file.
    """
    for ending, place, now in zip(_ENDINGS, known, places_of(path), strict=False):
        if place != now:
            raise Gone(because("journal.replaced", file=f"{path}{ending}"))


def places_of(path: str) -> Places:
    """The places of a file and of the two that SQLite keeps beside it."""
    return tuple(map(_place_of, (f"{path}{ending}" for ending in _ENDINGS)))


def _place_of(path: str) -> Place | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
