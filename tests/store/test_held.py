"""What is held of a stream by several threads: it never goes back, whichever of them is slower."""

import threading
from typing import Any

import pytest
from msgspec import Struct

from pitboss.store import Journal
from pitboss.store.codec import Registry
from pitboss.store.journal import ToStream
from pitboss.store.streams import Held, Streams

PATIENCE = 60.0


class Noted(Struct, frozen=True):
    """An event."""


class Count(Struct, frozen=True):
    """How many events there were."""

    events: int


def counted(state: Count | None, event: Noted, position: int) -> Count:
    return Count(state.events + 1 if state else 1)


def registry() -> Registry:
    made = Registry()
    made.register(Noted)
    return made


def streams_of(journal: Journal) -> Streams[Count]:
    return Streams(journal, "table", Count, counted, registry())


def note(journal: Journal, version: int) -> None:
    journal.append([ToStream("table/1", version, (registry().encode(Noted()),))])


class Noticed:
    """A lock that says when somebody waits for it."""

    def __init__(self, waited_for: threading.Event) -> None:
        self._lock, self._waited_for = threading.Lock(), waited_for

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            self._waited_for.set()
            self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Slow(dict[str, Held[Count]]):
    """What is held, where one thread is held up just before it sets what it has compared."""

    def __init__(self, version: int) -> None:
        super().__init__()
        self._version = version
        self.compared, self.go_on = threading.Event(), threading.Event()

    def __setitem__(self, name: str, held: Held[Count]) -> None:
        if held.version == self._version:
            self.compared.set()
            assert self.go_on.wait(PATIENCE)
        super().__setitem__(name, held)


def refresh(streams: Streams[Count], journal: Journal) -> None:
    streams.refresh("1")


def hear(streams: Streams[Count], journal: Journal) -> None:
    streams.heard("1", journal.read_all())


@pytest.mark.parametrize("faster", [refresh, hear])
@pytest.mark.parametrize("slower", [refresh, hear])
def test_a_slower_thread_puts_no_older_version_back(journal: Journal, slower: Any, faster: Any) -> None:
    streams = streams_of(journal)
    held = streams._held = Slow(2)
    streams._keeping = Noticed(held.go_on)  # type: ignore[assignment]
    note(journal, 0)
    refresh(streams, journal)
    note(journal, 1)
    late = threading.Thread(target=slower, args=(streams, journal))
    late.start()
    assert held.compared.wait(PATIENCE)
    note(journal, 2)

    def overtake() -> None:
        faster(streams, journal)
        held.go_on.set()

    early = threading.Thread(target=overtake)
    early.start()
    early.join(PATIENCE)
    late.join(PATIENCE)
    known = streams.known("1")
    assert known is not None
    assert known.version == 3, "whoever was told of the third event is not shown the second"
    assert known.state == Count(3)


@pytest.mark.parametrize("other", [refresh, hear])
def test_what_this_server_has_appended_is_not_put_back_by_who_reads(journal: Journal, other: Any) -> None:
    streams = streams_of(journal)
    held = streams._held = Slow(2)
    streams._keeping = Noticed(held.go_on)  # type: ignore[assignment]
    note(journal, 0)
    refresh(streams, journal)
    note(journal, 1)
    late = threading.Thread(target=other, args=(streams, journal))
    late.start()
    assert held.compared.wait(PATIENCE)

    def append() -> None:
        second = Held(Count(2), 2, 2, 0)
        note(journal, 2)
        streams.appended("1", second, [Noted()], 3, 0)
        held.go_on.set()

    own = threading.Thread(target=append)
    own.start()
    own.join(PATIENCE)
    late.join(PATIENCE)
    known = streams.known("1")
    assert known is not None
    assert (known.version, known.position, known.state) == (3, 3, Count(3))
