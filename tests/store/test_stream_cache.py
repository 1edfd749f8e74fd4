"""What is held of a stream by several threads: it never goes back, whichever of them is slower."""

from collections.abc import Callable

import pytest
from msgspec import Struct

from pitboss.store import Journal
from pitboss.store.codec import Aggregate, Registry, registry_of
from pitboss.store.journal import ToStream
from pitboss.store.streams import StreamCache, StreamState
from tests.overtaking import Slow

Work = Callable[[StreamCache["Count"], Journal], None]


class Noted(Struct, frozen=True):
    """An event."""


class Count(Struct, frozen=True):
    """How many events there were."""

    events: int


def counted(state: Count | None, event: Noted, position: int) -> Count:
    return Count(state.events + 1 if state else 1)


COUNTS = Aggregate(kind="table", state=Count, events=(Noted,), evolve=counted)


def registry() -> Registry:
    return registry_of((COUNTS,))


def streams_of(journal: Journal) -> StreamCache[Count]:
    return StreamCache(journal, COUNTS, registry())


def note(journal: Journal, version: int) -> None:
    journal.append([ToStream("table/1", version, (registry().encode(Noted()),))])


def refresh(streams: StreamCache[Count], journal: Journal) -> None:
    streams.refresh("1")


def hear(streams: StreamCache[Count], journal: Journal) -> None:
    streams.heard("1", journal.read_all())


def held_up(journal: Journal) -> tuple[StreamCache[Count], Slow[str, StreamState[Count]]]:
    """Streams of which one event is known and another recorded, which a thread is slow to keep."""
    streams = streams_of(journal)
    slow: Slow[str, StreamState[Count]] = Slow(lambda held: held.version == 2)
    streams._held, streams._keeping = slow, slow.lock
    note(journal, 0)
    streams.refresh("1")
    note(journal, 1)
    return streams, slow


@pytest.mark.parametrize("faster", [refresh, hear])
@pytest.mark.parametrize("slower", [refresh, hear])
def test_a_slower_thread_puts_no_older_version_back(journal: Journal, slower: Work, faster: Work) -> None:
    streams, slow = held_up(journal)

    def overtake() -> None:
        note(journal, 2)
        faster(streams, journal)

    slow.overtake(lambda: slower(streams, journal), overtake)
    known = streams.known("1")
    assert known is not None
    assert known.version == 3, "whoever was told of the third event is not shown the second"
    assert known.state == Count(3)


@pytest.mark.parametrize("other", [refresh, hear])
def test_a_slow_reader_does_not_put_back_an_appended_state(journal: Journal, other: Work) -> None:
    streams, slow = held_up(journal)

    def append() -> None:
        note(journal, 2)
        streams.appended("1", StreamState(Count(2), 2, 2, 0), [Noted()], 3, 0)

    slow.overtake(lambda: other(streams, journal), append)
    known = streams.known("1")
    assert known is not None
    assert (known.version, known.position, known.state) == (3, 3, Count(3))


class Seated(Struct, frozen=True):
    """An event: who is there now."""

    people: frozenset[str]


def seated(state: Seated | None, event: Seated, position: int) -> Seated:
    return event


ROOMS = Aggregate(
    kind="table", state=Seated, events=(Seated,), evolve=seated, people=lambda state: state.people
)


def test_states_are_found_by_the_people_they_are_about(journal: Journal) -> None:
    rooms, codec = StreamCache(journal, ROOMS, registry_of((ROOMS,))), registry_of((ROOMS,))
    steps = (("1", "ann bob"), ("2", "ann"), ("1", "bob cid"), ("2", ""), ("1", "ann"))
    there: dict[str, frozenset[str]] = {}
    for name, people in steps:
        there[name] = frozenset(people.split())
        version = rooms.refresh(name).version
        journal.append([ToStream(f"table/{name}", version, (codec.encode(Seated(there[name])),))])
        rooms.refresh(name)
        for person in ("ann", "bob", "cid", "dan"):
            assert rooms.of(person) == tuple(
                Seated(there[room]) for room in sorted(there) if person in there[room]
            ), (name, people, person)
