"""The application: routes, envelope, who asks, and the site behind it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin

from pitboss import __version__
from pitboss.access.doors import Doors
from pitboss.api.cards import CardsAtTable
from pitboss.api.errors import HANDLERS
from pitboss.api.jobs import Jobs
from pitboss.api.lab import Counts, Lab
from pitboss.api.links import Links
from pitboss.api.ops import Operations
from pitboss.api.rounds import Rounds
from pitboss.api.session import Players, Sessions
from pitboss.api.sheets import Sheets
from pitboss.api.site import Site
from pitboss.api.tables import Tables
from pitboss.api.who import Who, recognise

MOST_BYTES = 64 * 1024
"""Of a request's body."""


def create_app(site: Site) -> Litestar:
    """The application of one server."""
    jobs = Jobs()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        site.start(asyncio.get_running_loop())
        try:
            yield
        finally:
            jobs.close()
            await asyncio.to_thread(site.stop)

    def provide_site() -> Site:
        return site

    def provide_who(request: Request[Any, Any, Any]) -> Who:
        return recognise(site.doors, request)

    def provide_doors() -> Doors:
        return site.doors

    def provide_jobs() -> Jobs:
        return jobs

    return Litestar(
        [Tables, CardsAtTable, Links, Rounds, Sheets, Lab, Counts, Sessions, Players, Operations],
        dependencies={
            "site": Provide(provide_site, sync_to_thread=False),
            "who": Provide(provide_who, sync_to_thread=True),
            "doors": Provide(provide_doors, sync_to_thread=False),
            "jobs": Provide(provide_jobs, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,
        lifespan=[running],
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(), YamlRenderPlugin()],
            use_handler_docstrings=True,
        ),
    )
