"""The logs that a witness watches, and the keys that may sign for each."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pitboss.reason import because
from pitboss.tlog.cosignature import cosigned
from pitboss.tlog.note import COSIGNATURE, BadNote, Note, NoteKey, NoteSignature, parse_note_key, signed_by

Logs = Mapping[str, tuple[NoteKey, ...]]
"""From the origin of a log to its keys: several after a change of key."""


def parse_logs(lines: Iterable[str]) -> Logs:
    """Parse logs, one verifier key a line; several lines of one origin are keys of one log.

    The origin of a log is the name of its key, unless another one follows after a space. Raises ``BadNote``.
    """
    found: dict[str, tuple[NoteKey, ...]] = {}
    for line in lines:
        text, _, named = line.strip().partition(" ")
        key = parse_note_key(text)
        origin = named.strip() or key.name
        if key not in found.get(origin, ()):
            found[origin] = (*found.get(origin, ()), key)
    return found


def read_log_file(path: Path) -> list[str]:
    """The lines of a file of verifier keys, without empty lines and comments (#)."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise BadNote(because("logs.unreadable", file=str(path), given=str(error.strerror))) from error
    except UnicodeDecodeError as error:
        raise BadNote(because("logs.utf8", file=str(path))) from error
    return [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]


def verified_signatures(note: Note, keys: Iterable[NoteKey]) -> tuple[NoteSignature, ...]:
    """The signatures of a log's keys on a note; empty if there are none or if one of them is wrong."""
    claimed = [(key, found) for key in keys if (found := note.by(key))]
    if not all(_is_signed(note, key) for key, _ in claimed):
        return ()
    return tuple(signature for _, found in claimed for signature in found)


def _is_signed(note: Note, key: NoteKey) -> bool:
    return cosigned(note, key) is not None if key.algorithm == COSIGNATURE else signed_by(note, key)
