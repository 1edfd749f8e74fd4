"""The value of each option of an irregularity to each box and to the house, before the decision.

The answer reveals nothing hidden from the reader: options are decided as a preview is, and their value is
calculated from face-up cards, in a process that gets nothing else.
"""

from typing import Any

from litestar import Controller, Response
from litestar.concurrency import sync_to_thread
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from pitboss.api.context import Context, Ctx
from pitboss.api.dry_run import TableDryRun
from pitboss.api.errors import RequestRefused
from pitboss.api.job_answers import answer_of
from pitboss.api.routes.preview import confirming_role, without_cards
from pitboss.api.routing import serves
from pitboss.api.wire import round_command
from pitboss.floor.commands import ActInRound
from pitboss.floor.tables.past_rounds import round_events
from pitboss.forecast.options import options_of
from pitboss.forecast.worth_question import WorthQuestion
from pitboss.messages import operations
from pitboss.messages.legal import WeighOptions
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round, evolve
from pitboss.round import commands as cmd
from pitboss.server.jobs import Jobs


class WorthRoutes(Controller):
    """Options that are weighed and not taken."""

    @serves(operations.worth)
    async def worth(
        self, ctx: Ctx, jobs: NamedDependency[Jobs], table: FromPath[str], data: JSONBody[WeighOptions]
    ) -> Response[Any]:
        """Every way in which a report may be decided, with the expected result of each box and of the house.

        Nothing is recorded. 202 with a count's id where it takes longer than an answer may.
        """
        question = await sync_to_thread(_question, ctx, table, data)
        return await weighed(jobs, ctx.who.signed_in.name, question)


async def weighed(jobs: Jobs, name: str, question: WorthQuestion) -> Response[Any]:
    """The answer of a worker process, which knows the question and nothing else of the table."""
    return await answer_of(jobs, jobs.count(name, question, "report"))


def _question(ctx: Context, table: str, data: WeighOptions) -> WorthQuestion:
    name = ctx.who.signed_in.name
    ctx.who.may("report")
    ctx.who.acting_on(ActInRound(table=table, act=round_command(data.act, name)))
    dry_run = TableDryRun(ctx.site, ctx.who, table)
    command = round_command(without_cards(data.act), name)
    before = dry_run.state.round
    if before is None:
        raise RequestRefused(refuse("no_preview", because("no_preview.worth", table=table)))

    def decided(command: cmd.Command) -> Round | Refusal:
        events = dry_run.act(command, confirming_role(dry_run.game, command))
        if isinstance(events, Refusal):
            return events
        after = before
        for event in round_events(iter(events)):
            after = evolve(after, event)
        return after

    return WorthQuestion(
        text=ctx.site.floor.rulebook.text_with_hash(dry_run.game.hashes.sheet),
        table=table,
        round=dry_run.state.number,
        version=dry_run.version,
        options=options_of(dry_run.game, before, command, decided),
    )
