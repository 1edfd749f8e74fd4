"""One server of a floor: journal, tables, links, the software Dealers, news and checkpoints."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, Final

from pitboss.access.hashing import Hasher
from pitboss.access.people import People
from pitboss.access.roles import SYSTEM
from pitboss.access.sign_in import SignInService
from pitboss.floor import Floor
from pitboss.floor.dealer.assignment import TableAssignment
from pitboss.floor.dealer.dealers import Dealers, has_failed
from pitboss.floor.dealer.recovery import Resumed, resume
from pitboss.floor.dealer.turns import DealerTurn, Pace
from pitboss.floor.dealer.watchdog import Stall, Watchdog
from pitboss.floor.log.event_kinds import KindsWatch, readable, refuse_unknown_kinds
from pitboss.floor.log.keys import FOREIGN_SIGNING, fingerprint_of, foreign_keys
from pitboss.floor.proposals import FloorProposals
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.setup.config_diff import ConfigProposal, propose_wanted
from pitboss.floor.setup.continuity import (
    JournalGap,
    find_gap,
    missing_journal,
    missing_private_records,
    missing_witness_file,
)
from pitboss.floor.setup.first_start import set_up
from pitboss.floor.tables.dealing import Sealer, load_or_make_seal
from pitboss.floor.tables.table import TableState
from pitboss.floor.thread_pools import Threads
from pitboss.invariant import SENSELESS
from pitboss.jackpots.queue import shown
from pitboss.reason import because, reason_of
from pitboss.server.checkpoints import Checkpoints
from pitboss.server.dealing_loop import DealingLoop
from pitboss.server.house_edges import HouseEdges
from pitboss.server.load import Load
from pitboss.server.logs import fields
from pitboss.server.metrics import Metrics
from pitboss.server.news import News, NewsTopic
from pitboss.server.readiness import Readiness
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import STREAM as CHECKPOINTS
from pitboss.store.clock import JournalClock
from pitboss.store.errors import Damaged, NotUnderstood
from pitboss.store.keys import load_or_make_key
from pitboss.store.live_servers import Roster, SoleServer
from pitboss.store.open import file_of, open_journal, open_private, open_roster
from pitboss.store.private import PrivateStore
from pitboss.store.streams import StreamState
from pitboss.words import say

LOG: Final = logging.getLogger("pitboss.site")
DRAINING: Final = "this server is about to stop"
WATCH_SECONDS: Final = 1.0
"""Interval of the watchdog."""
_REMIND: Final = 60.0
"""Seconds between two log lines about a wrong clock."""


class Site:
    """A running floor, apart from HTTP."""

    def __init__(
        self,
        config: FloorConfig,
        journal: Journal,
        private: PrivateStore,
        sealer: Sealer,
        hasher: Hasher,
        roster: Roster | None = None,
        seal: str = "",
        clock: JournalClock | None = None,
    ) -> None:
        """``seal`` is the fingerprint of the key that seals decks."""
        self.config = config
        self.journal = journal
        before = journal.last_position()
        self.clock = clock or JournalClock(journal)
        journal.keep_time(self.clock)
        self.private = private
        self.people = People(journal, private, clock=self.clock)
        self.doors = SignInService(self.people, hasher)
        self.metrics = Metrics()
        self.floor = Floor(journal, hours=config.hours, clock=self.clock, sealer=sealer)
        self.floor.acts_in_round = config.acts_in_round
        self.floor.seats_without_bet = config.seats_without_bet
        self.floor.executor.metrics = self.metrics
        self.threads = Threads()
        self.floor.executor.pool = self.threads.dealing
        self.proposals = FloorProposals(self.floor, self.people)
        self.wanted: tuple[ConfigProposal, ...] = propose_wanted(self.proposals, set_up(self.floor, config))
        self._roster: Roster = roster or SoleServer()
        self._foreign = foreign_keys(self.floor, Path(config.signing_key), sealer, seal)
        self._open_log()
        self._open_tables()
        self._stopping = threading.Event()
        self._watching = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._saving = ThreadPoolExecutor(1, "snapshots")
        self.floor.tables.saving = self.floor.links.saving = self._saving.submit
        self.news = News(journal, self._heard, self._told, after=before)
        self.floor.executor.on_append = self.news.recorded
        self.people.sessions.followed = lambda: self.news.following
        self.load = Load(lambda: self.news.recorded_at)
        self.edges = HouseEdges()
        self._shown: dict[str, tuple[int, Fraction]] = {}
        self.started = time.time()
        self._started = False

    @property
    def foreign(self) -> tuple[str, ...]:
        """Keys that do not belong to the journal, in words: with them nothing is dealt or signed."""
        overtaken = (FOREIGN_SIGNING,) if self.checkpoints.overtaken else ()
        return tuple(dict.fromkeys((*self._foreign, *overtaken)))

    def _open_tables(self) -> None:
        """Resume the rounds in play, and make the software Dealers and their watchdog."""
        away = self._roster.away()
        self.resumed: tuple[Resumed, ...] = () if self.foreign else tuple(resume(self.floor, away))
        for _ in (name for found in self.resumed for name in found.taken):
            self.metrics.dealt("id_taken")
        paces = {table.id: table.pace for table in self.config.tables}

        def pace_of(table: str) -> Pace:
            return paces.get(table, Pace())

        self.duty = TableAssignment(self._roster)
        self.duty.barred = lambda: bool(self.foreign) or self.clock.too_far
        self._dealers = Dealers(self.floor, pace_of, self.duty)
        self._dealing = DealingLoop(self.floor, self._dealers, self.duty, self.metrics, self.threads.dealing)
        self.watchdog = Watchdog(self.floor, pace_of)
        self._failed: set[str] = set()
        """Links that had failed when they were last checked."""

    def _open_log(self) -> None:
        """Make the checkpoints, the witnesses and the readiness probe."""
        self.checkpoints = Checkpoints(
            self.config,
            self.journal,
            self.clock,
            on_duty=lambda: self.duty.deals(CHECKPOINTS, time.monotonic()),
            barred=lambda: bool(self.foreign),
        )
        self.witnesses = self.checkpoints.witnesses
        self.floor.rounds_held = self.witnesses.rounds_held
        self._clock_told = float("-inf")
        self.readiness = Readiness(self.journal, self._wanted_still, self.checkpoints.sign, self._beside)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sign the journal and open for play; call it on the event loop, before it serves requests."""
        self._started = True
        self.witnesses.changed = lambda: self._look_at_tables(loop)
        self.checkpoints.start()
        self.threads.start(loop)
        self.news.start(loop)
        self.load.start(loop)
        self._dealing.start(loop)
        self._watching.start()
        self.readiness.start()

    @property
    def draining(self) -> bool:
        """Whether this server is about to stop."""
        return self._stopping.is_set()

    def drain(self) -> None:
        """Hand over to other servers: stop dealing and end event streams; requests are still answered."""
        self._stopping.set()
        self._dealing.end()
        self.news.end()

    def stop(self) -> None:
        """Stop after the acts under way; rounds in play stay as they are. Not on the running event loop."""
        self.drain()
        self._dealing.wait(5)
        ended = self.checkpoints.stop(5)
        if self._started and ended and self.readiness.gone is None:
            self._started = False
            self.checkpoints.sign_last()
        self.readiness.stop()
        self.news.stop()
        self._saving.shutdown()
        self.threads.stop()
        self.edges.close()
        self._roster.close()
        self.private.close()
        self.journal.close()

    def why_not_ready(self) -> tuple[str, ...]:
        """Why this server is not ready, by the newest probe."""
        return (*((DRAINING,) if self.draining else ()), *self.readiness.why_not())

    def _beside(self) -> tuple[str, ...]:
        """Why this server is not ready, the journal apart: its clock, its keys, its witnesses."""
        self.clock.compare()
        if self.clock.differs and time.monotonic() - self._clock_told >= _REMIND:
            self._clock_told = time.monotonic()
            seconds = round(self.clock.seconds)
            LOG.error(self.clock.difference_in_words(), extra=fields(seconds=seconds))
        held = self.witnesses.rounds_held()
        wrong = filter(None, (self.clock.fault(), self.news.fault))
        return (*wrong, *self.foreign, *((say(held),) if held else ()))

    def warnings(self) -> tuple[str, ...]:
        """What is wrong and keeps this server from nothing: its witnesses, or a clock that may be ahead."""
        return (*self.witnesses.warnings(), *filter(None, (self.clock.warning(),)))

    def _wanted_still(self) -> tuple[str, ...]:
        """Open proposals from the floor's file."""
        return tuple(one.id for one in self.people.waiting() if one.by == SYSTEM)

    @property
    def tables_dealt(self) -> int:
        """Number of automatic tables that this server deals."""
        now = time.monotonic()
        return sum(self.duty.deals(table, now) for table in self._dealers.watched())

    @property
    def dealer_lag(self) -> float:
        """Seconds for which the most overdue act of this server's Dealers has been due."""
        return max(0.0, self._dealers.lag(time.monotonic()))

    def turn(self, table: str, held: StreamState[TableState]) -> tuple[DealerTurn, float] | None:
        """The next act of an automatic table's Dealer in a state of it, and in how many seconds."""
        return self._dealers.turn_now(table, held, time.monotonic())

    def shown(self, link: str) -> Fraction | None:
        """The displayed value of a link, cached per version, because every table of the link shows it."""
        held = self.floor.links.get(link)
        if held.state is None:
            return None
        version, value = self._shown.get(link, (0, None))
        if value is None or version != held.version:
            value = shown(self.floor.rulebook.games, held.state)
            self._shown[link] = held.version, value
        return value

    def _heard(self, events: dict[NewsTopic, list[Recorded]]) -> None:
        """Update the caches with events of another server, or of another thread of this one."""
        try:
            readable(chain.from_iterable(events.values()))
        except NotUnderstood as error:
            self.readiness.gone = error
            raise
        for (kind, name), found in events.items():
            if kind == "table":
                self.floor.tables.heard(name, found)
            elif kind == "link":
                self.floor.links.heard(name, found)
            elif kind == "account":
                self.doors.tokens.heard(name)
            elif kind == "sheet":
                self.floor.rulebook.refresh()

    def _told(self, topics: Iterable[NewsTopic]) -> set[NewsTopic]:
        """Reschedule the Dealers of changed tables, and of tables that wait for a changed link.

        A round with a win waits for its link; a denied claim disappears from the link and lets it continue.
        """
        touched = set(topics)
        for kind, name in topics:
            if kind == "link" and (link := self.floor.links.get(name).state):
                if has_failed(link) != (name in self._failed):
                    self._failed ^= {name}
                    touched |= {("table", table) for table in self._tables_of(name)}
                waiting = (booked for booked in link.rounds.values() if booked.detected)
                touched |= {("table", booked.table) for booked in waiting if not booked.settled}
                touched |= {("table", table) for table in self._dealers.suspended()}
        self._dealing.look(name for kind, name in touched if kind == "table")
        return touched

    def _look_at_tables(self, loop: asyncio.AbstractEventLoop) -> None:
        """Reschedule the Dealers of all tables: rounds are held back, or begin again."""
        with suppress(RuntimeError):  # The loop may have closed meanwhile.
            loop.call_soon_threadsafe(self._dealing.look, self.floor.tables.known_names())

    def _tables_of(self, link: str) -> list[str]:
        """The automatic tables of a link, from the cache."""
        known = ((table, self.floor.tables.known(table)) for table in self._dealers.watched())
        return [table for table, held in known if held and held.state and held.state.link == link]

    def _watch(self) -> None:
        """Log an alarm when a table stands still; runs in a thread of its own."""
        while not self._stopping.wait(WATCH_SECONDS):
            now = time.monotonic()
            try:
                found = self.watchdog.look(now)
            except Exception:
                LOG.exception("the tables could not be looked at")
                continue
            for stall in found.raised:
                LOG.error("an automatic table stands still", extra=_fields(stall, now))
            for stall in found.over:
                LOG.warning("an automatic table moves again", extra=_fields(stall, now))


def _fields(stall: Stall, now: float) -> dict[str, dict[str, Any]]:
    """Log fields of a table that stands still."""
    turn, overdue = stall.turn, round(now - stall.due, 1)
    return fields(
        table=stall.table, round=turn.number, act=turn.act, version=stall.version, overdue_seconds=overdue
    )


def open_site(config: FloorConfig, url: str, clock_right_after: int = 0) -> Site:
    """Open the server of a floor's file with its journal at a URL; raises if the journal is incomplete.

    ``clock_right_after`` is the position of a newest event whose time is accepted as ahead of the clock.
    """
    with ExitStack() as opened:
        journal = open_whole(config, url)
        opened.callback(journal.close)
        try:
            clock = JournalClock(journal, accepted=clock_right_after)
            gone = (missing_witness_file(config, journal), missing_private_records(url, journal))
            for warning in filter(None, (*gone, clock.warning())):
                LOG.warning(warning)
            load_or_make_key(Path(config.signing_key))
            file = Path(config.seal_key)
            sealer, seal = load_or_make_seal(file), file.read_bytes()
            private = open_private(url)
            opened.callback(private.close)
            refuse_unknown_kinds(journal, private, seal)
            # The seal key is also the pepper of password hashes.
            hasher = Hasher(pepper=seal)
            roster = open_roster(url)
            opened.callback(roster.close)
            print_of = fingerprint_of(seal)
            site = Site(config, journal, private, sealer, hasher, roster=roster, seal=print_of, clock=clock)
            seals = file_of(url) is not None
            site.readiness.seen = KindsWatch(journal, private, seal, seals=seals).look
        except SENSELESS as fault:
            kind, why = type(fault).__name__, reason_of(fault)
            raise Damaged(because("journal.contradicts", journal=journal.url, kind=kind, why=why)) from fault
        opened.pop_all()
        return site


def open_whole(config: FloorConfig, url: str) -> Journal:
    """Open the journal at a URL; raises :class:`JournalGap` if it is not the one that its servers left."""
    if gap := missing_journal(config, url):
        raise JournalGap(url, gap)
    journal = open_journal(url)
    try:
        if gap := find_gap(config, url, journal):
            raise JournalGap(journal.url, gap)
    except BaseException:
        journal.close()
        raise
    return journal
