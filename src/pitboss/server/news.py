"""News: publish/subscribe of changed tables and links to the event streams of this server.

A topic is a table or a link. This server's own appends are published at once; a follower of the journal
publishes those of other servers. A listener is only woken, and reads the newest state itself: a slow listener
skips intermediate states and never misses the last, and no queue grows.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, Final

from msgspec import Struct

from pitboss.store import Appended, Journal, Recorded
from pitboss.store.errors import JournalError
from pitboss.store.journal import kind_and_name
from pitboss.store.subscription import PAGE

LOG: Final = logging.getLogger("pitboss.news")
_FAULT: Final = "what other servers record cannot be read"
_PATIENCE: Final = 1.0
_BEHIND: Final = 3 * _PATIENCE
"""Seconds after which a follower that has not caught up counts as not following."""

NewsTopic = tuple[str, str]
"""The kind of a stream and its name."""
EVERYTHING: Final[NewsTopic] = ("*", "*")
"""The topic of listeners to the whole floor."""
Audience = str | NewsTopic | None
"""Readers that are sent the same frame: a player, anonymous watchers, or ``EVERYTHING``, the overview."""
_FRESH: Final = 0.5
"""Seconds for which a frame is shared."""
_MOST_OWN: Final = 1_000
_TOLD: Final = frozenset({"table", "link"})
_HEARD: Final = frozenset({"account", "sheet"})
"""Kinds of streams that this server caches as well and refreshes; all others are read on demand."""


class NewsFrame(Struct, frozen=True):
    """The encoded state of a topic, as an audience is sent it."""

    id: str
    state: Any
    data: bytes
    made: float
    """When the frame was made, by the monotonic clock."""


class Listener:
    """A listener on the event loop that waits for news of a topic."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Future[None] | None = None
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0
        self._woken = False
        self._changed: set[NewsTopic] = set()

    def wake(self, topics: Iterable[NewsTopic] = ()) -> None:
        """Wake the listener; ``topics`` tells a listener to everything what has changed."""
        self._changed.update(topics)
        self._woken = True
        self._go_on()

    def changed(self) -> set[NewsTopic]:
        """The topics that have changed since the last call."""
        changed, self._changed = self._changed, set()
        return changed

    async def wait(self, seconds: float) -> bool:
        """Wait for news or a timeout; return whether there is news."""
        if not self._woken:
            self._set_timer(self._loop.time() + seconds)
            self._waiting = self._loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        woken, self._woken = self._woken, False
        return woken

    def _set_timer(self, until: float) -> None:
        """Set the timeout. A running timer is reused, because news mostly comes before it rings."""
        self._until = until
        if self._timer and self._rings > until:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._rings = until
            self._timer = self._loop.call_at(until, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._waiting is None:
            return
        if self._loop.time() >= self._until:
            self._go_on()
        else:
            self._set_timer(self._until)

    def _go_on(self) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)


class News:
    """Wakes listeners on the server's event loop.

    ``heard`` updates the caches, in the follower's thread. ``told`` is called on the loop with the changed
    topics and returns all topics that are affected. The journal is followed ``after`` a position, which must
    be from before the caches were filled, or events recorded in between would be missed.
    """

    def __init__(
        self,
        journal: Journal,
        heard: Callable[[dict[NewsTopic, list[Recorded]]], None],
        told: Callable[[Iterable[NewsTopic]], Iterable[NewsTopic]],
        *,
        after: int,
    ) -> None:
        self._journal = journal
        self._heard = heard
        self._telling = told
        self._told: dict[NewsTopic, int] = {}
        self._known: dict[NewsTopic, int] = {}
        """The versions of accounts and sheets in this server's caches."""
        self._own: dict[int, int] = {}
        self._listeners: dict[NewsTopic, set[Listener]] = {}
        self._frames: dict[NewsTopic, dict[Audience, NewsFrame]] = {}
        """Shared frames by topic and audience, dropped when the topic changes."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="news", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._at_home = 0
        self._caught_up = float("-inf")
        self.over = False
        """Set when the server drains: listeners must leave."""
        self.fault = ""
        """Why this server does not hear of others; empty if it does, or if the journal is away."""
        self._changes = count(1)
        self.change = 0
        """A counter that changes with every append, of this server or another."""
        self.recorded_at = float("-inf")
        """When this server last appended, by the monotonic clock."""
        self.position = after

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start following the journal; call it on the event loop."""
        self._loop = loop
        self._at_home = threading.get_ident()
        self._thread.start()

    def end(self) -> None:
        """Wake every listener to leave; the journal is still followed."""
        self.over = True
        self._call(self._let_go)

    def stop(self) -> None:
        """Stop following the journal."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def listen(self, topic: NewsTopic) -> Listener:
        """Register a listener, to be removed with :meth:`leave`."""
        listener = Listener()
        self._listeners.setdefault(topic, set()).add(listener)
        return listener

    def leave(self, topic: NewsTopic, listener: Listener) -> None:
        """Remove a listener."""
        left = self._listeners.get(topic, set())
        left.discard(listener)
        if not left:
            self._listeners.pop(topic, None)
            self._frames.pop(topic, None)

    def frame(self, topic: NewsTopic, audience: Audience, make: Callable[[], NewsFrame]) -> NewsFrame:
        """The frame of a topic for an audience, made once and shared by its readers.

        It expires quickly, because it says how many seconds a decision has left.
        """
        frames = self._frames.setdefault(topic, {})
        known = frames.get(audience)
        if known is None or time.monotonic() - known.made > _FRESH:
            known = frames[audience] = make()
        return known

    @property
    def listeners(self) -> int:
        """Number of listeners."""
        return sum(len(listeners) for listeners in self._listeners.values())

    def recorded(self, appended: Appended) -> None:
        """Publish an append of this server; thread-safe."""
        self.change, self.recorded_at = next(self._changes), time.monotonic()
        new = {kind_and_name(stream): version for stream, version in appended.versions.items()}
        if self._knows(new):
            # The caches have it, so the follower need not read it back.
            self._own[appended.first] = appended.last
        if threading.get_ident() == self._at_home:
            self._publish(new)
        else:
            self._call(partial(self._publish, new))

    def _knows(self, new: dict[NewsTopic, int]) -> bool:
        """Whether the caches include this server's own append; off the loop, they are refreshed here.

        A guarded stream keeps its version, so it does not count as changed. A refresh may query the database,
        so on the event loop it is left to the follower.
        """
        changed = {
            topic: version
            for topic, version in new.items()
            if topic[0] in _HEARD and self._known.get(topic) != version
        }
        if changed and threading.get_ident() == self._at_home:
            return False
        try:
            if changed:
                self._heard({topic: [] for topic in changed})
        except JournalError:
            return False
        self._known |= changed
        return True

    def _follow(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._journal.subscribe(self.position) as following:
                    following.known = self._past_own
                    while not self._stopping.is_set():
                        asked = time.monotonic()
                        events = following.poll(_PATIENCE)
                        self._tell(events)
                        self.position, self.fault = following.position, ""
                        if len(events) < PAGE:
                            self._caught_up = asked
            except Exception as error:
                self._caught_up = float("-inf")
                if isinstance(error, JournalError):
                    LOG.warning("the journal cannot be followed: %s", error)
                else:
                    LOG.exception("the journal cannot be followed")
                    self.fault = _FAULT
                self._stopping.wait(_PATIENCE)

    @property
    def following(self) -> bool:
        """Whether the caches are at most a moment behind the journal.

        They are not while the journal cannot be read, or while a read hangs or lags behind.
        """
        return time.monotonic() - self._caught_up < _BEHIND

    def _past_own(self, position: int) -> int:
        """The position up to which this server's own appends continue ``position`` without a gap."""
        while last := self._own.pop(position + 1, 0):
            position = last
        if len(self._own) > _MOST_OWN:
            for first in [first for first in list(self._own) if first <= position]:
                del self._own[first]
        return position

    def _tell(self, events: list[Recorded]) -> None:
        """Publish events that this server has not published itself."""
        new: dict[NewsTopic, list[Recorded]] = {}
        for event in events:
            topic = kind_and_name(event.stream)
            if self._told.get(topic, 0) < event.version:
                new.setdefault(topic, []).append(event)
        if new:
            self._heard(new)
            self.change = next(self._changes)
            self._call(partial(self._publish, {topic: found[-1].version for topic, found in new.items()}))

    def _call(self, function: Callable[[], object]) -> None:
        # The loop may close at any moment, and then there are no listeners.
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(function)

    def _let_go(self) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.wake()

    def _publish(self, versions: dict[NewsTopic, int]) -> None:
        new = [
            topic
            for topic, version in versions.items()
            if topic[0] in _TOLD and self._told.get(topic, 0) < version
        ]
        if not new:
            return
        for topic in new:
            self._told[topic] = versions[topic]
        self._wake(set(new))
        self._look(new)

    def _look(self, topics: list[NewsTopic]) -> None:
        """Notify the Dealers of changed topics, with a retry on failure, and wake affected listeners."""
        try:
            touched = self._telling(topics)
        except Exception:
            # Must not propagate: the append stands, and its caller must get its answer.
            LOG.exception("what has changed could not be looked at")
            if self._loop is not None and not self.over:
                self._loop.call_later(_PATIENCE, self._look, topics)
            return
        self._wake(set(touched).difference(topics))

    def _wake(self, topics: set[NewsTopic]) -> None:
        for topic in topics:
            self._frames.pop(topic, None)
            for listener in self._listeners.get(topic, ()):
                listener.wake()
        for listener in self._listeners.get(EVERYTHING, ()) if topics else ():
            listener.wake(topics)
