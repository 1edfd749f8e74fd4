"""Checkpoints (C2SP ``tlog-checkpoint``): notes whose text names a log, its size and its root.

The text is three lines: the origin, which names the log; the number of leaves; and the root of the Merkle
tree over them in Base 64. Further lines are extensions, which Pitboss neither writes nor understands.
"""

import base64
import re
from typing import Final

from msgspec import Struct

from pitboss.reason import because
from pitboss.tlog.note import BadNote, Note, parse_base64

_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_LARGEST: Final = (1 << 63) - 1
_ROOT_SIZE: Final = 32


class TreeHead(Struct, frozen=True):
    """The content of a checkpoint: a log's origin, its size and its root."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(not line or "\n" in line for line in (self.origin, *self.extensions)):
            raise BadNote(because("checkpoint.lines"))
        if not 0 <= self.size <= _LARGEST:
            raise BadNote(because("checkpoint.size", most=_LARGEST, size=self.size))
        if len(self.root) != _ROOT_SIZE:
            raise BadNote(because("checkpoint.root", right=_ROOT_SIZE, bytes=len(self.root)))

    def text(self) -> str:
        """The text of the note that is signed."""
        lines = (self.origin, str(self.size), base64.b64encode(self.root).decode(), *self.extensions)
        return "".join(f"{line}\n" for line in lines)


def read_tree_head(note: Note) -> TreeHead:
    """Parse a note as a checkpoint, strictly; verifies no signature. Raises ``BadNote``."""
    lines = note.text.removesuffix("\n").split("\n")
    if len(lines) < 3:
        raise BadNote(because("checkpoint.short"))
    origin, size, root, *extensions = lines
    return TreeHead(origin, parse_size(size), parse_base64(root, because("base64.root")), tuple(extensions))


def parse_size(text: str) -> int:
    """Parse a number of leaves in its canonical form. Raises ``BadNote``."""
    if not _SIZE.fullmatch(text) or int(text) > _LARGEST:
        raise BadNote(because("checkpoint.no_size", given=repr(text[:30])))
    return int(text)
