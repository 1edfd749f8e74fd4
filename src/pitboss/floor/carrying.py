"""How a command is carried out: load, decide, append, and again when somebody else was first."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.access.identity import id_reused
from pitboss.access.streams import account_streams
from pitboss.floor import meter
from pitboss.floor.amounts import DEFAULT_AMOUNTS, FloorAmounts, evolve_amounts
from pitboss.floor.amounts import KIND as AMOUNTS_KIND
from pitboss.floor.amounts import NAME as AMOUNTS
from pitboss.floor.meter import Meter, NoMeter
from pitboss.floor.reads import Part, Reads
from pitboss.floor.registry import floor_registry
from pitboss.floor.rulebook import Rulebook
from pitboss.floor.sealing import Sealer
from pitboss.floor.steps import Append, Step, Steps, drive, drive_soon
from pitboss.floor.streams import Held, Streams
from pitboss.floor.table import TableState, evolve_table
from pitboss.floor.threads import in_pool
from pitboss.jackpots import Link, evolve
from pitboss.ledger import GamingDay, OperatingHours, gaming_day
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.gaming_day import Shift
from pitboss.round import Refusal
from pitboss.sheets import Game
from pitboss.store import Appended, CommandIdentity, Journal, ToStream
from pitboss.store.errors import Busy, CommandIdReused, JournalError, VersionConflict
from pitboss.store.journal import Clock, Outcome, wall_clock

DEFAULT_HOURS: Final = OperatingHours((Shift("day", 6), Shift("swing", 14), Shift("night", 22)))
_MOST_TRIES: Final = 100
_DAY: Final = 24 * 3600 * 1_000_000


class Done(Struct, frozen=True):
    """A command that was recorded."""

    first: int
    last: int
    events: tuple[Struct, ...] = ()
    """Of the table or link it was for; none for a command that had been recorded before."""
    repeated: bool = False


Parts = tuple[Part[Any], ...]
Plan = Callable[[Reads], Parts | Refusal]
Told = Callable[[Appended], None]
"""Whoever wants to know at once what this server has appended."""


Needs = Literal["table", "link", "anything"]
"""What a command depends on: its table, and of the link what is known here; table and link; or on more."""


class Order(Struct, frozen=True):
    """A command for a table, to be carried out."""

    table: str
    plan: Plan
    command: CommandIdentity
    needs: Needs = "anything"


class Carrying:
    """What is known of a floor's streams, and the one way to add to them."""

    def __init__(
        self,
        journal: Journal,
        *,
        hours: OperatingHours = DEFAULT_HOURS,
        clock: Clock = wall_clock,
        sealer: Sealer | None = None,
    ) -> None:
        self.meter: Meter = NoMeter()
        """Is told of every command; whoever keeps the server may put his own here."""
        self.told: Told = lambda appended: None
        """The same for what was recorded, by whichever thread."""
        self.pool: Executor | None = None
        """Threads for what is read while a table waits: requests that fill theirs must not hold it up."""
        self._turns: dict[str, asyncio.Lock] = {}
        self.journal = journal
        self.sealer = sealer
        self.hours = hours
        self.clock = clock
        self._today: tuple[int, GamingDay] | None = None
        self.rulebook = Rulebook(journal)
        self.tables: Streams[TableState] = Streams(journal, "table", TableState, evolve_table)
        self.links: Streams[Link] = Streams(
            journal, "link", Link, evolve_link, day=lambda instant: str(self.day_of(instant).date)
        )
        self.accounts = account_streams(journal)
        self.amount_streams: Streams[FloorAmounts] = Streams(
            journal, AMOUNTS_KIND, FloorAmounts, evolve_amounts
        )

    def table(self, name: str) -> TableState | None:
        """A table as it stands in the journal."""
        return self.tables.refresh(name).state

    def link(self, name: str) -> Link | None:
        """A link as it stands in the journal."""
        return self.links.refresh(name).state

    def amounts(self, reads: Reads) -> FloorAmounts:
        """What roles move alone, as it stands in the journal."""
        return reads.of(self.amount_streams, AMOUNTS).state or DEFAULT_AMOUNTS

    def table_names(self) -> tuple[str, ...]:
        """Every table that was ever opened."""
        return self.tables.names()

    def link_names(self) -> tuple[str, ...]:
        """Every link that was ever opened."""
        return self.links.names()

    def day(self, held: Held[TableState] | Held[Link]) -> GamingDay:
        """The gaming day and shift of this moment in a stream."""
        return self.day_of(steady(self.clock(), held.heard))

    def day_of(self, instant: int) -> GamingDay:
        """The gaming day and shift of a time in microseconds."""
        second, today = instant // 1_000_000, self._today
        if today is None or today[0] != second:
            today = self._today = second, gaming_day(datetime.fromtimestamp(second, UTC), self.hours)
        return today[1]

    def game_of(self, table: TableState) -> Game:
        """The version that the table's last round was opened with; before the first, the one in force."""
        if table.round:
            return self.rulebook.with_hash(table.round.hashes.sheet)
        return self.rulebook.in_force(table.plate.sheet)

    def carry_out(self, plan: Plan, command: CommandIdentity | None = None) -> Done | Refusal:
        """Decide and append until nobody else is in between."""
        try:
            answer = drive(self._steps(plan, command), self._take)
        except JournalError:
            self.meter.command("failed")
            raise
        self.meter.command(_outcome(answer))
        return answer

    async def carry_out_soon(self, order: Order, pool: Executor | None = None) -> Done | Refusal:
        """The same for whoever has a loop: it waits neither for the disk nor for the database.

        What is given to one table by this server is decided one after the other, and so is what is written to
        one link; together it would only get in each other's way. What must ask the database first does so in
        a thread of ``pool``, by default one of the requests'.
        """
        link = self._link_known(order)
        if order.needs == "anything" or link is None:
            # The database is asked: for the sheet in force, or the first state of a table or link.
            return await in_pool(pool, self.carry_out, order.plan, order.command)
        turns = [order.table, f"link/{link}"] if link and order.needs == "link" else [order.table]
        try:
            async with AsyncExitStack() as stack:
                for name in turns:
                    await stack.enter_async_context(self._turns.setdefault(name, asyncio.Lock()))
                steps = self._steps(order.plan, order.command, order.needs)
                answer = await drive_soon(steps, self._take_soon)
        except JournalError:
            self.meter.command("failed")
            raise
        self.meter.command(_outcome(answer))
        return answer

    def _link_known(self, order: Order) -> str | None:
        """The link of the order's table, or an empty word; none if one of the two is not known here yet."""
        held = self.tables.known(order.table)
        if held is None or held.state is None:
            return None
        link = held.state.link or ""
        return link if not link or self.links.known(link) else None

    def _take(self, step: Step) -> object:
        return self.journal.append(step.batch, step.command) if isinstance(step, Append) else step()

    async def _take_soon(self, step: Step) -> object:
        if not isinstance(step, Append):
            return await in_pool(self.pool, step)
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Appended] = loop.create_future()
        self.journal.append_soon(step.batch, step.command, partial(_tell, loop, outcome))
        try:
            return await outcome
        finally:
            # A fault that is held where it is raised would keep all it has seen alive, as garbage in a cycle.
            del outcome

    def _steps(
        self, plan: Plan, command: CommandIdentity | None, needs: Needs = "anything"
    ) -> Steps[Done | Refusal]:
        as_known = needs != "anything"
        reads = Reads(self.rulebook, self.tables, self.links, self.accounts, as_known=as_known)
        try:
            return (yield from self._decided(reads, plan, command, needs))
        except CommandIdReused as reused:
            yield reads.refresh
            return id_reused(reused.command_id)

    def _decided(
        self, reads: Reads, plan: Plan, command: CommandIdentity | None, needs: Needs
    ) -> Steps[Done | Refusal]:
        refreshed = False
        for _ in range(_MOST_TRIES):
            parts = plan(reads)
            if isinstance(parts, Refusal):
                # A repetition of what was done is no refusal, and what is known may be old.
                if found := (yield from self._done_before(reads, command)):
                    return found
                if refreshed:
                    return parts
                yield reads.refresh
                refreshed = True
                continue
            if needs == "link" and not refreshed and reads.only_read(parts):
                # Nothing would tell that what is known of the link is old.
                yield reads.refresh
                refreshed = True
                continue
            if not any(part.events for part in parts):
                return (yield from self._done_before(reads, command)) or Done(0, 0)
            try:
                return (yield from self._append(reads, parts, command))
            except VersionConflict as conflict:
                yield partial(reads.refresh, conflict.stream)
        raise Busy("The streams of this command are written to without end by others: try again.")

    def _done_before(self, reads: Reads, command: CommandIdentity | None) -> Steps[Done | None]:
        """What a command is answered that was recorded before, if it was."""
        found: Appended | None = None
        if command:
            found = yield partial(self.journal.find_command, command)
        return (yield from self._repeated(reads, found)) if found else None

    def _repeated(self, reads: Reads, answer: Appended) -> Steps[Done]:
        """What was recorded before is read: what was decided now stands nowhere, and is never folded."""
        yield reads.refresh
        return Done(answer.first, answer.last, repeated=True)

    def _append(self, reads: Reads, parts: Parts, command: CommandIdentity | None) -> Steps[Done]:
        encode = floor_registry().encode
        batch = [
            ToStream(part.streams.stream(part.name), part.held.version, tuple(map(encode, part.events)))
            for part in parts
            if part.events
        ]
        batch += reads.guarded(parts)
        now = self.clock()
        started = time.perf_counter()
        answer: Appended = yield Append(batch, command)
        self.meter.append(time.perf_counter() - started)
        if answer.repeated:
            return (yield from self._repeated(reads, answer))
        position = answer.first
        for part in parts:
            part.appended(position, now)
            position += len(part.events)
        self.told(answer)
        return Done(answer.first, answer.last, parts[0].events)


def _outcome(answer: Done | Refusal) -> meter.Outcome:
    if isinstance(answer, Refusal):
        return "refused"
    if answer.repeated:
        return "repeated"
    return "recorded" if answer.last else "nothing"


def _tell(loop: asyncio.AbstractEventLoop, waiting: "asyncio.Future[Appended]", outcome: Outcome) -> None:
    """Say on its loop what became of an append."""
    loop.call_soon_threadsafe(_settle, waiting, outcome)


def _settle(waiting: "asyncio.Future[Appended]", outcome: Outcome) -> None:
    """Say what became of an append, unless nobody waits for it any more."""
    if waiting.done():
        return
    if isinstance(outcome, Exception):
        waiting.set_exception(outcome)
    else:
        waiting.set_result(outcome)


def steady(now: int, heard: int) -> int:
    """The time of day, in microseconds; a clock that jumped back by less than a day does not go back."""
    return heard if now < heard < now + _DAY else now


def evolve_link(link: Link | None, event: Any, position: int) -> Link | None:
    """The link after an event of its stream, in which its transfers stand too."""
    return link if isinstance(event, TransfersPosted) else evolve(link, event)


def no_table(name: str) -> Refusal:
    """There is no such table, or it is closed."""
    return Refusal("no_such_table", f"there is no open table {name}", ())
