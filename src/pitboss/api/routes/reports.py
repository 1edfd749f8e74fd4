"""Signed checkpoints, and the reports of a gaming day, of liabilities and of hits."""

from collections.abc import Callable
from datetime import date, tzinfo
from typing import Annotated, Any, Final

from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec import Meta

from pitboss.analysis.model import CountProgress
from pitboss.api import job_answers
from pitboss.api.bodies import day_given
from pitboss.api.context import Context, Ctx, link_of
from pitboss.api.errors import RequestRefused
from pitboss.api.job_answers import answer_of, answer_so_far, by_position
from pitboss.api.record_reads import RecordReads
from pitboss.api.routing import serves
from pitboss.api.second_person import vouched
from pitboss.floor import Order
from pitboss.floor.commands import EndGamingDay, SignOffGamingDay
from pitboss.floor.log.watch import LogWatch
from pitboss.jackpots import Link
from pitboss.jackpots.queue import shown, units
from pitboss.messages import operations
from pitboss.messages.answers import RecordedNow
from pitboss.messages.reports import (
    CheckpointNow,
    CloseDay,
    DayClosing,
    DaysHeld,
    HitNow,
    LiabilityNow,
    SignOffDay,
)
from pitboss.money import format_cents, format_exact
from pitboss.projection import project
from pitboss.refusal import Refusal
from pitboss.server.jobs import Jobs
from pitboss.server.site import Site
from pitboss.store.checkpoint import Checkpoint
from pitboss.time_zones import clock_text

_CHECKPOINTS: Final = 50
LinkName = Annotated[str, Meta(min_length=1, max_length=200)]


class ReportRoutes(Controller):
    """For accounting, surveillance and the regulator."""

    @serves(operations.checkpoints)
    async def signed_checkpoints(self, ctx: Ctx, record: NamedDependency[RecordReads]) -> list[CheckpointNow]:
        """The newest of the journal, the last first."""
        return await record.read(ctx.who, _signed, ctx.site)

    @serves(operations.days)
    async def days(self, ctx: Ctx, record: NamedDependency[RecordReads]) -> DaysHeld:
        """The days that have a report."""
        return await record.read(ctx.who, _days_held, ctx.site)

    @serves(operations.close_day)
    async def close_day(
        self, ctx: Ctx, jobs: NamedDependency[Jobs], data: JSONBody[CloseDay]
    ) -> Response[Any]:
        """Reconcile a finished gaming day and close it if it balances; later entries belong to another day.

        If only counted chips differ, a reason closes it with the difference. For entries out of
        order, a second person of another department also signs, with a password. A long day
        is reconciled in the background: the answer says where to follow it.
        """
        day = day_given(data.day, "day")
        by, second = ctx.who.acting_on(EndGamingDay(day=day)), None
        if data.second:
            second = (await vouched(ctx.site, ctx.request, data.second, "second")).acting("sign_off_day")

        def work(progress: CountProgress) -> DayClosing:
            from pitboss.reconcile.closing import close_gaming_day

            heard = by_position(progress, "reconciling", ctx.site.journal)
            answer = close_gaming_day(
                ctx.site.floor, day, by, data.id, reason=data.reason, second=second, progress=heard
            )
            if isinstance(answer, Refusal):
                return DayClosing(data.day, answer.code, answer.message, answer.reason)
            return DayClosing(data.day)

        job = jobs.record(ctx.who.signed_in.name, work, "close_day")
        await jobs.wait(job, job_answers.AT_ONCE)
        if isinstance(job.result, DayClosing) and job.result.reason:
            raise RequestRefused(Refusal(job.result.code, job.result.reason, ()))
        return answer_so_far(job)

    @serves(operations.sign_off_day)
    async def sign_off(self, ctx: Ctx, data: JSONBody[SignOffDay]) -> RecordedNow:
        """Two people of two departments answer for a closed day; both sign in one request, at one screen."""
        by = ctx.who.acting("sign_off_day")
        day = day_given(data.day, "day")
        second = (await vouched(ctx.site, ctx.request, data.second, "second")).acting("sign_off_day")
        command = SignOffGamingDay(day=day, second=second, note=data.note)
        return await ctx.execute_async(Order(command=command, by=by, id=data.id))

    @serves(operations.day_rows)
    async def day_rows(self, ctx: Ctx, jobs: NamedDependency[Jobs], date: FromQuery[date]) -> Response[Any]:
        """Every figure as a row for a spreadsheet; ``docs/how-to/operator/reconcile.md`` has the header."""
        from pitboss.reconcile.rows import HEADER, rows

        return await _reconciled(ctx, jobs, date, lambda day: [HEADER, *rows(day)])

    @serves(operations.day)
    async def day(self, ctx: Ctx, jobs: NamedDependency[Jobs], date: FromQuery[date]) -> Response[Any]:
        """Every figure of a day by table, shift and link, contributions too, and what does not agree."""
        from pitboss.reconcile.rows import as_data

        zone = ctx.site.floor.zone
        return await _reconciled(ctx, jobs, date, lambda found: _by_the_clock(as_data(found), zone))

    @serves(operations.liability)
    def liability(self, ctx: Ctx) -> list[LiabilityNow]:
        """The money that each link holds now."""
        return [_liability(ctx.site, link) for link in _links(ctx.site)]

    @serves(operations.hits)
    def hits(self, ctx: Ctx, link: FromQuery[LinkName | None] = None) -> list[HitNow]:
        """Every slip of a link, or of all, the newest first."""
        if link is not None:
            link_of(ctx.site.floor, link)
        return [hit for found in _links(ctx.site) if link in (None, found.id) for hit in _hits(found)]


def _signed(site: Site) -> list[CheckpointNow]:
    watch = LogWatch(site.journal, site.config.witnesses)
    watch.look()
    return [_checkpoint(each, cosigned, site.floor.zone) for each, cosigned in watch.signed(_CHECKPOINTS)]


def _days_held(site: Site) -> DaysHeld:
    from pitboss.reconcile.gaming_days import days_held

    held = days_held(site.journal)
    days = site.floor.days()
    return DaysHeld(
        today=str(site.floor.day_of(site.floor.clock()).date),
        first=str(held[0]) if held else None,
        last=str(held[1]) if held else None,
        closed=str(days.closed) if days and days.closed else None,
        unsigned=tuple(map(str, days.unsigned)) if days else (),
    )


def _by_the_clock(day: dict[str, Any], zone: tzinfo) -> dict[str, Any]:
    """The day with the times of its closing and sign-off by the house's clock, wherever it is read."""
    for name in ("closed", "signed"):
        if done := day[name]:
            done["time"] = clock_text(done["at"], zone)
    return day


async def _reconciled(ctx: Context, jobs: Jobs, day: date, shown: Callable[[Any], Any]) -> Response[Any]:
    """A gaming day in some form, computed by a job."""

    def work(progress: CountProgress) -> Any:
        from pitboss.reconcile.reconcile import reconcile

        heard, kept = by_position(progress, "reconciling", ctx.site.journal), ctx.site.floor.snapshots
        return shown(reconcile(ctx.site.journal, day, heard, snapshots=kept))

    return await answer_of(jobs, jobs.record(ctx.who.signed_in.name, work, "read_reports"))


def _checkpoint(found: Checkpoint, cosigned: int, zone: tzinfo) -> CheckpointNow:
    return CheckpointNow(
        size=found.size,
        position=found.position,
        time=clock_text(found.time, zone),
        root=found.head.root.hex(),
        key=found.key.hex(),
        cosigned=cosigned,
        signed=found.signed_by_its_key(),
    )


def _links(site: Site) -> list[Link]:
    found = (site.floor.link(name) for name in site.floor.link_names())
    return [link for link in found if link]


def _liability(site: Site, link: Link) -> LiabilityNow:
    games = site.floor.rulebook.games
    unpaid = sum(unit.paid for unit in units(games, link))
    return LiabilityNow(
        link=link.id,
        displayed=format_exact(shown(games, link)),
        pool=format_exact(link.pool),
        reserve=format_exact(link.reserve),
        overflow=format_exact(link.overflow),
        liability=format_exact(link.pool + link.reserve + link.overflow),
        unpaid=format_cents(unpaid),
        claims=len(link.unpaid),
        hits=link.meters.hits,
        wins=format_cents(link.meters.wins),
        closed=link.closed,
    )


def _hits(link: Link) -> list[HitNow]:
    return [
        project(
            HitNow,
            slip,
            link=link.id,
            slip=slip.number,
            displayed=format_exact(slip.value),
            amount=format_cents(slip.amount),
            prepared_by=slip.prepared_by.name,
            signed_by=tuple(person.name for person in slip.signatures),
            clauses=slip.cited.clauses,
            reversed=slip.number in link.reversed_slips,
        )
        for slip in reversed(link.slips)
    ]
