"""A server that answers until it is told to stop."""

import logging
from typing import Final

import uvicorn

from pitboss.access.setting_up import LogIn, make_demo_people
from pitboss.api.app import create_app
from pitboss.api.site import Site, open_site
from pitboss.floor.config import FloorConfig

LOG: Final = logging.getLogger("pitboss.serve")


def serve(config: FloorConfig, url: str, host: str, port: int) -> int:
    """Open the floor and answer; 0 after a graceful stop."""
    site = open_site(config, url)
    try:
        _tell(site)
        if config.demo:
            _show(make_demo_people(site.doors))
        print(f"{config.name} is open at http://{host}:{port} (the API's schema: /schema). Ctrl-C stops it.")
        server = uvicorn.Server(
            uvicorn.Config(create_app(site), host=host, port=port, log_level="warning", lifespan="on")
        )
        server.run()
        return 0 if server.started else 1
    finally:
        site.stop()


def _tell(site: Site) -> None:
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


def _show(people: tuple[LogIn, ...]) -> None:
    if not people:
        return
    print("This is a demo floor. Log-ins for each role, shown this once and kept nowhere:")
    print()
    for log_in in people:
        pin = f"  PIN {log_in.pin}" if log_in.pin else ""
        print(f"  {log_in.name:16} {log_in.password}{pin}")
    print()
