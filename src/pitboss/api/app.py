"""The application of a floor: its routes and middleware, and what routes depend on."""

import asyncio
import traceback
from functools import cache
from typing import Any, Final, NamedTuple

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Receive, Send

from pitboss import __version__
from pitboss.api.authentication import recognise
from pitboss.api.bodies import StrictRequest, check_address
from pitboss.api.context import Context, Ctx
from pitboss.api.direct import JsonResponse
from pitboss.api.errors import HANDLERS, RequestRefused, on_refused
from pitboss.api.middleware.addresses import ClientAddress
from pitboss.api.middleware.admission import Admission
from pitboss.api.middleware.cached_answers import PublicAnswers
from pitboss.api.middleware.deadline import Deadline
from pitboss.api.middleware.guard import Guard
from pitboss.api.middleware.gzip import Gzip
from pitboss.api.middleware.rate_limit import RateLimits
from pitboss.api.middleware.requests import RequestLog, note
from pitboss.api.other_process import OtherProcesses, mark_of
from pitboss.api.record_reads import RecordReads, record_reads
from pitboss.api.refused_attempts import RefusedAttempts, note_sender
from pitboss.api.routes.about import FloorRoutes
from pitboss.api.routes.audits import AuditRoutes
from pitboss.api.routes.cards import CardRoutes
from pitboss.api.routes.coach import CoachRoutes
from pitboss.api.routes.day_ranges import DayRangeRoutes
from pitboss.api.routes.felts import FeltRoutes
from pitboss.api.routes.floor_stream import FloorStreamRoutes
from pitboss.api.routes.lab import CountRoutes, LabRoutes, provide_asked, provide_asked_with_link, provide_lab
from pitboss.api.routes.legal import LegalRoutes
from pitboss.api.routes.links import LinkRoutes
from pitboss.api.routes.log import LogRoutes
from pitboss.api.routes.money import MoneyRoutes
from pitboss.api.routes.ops import OperationsRoutes
from pitboss.api.routes.pages import PageRoutes, on_not_found
from pitboss.api.routes.people import AccountRoutes
from pitboss.api.routes.pit import PitRoutes
from pitboss.api.routes.play import OwnPlayRoutes, PlayOfPlayersRoutes
from pitboss.api.routes.preview import PreviewRoutes
from pitboss.api.routes.proposals import ProposalRoutes, about_proposal
from pitboss.api.routes.ratings import RatingRoutes
from pitboss.api.routes.reports import ReportRoutes
from pitboss.api.routes.rounds import RoundRoutes
from pitboss.api.routes.seating import SeatingRoutes
from pitboss.api.routes.session import EnrolmentRoutes, PlayerRoutes, SessionRoutes
from pitboss.api.routes.sheets import SheetRoutes
from pitboss.api.routes.simulations import SimulationRoutes
from pitboss.api.routes.tables import TableRoutes
from pitboss.api.routes.train import TrainingRoutes
from pitboss.api.routes.training_results import TrainingResultRoutes
from pitboss.api.routes.worth import WorthRoutes
from pitboss.api.schema import RENDERED, schema_router
from pitboss.api.streams import Reader
from pitboss.messages.answers import Envelope
from pitboss.server.jobs import Jobs
from pitboss.server.processes import ServerPlace
from pitboss.server.site import Site

MOST_BYTES: Final = 64 * 1024
"""The longest body that a request may have."""


ROUTES: Final = (
    FloorRoutes,
    LogRoutes,
    TableRoutes,
    LegalRoutes,
    PreviewRoutes,
    WorthRoutes,
    SeatingRoutes,
    FloorStreamRoutes,
    FeltRoutes,
    MoneyRoutes,
    CardRoutes,
    RatingRoutes,
    LinkRoutes,
    RoundRoutes,
    ReportRoutes,
    AuditRoutes,
    DayRangeRoutes,
    SheetRoutes,
    TrainingRoutes,
    TrainingResultRoutes,
    CoachRoutes,
    LabRoutes,
    CountRoutes,
    SimulationRoutes,
    SessionRoutes,
    EnrolmentRoutes,
    PlayerRoutes,
    OwnPlayRoutes,
    PlayOfPlayersRoutes,
    AccountRoutes,
    PitRoutes,
    ProposalRoutes,
    OperationsRoutes,
    PageRoutes,
)
"""Every controller of the API."""


def create_server(site: Site, bound: str = "", place: ServerPlace | None = None) -> ASGIApp:
    """The application with its middleware: client addresses, request log, guard, admission control, gzip.

    ``place`` is that of its process, if several serve one port.
    """
    server, limits = site.config.server, RateLimits()
    zipped = Gzip(Deadline(ServedApp(site, limits, place)))
    public = PublicAnswers(zipped, lambda: site.news.change)
    served = Admission(zipped, site.doors, site.load, site.metrics, public, limits)
    return ClientAddress(RequestLog(Guard(served, server.hosts, bound), site.metrics), server.proxies)


class Served(NamedTuple):
    """Per-server dependencies of requests."""

    site: Site
    limits: RateLimits
    jobs: Jobs
    attempts: RefusedAttempts
    record: RecordReads


class ServedApp:
    """The application of one server: starts and stops its site, and gives each request what it depends on."""

    def __init__(self, site: Site, limits: RateLimits, place: ServerPlace | None = None) -> None:
        record = record_reads(site.threads)
        self._served = Served(site, limits, Jobs(), RefusedAttempts(site), record)
        self._others: OtherProcesses | None = None
        if place:
            self._others, self._served.jobs.mark = OtherProcesses(place), mark_of(place)
        self._routes = routes()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request, or start and stop with the web server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if self._others and (holder := self._others.holder(scope["path"])) is not None:
            await self._others.pass_on(holder, scope, receive, send)
            return
        scope[_SERVED] = self._served
        if scope["method"] == "HEAD" and not scope["path"].endswith("/stream"):
            # As GET, of which the web server then sends the headers alone. A stream has no end to wait for.
            scope = scope | {"method": "GET"}
        await self._routes(scope, receive, send)

    async def _live(self, receive: Receive, send: Any) -> None:
        await receive()
        try:
            self._served.site.start(asyncio.get_running_loop())
        except Exception:
            await send({"type": "lifespan.startup.failed", "message": traceback.format_exc()})
            raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._served.jobs.close()
        if self._others:
            await self._others.close()
        await asyncio.to_thread(self._served.site.stop)
        await send({"type": "lifespan.shutdown.complete"})


@cache
def routes() -> Litestar:
    """The routes and the schema, compiled once for every server of a process."""
    return Litestar(
        ROUTES,
        dependencies=_DEPENDENCIES,
        before_request=_before,
        request_class=StrictRequest,
        response_class=JsonResponse,
        exception_handlers=HANDLERS | {NotFoundException: on_not_found, RequestRefused: _on_refused_attempt},
        logging_config=None,
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=__version__,
            openapi_router=schema_router(_limit_place),
            render_plugins=RENDERED,
            use_handler_docstrings=True,
        ),
    )


_SERVED: Final = "pitboss_served"


def _served(request: Request[Any, Any, Any]) -> Served:
    served: Served = request.scope[_SERVED]  # type: ignore[typeddict-item]
    return served


async def _limit_place(request: Request[Any, Any, Any]) -> None:
    await _served(request).limits.place(request)


async def _before(request: Request[Any, Any, Any]) -> None:
    await _limit_place(request)
    check_address(request)


def _on_refused_attempt(request: Request[Any, Any, Any], error: RequestRefused) -> Response[Envelope]:
    _served(request).attempts.note(request, error)
    return on_refused(request, error)


async def _provide_ctx(request: Request[Any, Any, Any]) -> Context:
    site, limits, *_ = _served(request)
    who = await recognise(site.doors, site.threads.recognising, request)
    if who.principal:
        note(request.scope, who=who.principal.name)
        note_sender(request.scope, who.principal)
        limits.account(who.principal.name)
    return Context(site, who, request)


def _provide_reader(ctx: Ctx) -> Reader:
    site, limits, *_ = _served(ctx.request)
    limits.stream(ctx.request, ctx.who.principal.name if ctx.who.principal else None)
    return Reader(site.doors, ctx.who, site.load)


def _provide_site(request: Request[Any, Any, Any]) -> Site:
    return _served(request).site


def _provide_limits(request: Request[Any, Any, Any]) -> RateLimits:
    return _served(request).limits


def _provide_record(request: Request[Any, Any, Any]) -> RecordReads:
    return _served(request).record


def _provide_jobs(request: Request[Any, Any, Any]) -> Jobs:
    return _served(request).jobs


_DEPENDENCIES: Final = {
    "site": Provide(_provide_site, sync_to_thread=False),
    "ctx": Provide(_provide_ctx),
    "about": Provide(about_proposal, sync_to_thread=False),
    "reader": Provide(_provide_reader, sync_to_thread=False),
    "limits": Provide(_provide_limits, sync_to_thread=False),
    "record": Provide(_provide_record, sync_to_thread=False),
    "jobs": Provide(_provide_jobs, sync_to_thread=False),
    "lab": Provide(provide_lab, sync_to_thread=False),
    "asked": Provide(provide_asked, sync_to_thread=False),
    "asked_with_link": Provide(provide_asked_with_link, sync_to_thread=False),
}
"""Dependencies that routes request by name."""
