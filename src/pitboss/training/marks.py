"""Marks of training answers: digests of what was shown and said, points by clause, the answer packed."""

import zlib
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import structs

from pitboss.citation import Clause
from pitboss.invariant import InvariantBroken
from pitboss.messages.training import CheckedNow, Said, SituationNow
from pitboss.store.training import TrainingEntry, TrainingMark

_ENCODER: Final = msgspec.json.Encoder(order="deterministic")
_ANSWER: Final = msgspec.json.Decoder(CheckedNow)
_CLAUSES: Final = msgspec.json.Decoder(dict[str, tuple[int, int]])

ClausePoints = dict[Clause, tuple[int, int]]
"""Right points and all points, by clause."""


def seen_digest(shown: SituationNow) -> bytes:
    """The digest of a situation as shown."""
    return sha256(_ENCODER.encode(shown)).digest()


def answer_digest(said: Said) -> bytes:
    """The digest of an answer."""
    return sha256(_ENCODER.encode(said)).digest()


def mark_of(found: CheckedNow, said: Said, at: int) -> TrainingMark:
    """An answer that was checked, to be kept."""
    points = found.points
    clauses: ClausePoints = {}
    for point in points:
        for clause in dict.fromkeys(point.clauses):
            right, of = clauses.get(clause, (0, 0))
            clauses[clause] = right + point.right, of + 1
    return TrainingMark(
        answered=at,
        right=sum(point.right for point in points),
        points=len(points),
        clauses=_ENCODER.encode(clauses),
        digest=answer_digest(said),
        marked=zlib.compress(_ENCODER.encode(found)),
    )


def unpacked(entry: TrainingEntry) -> CheckedNow:
    """A stored answer with its marks."""
    if entry.mark is None:
        raise InvariantBroken("a question without an answer is read as one")
    kept = _ANSWER.decode(zlib.decompress(entry.mark.marked))
    return structs.replace(kept, seconds=entry.seconds, again=entry.again)


def clause_points(packed: bytes) -> ClausePoints:
    """The clauses of an answer that was kept."""
    return _CLAUSES.decode(packed)
