"""Request the cosignature of the newest checkpoint from a witness, and interpret the answer.

The proof starts at the size that the witness has cosigned last; the witness names it if this journal knows
another. A size beyond everything this journal has signed, or a refusal of its history, means that somebody
restored an older copy of the journal, or that two floors use one key.
"""

from typing import Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.reason import Reason, because
from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, last_checkpoint
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.merkle import EMPTY_ROOT, consistency_proof
from pitboss.tlog.note import NoteSignature, sign_note, signed_by
from pitboss.witness.client import (
    TIMEOUT,
    Behind,
    CosignatureRefused,
    VerifiedCosignature,
    Witness,
    WitnessUnreachable,
    ask,
    published_checkpoint,
)
from pitboss.words import say

_TRIES: Final = 3
"""Retries, because the known size may be wrong or another server may be faster."""
_ANSWERED: Final = 200
"""The HTTP status of an answer that claims to be a cosignature."""
WithheldCause = Literal["silent", "unknown_log", "refuses", "lies", "conflict"]


class GivenCosignature(Struct, frozen=True, kw_only=True):
    """A valid cosignature."""

    size: int
    signature: NoteSignature
    stamp: int
    """By the witness's clock, in seconds since 1970."""


class WithheldCosignature(Struct, frozen=True, kw_only=True):
    """Why there is no cosignature."""

    cause: WithheldCause
    reason: Reason

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return say(self.reason)

    @property
    def is_conflict(self) -> bool:
        """Whether the witness knows another history than this journal, which raises an alarm at once."""
        return self.cause == "conflict"


def request_cosignature(
    journal: Journal, witness: NamedWitness, checkpoint: Checkpoint, old: int, timeout: float = TIMEOUT
) -> GivenCosignature | WithheldCosignature:
    """Ask a witness to cosign a checkpoint, with a consistency proof from the size ``old``."""
    known = min(old, checkpoint.size)
    asked = Witness(witness.url, witness.key)
    for _ in range(_TRIES):
        proof = consistency_proof(journal.node, known, checkpoint.size)
        answer = ask(asked, checkpoint.note, known, proof, timeout=timeout)
        if not isinstance(answer, Behind):
            return _meaning(witness, checkpoint, answer)
        if answer.size > checkpoint.size:
            newest = last_checkpoint(journal)
            if newest is None or newest.size < answer.size:
                return _beyond(witness, newest or checkpoint, answer.size, timeout)
            checkpoint = newest  # Another server has signed one meanwhile.
        known = answer.size
    return WithheldCosignature(cause="lies", reason=because("withheld.sizes", witness=witness.name))


def _meaning(
    witness: NamedWitness,
    checkpoint: Checkpoint,
    answer: VerifiedCosignature | CosignatureRefused | WitnessUnreachable,
) -> GivenCosignature | WithheldCosignature:
    match answer:
        case VerifiedCosignature():
            return GivenCosignature(size=checkpoint.size, signature=answer.signature, stamp=answer.at)
        case WitnessUnreachable():
            return WithheldCosignature(cause="silent", reason=answer.reason)
        case CosignatureRefused(status=422):
            return WithheldCosignature(
                cause="conflict",
                reason=because("withheld.other_history", witness=witness.name, origin=checkpoint.head.origin),
            )
        case CosignatureRefused(status=404):
            key = checkpoint.note_key.text()
            return WithheldCosignature(
                cause="unknown_log", reason=because("withheld.unknown_log", witness=witness.name, key=key)
            )
        case CosignatureRefused():
            cause: WithheldCause = "lies" if answer.status == _ANSWERED else "refuses"
            return WithheldCosignature(cause=cause, reason=answer.reason)


def _beyond(witness: NamedWitness, newest: Checkpoint, size: int, timeout: float) -> WithheldCosignature:
    """A witness claims to have cosigned more than this journal signed: ask it for the note that proves it."""
    note = published_checkpoint(Witness(witness.url, witness.key), newest.head.origin, timeout=timeout)
    proved = note is not None and signed_by(note, newest.note_key) and read_tree_head(note).size > newest.size
    return WithheldCosignature(
        cause="conflict",
        reason=because(
            "withheld.beyond",
            witness=witness.name,
            appends=size,
            origin=newest.head.origin,
            signed=newest.size,
            shows=because("withheld.proved" if proved else "withheld.unproved"),
        ),
    )


def size_cosigned(
    witness: NamedWitness, origin: str, key: Ed25519PrivateKey, timeout: float = TIMEOUT
) -> int | None:
    """How many appends of a log a witness has cosigned, asked with an empty tree; None if unknown."""
    note = sign_note(TreeHead(origin, 0, EMPTY_ROOT).text(), origin, key)
    answer = ask(Witness(witness.url, witness.key), note, 0, (), timeout=timeout)
    match answer:
        case Behind():
            return answer.size
        case VerifiedCosignature():
            return 0
        case _:
            return None
