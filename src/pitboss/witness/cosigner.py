"""The decision of a witness: cosign a checkpoint or refuse, with the status that the specification sets."""

import logging
import time
from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct
from msgspec.structs import replace

from pitboss.reason import because
from pitboss.tlog.checkpoint import cosign
from pitboss.tlog.merkle import EMPTY_ROOT, is_consistent
from pitboss.tlog.note import COSIGNATURE, BadNote, Note, NoteKey, note_key
from pitboss.witness.state import (
    BadState,
    CosignedCheckpoint,
    Evidence,
    EvidenceKind,
    Logs,
    Records,
    WitnessState,
    verified_signatures,
)
from pitboss.witness.submission import SIZE_TYPE, Submission, parse_submission

LOG: Final = logging.getLogger("pitboss.witness")
PLAIN: Final = "text/plain; charset=utf-8"


class WitnessResponse(Struct, frozen=True):
    """An HTTP response of a witness."""

    status: int
    text: str
    content_type: str = PLAIN
    allow: str = ""
    """The ``Allow`` header of a 405 response."""


class Cosigner:
    """A witness: its name, its key, the logs that it watches and its state."""

    def __init__(
        self,
        state: WitnessState,
        name: str,
        private_key: Ed25519PrivateKey,
        logs: Logs,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.key: Final[NoteKey] = note_key(name, private_key, COSIGNATURE)
        self.logs: Final = logs
        self.state: Final = state
        self._private_key = private_key
        self._now = now
        if any(key.public == self.key.public for keys in logs.values() for key in keys):
            raise BadNote(because("witness.own_log"))

    def add_checkpoint(self, body: bytes) -> WitnessResponse:
        """Handle a request for a cosignature."""
        try:
            submission = parse_submission(body)
        except BadNote as error:
            return WitnessResponse(400, f"{error}\n")
        note, head = submission.note, submission.head
        keys = self.logs.get(head.origin)
        if keys is None:
            return WitnessResponse(404, "This witness does not watch the log that the checkpoint names.\n")
        signatures = verified_signatures(note, keys)
        if not signatures:
            return WitnessResponse(
                403, "The checkpoint is not signed by the log's key, or a signature of it is wrong.\n"
            )
        if submission.old > head.size:
            return WitnessResponse(400, "The old size is larger than the checkpoint's.\n")
        signed = replace(submission, note=Note(note.text, signatures))
        with self.state.changing() as records:
            if not records.knows_key(self.key.public):
                raise BadState(because("state.other", file=str(self.state.path)))
            return self._decide(records, signed)

    def _decide(self, records: Records, submission: Submission) -> WitnessResponse:
        """Compare with the newest cosigned checkpoint, and cosign or refuse, in one transaction."""
        head = submission.head
        held = records.held(head.origin)
        size, root = (held.size, held.root) if held else (0, EMPTY_ROOT)
        if held and head.size == size and head.root != root:
            self._keep_evidence(records, "conflict", held, submission)
        if submission.old != size:
            return WitnessResponse(409, f"{size}\n", SIZE_TYPE)
        if head.size == 0 and head.root != EMPTY_ROOT:
            return WitnessResponse(422, "The root of a tree without leaves is not the one of RFC 6962.\n")
        if head.size == size and head.root != root:
            return WitnessResponse(
                422, f"The log has another root at size {size}: both notes are kept as evidence.\n"
            )
        if not is_consistent(size, root, head.size, head.root, submission.proof):
            if held and head.size > size:
                self._keep_evidence(records, "unproved", held, submission)
            return WitnessResponse(
                422, f"The proof does not show that the tree continues the one of size {size}.\n"
            )
        return self._cosign(records, submission)

    def _cosign(self, records: Records, submission: Submission) -> WitnessResponse:
        at_seconds = int(self._now())
        note, head = submission.note, submission.head
        signature = cosign(note, self.key.name, self._private_key, at_seconds)
        cosigned = note.with_signatures(signature).write()
        records.hold(
            CosignedCheckpoint(
                origin=head.origin, size=head.size, root=head.root, note=cosigned, cosigned=at_seconds
            )
        )
        LOG.info("cosigned %r at size %s", head.origin, head.size)
        return WitnessResponse(200, signature.line())

    def _keep_evidence(
        self, records: Records, kind: EvidenceKind, held: CosignedCheckpoint, submission: Submission
    ) -> None:
        size = submission.head.size
        if kind == "conflict":
            LOG.error("CONFLICT: the log %r has signed two roots of size %s", held.origin, size)
        else:
            LOG.warning("the log %r has signed size %s without a proof that holds", held.origin, size)
        records.add_evidence(
            Evidence(
                origin=held.origin,
                kind=kind,
                seen=int(self._now()),
                held=held.note,
                refused=submission.note.write(),
            )
        )
