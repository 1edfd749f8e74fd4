"""Copies of checkpoints beyond the reach of the signing key's holder: a witness file, a print, a QR code.

All three carry the same signed note, so a scanned code can be added to a witness file as it is. A file holds
notes one after the other, each with an empty line behind it.
"""

import io
import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Literal

import segno

from pitboss.atomic_write import OWNER_ONLY, write_whole
from pitboss.reason import because
from pitboss.store.checkpoint import Checkpoint
from pitboss.store.errors import BadWitness
from pitboss.store.owner_only import make_owner_only
from pitboss.time_zones import journal_time
from pitboss.tlog.checkpoint import read_tree_head
from pitboss.tlog.note import BadNote, Note, parse_note

_LONGEST_NOTE: Final = 1 << 16
"""Bytes; a note with ten cosignatures has some two thousand."""
_END: Final = re.compile(rb"^\xe2\x80\x94 [^\n]*\n\n", re.MULTILINE)
"""The last signature of a note, and the empty line behind it."""


def add_to_file(path: Path, note: Note) -> None:
    """Append a checkpoint to a witness file, durably; the file is readable by its owner only."""
    try:
        make_owner_only(path)
        with path.open("r+b") as file:
            _end_last_note(file)
            _write(file, (note,))
    except OSError as error:
        raise BadWitness(because("witness_file.unwritten", file=str(path), given=error.strerror)) from error


def read_file(path: Path) -> tuple[Note, ...]:
    """The checkpoints of a witness file; raises :class:`BadWitness` with the line of an unreadable one."""
    try:
        found = tuple(_read(path, path.read_bytes()))
    except OSError as error:
        raise BadWitness(because("witness_file.unread", file=str(path), given=error.strerror)) from error
    if not found:
        raise BadWitness(because("witness_file.empty", file=str(path)))
    return found


def read_notes(path: Path) -> tuple[Note, ...]:
    """The checkpoints of a server's own witness file, which may not exist yet.

    An incomplete last note, as a power cut leaves it, is ignored.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise BadWitness(because("witness_file.unread", file=str(path), given=error.strerror)) from error
    return tuple(_read(path, content[: len(content) - _broken_off(content)]))


def set_aside(path: Path, kept: Collection[int]) -> Path | None:
    """Move all notes except those at the ``kept`` places to a second file; its path, if any moved."""
    notes = read_notes(path)
    if len(kept) == len(notes):
        return None
    beside = path.with_name(f"{path.name}.set-aside")
    try:
        make_owner_only(beside)
        with beside.open("ab") as file:
            _write(file, [note for place, note in enumerate(notes) if place not in kept])
        stay = [note for place, note in enumerate(notes) if place in kept]
        write_whole(path, _encoded(stay), mode=OWNER_ONLY)
    except OSError as error:
        raise BadWitness(because("witness_file.unwritten", file=str(path), given=error.strerror)) from error
    return beside


def _write(file: BinaryIO, notes: Iterable[Note]) -> None:
    file.write(_encoded(notes))
    file.flush()
    os.fsync(file.fileno())


def _encoded(notes: Iterable[Note]) -> bytes:
    return b"".join(note.write().encode() + b"\n" for note in notes)


def _end_last_note(file: BinaryIO) -> None:
    """Seek to the end of a file and cut off an incomplete last note, as a power cut leaves it."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _LONGEST_NOTE))
    tail = file.read()
    if broken := _broken_off(tail):
        file.truncate(size - broken)
    elif tail and not tail.endswith(b"\n\n"):
        file.write(b"\n")
    file.seek(0, os.SEEK_END)


def _broken_off(content: bytes) -> int:
    """Number of bytes at the end that are an incomplete note."""
    ends = [found.end() for found in _END.finditer(content)]
    rest = content[ends[-1] if ends else 0 :]
    if not rest.strip():
        return 0
    try:
        read_tree_head(parse_note(rest))
    except BadNote:
        return len(rest)
    return 0


def _read(path: Path, content: bytes) -> Iterator[Note]:
    start = 0
    ends = [found.end() for found in _END.finditer(content)]
    for end in [*ends, len(content)]:
        lead = len(content[start:end]) - len(content[start:end].lstrip(b"\n"))
        block = content[start + lead : end]
        if block.strip():
            try:
                note = parse_note(block.rstrip(b"\n") + b"\n" * block.endswith(b"\n"))
                read_tree_head(note)
            except BadNote as error:
                line = content[: start + lead].count(b"\n") + 1
                raise BadWitness(
                    because("witness_file.line", line=line, file=str(path), why=error.reason)
                ) from error
            yield note
        start = end


def printed_checkpoint(checkpoint: Checkpoint) -> str:
    """A checkpoint for printing and signing by hand, with hashes in groups that can be read aloud."""
    when = journal_time(checkpoint.time).strftime("%Y-%m-%d %H:%M:%S UTC")
    rows = [
        ("Log", checkpoint.head.origin),
        ("Appends", str(checkpoint.size)),
        ("Up to position", str(checkpoint.position)),
        ("Made", when),
        ("Root", checkpoint.head.root.hex(" ", 4)),
        ("Key", checkpoint.key.hex(" ", 4)),
    ]
    lines = [f"{name:16}{part}" for name, text in rows for name, part in _wrapped(name, text)]
    key = f"Verifier key    {checkpoint.note_key.text()}"
    return "\n".join(["Checkpoint of a Pitboss journal", "", *lines, key, "", checkpoint.note.write()])


def as_qr(note: Note, form: Literal["svg", "png", "terminal"]) -> bytes:
    """A QR code that holds a checkpoint's note: a picture, or characters for a terminal."""
    code = segno.make_qr(note.write().encode(), error="m", mode="byte")
    if form == "terminal":
        text = io.StringIO()
        code.terminal(text, compact=True)
        return text.getvalue().encode()
    out = io.BytesIO()
    code.save(out, kind=form, scale=4)
    return out.getvalue()


def _wrapped(name: str, text: str) -> list[tuple[str, str]]:
    words = text.split(" ") if len(text) > 40 else [text]
    rows = [" ".join(words[start : start + 8]) for start in range(0, len(words), 8)]
    return [(name if not index else "", row) for index, row in enumerate(rows)]
