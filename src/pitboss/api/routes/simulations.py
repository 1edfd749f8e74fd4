"""Simulated rounds over HTTP: begun for one person at a time, followed and cancelled as counts are."""

from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import JSONBody

from pitboss.analysis.model import AnalysisFault
from pitboss.api.context import Ctx, game_in_force
from pitboss.api.job_answers import begun, wrong_question
from pitboss.api.routing import serves
from pitboss.messages import operations
from pitboss.messages.answers import JobNow
from pitboss.messages.simulations import Simulate
from pitboss.server.jobs import Jobs
from pitboss.sheets.checks import SheetFault
from pitboss.simulation.question import SimulationQuestion, check_simulation


class SimulationRoutes(Controller):
    """Rounds dealt by the card with the sheet's own numbers, compared with the exact odds."""

    @serves(operations.simulate)
    async def simulate(
        self, ctx: Ctx, jobs: NamedDependency[Jobs], data: JSONBody[Simulate]
    ) -> Response[JobNow]:
        """Begin a run, which its id follows and cancels as a count; its result is the JSON of
        ``pitboss simulate --json``. Each person has one run at a time.
        """
        sheet = game_in_force(ctx.site, data.sheet).sheet.id
        question = SimulationQuestion(
            sheet=sheet,
            text=ctx.site.floor.rulebook.text_in_force(sheet),
            settings=data.settings,
            rounds=data.rounds,
            boxes=data.boxes,
            strategy=data.strategy,
            seed=data.seed or None,
        )
        try:
            check_simulation(question)
        except (AnalysisFault, SheetFault) as fault:
            raise wrong_question(fault.at_path) from None
        return begun(jobs.simulate(ctx.who.signed_in.name, question, "watch_table"))

    @serves(operations.newest_simulation, quick=True)
    def newest(self, ctx: Ctx, jobs: NamedDependency[Jobs]) -> JobNow | None:
        """The run that was begun last, as long as it can be read; to be followed by its id."""
        job = jobs.newest(ctx.who.signed_in.name, "simulation")
        return job.now() if job else None
