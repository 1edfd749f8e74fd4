"""A past round is found by an index: what is read for it does not grow with the age of its table."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pitboss.floor import Actor
from pitboss.floor.tables.past_rounds import find_round, has_bet, round_began
from pitboss.replay.replay import replay
from pitboss.round import commands as cmd
from pitboss.settlement import Table
from pitboss.store import Journal, Recorded
from tests.floor.house import House, plate
from tests.floor.test_service import FOLDED, NOTHING
from tests.jackpots.floor import THREE_CARD

BETS = ("bet 1 ann ante 25", "bet 2 bob ante 25")
SHAW = Actor("Shaw", "shift_manager")
RULING = cmd.AdjustSettlement(
    box=1, player="ann", bet="ante", amount=2500, by="dealer", reason="the camera shows a push"
)


@pytest.fixture
def house(journal: Journal) -> House:
    house = House(journal)
    house.take_sheets()
    house.ok(house.floor.open_table("T1", plate(THREE_CARD), house.id()))
    return house


def play(house: House, rounds: int) -> None:
    for _ in range(rounds):
        house.begin("T1", *BETS, "close", *NOTHING[:3], *FOLDED[:2], "settle")


def events_read(journal: Journal, read: Callable[[], Any]) -> int:
    """How many events of streams a reading takes from the journal."""
    count = 0

    def counted(events: Iterator[Recorded]) -> Iterator[Recorded]:
        nonlocal count
        for event in events:
            count += 1
            yield event

    def pages(stream: str, after: int = 0, page: int = 1000) -> Iterator[Recorded]:
        return counted(whole(stream, after, page))

    def indexed(stream: str, kind: str, after: int = 0, limit: int = 1000) -> list[Recorded]:
        return [*counted(iter(by_kind(stream, kind, after, limit)))]

    whole = journal.read_stream
    by_kind: Callable[[str, str, int, int], list[Recorded]] = getattr(journal, "of_kind", lambda *_: [])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "read_stream", pages)
        patch.setattr(journal, "of_kind", indexed, raising=False)
        read()
    return count


def test_reading_a_round_does_not_grow_with_the_table(house: House, journal: Journal) -> None:
    play(house, 2)
    own = events_read(journal, lambda: find_round(journal, "T1", 1))
    play(house, 30)
    head = journal.head("table/T1")
    assert head is not None
    rounds = head.version // 32
    for number in (1, 2, 16, 31, 32):
        found = find_round(journal, "T1", number)
        assert found is not None
        assert found.began.number == number
        searched = events_read(journal, lambda number=number: find_round(journal, "T1", number))  # type: ignore[misc]
        assert searched <= own + head.version.bit_length(), f"round {number}: {rounds} events are its own"
    missing = events_read(journal, lambda: find_round(journal, "T1", 33))
    assert missing <= head.version.bit_length(), "one that there is not is looked up in the index alone"
    assert find_round(journal, "T1", 33) is None
    assert find_round(journal, "T1", 0) is None
    assert find_round(journal, "T9", 1) is None


def test_a_ruling_of_much_later_is_found_and_nothing_between_is_read(house: House, journal: Journal) -> None:
    play(house, 2)
    house.ok(house.floor.adjust("T1", 1, RULING, SHAW, house.id()))
    few = events_read(journal, lambda: find_round(journal, "T1", 1))
    play(house, 30)
    house.ok(house.floor.adjust("T1", 2, RULING, SHAW, house.id()))
    house.ok(house.floor.adjust("T1", 1, RULING, SHAW, house.id()))
    found = find_round(journal, "T1", 1)
    assert found is not None
    assert [ruled.reason for ruled in found.round.adjustments] == [RULING.reason] * 2
    later = events_read(journal, lambda: find_round(journal, "T1", 1))
    assert later <= few + 16, "its own events, two rulings, and lookups"


def test_bettors_are_found_from_the_beginning_of_the_round(house: House, journal: Journal) -> None:
    house.begin("T1", "bet 1 ann ante 25", "withdraw 1 ante", *BETS[1:], "close")
    house.play("T1", NOTHING[1], NOTHING[2], "fold 2", "settle")
    play(house, 1)
    began = round_began(journal, "T1", 1)
    assert began is not None
    assert has_bet(journal, began, "ann"), "also who has taken it back"
    assert has_bet(journal, began, "bob")
    assert not has_bet(journal, began, "carl")


def test_a_replay_does_not_fold_the_table_from_its_beginning(house: House, journal: Journal) -> None:
    house.ok(house.floor.open_table("T2", Table(sheet=THREE_CARD), house.id()))
    play(house, 30)
    past = find_round(journal, "T1", 15)
    assert past is not None

    def replayed() -> None:
        told = replay(journal, house.floor.rulebook, past)
        assert (told.operator, told.link) == ("Resorts World at Sentosa Pte. Ltd.", None)

    assert events_read(journal, replayed) <= 1, "the opening of the table"
