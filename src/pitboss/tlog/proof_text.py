"""Inclusion proofs as text (C2SP ``tlog-proof``): index, path and signed checkpoint."""

import base64
from typing import Final

from msgspec import Struct

from pitboss.reason import because
from pitboss.tlog.checkpoint import TreeHead, parse_size, read_tree_head
from pitboss.tlog.merkle import root_by_path
from pitboss.tlog.note import BadNote, Note, parse_base64, parse_note

_FIRST: Final = "c2sp.org/tlog-proof@v1"
_EXTRA: Final = "extra "
_INDEX: Final = "index "
_HASH_BYTES: Final = 32
_LONGEST_PATH: Final = 63


class TlogProof(Struct, frozen=True):
    """The proof that a log includes an entry, verifiable with the log's key."""

    index: int
    """From 0."""
    path: tuple[bytes, ...]
    note: Note

    @property
    def head(self) -> TreeHead:
        """The content of the checkpoint."""
        return read_tree_head(self.note)

    def text(self) -> str:
        """The proof as text."""
        path = (base64.b64encode(value).decode() for value in self.path)
        return (
            "".join(f"{line}\n" for line in (_FIRST, f"{_INDEX}{self.index}", *path, "")) + self.note.write()
        )

    def proves(self, leaf: bytes) -> bool:
        """Whether the path leads from a leaf to the checkpoint's root; verifies no signature."""
        head = self.head
        return root_by_path(leaf, self.index, head.size, self.path) == head.root


def parse_proof(text: str) -> TlogProof:
    """Parse a proof, strictly, ignoring an ``extra`` line. Raises ``BadNote``."""
    above, found, below = text.partition("\n\n")
    lines = above.split("\n")
    if not found or lines[0] != _FIRST:
        raise BadNote(because("proof.form", line=_FIRST))
    rest = lines[2:] if len(lines) > 1 and lines[1].startswith(_EXTRA) else lines[1:]
    if not rest or not rest[0].startswith(_INDEX):
        raise BadNote(because("proof.no_index"))
    if len(rest) - 1 > _LONGEST_PATH:
        raise BadNote(because("proof.long", count=len(rest) - 1, most=_LONGEST_PATH))
    path = tuple(
        parse_base64(line, because("base64.hash", number=number)) for number, line in enumerate(rest[1:], 1)
    )
    if any(len(value) != _HASH_BYTES for value in path):
        raise BadNote(because("proof.hash", right=_HASH_BYTES))
    proof = TlogProof(parse_size(rest[0].removeprefix(_INDEX)), path, parse_note(below))
    read_tree_head(proof.note)
    return proof
