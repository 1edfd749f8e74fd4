"""Operations: is it alive, is it ready, how is it doing."""

import time
from collections.abc import Iterator

from litestar import Controller, Response
from litestar.di import NamedDependency

from pitboss import __version__
from pitboss.api.context import Ctx
from pitboss.api.routing import serves
from pitboss.build import build_hash
from pitboss.floor.tables.table import TableState
from pitboss.messages import operations
from pitboss.messages.floor import Health, Ready
from pitboss.server.metrics import Labels, family, one
from pitboss.server.site import Site


class OperationsRoutes(Controller):
    """For those who keep the servers."""

    @serves(operations.health, quick=True)
    def health(self, site: NamedDependency[Site]) -> Health:
        """Version and build of a server that answers."""
        return Health(
            status="ok",
            version=__version__,
            build=build_hash(),
            floor=site.config.name,
            demo=site.config.demo,
        )

    @serves(operations.ready, raises=[])
    async def ready(self, site: NamedDependency[Site]) -> Response[Ready]:
        """200 when this server can take commands and is not about to stop; otherwise 503, at once."""
        if not site.draining:
            await site.readiness.fresh()
        why_not, found = site.why_not_ready(), site.readiness.found
        ready = Ready(
            ready=not why_not,
            position=found.position,
            heard=min(found.position, site.news.position),
            differences=tuple(wanted.difference.path for wanted in site.wanted),
            waiting=found.waiting,
            stalled=tuple(stall.table for stall in site.watchdog.stalled()),
            why_not=why_not,
            warnings=site.warnings(),
            cosigned_seconds=site.witnesses.age_seconds(),
            clock_seconds=round(site.clock.difference, 3),
        )
        return Response(ready, status_code=200 if ready.ready else 503)

    @serves(operations.metrics)
    def metrics(self, ctx: Ctx) -> str:
        """Counters, histograms and gauges of this server, for those who may read them."""
        return "\n".join([*ctx.site.metrics.lines(), *_gauges(ctx.site)]) + "\n"


def _gauges(site: Site) -> Iterator[str]:
    """Gauges, which are read when Prometheus asks for them."""
    floor, position = site.floor, site.journal.last_position()
    tables = [table for name in floor.table_names() if (table := floor.tables.get(name).state)]
    links = [link for name in floor.link_names() if (link := floor.links.get(name).state)]
    states: dict[Labels, float] = {(("state", word),): 0 for word in ("closed", "idle", "betting", "playing")}
    for table in tables:
        states[(("state", _state(table)),)] += 1
    settled = sum(table.number - table.in_play for table in tables)
    pending: dict[Labels, float] = {(("link", link.id),): len(link.unpaid) for link in links}
    behind = max(0, position - site.news.position)
    yield from one("pitboss_up_seconds", time.time() - site.started)
    yield from one("pitboss_ready", not site.why_not_ready())
    ahead = site.clock.difference
    yield from one("pitboss_clock_ahead_seconds", ahead)
    yield from one("pitboss_journal_position", position)
    yield from one("pitboss_journal_behind", behind)
    yield from one("pitboss_stream_readers", site.news.listeners)
    yield from family("pitboss_tables", states)
    yield from one("pitboss_rounds_settled_total", settled)
    yield from family("pitboss_jackpots_pending", pending)
    yield from one("pitboss_servers", len(site.duty.servers))
    yield from one("pitboss_tables_dealt", site.tables_dealt)
    yield from one("pitboss_dealer_lag_seconds", site.dealer_lag)
    stalled = len(site.watchdog.stalled())
    yield from one("pitboss_tables_stalled", stalled)
    yield from _of_log(site)
    yield from one("pitboss_differences", len(site.wanted))


def _of_log(site: Site) -> Iterator[str]:
    """The record as a transparency log."""
    witnesses, log = site.witnesses, site.witnesses.state
    yield from one("pitboss_log_size", log.size)
    yield from one("pitboss_log_unsigned", log.unsigned)
    if not site.config.witnesses:
        return
    sizes: dict[Labels, float] = {
        (("witness", each.name),): log.seen[each.name].size if each.name in log.seen else 0
        for each in site.config.witnesses
    }
    yield from family("pitboss_witness_size", sizes)
    if (age := witnesses.age_seconds()) is not None:
        yield from one("pitboss_cosignature_age_seconds", age)
    yield from one("pitboss_witness_alarms", witnesses.alarms)
    held = bool(witnesses.rounds_held())
    yield from one("pitboss_rounds_held", held)


def _state(table: TableState) -> str:
    if not table.open:
        return "closed"
    if not table.in_play or table.round is None:
        return "idle"
    return "playing" if table.round.closed else "betting"
