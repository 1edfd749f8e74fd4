"""What can go wrong with a journal. Every error carries one sentence that can be shown to people."""


class JournalError(Exception):
    """Anything a journal could not do; its text is a whole sentence."""


class BadUrl(JournalError):
    """The URL names no kind of journal that exists."""


class Unreachable(JournalError):
    """The file or server cannot be opened."""


class NotAJournal(JournalError):
    """There is something at the URL, but it is no journal."""


class OpenToOthers(JournalError):
    """Others than the journal's own user could put something in its way."""


class NewerJournal(JournalError):
    """The journal was written by a newer Pitboss, whose record this one might misread."""


class OlderJournal(JournalError):
    """The journal was written by an older Pitboss, in a form that this one does not read."""


def version_error(where: str, version: int, known: int) -> JournalError:
    """The sentence for a journal whose tables are not of the version that this Pitboss knows."""
    if version > known:
        return NewerJournal(
            f"{where} is a journal of version {version}, written by a newer Pitboss; this one reads "
            f"version {known}: use the newer Pitboss."
        )
    return OlderJournal(
        f"{where} is a journal of version {version}, and this Pitboss reads version {known} only: open it "
        "with the Pitboss that wrote it, or begin a new journal."
    )


class ReadOnly(JournalError):
    """The journal can be read but not written."""


def read_only_error(where: str) -> ReadOnly:
    """The sentence for whoever would write to a journal that can only be read."""
    return ReadOnly(f"{where} is read-only: nothing can be recorded in it.")


class DiskFull(JournalError):
    """There is no room; nothing of the append was recorded."""


class Busy(JournalError):
    """Another process held the journal for longer than the set time; nothing was recorded."""


class Damaged(JournalError):
    """The database itself finds its file corrupt."""


class ConnectionLost(JournalError):
    """The connection broke. An append under way may or may not have been recorded.

    To send it again with the same command id is safe: it is recorded once.
    """


class StorageFailed(JournalError):
    """The storage reported a fault. As with a lost connection, the same command may be sent again."""


class Gone(JournalError):
    """The file was taken away or replaced while it was open: what is written to it now is lost with it."""


class Archived(JournalError):
    """What was asked for has been moved to an archive, up to and including ``position``."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class VersionConflict(JournalError):
    """Somebody else has appended to a stream since its state was read."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(
            f"The stream {stream} is at version {actual}, not at {expected} as the command expected: "
            "nothing was recorded, read it again."
        )
        self.stream = stream
        self.expected = expected
        self.actual = actual


class CommandIdReused(JournalError):
    """A sender has used the id of a recorded command for another command; nothing of it was recorded."""

    def __init__(self, command_id: str) -> None:
        super().__init__(
            f"The command id {command_id} was used for something else before: nothing was recorded, send "
            "this command with a new id."
        )
        self.command_id = command_id


class BadEvent(JournalError):
    """An event's kind or version is unknown, or its data is not of its type."""


class BadKey(JournalError):
    """A signing key cannot be read or is not kept secret."""


class BadWitness(JournalError):
    """A witness file cannot be read."""


class CannotArchive(JournalError):
    """Archiving would lose something."""


class CannotBackUp(JournalError):
    """There is no copy that would be a journal."""
