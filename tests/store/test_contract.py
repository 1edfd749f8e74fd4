"""What every journal promises, on SQLite and on PostgreSQL alike."""

import threading
import time
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial

import pytest
from msgspec import structs

from pitboss.store import CommandIdentity, Journal, NewEvent, Snapshot, ToStream, VersionConflict
from pitboss.store.journal import Appended, AppendOutcome
from pitboss.store.open import open_journal
from pitboss.store.tree import hash_of, leaf_of
from pitboss.store.verify import verify
from tests.store.samples import event, fill, sent, to
from tests.waiting import PATIENCE, at_once, started, until


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert journal.read_all() == []
    assert list(journal.read_stream("table/1")) == []
    assert journal.heads() == ()
    assert journal.head("table/1") is None
    assert journal.last_position() == 0
    assert journal.archived() == 0
    assert journal.anchors() == ()
    assert journal.find_command(sent("c")) is None
    assert verify(journal).sound


def test_append_to_several_streams_in_one_order(journal: Journal) -> None:
    first = journal.append([to("table/1", 0, 2), to("link/gold", 0)])
    second = journal.append([to("link/gold", 1), to("account/ann", 0)])
    assert (first.first, first.last, first.versions) == (1, 3, {"table/1": 2, "link/gold": 1})
    assert (second.first, second.last) == (4, 5)
    events = journal.read_all()
    assert [(e.position, e.stream, e.version) for e in events] == [
        (1, "table/1", 1),
        (2, "table/1", 2),
        (3, "link/gold", 1),
        (4, "link/gold", 2),
        (5, "account/ann", 1),
    ]
    assert [e.position for e in journal.read_stream("link/gold")] == [3, 4]
    assert [(h.stream, h.version, h.position) for h in journal.heads()] == [
        ("account/ann", 1, 5),
        ("link/gold", 2, 4),
        ("table/1", 2, 2),
    ]
    journal.append([to("linker/x", 0), to("lin/k", 0), to("link/~", 0)])
    assert [head.stream for head in journal.heads("link")] == ["link/gold", "link/~"]
    assert journal.heads("sheet") == ()


def test_events_of_an_indexed_kind_are_found_by_stream_and_version(journal: Journal) -> None:
    rounds = tuple(event(number, kind) for number in range(3) for kind in ("RoundBegan", "Tick", "Tock"))
    journal.append([ToStream("table/1", 0, rounds), ToStream("table/2", 0, rounds[:2])])
    journal.append([ToStream("table/1", 9, (event(9, "PastRoundAdjusted"),))])
    assert [e.version for e in journal.of_kind("table/1", "RoundBegan")] == [1, 4, 7]
    assert [e.version for e in journal.of_kind("table/1", "RoundBegan", after=1, limit=1)] == [4]
    assert journal.of_kind("table/1", "RoundBegan", after=7) == []
    assert [e.version for e in journal.of_kind("table/2", "RoundBegan")] == [1]
    (adjusted,) = journal.of_kind("table/1", "PastRoundAdjusted")
    assert adjusted == next(journal.read_stream("table/1", 9))
    assert journal.of_kind("table/1", "TableOpened") == []
    assert journal.of_kind("table/9", "RoundBegan") == []
    assert journal.of_kind("no stream", "RoundBegan") == []


def test_events_are_read_as_they_were_written(journal: Journal) -> None:
    data = bytes(range(256)) + "ä€\U0001f0a1".encode()
    journal.append([ToStream("table/x-1.a", 0, (NewEvent("Tick", 7, data), NewEvent("Tock", 1, b"")))])
    tick, tock = journal.read_stream("table/x-1.a")
    assert (tick.kind, tick.schema, tick.data) == ("Tick", 7, data)
    assert (tock.kind, tock.schema, tock.data) == ("Tock", 1, b"")


def test_a_conflict_names_stream_expected_and_actual_and_records_nothing(journal: Journal) -> None:
    journal.append([to("table/1", 0, 3)])
    with pytest.raises(VersionConflict, match="table/1 is at version 3, not at 2") as caught:
        journal.append([to("link/gold", 0), to("table/1", 2)], sent("c1"))
    assert (caught.value.stream, caught.value.expected, caught.value.actual) == ("table/1", 2, 3)
    assert journal.last_position() == 3
    assert journal.head("link/gold") is None
    assert journal.find_command(sent("c1")) is None
    assert journal.append([to("link/gold", 0), to("table/1", 3)], sent("c1")).first == 4


def test_a_stream_that_was_only_read_must_not_have_changed(journal: Journal) -> None:
    fill(journal)
    read = [ToStream("link/gold", 20, ()), ToStream("account/zoe", 0, ())]
    answer = journal.append([to("table/1", 20), *read], sent("guarded"))
    assert (answer.first, answer.last) == (61, 61)
    assert answer.versions == {"table/1": 21}, "of what it has written to"
    assert journal.find_command(sent("guarded")) == structs.replace(answer, repeated=True)
    assert journal.head("account/zoe") is None
    assert "account/zoe" not in {head.stream for head in journal.heads()}
    journal.append([to("link/gold", 20)])
    with pytest.raises(VersionConflict, match="link/gold is at version 21, not at 20"):
        journal.append([to("table/1", 21), *read])
    journal.append([to("account/zoe", 0)])
    with pytest.raises(VersionConflict, match="account/zoe is at version 1, not at 0"):
        journal.append([to("table/1", 21), read[1]])
    assert journal.append([to("table/1", 21), ToStream("account/zoe", 1, ())]).versions["table/1"] == 22
    assert verify(journal).sound


def test_no_expected_version_never_conflicts(journal: Journal) -> None:
    assert journal.append([to("link/gold", None)]).versions == {"link/gold": 1}
    assert journal.append([to("link/gold", None, 2)]).versions == {"link/gold": 3}


def test_the_same_command_twice_gets_the_first_answer(journal: Journal) -> None:
    first = journal.append([to("table/1", 0, 2)], sent("c1"))
    journal.append([to("table/1", 2)], sent("c2"))
    assert not first.repeated
    again = structs.replace(first, repeated=True)
    assert journal.append([to("table/1", 0, 2)], sent("c1")) == again
    assert journal.append([to("table/1", 3)], sent("c1")) == again
    assert journal.append([to("link/gold", None), to("table/1", 0), to("table/9", 0)], sent("c1")) == again
    assert journal.append([to("link/gold", None)], sent("c1")) == again
    assert journal.find_command(sent("c1")) == again
    assert journal.last_position() == 3
    assert [head.stream for head in journal.heads()] == ["table/1"]


@pytest.mark.parametrize(
    "batch",
    [
        [],
        [to("table/1", 0), to("table/1", 1)],
        [to("table", 0)],
        [to("table/a b", 0)],
        [ToStream("table/1", 0, ())],
        [to("table/1", 0), ToStream("table/2", None, ())],
        [ToStream("table/1", 0, (NewEvent("no kind", 1, b""),))],
    ],
)
def test_a_batch_that_makes_no_sense_is_refused(journal: Journal, batch: list[ToStream]) -> None:
    with pytest.raises(ValueError, match=r"append|stream|kind"):
        journal.append(batch)
    for wrong, what in (
        (sent(""), "command id"),
        (sent("c", sender=""), "sender"),
        (sent("a\n"), "command id"),
    ):
        with pytest.raises(ValueError, match=f"a {what} has from 1 to 200 printable characters"):
            journal.append([to("table/1", 0)], wrong)
    with pytest.raises(ValueError, match="32 bytes"):
        journal.append([to("table/1", 0)], CommandIdentity(sender="account/ann", id="c", digest=b"short"))
    assert journal.last_position() == 0


def test_reading_from_the_middle_and_in_pages(journal: Journal) -> None:
    for _ in range(3):
        journal.append([to("table/1", None, 900), to("table/2", None, 1)])
    assert [e.version for e in journal.read_stream("table/1")] == list(range(1, 2701))
    assert [e.version for e in journal.read_stream("table/1", 2698)] == [2699, 2700]
    assert [e.position for e in journal.read_all(1000, 3)] == [1001, 1002, 1003]
    assert journal.read_all(2703) == []
    assert len(journal.read_all()) == 1000


def test_each_event_has_its_hash_and_each_append_the_leaf_over_them(journal: Journal) -> None:
    fill(journal)
    events = journal.read_all()
    assert all(event.hash == hash_of(event) for event in events)
    assert journal.tree_size() == 20
    for row in journal.append_rows(0, 20):
        own = [event for event in events if event.append == row.number]
        assert [event.position for event in own] == list(range(row.answer.first, row.answer.last + 1))
        assert row.leaf == leaf_of(event.hash for event in own)


def test_a_clock_that_jumps_back_does_not_matter(url: str) -> None:
    times = iter([2_000_000, 1_000_000, -5, 3_000_000])
    with open_journal(url, clock=lambda: next(times)) as journal:
        for _ in range(4):
            journal.append([to("table/1", None)])
        assert [e.recorded for e in journal.read_all()] == [2_000_000, 1_000_000, -5, 3_000_000]
        assert [e.position for e in journal.read_all()] == [1, 2, 3, 4]
        assert verify(journal).sound


def test_it_is_all_there_after_opening_again(url: str) -> None:
    with open_journal(url) as journal:
        fill(journal)
        before = journal.read_all()
    with open_journal(url) as journal:
        assert journal.read_all() == before
        assert journal.append([to("table/1", 20)], sent("c0")).first == 1
        assert verify(journal).sound


def test_snapshots(journal: Journal) -> None:
    assert journal.load_snapshot("table/1") is None
    for version in (10, 20, 30):
        journal.save_snapshot(
            Snapshot(stream="table/1", version=version, schema=2, data=b"state %d" % version)
        )
    journal.save_snapshot(Snapshot(stream="table/2", version=5, schema=1, data=b"other"))
    assert journal.load_snapshot("table/1") == Snapshot(
        stream="table/1", version=30, schema=2, data=b"state 30"
    )
    assert journal.load_snapshot("table/1", 29) == Snapshot(
        stream="table/1", version=20, schema=2, data=b"state 20"
    )
    assert journal.load_snapshot("table/2", 4) is None
    journal.save_snapshot(Snapshot(stream="table/1", version=30, schema=3, data=b"anew"))
    assert journal.load_snapshot("table/1") == Snapshot(stream="table/1", version=30, schema=3, data=b"anew")


def test_a_subscription_gives_what_is_there_and_what_comes(url: str) -> None:
    with open_journal(url) as journal, open_journal(url) as other:
        journal.append([to("table/1", 0, 3)])
        with journal.subscribe(1) as following:
            assert [e.position for e in following.poll(0)] == [2, 3]
            assert following.poll(0.01) == []
            later = threading.Timer(0.1, other.append, [[to("table/2", 0, 2)]])
            later.start()
            began = time.monotonic()
            found = following.poll(PATIENCE)
            assert [e.position for e in found] == [4, 5]
            assert time.monotonic() - began < PATIENCE, "it waits no longer than until something comes"
            later.join(PATIENCE)
            journal.append([to("table/1", 3)])
            assert [e.position for e in following.poll(PATIENCE)] == [6]
        with journal.subscribe(following.position) as resumed:
            other.append([to("table/1", 4)])
            assert [e.position for e in resumed.poll(PATIENCE)] == [7]


def test_a_subscription_is_an_endless_iterator_until_closed(journal: Journal) -> None:
    following = journal.subscribe()
    seen: list[int] = []

    def follow() -> None:
        seen.extend(e.position for e in following)

    thread = threading.Thread(target=follow)
    thread.start()
    for number in range(5):
        journal.append([to("table/1", number)])
    until(lambda: len(seen) == 5, "five events are heard of")
    following.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert seen == [1, 2, 3, 4, 5]


def test_readers_never_see_a_hole_while_many_write(url: str) -> None:
    """Four writers with journals of their own, one follower; conflicts on a shared stream are retried."""
    writers, each = 4, 40
    with open_journal(url) as reading, reading.subscribe() as following:

        def write(number: int) -> None:
            with open_journal(url) as journal:
                for step in range(each):
                    append_surely(journal, number, step)

        writing = started(lambda: at_once(*(partial(write, number) for number in range(writers))))
        seen: list[int] = []

        def followed() -> bool:
            seen.extend(e.position for e in following.poll(0.2))
            return len(seen) >= writers * each * 3 or (writing.done() and writing.exception() is not None)

        until(followed, "every event is heard of")
        writing.result(PATIENCE)
        assert seen == list(range(1, writers * each * 3 + 1))
        assert verify(reading).sound


def append_surely(journal: Journal, number: int, step: int) -> None:
    while True:
        head = journal.head("link/shared")
        try:
            journal.append(
                [
                    to(f"table/{number}", step),
                    to("link/shared", head.version if head else 0),
                    to("link/hot", None),
                ],
                sent(f"{number}-{step}"),
            )
        except VersionConflict as conflict:
            if conflict.stream != "link/shared":
                raise
        else:
            return


def test_one_journal_may_be_used_by_many_threads(journal: Journal) -> None:
    def write(number: int) -> None:
        for step in range(20):
            journal.append([to(f"table/{number}", step)], sent(f"{number}-{step}"))
            journal.head(f"table/{number}")

    at_once(*(partial(write, number) for number in range(4)))
    assert [e.position for e in journal.read_all()] == list(range(1, 81))
    assert verify(journal).sound


def test_the_same_command_at_the_same_time_is_recorded_once(url: str) -> None:
    with ExitStack() as stack:
        journals = [stack.enter_context(open_journal(url)) for _ in range(4)]
        asked = [ToStream("table/1", 0, (event(),))]
        answers = at_once(*(partial(journal.append, asked, sent("once")) for journal in journals))
    assert sorted(answer.repeated for answer in answers) == [False, True, True, True]
    assert {(answer.first, answer.last) for answer in answers} == {(1, 1)}
    with open_journal(url) as journal:
        assert journal.last_position() == 1


def test_threads_of_one_journal_take_turns(journal: Journal) -> None:
    """Many at once: what one thread has just appended is known to the next that writes."""

    def write(name: int) -> None:
        for number in range(50):
            journal.append([to(f"table/{name}", number)], sent(f"{name}-{number}"))

    at_once(*(partial(write, name) for name in range(6)))
    assert [event.position for event in journal.read_all(0, 1000)] == list(range(1, 301))


def soon(journal: Journal, batch: list[ToStream], command: CommandIdentity) -> "Future[Appended]":
    """What becomes of an append that another thread makes."""
    found: Future[Appended] = Future()

    def then(outcome: AppendOutcome) -> None:
        if isinstance(outcome, Exception):
            found.set_exception(outcome)
        else:
            found.set_result(outcome)

    journal.append_soon(batch, command, then)
    return found


def test_an_asynchronous_append_has_the_same_outcomes(journal: Journal) -> None:
    """Recorded in whatever order; each once, with the answer or the conflict that an append would get."""
    asked = [soon(journal, [to(f"table/{number}", 0)], sent(f"soon-{number}")) for number in range(20)]
    answers = [outcome.result(PATIENCE) for outcome in asked]
    assert sorted(answer.last for answer in answers) == list(range(1, 21))
    again = soon(journal, [to("table/1", 0)], sent("soon-1")).result(PATIENCE)
    assert again == structs.replace(answers[1], repeated=True)
    with pytest.raises(VersionConflict, match="table/1 is at version 1, not at 0"):
        soon(journal, [to("table/1", 0)], sent("other")).result(PATIENCE)
    with pytest.raises(ValueError, match="at least one event"):
        soon(journal, [], sent("nothing"))
    assert verify(journal).events == 20


def test_a_journal_that_is_closed_has_recorded_what_was_asked_for(url: str) -> None:
    with open_journal(url) as journal:
        asked = [soon(journal, [to(f"table/{number}", 0)], sent(f"soon-{number}")) for number in range(20)]
    assert all(outcome.done() for outcome in asked)
    with open_journal(url) as again:
        assert len(again.read_all()) == 20
        assert verify(again).sound


def test_somebody_who_asks_and_dies_of_the_answer_is_no_concern_of_the_others(journal: Journal) -> None:
    def dies(outcome: AppendOutcome) -> None:
        raise RuntimeError("the one who asked is gone")

    journal.append_soon([to("table/gone", 0)], sent("gone"), dies)
    assert soon(journal, [to("table/1", 0)], sent("here")).result(PATIENCE).versions == {"table/1": 1}


def test_more_at_once_than_are_recorded_together(journal: Journal) -> None:
    """Some of them sent again: each is recorded once, and a late one is refused alone."""
    asked = [soon(journal, [to(f"table/{number}", 0, 2)], sent(f"soon-{number}")) for number in range(150)]
    again = [
        soon(journal, [to(f"table/{number}", 0, 2)], sent(f"soon-{number}")) for number in range(0, 150, 7)
    ]
    late = soon(journal, [to("table/3", 0)], sent("late"))
    answers = [outcome.result(PATIENCE) for outcome in asked]
    assert [outcome.result(PATIENCE) for outcome in again] == [
        structs.replace(answer, repeated=True) for answer in answers[::7]
    ]
    with pytest.raises(VersionConflict, match="table/3 is at version 2, not at 0"):
        late.result(PATIENCE)
    assert sorted(answer.last for answer in answers) == list(range(2, 301, 2))
    assert verify(journal).events == 300
