"""Training: the server asks a question, keeps what the trainee says of it, and marks it by the engine.

The browser is not believed: a question belongs to the account that it was asked of, its time runs on the
server from the first asking, and it is answered once. Results are read in
:mod:`pitboss.api.routes.training_results`.
"""

import secrets
from typing import Final

from litestar import Controller
from litestar.params import FromPath, JSONBody

from pitboss.api.context import Context, Ctx
from pitboss.api.errors import RequestRefused, not_found
from pitboss.api.routing import serves
from pitboss.api.training_views import checked, situation_now
from pitboss.floor.tables.play import MINUTE
from pitboss.messages import operations
from pitboss.messages.texts import SituationKind
from pitboss.messages.training import AskQuestion, CheckedNow, ClauseToTrain, QuestionNow, Said
from pitboss.reason import because
from pitboss.refusal import refuse
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.register import number_of
from pitboss.store.training import MOST_A_DAY, TrainingEntry, TrainingQuestion
from pitboss.training.marks import answer_digest, mark_of, seen_digest, unpacked
from pitboss.training.situations import choose, find_situation, own_seed, places

_DAY: Final = 24 * 60 * MINUTE


class TrainingRoutes(Controller):
    """For dealers who learn."""

    @serves(operations.clauses_to_train)
    def clauses(self, ctx: Ctx, sheet: FromPath[str]) -> list[ClauseToTrain]:
        """The clauses of a sheet about which there are situations, with their kinds."""
        trained = _trained(ctx, sheet)
        if trained is None:
            raise not_found(because("no_such_sheet.trained", sheet=sheet))
        kinds = dict[str, set[SituationKind]]()
        for place in places(trained):
            for clause in place.clauses:
                kinds.setdefault(number_of(clause), set()).add(place.kind)
        game = load(trained)
        return [
            ClauseToTrain(clause, entry.gist, tuple(sorted(kinds[clause])))
            for clause, entry in game.register.items()
            if clause in kinds
        ]

    @serves(operations.question)
    def ask(self, ctx: Ctx, sheet: FromPath[str], data: JSONBody[AskQuestion]) -> QuestionNow:
        """Get a situation: the seed chooses the account's own set, the number a situation of it.

        An open question is repeated unchanged, and its time keeps running.
        """
        account, store, now = _trainee(ctx), ctx.site.private.training, ctx.site.clock()
        trained, seed = _trained(ctx, sheet), own_seed(account, data.seed)
        found = choose(trained, data.kind, data.clause, seed, data.number, data.level) if trained else None
        if found is None:
            raise not_found(because("not_found.situation", sheet=sheet))
        if store.answered_since(account, now - _DAY) >= MOST_A_DAY:
            raise RequestRefused(refuse("trained_enough", because("trained_enough", most=MOST_A_DAY)))
        shown = situation_now(found)
        asked = store.ask(
            TrainingQuestion(
                id=secrets.token_hex(16),
                account=account,
                sheet=found.place.sheet,
                situation=found.place.id,
                kind=found.place.kind,
                level=found.place.level or "",
                shown=seen_digest(shown),
                asked=now,
            )
        )
        return QuestionNow(asked.id, max(0, now - asked.asked) // 1_000_000, shown)

    @serves(operations.answer)
    def answer(
        self, ctx: Ctx, sheet: FromPath[str], question: FromPath[str], data: JSONBody[Said]
    ) -> CheckedNow:
        """Mark an answer point by point, with reasons and clauses; a repeat returns the first marking."""
        account, store = _trainee(ctx), ctx.site.private.training
        entry = store.find(question)
        if entry is None or entry.question.account != account or entry.question.sheet != _trained(ctx, sheet):
            raise not_found(because("not_found.question", question=question, sheet=sheet, name=account))
        if entry.mark is None:
            asked = entry.question
            found = find_situation(asked.sheet, asked.situation)
            if found is None or seen_digest(situation_now(found)) != asked.shown:
                raise RequestRefused(refuse("question_outdated", because("question_outdated")))
            store.answer(question, account, mark_of(checked(found, data), data, ctx.site.clock()))
            # The first of two answers that arrive together is the one that counts.
            entry = store.find(question)
        return _first_answer(entry, data)


def _first_answer(entry: TrainingEntry | None, said: Said) -> CheckedNow:
    """The marked answer, unless the answer sent now differs."""
    if entry is None or entry.mark is None:
        raise not_found(because("not_found.erased"))
    if entry.mark.digest != answer_digest(said):
        raise RequestRefused(refuse("question_answered", because("question_answered")))
    return unpacked(entry)


def _trainee(ctx: Context) -> str:
    """The account of a person who trains; a device learns nothing."""
    ctx.who.may("watch_table")
    if ctx.who.signed_in.means == "token":
        raise RequestRefused(refuse("role_too_low", because("role_too_low.training")))
    return ctx.who.signed_in.name


def _trained(ctx: Context, sheet: str) -> str | None:
    """The id of a sheet that is in force here, and in the library with its round files."""
    game = ctx.site.floor.rulebook.named(sheet)
    return game.sheet.id if game and game.sheet.id in sheet_ids() else None
