"""Copies of checkpoints outside the reach of whoever holds the key: a file, a print, a QR code.

All three carry the same line of JSON, so a scanned code can be added to a witness file as it is.
"""

import io
import os
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final, Literal

import segno

from pitboss.store.checkpoint import Checkpoint, parse_checkpoint
from pitboss.store.errors import BadEvent, BadWitness
from pitboss.store.owner_only import make_owner_only

_LONGEST_LINE: Final = 4096
"""Bytes; a line has some six hundred."""


def add_to_file(path: Path, checkpoint: Checkpoint) -> None:
    """Add a checkpoint to a witness file, which its owner alone may use; on the disk when this returns."""
    try:
        make_owner_only(path)
        with path.open("r+b") as file:
            _end_last_line(file)
            _write(file, (checkpoint,))
    except OSError as error:
        raise BadWitness(f"The witness file {path} cannot be written: {error.strerror}.") from error


def read_file(path: Path) -> tuple[Checkpoint, ...]:
    """The checkpoints of a witness file; the line that cannot be read is named."""
    try:
        found = _read(path, path.read_bytes().splitlines())
    except OSError as error:
        raise BadWitness(f"The witness file {path} cannot be read: {error.strerror}.") from error
    if not found:
        raise BadWitness(f"The witness file {path} holds no checkpoint: there is nothing to compare with.")
    return found


def read_lines(path: Path) -> tuple[Checkpoint, ...]:
    """The checkpoints of a server's own witness file, which may not be there yet.

    A last line that breaks off was being written when the power went, and is none.
    """
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise BadWitness(f"The witness file {path} cannot be read: {error.strerror}.") from error
    return _read(path, lines[:-1] if lines and _breaks_off(lines[-1]) else lines)


def set_aside(path: Path, kept: Collection[int]) -> Path | None:
    """Move all lines but those at some places to a file beside; which file that is, if there were any."""
    lines = read_lines(path)
    if len(kept) == len(lines):
        return None
    beside, part = path.with_name(f"{path.name}.set-aside"), path.with_name(f".{path.name}.part")
    try:
        make_owner_only(beside)
        with beside.open("ab") as file:
            _write(file, [line for place, line in enumerate(lines) if place not in kept])
        part.unlink(missing_ok=True)
        make_owner_only(part)
        with part.open("ab") as file:
            _write(file, [line for place, line in enumerate(lines) if place in kept])
        part.replace(path)
    except OSError as error:
        raise BadWitness(f"The witness file {path} cannot be written: {error.strerror}.") from error
    return beside


def _write(file: BinaryIO, lines: Iterable[Checkpoint]) -> None:
    file.write(b"".join(line.line() + b"\n" for line in lines))
    file.flush()
    os.fsync(file.fileno())


def _end_last_line(file: BinaryIO) -> None:
    """Go to the end of a file; what a power cut has left of a line is cut off."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _LONGEST_LINE))
    last = file.read().rpartition(b"\n")[2]
    if _breaks_off(last):
        file.truncate(size - len(last))
    elif last:
        file.write(b"\n")
    file.seek(0, os.SEEK_END)


def _breaks_off(line: bytes) -> bool:
    if not line or line.endswith(b"\n"):
        return False
    try:
        parse_checkpoint(line)
    except BadEvent:
        return True
    return False


def _read(path: Path, lines: Sequence[bytes]) -> tuple[Checkpoint, ...]:
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(parse_checkpoint(line))
        except BadEvent as error:
            raise BadWitness(f"Line {number} of the witness file {path} is no checkpoint.") from error
    return tuple(found)


def as_text(checkpoint: Checkpoint) -> str:
    """A checkpoint to be printed and signed by hand; figures in groups that can be read aloud."""
    when = datetime.fromtimestamp(checkpoint.time / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    rows = [
        ("Checkpoint", str(checkpoint.number)),
        ("Made", when),
        ("Up to position", str(checkpoint.position)),
        ("Streams", str(checkpoint.streams)),
        ("Root", _groups(checkpoint.root)),
        ("Previous", _groups(checkpoint.previous)),
        ("Key", _groups(checkpoint.key)),
        ("Signature", _groups(checkpoint.signature)),
    ]
    lines = [f"{name:16}{part}" for name, text in rows for name, part in _wrapped(name, text)]
    return "\n".join(["Pitboss journal witness", "", *lines, "", checkpoint.line().decode(), ""])


def as_qr(checkpoint: Checkpoint, form: Literal["svg", "png", "terminal"]) -> bytes:
    """A QR code that holds the checkpoint's line: a picture, or characters for a terminal."""
    code = segno.make_qr(checkpoint.line(), error="m", mode="byte")
    if form == "terminal":
        text = io.StringIO()
        code.terminal(text, compact=True)
        return text.getvalue().encode()
    out = io.BytesIO()
    code.save(out, kind=form, scale=4)
    return out.getvalue()


def _groups(value: bytes) -> str:
    return value.hex(" ", 4)


def _wrapped(name: str, text: str) -> list[tuple[str, str]]:
    words = text.split(" ") if len(text) > 40 else [text]
    rows = [" ".join(words[start : start + 8]) for start in range(0, len(words), 8)]
    return [(name if not index else "", row) for index, row in enumerate(rows)]
