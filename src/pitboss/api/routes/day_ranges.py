"""Several gaming days over HTTP: their trend, and their figures as files."""

import base64
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, Literal

from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromQuery

from pitboss.analysis.model import CountProgress
from pitboss.api.context import Context, Ctx
from pitboss.api.errors import BadRequest
from pitboss.api.job_answers import answer_of
from pitboss.api.routing import serves
from pitboss.extras import needed_by
from pitboss.messages import operations
from pitboss.reason import because
from pitboss.reconcile.figures import DayFigures
from pitboss.reconcile.trend import MOST_DAYS, each_day, trend_data, trend_row
from pitboss.server.jobs import Jobs

FileForm = Literal["pdf", "parquet"]


class DayRangeRoutes(Controller):
    """For accounting and the regulator: days side by side, and days to take away."""

    @serves(operations.day_range)
    async def range(
        self, ctx: Ctx, jobs: NamedDependency[Jobs], first: FromQuery[date], last: FromQuery[date]
    ) -> Response[Any]:
        """One row per gaming day; a long range runs in the background and can be cancelled."""
        return await _each(ctx, jobs, first, last, lambda days: trend_data([trend_row(day) for day in days]))

    @serves(operations.day_file)
    async def file(
        self,
        ctx: Ctx,
        jobs: NamedDependency[Jobs],
        first: FromQuery[date],
        last: FromQuery[date],
        form: FromQuery[FileForm],
    ) -> Response[Any]:
        """Every figure as Parquet, or a document as PDF, in base64 in ``file``."""

        def made(days: Iterator[DayFigures]) -> dict[str, str]:
            with needed_by(f"A file of the kind {form}"):
                data = _parquet(days) if form == "parquet" else _pdf(ctx, days)
            return {"form": form, "file": base64.b64encode(data).decode()}

        return await _each(ctx, jobs, first, last, made)


async def _each(
    ctx: Context, jobs: Jobs, first: date, last: date, shown: Callable[[Iterator[DayFigures]], Any]
) -> Response[Any]:
    """A result over the gaming days of a range, computed by a job."""
    if last < first:
        raise BadRequest(because("bad_request.days_order", last=str(last), first=str(first)), "query.last")
    if (last - first).days >= MOST_DAYS:
        raise BadRequest(because("bad_request.days_most", most=MOST_DAYS), "query.last")

    def work(progress: CountProgress) -> Any:
        reached = [0, 1]

        def done(place: int, of: int) -> None:
            reached[:] = (place, of)
            progress("reconciling", place, of)

        def heard(position: int) -> None:
            progress("reconciling", *reached)

        floor = ctx.site.floor
        found = each_day(ctx.site.journal, first, last, done=done, progress=heard, snapshots=floor.snapshots)
        return shown(found)

    return await answer_of(jobs, jobs.record(ctx.who.signed_in.name, work, "read_reports"))


def _parquet(days: Iterator[DayFigures]) -> bytes:
    from pitboss.export.day_files import as_parquet

    return as_parquet(days)


def _pdf(ctx: Context, days: Iterator[DayFigures]) -> bytes:
    from pitboss.analysis.report.document import as_pdf
    from pitboss.export.day_files import as_document

    games = ctx.site.floor.rulebook.games.values()
    identity = next((game.sheet.identity for game in games), None)
    currency, zone = (identity.currency, identity.time_zone) if identity else ("dollars", "UTC")
    return as_pdf(as_document(list(days), currency, zone))
