"""A server that answers until it is told to stop."""

import gc
import logging
import os
import socket
import sys
import threading
import time
from types import FrameType
from typing import Final
from urllib.parse import quote

import uvicorn

from pitboss.access.bootstrap import LogIn, make_demo_people
from pitboss.api.app import create_server
from pitboss.api.middleware.connections import connection_limits
from pitboss.api.middleware.guard import LOOPBACK
from pitboss.floor.setup.config import FloorConfig
from pitboss.server.logs import fields
from pitboss.server.processes import ServerPlace
from pitboss.server.site import Site, open_site
from pitboss.uvicorn_exit import GracefulServer, quiet_config
from pitboss.words import say

LOG: Final = logging.getLogger("pitboss.serve")
_LONGEST_ANSWER: Final = 7
"""Seconds that an answer under way may take after the server was told to stop."""
_LONGEST_STOP: Final = 9.5
"""Seconds after which a stopping server ends requests that still hang."""


def serve(
    config: FloorConfig,
    url: str,
    host: str,
    port: int,
    drain_seconds: float = 0.0,
    clock_right_after: int = 0,
    *,
    place: ServerPlace | None = None,
) -> int:
    """Open the floor and answer; 0 after a graceful stop. ``place`` is that of one process of several."""
    tells = place is None or place.first
    site = open_site(config, url, clock_right_after)
    try:
        _tell(site)
        if tells:
            _show_opening(site, host, port)
        _collect_seldom()
        server = Server(site, host, port, drain_seconds, place)
        server.run(list(place.sockets) if place else None)
        if not server.started or server.lost:
            return 1
        if tells:
            print(f"{config.name} has stopped here; rounds in play are kept as they are.")
        return 0
    finally:
        site.stop()


def uvicorn_config(site: Site, host: str, port: int, place: ServerPlace | None = None) -> uvicorn.Config:
    """The settings by which a site is served."""
    limits = connection_limits(site.config.server.proxies)
    return quiet_config(
        create_server(site, host, place),
        host,
        port,
        http=limits.protocol,
        limit_concurrency=limits.most,
        lifespan="on",
        timeout_graceful_shutdown=_LONGEST_ANSWER,
    )


class Server(GracefulServer):
    """Stops in two steps: first it is not ready and its streams end, then it answers no more."""

    def __init__(
        self, site: Site, host: str, port: int, drain_seconds: float, place: ServerPlace | None = None
    ) -> None:
        super().__init__(uvicorn_config(site, host, port, place))
        self._site = site
        self._place = place
        self._drain_seconds = drain_seconds
        self._stop_at: float | None = None
        self.lost = False
        """The journal is gone, and the server has stopped by itself."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal stops gracefully, the second at once: what is recorded stays so in any case."""
        if self._stop_at is not None:
            os._exit(128 + sig)
        self._stop_at = time.monotonic() + self._drain_seconds
        self._end_in(self._drain_seconds)

    def _end_in(self, seconds: float) -> None:
        """End the process if it has not ended so long after it should stop: a thread that hangs cannot be."""
        timer = threading.Timer(seconds + _LONGEST_STOP, _end)
        timer.daemon = True
        timer.start()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer from now on, and say so to the process that has started this one."""
        await super().startup(sockets)
        if self._place:
            LOG.info("this process also answers at http://127.0.0.1:%d", self._place.own_port)
            self._place.started()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second: drain and stop when it is time, or when the journal is gone."""
        gone = self._site.readiness.gone
        if gone is not None and not self.lost:
            LOG.critical("this server stops: %s", gone)
            self.lost, self._stop_at = True, time.monotonic()
            self._end_in(0)
        if self._stop_at is not None:
            if not self._site.draining:
                self._site.drain()
            self.should_exit = time.monotonic() >= self._stop_at
        return await super().on_tick(counter)


def _end() -> None:
    LOG.error("this server did not stop in time and is ended: what is recorded stays so")
    logging.shutdown()
    os._exit(1)


def _collect_seldom() -> None:
    """Tune the garbage collector: run it less often than usual, and not over what was there at the start.

    States are trees, and go when nobody holds them. To look through those of a thousand tables takes a
    quarter of a second, in which nobody is answered.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)


def _tell(site: Site) -> None:
    for resumed in site.resumed:
        word = "is interrupted" if resumed.interrupted else "goes on"
        LOG.info("round %s of table %s %s", resumed.number, resumed.table, word)
        for name in resumed.taken:
            LOG.error(
                "another command stands under the id of an interruption",
                extra=fields(table=resumed.table, command=name),
            )
    for wanted in site.wanted:
        differs = wanted.difference
        LOG.warning(
            "the file says %s for %s, which is %s: %s",
            differs.wanted,
            differs.path,
            differs.recorded,
            say(wanted.reason),
        )


def _show_opening(site: Site, host: str, port: int) -> None:
    """Prints the floor's address, the accounts of a demo floor, and the addresses of its consoles."""
    if site.config.demo:
        _show(make_demo_people(site.doors))
    address = f"http://{host}:{port}"
    print(f"{site.config.name} is open at {address} (the API's schema: /schema). Ctrl-C stops it.")
    if host not in LOOPBACK:
        print("From other machines people sign in by https alone: see pitboss docs network.")
    _show_consoles(site, address)
    sys.stdout.flush()


def _show_consoles(site: Site, address: str) -> None:
    """Prints how to open the consoles of the tables that people deal at."""
    for name in site.floor.table_names():
        table = site.floor.table(name)
        if table and not table.automatic:
            print(f"A person deals at {name}: sign in as a Dealer and open {address}/console/{quote(name)}")


def _show(people: tuple[LogIn, ...]) -> None:
    if not people:
        print("This is a demo floor. Its log-ins were shown on the first start; pitboss people enrol NAME")
        print("gives somebody a code to choose a new password with.")
        print()
        return
    print("This is a demo floor. Log-ins for each role, shown this once and kept nowhere:")
    print()
    print(f"  {'name':16} {'password':20} PIN at tables")
    for log_in in people:
        print(f"  {log_in.name:16} {log_in.password:20} {log_in.pin or ''}".rstrip())
    print()
