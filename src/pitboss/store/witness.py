"""Copies of checkpoints outside the reach of whoever holds the key: a file, a print, a QR code.

All three carry the same line of JSON, so a scanned code can be added to a witness file as it is.
"""

import io
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import segno

from pitboss.store.checkpoint import Checkpoint, parse_checkpoint
from pitboss.store.errors import BadEvent, BadWitness
from pitboss.store.owner_only import make_owner_only


def add_to_file(path: Path, checkpoint: Checkpoint) -> None:
    """Add a checkpoint to a witness file, which its owner alone may use; on the disk when this returns."""
    try:
        make_owner_only(path)
        with path.open("ab") as file:
            file.write(checkpoint.line() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadWitness(f"The witness file {path} cannot be written: {error.strerror}.") from error


def read_file(path: Path) -> tuple[Checkpoint, ...]:
    """The checkpoints of a witness file; the line that cannot be read is named."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise BadWitness(f"The witness file {path} cannot be read: {error.strerror}.") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(parse_checkpoint(line))
        except BadEvent as error:
            raise BadWitness(f"Line {number} of the witness file {path} is no checkpoint.") from error
    if not found:
        raise BadWitness(f"The witness file {path} holds no checkpoint: there is nothing to compare with.")
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
