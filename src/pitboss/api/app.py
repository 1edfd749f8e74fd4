"""The application: routes, envelope, who asks, and the site behind it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from pitboss import __version__
from pitboss.api.authentication import recognise
from pitboss.api.bodies import StrictRequest, check_address
from pitboss.api.context import Context, Ctx
from pitboss.api.errors import HANDLERS, Refused, on_refused
from pitboss.api.middleware.addresses import ClientAddress
from pitboss.api.middleware.admission import Admission
from pitboss.api.middleware.cached_answers import PublicAnswers
from pitboss.api.middleware.deadline import Deadline
from pitboss.api.middleware.guard import Guard
from pitboss.api.middleware.gzip import Zipped
from pitboss.api.middleware.rate_limit import Often
from pitboss.api.middleware.requests import Requests, note
from pitboss.api.refused_attempts import RefusedAttempts, sent_by
from pitboss.api.responses import JsonResponse
from pitboss.api.routes.about import About
from pitboss.api.routes.cards import CardsAtTable
from pitboss.api.routes.felts import Felts
from pitboss.api.routes.floor_stream import FloorStream
from pitboss.api.routes.lab import Counts, Lab
from pitboss.api.routes.legal import Questions
from pitboss.api.routes.links import Links
from pitboss.api.routes.log import Log
from pitboss.api.routes.money import Money
from pitboss.api.routes.ops import Operations
from pitboss.api.routes.pages import Pages, on_not_found
from pitboss.api.routes.people import Accounts
from pitboss.api.routes.preview import Previews
from pitboss.api.routes.proposals import TwoPeople, about_proposal
from pitboss.api.routes.ratings import RatingsOf
from pitboss.api.routes.reports import Reports
from pitboss.api.routes.rounds import Rounds
from pitboss.api.routes.seating import Seating
from pitboss.api.routes.session import Enrolments, Players, Sessions
from pitboss.api.routes.sheets import Sheets
from pitboss.api.routes.tables import Tables
from pitboss.api.routes.train import Training
from pitboss.api.schema import RENDERED, schema_router
from pitboss.api.streams import Reader
from pitboss.messages.answers import Envelope
from pitboss.server.jobs import Jobs
from pitboss.server.site import Site

MOST_BYTES = 64 * 1024
"""Of a request's body."""


def create_server(site: Site, bound: str = "") -> ASGIApp:
    """The application and what surrounds it: where requests come from, their log, what is let in."""
    server = site.config.server
    often = Often()
    zipped = Zipped(Deadline(create_app(site, often)))
    public = PublicAnswers(zipped, lambda: site.news.change)
    served = Admission(zipped, site.doors, site.load, site.metrics, public, often)
    return ClientAddress(Requests(Guard(served, server.hosts, bound), site.metrics), server.proxies)


def create_app(site: Site, often: Often | None = None) -> Litestar:
    """The application of one server."""
    jobs = Jobs()
    limits = often or Often()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        site.start(asyncio.get_running_loop())
        try:
            yield
        finally:
            await jobs.close()
            await asyncio.to_thread(site.stop)

    async def before(request: Request[Any, Any, Any]) -> None:
        await limits.place(request)
        check_address(request)

    def provide_site() -> Site:
        return site

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

    def provide_jobs() -> Jobs:
        return jobs

    attempts = RefusedAttempts(site)

    def on_refused_attempt(request: Request[Any, Any, Any], error: Refused) -> Response[Envelope]:
        attempts.note(request, error)
        return on_refused(request, error)

    return Litestar(
        [
            About,
            Log,
            Tables,
            Questions,
            Previews,
            Seating,
            FloorStream,
            Felts,
            Money,
            CardsAtTable,
            RatingsOf,
            Links,
            Rounds,
            Reports,
            Sheets,
            Training,
            Lab,
            Counts,
            Sessions,
            Enrolments,
            Players,
            Accounts,
            TwoPeople,
            Operations,
            Pages,
        ],
        dependencies={
            "site": Provide(provide_site, sync_to_thread=False),
            "ctx": Provide(provide_ctx),
            "about": Provide(about_proposal, sync_to_thread=False),
            "reader": Provide(provide_reader, sync_to_thread=False),
            "jobs": Provide(provide_jobs, sync_to_thread=False),
        },
        before_request=before,
        request_class=StrictRequest,
        response_class=JsonResponse,
        exception_handlers=HANDLERS | {NotFoundException: on_not_found, Refused: on_refused_attempt},
        lifespan=[running],
        logging_config=None,
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=__version__,
            openapi_router=schema_router(limits.place),
            render_plugins=RENDERED,
            use_handler_docstrings=True,
        ),
    )
