"""Closing gaming days: once they agree, in their order, by accounting; what comes later is booked later."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from pitboss.access.roles import Actor
from pitboss.audit.audit import audit
from pitboss.commands.record import Done, Order
from pitboss.floor import Floor
from pitboss.floor.archiving import archive_through
from pitboss.floor.commands import CloseGamingDay, EndGamingDay, SignOffGamingDay
from pitboss.floor.tables.dealing import Sealer
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import because
from pitboss.reconcile import closing
from pitboss.reconcile.closing import close_gaming_day
from pitboss.reconcile.figures import DayFigures, FigureAlarm
from pitboss.reconcile.reconcile import reconcile
from pitboss.refusal import Refusal
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.audit.tamper import Line, found, lines_of, write_anew
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.reconcile.day import Clock, play_the_days
from tests.store.archives import KEY, SEAL

TENTH, ELEVENTH, TWELFTH = (date(2025, 3, day) for day in (10, 11, 12))
ACCOUNTANT = Actor("acc", "accounting")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(url: str, clock: Clock) -> Iterator[House]:
    with open_journal(url, clock=clock) as journal:
        played = play_the_days(journal, clock)
        clock.set(13, 7)
        yield played


def close(floor: Floor, day: date, **more: Any) -> Done | Refusal:
    return close_gaming_day(floor, day, ACCOUNTANT, f"close-{day}", **more)


def closed(floor: Floor, *days: date) -> None:
    for day in days:
        assert isinstance(close(floor, day), Done)


def refused(answer: Done | Refusal) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


def days_posted(journal: Journal, after: int) -> set[date]:
    kind, decode = TransfersPosted.__name__, Floor(journal).tables._registry.decode
    events = [decode(event) for event in journal.read_all(after, 10_000) if event.kind == kind]
    return {transfer.day for event in events for transfer in event.transfers}


def test_days_that_agree_are_closed_in_their_order(house: House) -> None:
    floor = house.floor
    assert refused(close(floor, ELEVENTH)) == "day_open"
    assert floor.days() is None, "what is refused leaves nothing behind"
    closed(floor, TENTH, ELEVENTH, TWELFTH)
    figures = reconcile(floor.journal, ELEVENTH)
    assert figures.alarms == []
    assert figures.closed is not None
    assert figures.closed.by == "acc"
    assert audit(floor.journal).fault is None
    state = floor.days()
    assert state is not None
    assert (state.ended, state.closed) == (TWELFTH, TWELFTH)


def test_a_closing_that_is_sent_again_is_done_once(house: House) -> None:
    first, again = close(house.floor, TENTH), close(house.floor, TENTH)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (again.repeated, again.first) == (True, first.first)
    other = close_gaming_day(house.floor, TENTH, ACCOUNTANT, "another id")
    assert refused(other) == "day_closed"


def test_a_day_that_is_not_over_is_not_closed(house: House, clock: Clock) -> None:
    clock.set(13, 5, 59)
    assert refused(close(house.floor, TWELFTH)) == "day_not_over"
    assert house.floor.days() is None
    clock.set(13, 6)
    closed(house.floor, TENTH, ELEVENTH, TWELFTH)


def test_only_accounting_closes(house: House) -> None:
    for role in ("shift_manager", "administrator", "dealer"):
        answer = close_gaming_day(house.floor, TENTH, Actor("eve", role), "mine")
        assert refused(answer) == "role_too_low"


def test_a_day_without_an_entry_needs_no_closing(house: House) -> None:
    assert refused(close(house.floor, date(2025, 3, 9))) == "nothing_there"
    assert house.floor.days() is None


def test_bookings_after_the_end_of_a_day_belong_to_the_open_day(house: House, clock: Clock) -> None:
    """A clock that runs late still says the twelfth after the twelfth has ended."""
    journal = house.floor.journal
    closed(house.floor, TENTH, ELEVENTH, TWELFTH)
    totals = reconcile(journal, TWELFTH).totals()
    last = journal.last_position()
    clock.set(13, 5, 30)
    house.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
    assert days_posted(journal, last) == {date(2025, 3, 13)}
    assert reconcile(journal, TWELFTH).totals() == totals
    assert reconcile(journal, TWELFTH).alarms == []
    assert reconcile(journal, date(2025, 3, 13)).alarms == []
    assert audit(journal).fault is None


def test_a_server_that_has_not_heard_of_the_end_books_in_the_open_day_all_the_same(
    house: House, clock: Clock
) -> None:
    journal, late = house.floor.journal, House(Floor(house.floor.journal, clock=clock), "late")
    late.floor.tables.get("T2")
    closed(house.floor, TENTH, ELEVENTH, TWELFTH)
    last = journal.last_position()
    clock.set(13, 5, 30)
    late.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
    assert days_posted(journal, last) == {date(2025, 3, 13)}


def test_an_entry_that_was_decided_before_the_end_of_its_day_is_decided_again(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day ends between the decision and the append: the append conflicts, and is booked anew."""
    journal = house.floor.journal
    clock.set(13, 5, 30)
    house.begin("T2", *BETS, "close", *NOTHING, *FOLDED)
    last, append, ended = journal.last_position(), journal.append, list[bool]()

    def in_between(batch: Any, command: Any = None) -> Any:
        if not ended:
            ended.append(True)
            other = Floor(journal, clock=Clock())
            other.clock.set(13, 7)  # type: ignore[attr-defined]
            other.execute(Order(command=EndGamingDay(day=TWELFTH), by=ACCOUNTANT))
        return append(batch, command)

    monkeypatch.setattr(journal, "append", in_between)
    house.play("T2", "settle")
    assert days_posted(journal, last) == {date(2025, 3, 13)}
    assert audit(journal).fault is None


GRAND = because("place.stream", kind="link", name="grand")
T1 = because("place.stream", kind="table", name="T1")


def test_a_day_that_does_not_agree_stays_open(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = FigureAlarm(GRAND, because("differs.paid", ours="5", theirs="4"))
    _alarmed(monkeypatch, fault)
    answer = close(house.floor, TENTH, reason="never mind")
    assert refused(answer) == "day_differs"
    assert isinstance(answer, Refusal)
    assert "its winners got 5" in answer.message


def test_counted_chips_that_differ_take_a_reason(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _alarmed(
        monkeypatch,
        FigureAlarm(T1, because("differs.tray", ours=500, theirs=0, tray=500, drop=0), counted=True),
    )
    assert refused(close(house.floor, TENTH)) == "day_differs"
    assert isinstance(close(house.floor, TENTH, reason="a chip lay under the tray"), Done)
    monkeypatch.undo()
    figures = reconcile(house.floor.journal, TENTH)
    assert figures.closed is not None
    assert figures.closed.reason == "a chip lay under the tray"


def _alarmed(monkeypatch: pytest.MonkeyPatch, alarm: FigureAlarm) -> None:
    def alarmed(journal: Journal, day: date, progress: Any = None, **others: Any) -> DayFigures:
        figures = reconcile(journal, day, progress, **others)
        figures.alarms.append(alarm)
        return figures

    monkeypatch.setattr(closing, "reconcile", alarmed)


def test_a_day_is_not_closed_before_it_has_ended(house: House) -> None:
    totals = reconcile(house.floor.journal, TENTH).totals()
    order = Order(command=CloseGamingDay(totals=totals), by=ACCOUNTANT)
    assert refused(house.floor.execute(order)) == "day_not_over"


@pytest.mark.parametrize("last", [None, 0])
def test_an_audit_finds_a_day_closed_with_other_figures(house: House, last: int | None) -> None:
    """Whoever closes a day with figures of their own, past the reconciliation, or as if it were archived."""
    floor = house.floor
    floor.execute(Order(command=EndGamingDay(day=TENTH), by=ACCOUNTANT))
    found = reconcile(floor.journal, TENTH).totals()
    totals = structs.replace(found, float_win=Fraction(1), last=found.last if last is None else last)
    assert isinstance(floor.execute(Order(command=CloseGamingDay(totals=totals), by=ACCOUNTANT)), Done)
    fault = audit(floor.journal).fault
    assert fault is not None
    first = "float_win" if last is None else "last"
    assert f"closes gaming day 2025-03-10 with {first}" in fault.message
    (alarm,) = reconcile(floor.journal, TENTH).alarms
    assert f"it was closed with {first}" in alarm.why


def test_an_audit_finds_such_a_day_in_an_archive(house: House, clock: Clock, tmp_path: Path) -> None:
    """Once its events are moved away, a closed day is compared with them by whoever gives the archive."""
    floor = Floor(house.floor.journal, clock=clock, sealer=Sealer(SEAL))
    floor.execute(Order(command=EndGamingDay(day=TENTH), by=ACCOUNTANT))
    totals = structs.replace(reconcile(floor.journal, TENTH).totals(), float_win=Fraction(1))
    assert isinstance(floor.execute(Order(command=CloseGamingDay(totals=totals), by=ACCOUNTANT)), Done)
    archive_through(floor, TENTH, tmp_path / "tenth.pbj", key=KEY)
    with open_journal(tmp_path / "tenth.pbj", read_only=True) as tenth:
        fault = audit(floor.journal, archives=[tenth]).fault
    assert fault is not None
    assert "closes gaming day 2025-03-10 with float_win" in fault.message


def test_an_audit_finds_a_day_that_was_passed_over(house: House) -> None:
    floor = house.floor
    floor.execute(Order(command=EndGamingDay(day=ELEVENTH), by=ACCOUNTANT))
    totals = reconcile(floor.journal, ELEVENTH).totals()
    assert isinstance(floor.execute(Order(command=CloseGamingDay(totals=totals), by=ACCOUNTANT)), Done)
    fault = audit(floor.journal).fault
    assert fault is not None
    assert "while 2025-03-10 is open" in fault.message


def test_an_audit_finds_an_entry_in_a_day_that_had_ended(tmp_path: Path, clock: Clock) -> None:
    """Somebody who writes the record anew books a round in a day that was closed."""
    with open_journal(tmp_path / "journal.db", clock=clock) as journal:
        house = play_the_days(journal, clock)
        clock.set(13, 7)
        closed(house.floor, TENTH, ELEVENTH, TWELFTH)
        house.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
    lines = lines_of(str(tmp_path / "journal.db"))
    *_, last = found(lines, "GamingDayClosed")
    for line in lines[last + 1 :]:
        _date_back(line)
    write_anew(lines, str(tmp_path / "forged.db"))
    with open_journal(tmp_path / "forged.db", read_only=True) as journal:
        fault = audit(journal).fault
    assert fault is not None
    assert "which had ended" in fault.message


def _date_back(line: Line) -> None:
    line.data = msgspec.json.decode(msgspec.json.encode(line.data).replace(b"2025-03-13", b"2025-03-12"))


def sign_off(floor: Floor, day: date, by: Actor, second: Actor, note: str = "") -> Done | Refusal:
    command = SignOffGamingDay(day=day, second=second, note=note)
    return floor.execute(Order(command=command, by=by, id=f"sign-{day}-{by.name}-{second.name}"))


def test_a_closed_day_is_signed_off_once_by_two_departments(house: House) -> None:
    floor, shaw = house.floor, Actor("shaw", "shift_manager")
    assert refused(sign_off(floor, TENTH, ACCOUNTANT, shaw)) == "day_open"
    closed(floor, TENTH, ELEVENTH)
    days = floor.days()
    assert days is not None
    assert days.unsigned == (TENTH, ELEVENTH)
    assert refused(sign_off(floor, TENTH, Actor("sue", "pit_supervisor"), shaw)) == "role_too_low"
    assert refused(sign_off(floor, TENTH, ACCOUNTANT, Actor("sue", "pit_supervisor"))) == "role_too_low"
    assert refused(sign_off(floor, TENTH, ACCOUNTANT, Actor("Acc", "shift_manager"))) == "same_person"
    assert refused(sign_off(floor, TENTH, ACCOUNTANT, Actor("bea", "accounting"))) == "same_department"
    assert refused(sign_off(floor, TENTH, ACCOUNTANT, shaw, "x" * 501)) == "argument_missing"
    assert isinstance(sign_off(floor, TENTH, ACCOUNTANT, shaw, "as counted"), Done)
    assert refused(sign_off(floor, TENTH, shaw, ACCOUNTANT)) == "day_signed_off"
    figures = reconcile(floor.journal, TENTH)
    assert figures.signed is not None
    assert (figures.signed.by, figures.signed.second, figures.signed.note) == (ACCOUNTANT, shaw, "as counted")
    assert reconcile(floor.journal, ELEVENTH).signed is None
    days = floor.days()
    assert days is not None
    assert days.unsigned == (ELEVENTH,)
    assert audit(floor.journal).fault is None
