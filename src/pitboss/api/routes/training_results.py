"""Results of training: everybody reads their own, supervisors read those of others."""

from typing import Annotated, Final

from litestar import Controller
from litestar.params import FromPath, FromQuery
from msgspec import Meta, Struct, convert

from pitboss.access.account import Account, account_name
from pitboss.api.context import Context, Ctx
from pitboss.api.errors import check_query, not_found
from pitboss.api.routing import serves
from pitboss.api.training_views import situation_now
from pitboss.invariant import InvariantBroken
from pitboss.messages import operations
from pitboss.messages.training import (
    AnswerKept,
    AnswerThen,
    SituationNow,
    TraineeNow,
    TrainingNow,
    TrainingPart,
)
from pitboss.reason import because
from pitboss.sheets import sheet_ids
from pitboss.store.training import TrainingEntry, TrainingTotals
from pitboss.time_zones import clock_text
from pitboss.training.marks import clause_points, missed_clauses, score_of, seen_digest, unpacked
from pitboss.training.situations import BOXES, KINDS, find_situation

_MOST: Final = 200
AnswersLimit = Annotated[int, Meta(ge=1, le=_MOST)]
BeforeMoment = Annotated[int, Meta(ge=0, le=2**62)]


class AnswersQuery(Struct, frozen=True):
    """Start and length of a page of answers."""

    limit: AnswersLimit
    before: BeforeMoment


class TrainingResultRoutes(Controller):
    """Answers of trainees and their marks."""

    @serves(operations.trainees)
    def trainees(self, ctx: Ctx) -> list[TraineeNow]:
        """Every account with an answer, the newest first."""
        parts = dict[str, list[TrainingTotals]]()
        for each in ctx.site.private.training.totals():
            parts.setdefault(each.account, []).append(each)
        newest = sorted(parts.items(), key=lambda item: -max(part.last for part in item[1]))
        return [
            TraineeNow(
                name=name,
                roles=_roles(ctx, name),
                score=score_of(totals),
                last=_time(ctx, max(part.last for part in totals)),
            )
            for name, totals in newest
        ]

    @serves(operations.training)
    def trainee(self, ctx: Ctx, name: FromPath[str]) -> TrainingNow:
        """Progress by game, kind and level, and the clauses that were missed."""
        account, store = _readable(ctx, name), ctx.site.private.training
        totals = store.totals(account.name)
        return TrainingNow(
            name=account.name,
            roles=account.roles,
            score=score_of(totals),
            last=_time(ctx, max(part.last for part in totals)) if totals else None,
            parts=tuple(_part(each) for each in sorted(totals, key=_in_order)),
            missed=missed_clauses(store.clauses(account.name)),
            open=store.open(account.name),
        )

    @serves(operations.answers)
    def answers(
        self,
        ctx: Ctx,
        name: FromPath[str],
        before: FromQuery[BeforeMoment] = 2**62,
        limit: FromQuery[AnswersLimit] = _MOST,
    ) -> list[AnswerKept]:
        """The newest first; a page begins before the cursor of the last answer on the one before."""
        account, store = _readable(ctx, name), ctx.site.private.training
        check_query(AnswersQuery, {"limit": limit, "before": before})
        return [_kept(ctx, entry) for entry in store.answers(account.name, before, limit)]

    @serves(operations.answer_then)
    def answer(self, ctx: Ctx, name: FromPath[str], question: FromPath[str]) -> AnswerThen:
        """An answer with its question and its marks, point by point."""
        account = _readable(ctx, name)
        entry = ctx.site.private.training.find(question)
        if entry is None or entry.mark is None or entry.question.account != account.name:
            raise not_found(because("not_found.answer", question=question, name=account.name))
        return AnswerThen(_kept(ctx, entry), unpacked(entry), _still(entry))

    @serves(operations.erase_training)
    def erase(self, ctx: Ctx, name: FromPath[str]) -> None:
        """Erase every question and answer of an account, of somebody who has left for instance."""
        if not ctx.site.private.training.erase(name):
            raise not_found(because("not_found.results", name=name))


def _readable(ctx: Context, name: str) -> Account:
    """The account whose results the sender may read: their own, or any for a supervisor."""
    who = ctx.who.signed_in
    if who.means == "token" or account_name(name) != who.name:
        ctx.who.acting("read_training")
    account = ctx.site.people.account(name)
    if account is None:
        raise not_found(because("no_such_account", name=name))
    return account


def _roles(ctx: Context, name: str) -> tuple[str, ...]:
    account = ctx.site.people.account(name)
    return account.roles if account else ()


def _time(ctx: Context, micro: int) -> str:
    return clock_text(micro, ctx.site.floor.zone)


def _in_order(totals: TrainingTotals) -> tuple[str, int, int]:
    """By sheet, then in the order of a mixed set, then from the easiest level on."""
    kinds, levels = list[str](KINDS), ["", *BOXES]
    return totals.sheet, kinds.index(totals.kind), levels.index(totals.level)


def _part(totals: TrainingTotals) -> TrainingPart:
    found = {"sheet": totals.sheet, "kind": totals.kind, "level": totals.level or None}
    return convert({**found, "score": score_of((totals,))}, TrainingPart, from_attributes=True)


def _kept(ctx: Context, entry: TrainingEntry) -> AnswerKept:
    asked, mark = entry.question, entry.mark
    if mark is None:
        raise InvariantBroken("a question without an answer is listed as one")
    return convert(
        {
            "question": asked.id,
            "sheet": asked.sheet,
            "kind": asked.kind,
            "level": asked.level or None,
            "situation": asked.situation,
            "at": _time(ctx, mark.answered),
            "cursor": str(mark.answered),
            "seconds": entry.seconds,
            "right": mark.right,
            "points": mark.points,
            "again": entry.again,
            "missed": [clause for clause, (right, of) in clause_points(mark.clauses).items() if right < of],
        },
        AnswerKept,
    )


def _still(entry: TrainingEntry) -> SituationNow | None:
    """The situation as shown, if it is still the same."""
    asked = entry.question
    found = find_situation(asked.sheet, asked.situation) if asked.sheet in sheet_ids() else None
    shown = situation_now(found) if found else None
    return shown if shown and seen_digest(shown) == asked.shown else None
