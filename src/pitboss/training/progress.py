"""Progress of a trainee: scores by game, kind and level, and the clauses that were missed."""

from collections.abc import Iterable

from pitboss.messages.training import ClauseScore, TrainingScore
from pitboss.store.training import TrainingTotals
from pitboss.training.marks import clause_points


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
