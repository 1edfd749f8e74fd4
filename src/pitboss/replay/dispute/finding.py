"""What a check of a dispute page finds, and what its reader knows from elsewhere."""

import struct
from typing import Final

from msgspec import Struct

from pitboss.reason import Reason, because
from pitboss.tlog.note import Note, NoteKey
from pitboss.words import say

SENSELESS: Final = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, struct.error)
"""What a forged page may raise: huge numbers, malformed hashes, impossible rounds."""


class PageFinding(Struct, frozen=True):
    """One check of a page, with what it says."""

    holds: bool | None
    """None where nothing could be checked."""
    reason: Reason
    needed: bool = False
    """Whether a page is not proved as long as this could not be checked."""

    @property
    def text(self) -> str:
        """The reason in English."""
        return say(self.reason)


class Trusted(Struct, frozen=True, kw_only=True):
    """What the reader of a page knows from elsewhere."""

    keys: tuple[bytes, ...] = ()
    witnesses: tuple[NoteKey, ...] = ()
    kept: tuple[Note, ...] | None = None
    """Checkpoints kept elsewhere."""


NOTHING_KNOWN: Final = Trusted()


def finding_of(holds: bool, reason: Reason) -> PageFinding:
    """The finding that something holds, or that it does not."""
    return PageFinding(holds, reason if holds else because("page.fails", why=reason))
