"""A server that answers until it is told to stop."""

import logging
from typing import Any, Final

import uvicorn
from litestar import Request

from pitboss.api.app import create_app
from pitboss.api.site import open_site
from pitboss.api.who import Who
from pitboss.floor.config import FloorConfig
from pitboss.floor.people import Actor
from pitboss.store import Journal

LOG: Final = logging.getLogger("pitboss.serve")


def serve(config: FloorConfig, journal: Journal, host: str, port: int) -> int:
    """Open the floor and answer; 0 after a graceful stop."""
    site = open_site(config, journal)
    for resumed in site.resumed:
        word = "is interrupted" if resumed.interrupted else "goes on"
        LOG.info("round %s of table %s %s", resumed.number, resumed.table, word)
    for difference in site.differences:
        LOG.warning(
            "the file differs from the record and changes nothing by itself: %s is %s, the file says %s",
            difference.path,
            difference.recorded,
            difference.wanted,
        )
    server = uvicorn.Server(
        uvicorn.Config(create_app(site, _nobody), host=host, port=port, log_level="warning", lifespan="on")
    )
    server.run()
    return 0 if server.started else 1


def _nobody(request: Request[Any, Any, Any]) -> Who:
    return Who(Actor("guest", "player"), frozenset())
