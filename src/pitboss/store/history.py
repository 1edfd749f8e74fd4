"""The newest append that this process knows of a journal. The journal must have it as long as it is open.

Everything in memory (states, sessions, hashes of the tree) follows from one history. A database that is
restored, or fails over to a standby that lacked the newest appends, has another one, and before long its
version numbers are those that memory expects. So every append, every read of something new, every connection
and every probe asks for the append that is known, by its number and its leaf. One append stands for all:
histories differ from some append on, and leaves have random salts, so no other history has it.
"""

import threading

from msgspec import Struct

from pitboss.reason import Reason, because
from pitboss.store.errors import HistoryLost, VersionConflict


class KnownAppend(Struct, frozen=True):
    """An append that is as durable as the operator's settings ask."""

    number: int = 0
    leaf: bytes = b""
    last: int = 0
    """Position of its last event: every event up to it is as durable."""


class History:
    """The newest append that is known; once the journal lacks it, every use raises :class:`HistoryLost`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._keeping = threading.Lock()
        self._lost: Reason | None = None
        self.known = KnownAppend()

    def learn(self, newest: KnownAppend) -> None:
        """Remember an append, unless a newer one is known."""
        with self._keeping:
            if newest.number > self.known.number:
                self.known = newest

    def compare(self, known: KnownAppend, leaf: object) -> None:
        """Compare the leaf that the journal has for an append that was known when it was asked for."""
        if known.number and leaf != known.leaf:
            raise self.lost()

    def check(self) -> None:
        """Raise :class:`HistoryLost` if the journal has lost history before."""
        if self._lost:
            raise self.lost()

    def check_conflict(self, conflict: VersionConflict) -> None:
        """Raise :class:`HistoryLost` if a stream is at an earlier version than it was read at."""
        if conflict.actual < conflict.expected:
            raise self.lost(
                because(
                    "lost.version",
                    stream=conflict.stream,
                    version=conflict.actual,
                    expected=conflict.expected,
                )
            )

    def lost(self, what: Reason | None = None) -> HistoryLost:
        """The error for a journal that lacks what is known; from now on it is never used again."""
        self._lost = self._lost or what or because("lost.append", append=self.known.number)
        return HistoryLost(because("journal.lost", journal=self._url, what=self._lost))
