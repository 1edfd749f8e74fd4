"""Who vouches for a dispute page, by what its reader knows from elsewhere.

A page names its own key and the key of its log, so neither proves anything: a forger names theirs. A key
counts if the reader named it, if it signed the reader's own copy of the checkpoint, or if a witness that the
reader named has cosigned a checkpoint of a log that is named after the key.
"""

from collections.abc import Iterator

from pitboss.reason import Reason, because
from pitboss.replay.dispute.document import Record
from pitboss.replay.dispute.finding import PageFinding, Trusted
from pitboss.store.keys import default_origin
from pitboss.tlog.checkpoint import read_tree_head
from pitboss.tlog.cosignature import cosigned
from pitboss.tlog.note import BadNote, Note, NoteKey, parse_note_key, signed_by


def vouched_for(record: Record, trusted: Trusted) -> Iterator[PageFinding]:
    """Whether something that the reader named vouches for a page, and what of it was not compared."""
    note = _note(record)
    copies = [copy for copy in trusted.kept or () if note and copy.text == note.text]
    witnesses = [one for one in trusted.witnesses if note and cosigned(note, one)]
    if trusted.kept is not None and not copies:
        yield _needed(because("page.needs_file"))
    if trusted.witnesses and not witnesses:
        yield _needed(because("page.needs_witness"))
    key = bytes.fromhex(record.key)
    if key in trusted.keys:
        return
    log = _log(record)
    if note and log and log.public == key and signed_by(note, log):
        if any(signed_by(copy, log) for copy in copies):
            yield PageFinding(True, because("page.key_signed_kept"))
            return
        if witnesses and read_tree_head(note).origin == log.name == default_origin(key):
            yield PageFinding(True, because("page.log_named", log=log.name))
            return
    yield _needed(because("page.needs_key"))


def _needed(reason: Reason) -> PageFinding:
    return PageFinding(None, reason, needed=True)


def _note(record: Record) -> Note | None:
    try:
        note = record.proof.signed_note()
        return note if note and read_tree_head(note) else None
    except BadNote:
        return None


def _log(record: Record) -> NoteKey | None:
    try:
        return parse_note_key(record.proof.key or "")
    except BadNote:
        return None
