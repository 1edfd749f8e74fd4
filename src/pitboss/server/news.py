"""News: what has changed, by this server or another, is told to every stream of this server.

A topic is a table or a link. What this server records itself is told at once; a follower of the journal tells
the rest. Listeners are woken and look at the newest state themselves, so a slow one misses steps and never
the end, and nothing piles up.
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
from pitboss.store.subscription import PAGE

LOG: Final = logging.getLogger("pitboss.news")
_PATIENCE: Final = 1.0
_BEHIND: Final = 3 * _PATIENCE
"""Seconds; a follower that has not caught up for so long does not follow."""

NewsTopic = tuple[str, str]
"""The kind of a stream and its name."""
EVERYTHING: Final[NewsTopic] = ("*", "*")
"""For those who listen to the whole floor."""
Audience = str | NewsTopic | None
"""Those who are sent the same: a player, nobody in particular, or ``EVERYTHING``: who sees all in brief."""
_FRESH: Final = 0.5
"""Seconds in which a frame is shared."""
_MOST_OWN: Final = 1_000
_TOLD: Final = frozenset({"table", "link"})
_HEARD: Final = frozenset({"account", "sheet"})
"""Of these a server holds something too, and brings it up to date; all else is read when it is asked for."""


class Frame(Struct, frozen=True):
    """The state of something, as an audience is sent it."""

    id: str
    state: Any
    data: bytes
    made: float
    """When, by the monotonic clock."""


class Listener:
    """Somebody who waits for news."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Future[None] | None = None
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0
        self._woken = False
        self._changed: set[NewsTopic] = set()

    def wake(self, topics: Iterable[NewsTopic] = ()) -> None:
        """There is news; for who listens to everything, of these topics."""
        self._changed.update(topics)
        self._woken = True
        self._go_on()

    def changed(self) -> set[NewsTopic]:
        """What has changed since he last asked."""
        changed, self._changed = self._changed, set()
        return changed

    async def wait(self, seconds: float) -> bool:
        """Until there is news, or the time is up."""
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
        """Ring when the time is up. News comes oftener than that: a timer that still runs is left running."""
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
    """Wakes the listeners on the server's loop.

    ``heard`` brings what is held up to date, in the follower's thread. ``told`` hears on the loop which
    topics have changed, and says which are touched by that. The journal is followed ``after`` a position:
    one from before anything was read of what is held, or what is recorded in between is never heard of.
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
        """The versions of accounts and sheets that what this server holds is up to date with."""
        self._own: dict[int, int] = {}
        self._listeners: dict[NewsTopic, set[Listener]] = {}
        self._frames: dict[NewsTopic, dict[Audience, Frame]] = {}
        """What those who watch a topic are sent until there is news of it."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="news", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._at_home = 0
        self._caught_up = float("-inf")
        self.over = False
        """The server stops: whoever listens goes elsewhere."""
        self._changes = count(1)
        self.change = 0
        """Another number whenever something was recorded, here or elsewhere."""
        self.recorded_at = float("-inf")
        """When this server last recorded something, by the monotonic clock."""
        self.position = after

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to follow; to be called on the loop itself."""
        self._loop = loop
        self._at_home = threading.get_ident()
        self._thread.start()

    def end(self) -> None:
        """Let every listener go; the journal is followed on."""
        self.over = True
        self._call(self._let_go)

    def stop(self) -> None:
        """End it."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def listen(self, topic: NewsTopic) -> Listener:
        """A new listener; it must be given back to :meth:`leave`."""
        listener = Listener()
        self._listeners.setdefault(topic, set()).add(listener)
        return listener

    def leave(self, topic: NewsTopic, listener: Listener) -> None:
        """A listener has gone."""
        left = self._listeners.get(topic, set())
        left.discard(listener)
        if not left:
            self._listeners.pop(topic, None)
            self._frames.pop(topic, None)

    def frame(self, topic: NewsTopic, audience: Audience, make: Callable[[], Frame]) -> Frame:
        """What an audience is sent of a topic, made for the first of its readers and shared by the others.

        Whoever comes later gets a new one: a frame says how many seconds a turn has left.
        """
        frames = self._frames.setdefault(topic, {})
        known = frames.get(audience)
        if known is None or time.monotonic() - known.made > _FRESH:
            known = frames[audience] = make()
        return known

    @property
    def listeners(self) -> int:
        """How many are listening."""
        return sum(len(listeners) for listeners in self._listeners.values())

    def recorded(self, appended: Appended) -> None:
        """This server has appended something; by whichever thread."""
        self.change, self.recorded_at = next(self._changes), time.monotonic()
        new = {topic_of(stream): version for stream, version in appended.versions.items()}
        if self._knows(new):
            # The follower need not read it: nobody else waits for it.
            self._own[appended.first] = appended.last
        if threading.get_ident() == self._at_home:
            self._publish(new)
        else:
            self._call(partial(self._publish, new))

    def _knows(self, new: dict[NewsTopic, int]) -> bool:
        """Whether this server knows all of its own append, or has brought what it holds up to date with it.

        A stream that was only held fast has the version that it had. To bring something up to date may ask
        the database: the loop leaves that to the follower.
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
                        self.position = following.position
                        if len(events) < PAGE:
                            self._caught_up = asked
            except Exception as error:
                self._caught_up = float("-inf")
                if isinstance(error, JournalError):
                    LOG.warning("the journal cannot be followed: %s", error)
                else:
                    LOG.exception("the journal cannot be followed")
                self._stopping.wait(_PATIENCE)

    @property
    def following(self) -> bool:
        """Whether this server knows all that was recorded up to a moment ago.

        It does not while the journal cannot be read, and neither while a read hangs or lags behind.
        """
        return time.monotonic() - self._caught_up < _BEHIND

    def _past_own(self, position: int) -> int:
        """How far after a position this server's own appends reach without a gap."""
        while last := self._own.pop(position + 1, 0):
            position = last
        if len(self._own) > _MOST_OWN:
            for first in [first for first in list(self._own) if first <= position]:
                del self._own[first]
        return position

    def _tell(self, events: list[Recorded]) -> None:
        """Of what this server has not told itself."""
        new: dict[NewsTopic, list[Recorded]] = {}
        for event in events:
            topic = topic_of(event.stream)
            if self._told.get(topic, 0) < event.version:
                new.setdefault(topic, []).append(event)
        if new:
            self._heard(new)
            self.change = next(self._changes)
            self._call(partial(self._publish, {topic: found[-1].version for topic, found in new.items()}))

    def _call(self, function: Callable[[], object]) -> None:
        # The loop may close at any moment, and then nobody listens any more.
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
        """Have the dealers look at topics, again if they cannot now, and wake who else is touched."""
        try:
            touched = self._telling(topics)
        except Exception:
            # Whoever listens has been told, and whoever has recorded this must hear that it is recorded.
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


def topic_of(stream: str) -> NewsTopic:
    """The topic of a stream of the journal."""
    kind, _, name = stream.partition("/")
    return kind, name
