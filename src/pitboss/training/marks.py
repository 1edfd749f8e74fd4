"""Marks of training answers: digests of what was shown and said, points by clause, the answer packed.

Progress of a trainee: scores by game, kind and level, and the clauses that were missed.
"""

import zlib
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import structs

from pitboss.citation import Clause
from pitboss.invariant import InvariantBroken
from pitboss.messages.training import CheckedNow, ClauseScore, Said, SituationNow, TrainingScore
from pitboss.store.training import TrainingEntry, TrainingMark, TrainingTotals

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


def score_of(totals: Iterable[TrainingTotals]) -> TrainingScore:
    """Several totals added up."""
    answers = whole = right = points = seconds = again = 0
    for each in totals:
        answers, whole, right = answers + each.answers, whole + each.whole, right + each.right
        points, seconds, again = points + each.points, seconds + each.seconds, again + each.again
    return TrainingScore(
        answers=answers, whole=whole, right=right, points=points, seconds=seconds, again=again
    )


def missed_clauses(answers: Iterable[tuple[str, bytes]]) -> tuple[ClauseScore, ...]:
    """The score of every clause with a wrong point, the weakest first; answers are sheets with clauses."""
    found = dict[tuple[str, str], tuple[int, int]]()
    for sheet, packed in answers:
        for clause, (right, of) in clause_points(packed).items():
            before, all_before = found.get((sheet, clause), (0, 0))
            found[sheet, clause] = before + right, all_before + of
    missed = [
        ClauseScore(sheet=sheet, clause=clause, right=right, points=points)
        for (sheet, clause), (right, points) in found.items()
        if right < points
    ]
    return tuple(sorted(missed, key=lambda one: (one.right / one.points, -one.points, one.sheet, one.clause)))
