"""Operations: is it alive, is it ready, how is it doing."""

import time

from litestar import Controller, Response
from litestar.di import NamedDependency
from msgspec import Struct

from pitboss import __version__
from pitboss.access.roles import SYSTEM
from pitboss.api.routing import reads
from pitboss.api.site import Site
from pitboss.build import build_hash
from pitboss.store.errors import JournalError


class Health(Struct, frozen=True):
    """The server lives."""

    status: str
    version: str
    build: str
    floor: str
    demo: bool


class Ready(Struct, frozen=True):
    """The journal answers, and this server follows it and is not about to stop."""

    ready: bool
    position: int
    heard: int
    differences: tuple[str, ...]
    """Where the file of the floor differed from the record at the start; it changes nothing by itself."""
    waiting: tuple[str, ...] = ()
    """What the file wants and two people have not decided yet."""


class Operations(Controller):
    """For whoever keeps the servers."""

    tags = ("operations",)

    @reads("/health", summary="Is it alive", sync_to_thread=False)
    def health(self, site: NamedDependency[Site]) -> Health:
        """Version and build of a server that answers."""
        return Health("ok", __version__, build_hash(), site.config.name, site.config.demo)

    @reads("/ready", summary="Is it ready", sync_to_thread=True, raises=[])
    def ready(self, site: NamedDependency[Site]) -> Response[Ready]:
        """200 when the journal answers and this server is not about to stop; otherwise 503."""
        differences = tuple(wanted.difference.path for wanted in site.wanted)
        try:
            position = site.journal.last_position()
            waiting = tuple(one.id for one in site.people.waiting() if one.by == SYSTEM)
        except JournalError:
            return Response(Ready(False, 0, site.news.position, differences), status_code=503)
        behind = position - site.news.position
        ready = Ready(not site.draining, position, position - max(0, behind), differences, waiting)
        return Response(ready, status_code=200 if ready.ready else 503)

    @reads("/metrics", summary="Metrics for Prometheus", media_type="text/plain", sync_to_thread=True)
    def metrics(self, site: NamedDependency[Site]) -> str:
        """Counters and gauges of this server."""
        return "\n".join(f"{name} {value}" for name, value in _metrics(site).items()) + "\n"


def _metrics(site: Site) -> dict[str, float]:
    position = site.journal.last_position()
    tables = [site.floor.tables.get(name).state for name in site.floor.table_names()]
    return {
        "pitboss_up_seconds": round(time.time() - site.started, 1),
        "pitboss_journal_position": position,
        "pitboss_journal_behind": max(0, position - site.news.position),
        "pitboss_stream_listeners": site.news.listeners,
        "pitboss_dealer_acts_total": site.dealt,
        "pitboss_servers": len(site.duty.servers),
        "pitboss_tables_dealt": site.tables_dealt,
        "pitboss_tables_open": sum(1 for table in tables if table and table.open),
        "pitboss_rounds_in_play": sum(1 for table in tables if table and table.in_play),
    }
