"""A small log that signs checkpoints of itself and proves that they continue each other."""

from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store.keys import public_bytes
from pitboss.tlog.checkpoint import TreeHead
from pitboss.tlog.merkle import Tree, consistency_proof, leaf_hash, root_at
from pitboss.tlog.note import ED25519, Note, NoteKey, note_key, sign_note
from pitboss.witness.cosigner import Cosigner
from pitboss.witness.state import Logs, WitnessState, parse_logs
from pitboss.witness.submission import write_submission

ORIGIN = "floor.example/log"
WITNESS = "regulator.example/w1"
WITNESS_KEY = Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32)
NOW = 1_800_000_000


class SignedLog:
    """A log of a few leaves. ``salt`` makes another history from the leaf ``fork`` on."""

    def __init__(
        self, count: int = 40, *, origin: str = ORIGIN, seed: int = 1, salt: bytes = b"", fork: int = 0
    ) -> None:
        self.origin = origin
        self.private_key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        entries = [bytes([number]) + (salt if number >= fork else b"") for number in range(count)]
        self._tree = Tree([leaf_hash(entry) for entry in entries])

    @property
    def key(self) -> NoteKey:
        return note_key(self.origin, self.private_key, ED25519)

    def root(self, size: int) -> bytes:
        return root_at(self._tree.node, size)

    def note(self, size: int, *, root: bytes | None = None, extensions: Sequence[str] = ()) -> Note:
        head = TreeHead(self.origin, size, root or self.root(size), tuple(extensions))
        return sign_note(head.text(), self.origin, self.private_key)

    def proof(self, old: int, size: int) -> tuple[bytes, ...]:
        return consistency_proof(self._tree.node, old, size)

    def submission(self, old: int, size: int) -> bytes:
        return write_submission(self.note(size), old, self.proof(old, size))


def make_cosigner(folder: Path, *logs: SignedLog, watched: Logs | None = None, now: float = NOW) -> Cosigner:
    """A witness with its state in a folder, which watches some logs."""
    state = WitnessState(folder / "witness.db")
    state.make()
    with state.changing() as records:
        records.add_key(public_bytes(WITNESS_KEY))
    found = watched if watched is not None else parse_logs([log.key.text() for log in logs])
    return Cosigner(state, WITNESS, WITNESS_KEY, found, now=lambda: now)
