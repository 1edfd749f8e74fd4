"""The application of a floor: its routes and middleware, and what routes depend on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from pitboss import __version__
from pitboss.api.authentication import recognise
from pitboss.api.bodies import StrictRequest, check_address
from pitboss.api.context import Context, Ctx
from pitboss.api.errors import HANDLERS, RequestRefused, on_refused
from pitboss.api.middleware.addresses import ClientAddress
from pitboss.api.middleware.admission import Admission
from pitboss.api.middleware.cached_answers import PublicAnswers
from pitboss.api.middleware.deadline import Deadline
from pitboss.api.middleware.guard import Guard
from pitboss.api.middleware.gzip import Gzip
from pitboss.api.middleware.rate_limit import RateLimits
from pitboss.api.middleware.requests import RequestLog, note
from pitboss.api.refused_attempts import RefusedAttempts, sent_by
from pitboss.api.responses import JsonResponse
from pitboss.api.routes.about import FloorRoutes
from pitboss.api.routes.cards import CardRoutes
from pitboss.api.routes.felts import FeltRoutes
from pitboss.api.routes.floor_stream import FloorStreamRoutes
from pitboss.api.routes.lab import CountRoutes, LabRoutes
from pitboss.api.routes.legal import LegalRoutes
from pitboss.api.routes.links import LinkRoutes
from pitboss.api.routes.log import LogRoutes
from pitboss.api.routes.money import MoneyRoutes
from pitboss.api.routes.ops import OperationsRoutes
from pitboss.api.routes.pages import PageRoutes, on_not_found
from pitboss.api.routes.people import AccountRoutes
from pitboss.api.routes.preview import PreviewRoutes
from pitboss.api.routes.proposals import ProposalRoutes, about_proposal
from pitboss.api.routes.ratings import RatingRoutes
from pitboss.api.routes.reports import ReportRoutes
from pitboss.api.routes.rounds import RoundRoutes
from pitboss.api.routes.seating import SeatingRoutes
from pitboss.api.routes.session import EnrolmentRoutes, PlayerRoutes, SessionRoutes
from pitboss.api.routes.sheets import SheetRoutes
from pitboss.api.routes.tables import TableRoutes
from pitboss.api.routes.train import TrainingRoutes
from pitboss.api.schema import RENDERED, schema_router
from pitboss.api.streams import Reader
from pitboss.messages.answers import Envelope
from pitboss.server.jobs import Jobs
from pitboss.server.site import Site

MOST_BYTES: Final = 64 * 1024
"""The longest body that a request may have."""


ROUTES: Final = (
    FloorRoutes,
    LogRoutes,
    TableRoutes,
    LegalRoutes,
    PreviewRoutes,
    SeatingRoutes,
    FloorStreamRoutes,
    FeltRoutes,
    MoneyRoutes,
    CardRoutes,
    RatingRoutes,
    LinkRoutes,
    RoundRoutes,
    ReportRoutes,
    SheetRoutes,
    TrainingRoutes,
    LabRoutes,
    CountRoutes,
    SessionRoutes,
    EnrolmentRoutes,
    PlayerRoutes,
    AccountRoutes,
    ProposalRoutes,
    OperationsRoutes,
    PageRoutes,
)
"""Every controller of the API."""


def create_server(site: Site, bound: str = "") -> ASGIApp:
    """The application with its middleware: client addresses, request log, guard, admission control, gzip."""
    server, limits = site.config.server, RateLimits()
    zipped = Gzip(Deadline(create_app(site, limits)))
    public = PublicAnswers(zipped, lambda: site.news.change)
    served = Admission(zipped, site.doors, site.load, site.metrics, public, limits)
    return ClientAddress(RequestLog(Guard(served, server.hosts, bound), site.metrics), server.proxies)


def create_app(site: Site, limits: RateLimits | None = None) -> Litestar:
    """The application of one server: routes, dependencies, exception handlers and the schema."""
    jobs, attempts = Jobs(), RefusedAttempts(site)
    limited = limits or RateLimits()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        site.start(asyncio.get_running_loop())
        try:
            yield
        finally:
            await jobs.close()
            await asyncio.to_thread(site.stop)

    async def before(request: Request[Any, Any, Any]) -> None:
        await limited.place(request)
        check_address(request)

    def on_refused_attempt(request: Request[Any, Any, Any], error: RequestRefused) -> Response[Envelope]:
        attempts.note(request, error)
        return on_refused(request, error)

    return Litestar(
        ROUTES,
        dependencies=_dependencies(site, limited, jobs),
        before_request=before,
        request_class=StrictRequest,
        response_class=JsonResponse,
        exception_handlers=HANDLERS | {NotFoundException: on_not_found, RequestRefused: on_refused_attempt},
        lifespan=[running],
        logging_config=None,
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=__version__,
            openapi_router=schema_router(limited.place),
            render_plugins=RENDERED,
            use_handler_docstrings=True,
        ),
    )


def _dependencies(site: Site, limits: RateLimits, jobs: Jobs) -> dict[str, Provide]:
    """What routes may ask for by name. Functions and no methods: Litestar copies what it holds."""

    async def provide_ctx(request: Request[Any, Any, Any]) -> Context:
        who = await recognise(site.doors, site.threads.recognising, request)
        if who.principal:
            note(request.scope, who=who.principal.name)
            sent_by(request.scope, who.principal)
            limits.account(who.principal.name)
        return Context(site, who, request)

    def provide_reader(ctx: Ctx) -> Reader:
        limits.stream(ctx.request, ctx.who.principal.name if ctx.who.principal else None)
        return Reader(site.doors, ctx.who, site.load)

    return {
        "site": Provide(lambda: site, sync_to_thread=False),
        "ctx": Provide(provide_ctx),
        "about": Provide(about_proposal, sync_to_thread=False),
        "reader": Provide(provide_reader, sync_to_thread=False),
        "jobs": Provide(lambda: jobs, sync_to_thread=False),
    }
