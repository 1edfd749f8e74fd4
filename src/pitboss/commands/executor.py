"""The executor of commands: read, decide, append, and retry on a version conflict.

Optimistic concurrency: every stream that is written or guarded is expected at the version that the decision
read. On a conflict, that stream is read again and the command decided again. A command is refused only by a
fresh read, and never if it was recorded before: an order with an id is idempotent.

Sans-I/O: the steps are one generator that yields its I/O requests; a blocking or an asynchronous driver
performs them.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from concurrent.futures import Executor as Pool
from functools import partial
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

from msgspec import Raw, Struct

from pitboss.commands.record import (
    Changes,
    CommandRecorded,
    Done,
    Order,
    encode_command,
    id_reused,
    identity_of,
    this_build,
)
from pitboss.commands.view import LiveView
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.store.codec import Registry
from pitboss.store.errors import Busy, CommandIdReused, JournalError, VersionConflict
from pitboss.store.journal import Appended, AppendOutcome, CommandIdentity, Journal, ToStream

_MOST_TRIES: Final = 100
CommandOutcome = Literal["recorded", "repeated", "nothing", "refused", "failed"]
"""Outcome of a command: ``nothing`` changed nothing, ``failed`` could not use the journal."""


class CommandMetrics(Protocol):
    """Receives every command and every append; must be quick and thread-safe."""

    def command(self, outcome: CommandOutcome) -> None:
        """Count a command."""

    def append(self, seconds: float) -> None:
        """Count an append, with the seconds until it was durable."""


class NoMetrics:
    """Null object: ignores everything."""

    def command(self, outcome: CommandOutcome) -> None:
        """Ignore a command."""

    def append(self, seconds: float) -> None:
        """Ignore an append."""


class Append(Struct, frozen=True):
    """A request to append; the driver sends the journal's answer back."""

    batch: Sequence[ToStream]
    command: CommandIdentity | None


Query = Callable[[], Any]
"""A request to query the database; the driver sends its return value back."""
IoRequest = Append | Query
T = TypeVar("T")
IoGenerator = Generator[IoRequest, Any, T]

ViewT = TypeVar("ViewT", bound=LiveView)
Decider = Callable[[ViewT, Order], Changes | Refusal]
AppendListener = Callable[[Appended], None]
"""Called with every append of this server, from any thread."""


class Executor(Generic[ViewT]):
    """Executes orders on one journal."""

    def __init__(self, journal: Journal, registry: Callable[[], Registry], decide: Decider[ViewT]) -> None:
        self._journal = journal
        self._registry = registry
        self._decide = decide
        self.metrics: CommandMetrics = NoMetrics()
        """Receives every command."""
        self.on_append: AppendListener = lambda appended: None
        self.pool: Pool | None = None
        """Thread pool for queries while a table waits, apart from that of requests, which may be full."""

    def execute(self, order: Order, view: ViewT) -> Done | Refusal:
        """Execute an order, retrying on version conflicts; blocks until the append is durable."""
        try:
            answer = drive(self._steps(order, view), self._perform)
        except JournalError:
            self.metrics.command("failed")
            raise
        self.metrics.command(_outcome(answer))
        return answer

    async def execute_async(self, order: Order, view: ViewT) -> Done | Refusal:
        """Async variant of :meth:`execute`; never blocks the event loop on a commit or a query."""
        try:
            answer = await drive_async(self._steps(order, view), self._perform_async)
        except JournalError:
            self.metrics.command("failed")
            raise
        self.metrics.command(_outcome(answer))
        return answer

    def _perform(self, step: IoRequest) -> object:
        return self._journal.append(step.batch, step.command) if isinstance(step, Append) else step()

    async def _perform_async(self, step: IoRequest) -> object:
        loop = asyncio.get_running_loop()
        if not isinstance(step, Append):
            return await loop.run_in_executor(self.pool, step)
        outcome: asyncio.Future[Appended] = loop.create_future()
        self._journal.append_soon(step.batch, step.command, partial(_tell, loop, outcome))
        try:
            return await outcome
        finally:
            # Break the reference cycle of exception, future and frame.
            del outcome

    def _steps(self, order: Order, view: ViewT) -> IoGenerator[Done | Refusal]:
        command = encode_command(order.command)
        identity = identity_of(order, command)
        try:
            return (yield from self._until_recorded(order, view, command, identity))
        except CommandIdReused as reused:
            yield view.refresh
            return id_reused(reused.command_id)

    def _until_recorded(
        self, order: Order, view: ViewT, command: bytes, identity: CommandIdentity | None
    ) -> IoGenerator[Done | Refusal]:
        # A refusal may rest on a stale cache, and so may a decision that only read a stream, whose version no
        # append checks: both are made again once, after a refresh, before they count.
        refreshed = False
        for _ in range(_MOST_TRIES):
            view.begin()
            changes = self._decide(view, order)
            if isinstance(changes, Refusal):
                if done := (yield from self._done_before(view, identity)):
                    return done
                if refreshed:
                    return changes
            else:
                changes = tuple(change for change in changes if change.events)
                if not changes:
                    return (yield from self._done_before(view, identity)) or Done(first=0, last=0)
                if refreshed or not view.must_refresh([change.key for change in changes]):
                    try:
                        return (yield from self._append(order, view, changes, command, identity))
                    except VersionConflict as conflict:
                        yield partial(view.refresh, conflict.stream)
                        continue
            yield view.refresh
            refreshed = True
        raise Busy(because("journal.contended"))

    def _done_before(self, view: ViewT, identity: CommandIdentity | None) -> IoGenerator[Done | None]:
        """The result of a command that was recorded before; ``None`` if it was not."""
        found: Appended | None = None
        if identity:
            found = yield partial(self._journal.find_command, identity)
        return (yield from self._repeated(view, found)) if found else None

    def _repeated(self, view: ViewT, answer: Appended) -> IoGenerator[Done]:
        """The result of a retry. The view is refreshed, because the events decided now were not recorded."""
        yield view.refresh
        return Done(first=answer.first, last=answer.last, repeated=True)

    def _append(
        self, order: Order, view: ViewT, changes: Changes, command: bytes, identity: CommandIdentity | None
    ) -> IoGenerator[Done]:
        encode = self._registry().encode
        written = [change.key for change in changes]
        # Reads the streams that the command writes to without having read them.
        versions = [view.held(*key).version for key in written]
        head = recorded_command(order, view, changes, command)
        batch: list[ToStream] = []
        told: list[tuple[Struct, ...]] = []
        for key, version, change in zip(written, versions, changes, strict=True):
            events = change.events if batch else (head, *change.events)
            batch.append(ToStream(view.stream(key), version, tuple(map(encode, events))))
            told.append(events)
        batch += [ToStream(view.stream(key), view.held(*key).version, ()) for key in view.guarded(written)]
        started = time.perf_counter()
        answer: Appended = yield Append(batch, identity)
        self.metrics.append(time.perf_counter() - started)
        if answer.repeated:
            return (yield from self._repeated(view, answer))
        position = answer.first
        for key, events in zip(written, told, strict=True):
            view.appended(key, events, position, head.at)
            position += len(events)
        self.on_append(answer)
        return Done(first=answer.first, last=answer.last, events=changes[0].events, shown=view.shown)


def recorded_command(order: Order, view: LiveView, changes: Changes, command: bytes) -> CommandRecorded:
    """The first event of an append: the command and the inputs of its decision."""
    day = view.dated
    return CommandRecorded(
        command=Raw(command),
        by=order.by,
        entered=order.entered,
        second=order.second,
        id=order.id or "",
        at=view.at,
        build=this_build(),
        day=day.date if day else None,
        shift=day.shift if day else "",
        read=view.only_read([change.key for change in changes]),
        made=tuple(view.made),
        events=sum(len(change.events) for change in changes),
    )


def _outcome(answer: Done | Refusal) -> CommandOutcome:
    if isinstance(answer, Refusal):
        return "refused"
    if answer.repeated:
        return "repeated"
    return "recorded" if answer.last else "nothing"


def _tell(
    loop: asyncio.AbstractEventLoop, waiting: "asyncio.Future[Appended]", outcome: AppendOutcome
) -> None:
    """Pass the outcome of an append from the writer thread to the event loop."""
    loop.call_soon_threadsafe(_settle, waiting, outcome)


def _settle(waiting: "asyncio.Future[Appended]", outcome: AppendOutcome) -> None:
    """Set the outcome of an append, unless its caller was cancelled."""
    if waiting.done():
        return
    if isinstance(outcome, Exception):
        waiting.set_exception(outcome)
    else:
        waiting.set_result(outcome)


def drive(steps: IoGenerator[T], perform: Callable[[IoRequest], Any]) -> T:
    """Perform the requests of a generator, blocking; exceptions are thrown into the generator."""
    try:
        step = next(steps)
        while True:
            try:
                answer = perform(step)
            except Exception as fault:
                step = steps.throw(fault)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


async def drive_async(steps: IoGenerator[T], perform: Callable[[IoRequest], Awaitable[Any]]) -> T:
    """Async variant of :func:`drive`."""
    try:
        step = next(steps)
        while True:
            try:
                answer = await perform(step)
            except Exception as fault:
                step = steps.throw(fault)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result
