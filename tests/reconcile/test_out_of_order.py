"""Gaming days with entries out of order, as a clock that jumped for a while has left them."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pitboss.access.roles import Actor
from pitboss.audit.audit import audit
from pitboss.commands.record import Done
from pitboss.export.day_files import as_document
from pitboss.reconcile import gaming_days
from pitboss.reconcile.closing import close_gaming_day
from pitboss.reconcile.reconcile import reconcile
from pitboss.reconcile.rows import as_data, rows
from pitboss.refusal import Refusal
from pitboss.store.open import open_journal
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING, ROYAL
from tests.jackpots.floor import THREE_CARD
from tests.reconcile.day import SMALL, Clock

DAY = 24 * 3600 * 1_000_000
TENTH, ELEVENTH, TWELFTH, THIRTEENTH, FOURTEENTH = (date(2025, 3, day) for day in range(10, 15))
ACCOUNTANT, MANAGER = Actor("acc", "accounting"), Actor("shaw", "shift_manager")
WHY = "the clock was wrong for ten seconds"
ROUND = (*BETS, "close", *NOTHING, *FOLDED, "settle")


@pytest.fixture
def clock() -> Clock:
    return Clock()


def play(house: House, clock: Clock, jump: int) -> House:
    """Three days with a jump in the first, in which a jackpot is paid; no round ends on the day it began."""
    clock.set(12, 12)
    house.open({"T1": THREE_CARD, "T2": THREE_CARD}, config=SMALL)
    house.begin("T1", *ROUND)
    house.begin("T2", *BETS, "close")
    right = clock.now
    clock.now += jump * DAY
    house.begin("T1", *ROUND)
    house.play("T2", *NOTHING, *FOLDED, "settle")
    house.begin("T2", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = (claim.id for claim in house.state_of().unpaid)
    house.verify(claim)
    house.pay(claim)
    house.play("T2", "settle")
    house.begin("T1", *BETS, "close")
    clock.now = right
    house.play("T1", *NOTHING, *FOLDED, "settle")
    house.begin("T2", *ROUND)
    clock.set(13, 12)
    house.begin("T1", *ROUND)
    clock.set(14, 12)
    house.begin("T2", *ROUND)
    clock.set(15, 7)
    return house


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with open_journal(tmp_path / "journal.db", clock=clock) as journal:
        yield House(journal, clock=clock)


def close(house: House, day: date, reason: str = "", second: Actor | None = None) -> Done | Refusal:
    return close_gaming_day(
        house.floor, day, ACCOUNTANT, f"{day} {reason} {second}", reason=reason, second=second
    )


def refused(answer: Done | Refusal) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


@pytest.mark.parametrize(
    ("jump", "days", "wrong"),
    [
        (2, (TWELFTH, THIRTEENTH, FOURTEENTH), (TWELFTH, FOURTEENTH)),
        (-2, (TENTH, TWELFTH, THIRTEENTH, FOURTEENTH), (TENTH, TWELFTH)),
    ],
)
def test_days_with_entries_out_of_order_are_closed_by_two_people_with_a_reason(
    house: House, clock: Clock, jump: int, days: tuple[date, ...], wrong: tuple[date, ...]
) -> None:
    play(house, clock, jump)
    journal = house.floor.journal
    for day in days:
        before = reconcile(journal, day)
        assert all(alarm.order for alarm in before.alarms), "the figures take account of the other days"
        assert bool(before.alarms) == (day in wrong)
        if day in wrong:
            one = close(house, day, WHY)
            assert refused(one) == "day_differs"
            assert isinstance(one, Refusal)
            assert "two people of two departments" in one.message
            assert refused(close(house, day, "", MANAGER)) == "argument_missing"
            assert refused(close(house, day, WHY, Actor("Acc", "shift_manager"))) == "same_person"
            assert refused(close(house, day, WHY, Actor("bea", "accounting"))) == "same_department"
            assert refused(close(house, day, WHY, Actor("sue", "pit_supervisor"))) == "role_too_low"
        done = close(house, day, WHY, MANAGER) if day in wrong else close(house, day)
        assert isinstance(done, Done), done
        after = reconcile(journal, day)
        assert (after.alarms, after.accepted) == ([], before.alarms)
        assert after.totals() == before.totals()
    found = audit(journal)
    assert found.fault is None
    assert [reconcile(journal, day).entries for day in (ELEVENTH,)] == [0]


@pytest.mark.parametrize("jump", [2, -2])
def test_movements_of_other_days_in_between_are_told_apart(house: House, clock: Clock, jump: int) -> None:
    play(house, clock, jump)
    found = reconcile(house.floor.journal, TWELFTH)
    link = found.links["grand"]
    assert link.meters.wagers_in == link.table_bets == 3 * 1000, (
        "two rounds of it began before the jump, one after"
    )
    assert link.meters.hits == 0
    assert link.other_days.pool != 0
    assert link.expected_closing == link.closing.pool
    assert ("other_days_pool", "") in [row[4:6] for row in rows(found)]


def test_a_real_difference_keeps_a_day_open_for_two_people_too(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(house, clock, 2)
    lay = "pitboss.reconcile.reconcile.share_faults"
    monkeypatch.setattr(lay, lambda link, event: ["a share is missing"])
    answer = close(house, TWELFTH, WHY, MANAGER)
    assert isinstance(answer, Refusal)
    assert (answer.code, "a share is missing" in answer.message) == ("day_differs", True)
    assert "have it looked into" in answer.message


def test_a_closed_day_names_its_closer_and_the_accepted_differences(
    house: House, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli.main import run

    play(house, clock, 2)
    assert isinstance(close(house, TWELFTH, WHY, MANAGER), Done)
    found = reconcile(house.floor.journal, TWELFTH)
    data = as_data(found)
    assert (data["agrees"], data["alarms"]) == (True, [])
    assert (data["closed"]["by"], data["closed"]["second"], data["closed"]["reason"]) == ("acc", "shaw", WHY)
    assert [one["order"] for one in data["accepted"]] == [True] * 3
    assert [row[1] for row in rows(found)].count("accepted") == 3
    assert "alarm" not in [row[1] for row in rows(found)]
    document = " ".join(map(str, as_document([found], "SGD", "Asia/Singapore")))
    assert "Closed by acc and shaw" in document
    assert "Accepted when it was closed: table T1" in document
    assert run(["reconcile", house.floor.journal.url, "--day", str(TWELFTH)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"Closed by acc and shaw on 2025-03-15 at 07:00 as it is: {WHY}" in told
    assert "Accepted by both: table T1: an entry of 2025-03-12" in told
    assert "Everything agrees." in told
    assert "ALARM" not in told


@pytest.mark.parametrize("jump", [2, -2])
def test_a_long_jump_hides_no_entry_from_the_closing(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    """A search for a day goes astray where more entries are out of order than it allows for."""
    monkeypatch.setattr(gaming_days, "_PAGE", 4)
    monkeypatch.setattr(gaming_days, "_MARGIN", 30)
    clock.set(12, 12)
    house.open({"T1": THREE_CARD, "T2": THREE_CARD}, config=SMALL)
    for at, rounds in ((12, 3), (12 + jump, 5), (12, 4), (13, 2), (14, 2)):
        clock.set(at, 12)
        for _ in range(rounds):
            house.begin("T1", *ROUND)
            house.begin("T2", *ROUND)
    clock.set(15, 7)
    journal, found = house.floor.journal, dict[date, int]()
    expected = {TWELFTH: 14, THIRTEENTH: 4, FOURTEENTH: 4}
    expected |= {TWELFTH.replace(day=12 + jump): 10 + expected.get(TWELFTH.replace(day=12 + jump), 0)}
    assert refused(close(house, max(expected))) == "day_open"
    for day in sorted(expected):
        done = close(house, day, WHY, MANAGER)
        assert isinstance(done, Done), done
        again = close(house, day, WHY, MANAGER)
        assert isinstance(again, Done)
        assert again.repeated
        figures = reconcile(journal, day)
        assert figures.alarms == []
        found[day] = sum(table.total().rounds for table in figures.tables.values())
    assert found == expected
    assert audit(journal).fault is None
