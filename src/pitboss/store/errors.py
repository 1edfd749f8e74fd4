"""Errors of a journal. The reason of each is one sentence that can be shown to people."""

from datetime import UTC, datetime

from pitboss.reason import Fault, because


class JournalError(Fault):
    """Base of all errors of a journal; the text of the reason is a whole sentence."""


class BadUrl(JournalError):
    """The URL names no kind of journal that exists."""


class Unreachable(JournalError):
    """The journal's file or server cannot be opened."""


class NotAJournal(JournalError):
    """The URL names something that is not a journal."""


class TransactionPooling(JournalError):
    """The URL leads to a pooler that gives a connection another backend for each transaction."""


class OpenToOthers(JournalError):
    """Other database users could shadow the journal's tables and functions."""


class NewerJournal(JournalError):
    """The journal was written by a newer Pitboss, in a format that this one might misread."""


class OlderJournal(JournalError):
    """The journal was written by an older Pitboss, in a format that this one does not read."""


def version_error(where: str, version: int, known: int) -> JournalError:
    """The error for a journal whose schema version is not the one that this Pitboss reads."""
    if version > known:
        return NewerJournal(because("journal.newer", journal=where, version=version, known=known))
    return OlderJournal(because("journal.older", journal=where, version=version, known=known))


class ReadOnly(JournalError):
    """The journal can be read but not written."""


def read_only_error(where: str) -> ReadOnly:
    """The error for an attempt to write to a read-only journal."""
    return ReadOnly(because("journal.read_only", journal=where))


class ClockBehind(JournalError):
    """The clock is behind the newest event of the journal: what it booked would fall into an earlier day."""

    def __init__(self, url: str, position: int, recorded: int, seconds: float) -> None:
        try:
            when = f"{datetime.fromtimestamp(recorded // 1_000_000, UTC):%Y-%m-%d %H:%M:%S}"
        except (ValueError, OverflowError, OSError):
            when = "none"
        super().__init__(
            because("journal.clock_behind", journal=url, position=position, time=when, seconds=round(seconds))
        )


class DiskFull(JournalError):
    """The disk is full; nothing of the append was recorded."""


class Busy(JournalError):
    """The journal stayed locked by another process for longer than the timeout; nothing was recorded."""


class Damaged(JournalError):
    """The database itself finds its file corrupt."""


class ConnectionLost(JournalError):
    """The connection broke; an append under way may or may not have been recorded.

    A retry with the same command id is safe, because appends with an id are idempotent.
    """


class StorageFailed(JournalError):
    """The storage reported a fault. As after a lost connection, a retry with the same id is safe."""


class Gone(JournalError):
    """The journal's file was removed or replaced while it was open; further writes would be lost."""


class HistoryLost(Gone):
    """The open journal lacks an append that was recorded in it or read from it: it has another history."""


class NotUnderstood(Gone):
    """Another server has recorded what this Pitboss does not know; going on, it would misread the record."""


class WriterEnded(Gone):
    """The thread that writes has ended: this process records nothing more."""


class NotDurable(JournalError):
    """What was written or read is not yet wherever the database's settings say that it must be."""


class Archived(JournalError):
    """The requested events have been moved to an archive, up to and including ``position``."""

    def __init__(self, url: str, position: int) -> None:
        super().__init__(because("journal.archived", journal=url, position=position))
        self.position = position


class VersionConflict(JournalError):
    """A stream is not at the expected version: it was appended to since it was read."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(because("journal.conflict", stream=stream, version=actual, expected=expected))
        self.stream = stream
        self.expected = expected
        self.actual = actual


class CommandIdReused(JournalError):
    """A sender has reused a command id for another command; nothing was recorded."""

    def __init__(self, command_id: str) -> None:
        super().__init__(because("journal.command_id_reused", command=command_id))
        self.command_id = command_id


class BadEvent(JournalError):
    """An event's kind or version is unknown, or its data is not of its type."""


class BadKey(JournalError):
    """A signing key cannot be read or is not kept secret."""


class BadWitness(JournalError):
    """A witness file cannot be read."""


class ForeignKey(JournalError):
    """A journal is to be signed with another key than the one that signed it so far."""


class CannotArchive(JournalError):
    """Archiving is refused, because it would lose something."""


class CannotBackUp(JournalError):
    """A backup is refused or has failed; no copy was made."""
