"""A gaming day reconciled: figures reckoned by hand, and alarms for whatever was changed."""

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit.audit import audit
from pitboss.floor import Floor
from pitboss.floor.archiving import archive_through
from pitboss.floor.tables.dealing import Sealer
from pitboss.jackpots import Meters
from pitboss.jackpots import commands as lc
from pitboss.reconcile import gaming_days
from pitboss.reconcile.figures import DayFigures, Holding, Movements, ShiftFigures, UnpaidClaim
from pitboss.reconcile.gaming_days import days_held
from pitboss.reconcile.reconcile import reconcile
from pitboss.replay.entries import of_floor
from pitboss.store import Journal, NewEvent, Recorded, ToStream
from pitboss.store.errors import Archived
from pitboss.store.journal import HEAD
from pitboss.store.open import open_journal
from pitboss.store.snapshots import Snapshots
from pitboss.store.with_archives import with_archives
from tests.audit.tamper import NET
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.jackpots.floor import APPROVED, THREE_CARD
from tests.reconcile.day import Clock, play_the_days
from tests.store.archives import KEY, SEAL, SNAPSHOT_KEY

TENTH, ELEVENTH, TWELFTH = (date(2025, 3, day) for day in (10, 11, 12))


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    clock = Clock()
    with open_journal(url, clock=clock) as opened:
        play_the_days(opened, clock)
        yield opened


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    """The same days in one file, for tests that only read it."""
    clock = Clock()
    with open_journal(tmp_path_factory.mktemp("played") / "journal.db", clock=clock) as opened:
        play_the_days(opened, clock)
        yield opened


def test_tables_by_shift(journal: Journal) -> None:
    found = reconcile(journal, ELEVENTH)
    assert found.alarms == []
    assert list(found.tables) == ["T1", "T2"]
    one, two = found.tables["T1"], found.tables["T2"]
    assert one.sheets == two.sheets == ["rws-multilink-three-card-v4"]
    assert one.links == two.links == ["grand"]
    # Round 2: ann's straight wins Ante, Play and Ante Bonus and is paid 20 for 1 by the house; bob folds.
    # Round 3 is void at the cap: of its shares 30 had reached the display, 70 the overflow, 20 the reserve.
    assert one.shifts["day"] == ShiftFigures(
        rounds=2,
        void_rounds=1,
        wagers={"ante": 5000, "play": 2500, "jackpot": 1000, "ante_bonus": 0},
        win={"ante": 0, "play": -2500, "jackpot": 1000 - 10_000, "ante_bonus": -2500},
        fixed_jackpot_pays=10_000,
        jackpot_wagers_in=2000,
        jackpot_wagers_returned=1000,
        contributions=Fraction(200),
        reserve_shares=Fraction(40),
        shares_taken_back=Fraction(30 + 70 + 20),
        float_movement=Fraction(-5000),
        house_movement=Fraction(-9000),
    )
    # Round 4 was settled and then voided; round 1, of the day before, was adjusted by 25.00 for ann.
    assert one.shifts["swing"] == ShiftFigures(
        rounds=1,
        void_rounds=1,
        wagers={"ante": 0, "jackpot": 0},
        win={"ante": 0, "jackpot": 0},
        adjustments=-2500,
        rulings=1,
        jackpot_wagers_in=1000,
        jackpot_wagers_returned=1000,
        contributions=Fraction(100),
        reserve_shares=Fraction(20),
        shares_taken_back=Fraction(30 + 70 + 20),
        float_movement=Fraction(-2500),
    )
    # Round 5 waits for its royal to be paid.
    assert one.shifts["night"] == ShiftFigures(
        rounds=1, jackpot_wagers_in=1000, contributions=Fraction(100), reserve_shares=Fraction(20)
    )
    # Round 1 began and took its bets the day before; of round 2 ann's hand was returned.
    assert two.shifts["day"] == ShiftFigures(
        rounds=1,
        wagers={"ante": 5000 + 2500, "jackpot": 1000 + 500},
        win={"ante": 5000 + 2500, "jackpot": 1000 + 500},
        jackpot_wagers_in=1000,
        jackpot_wagers_returned=500,
        contributions=Fraction(100),
        reserve_shares=Fraction(20),
        shares_taken_back=Fraction(30 + 20 + 10),
        float_movement=Fraction(7500),
        house_movement=Fraction(1500),
    )
    # Round 3 had the royal, which the link paid; in round 4 a card was corrected.
    assert two.shifts["swing"] == ShiftFigures(
        rounds=2,
        wagers={"ante": 10_000, "jackpot": 2000},
        win={"ante": 10_000, "jackpot": 2000},
        link_pays=100_330,
        corrections=1,
        jackpot_wagers_in=2000,
        contributions=Fraction(200),
        reserve_shares=Fraction(40),
        float_movement=Fraction(10_000),
        house_movement=Fraction(2000),
    )
    assert list(two.shifts) == ["day", "swing"]
    assert one.total().rounds == 4
    assert one.total().wagers == {"ante": 5000, "play": 2500, "jackpot": 1000, "ante_bonus": 0}


def test_a_link_by_its_identity(journal: Journal) -> None:
    grand = reconcile(journal, ELEVENTH).links["grand"]
    cents = Fraction
    assert grand.opening == Holding(cents(100_200), cents(100_200), cents(40), cents(0))
    assert grand.meters == Meters(
        wagers_in=7000,
        wagers_returned=1000 + 500 + 1000,
        contributions=cents(7 * 100),
        seed_funding=cents(100_000),
        paid=cents(100_330),
        overflowed=cents(4 * 70),
        corrections=cents(200 - 3 * 30),
        moved=cents(-100),
        reserve_in=cents(7 * 20),
        reserve_out=cents(20 + 10 + 20 + 90),
        overflow_out=cents(70 + 20 + 70 + 120),
        hits=1,
        by_attendant=100_330,
    )
    # The claim of round T1/5 is in the pool and no longer on the sign.
    assert grand.closing == Holding(cents(100_300), cents(100_000), cents(40), cents(0))
    assert grand.expected_closing == 100_200 + 700 + 100_000 - 100_330 - 280 + 110 - 100 == 100_300
    assert grand.closing.liability == 100_340
    assert grand.unpaid == [UnpaidClaim("T1/5/1/ann", "royal flush", 100_300)]
    assert [(slip.number, slip.claim, slip.amount) for slip in grand.slips] == [(1, "T2/3/1/ann", 100_330)]
    assert grand.table_bets == 7000
    assert grand.table_contributions == 700
    assert grand.ledger == Movements(cents(100), cents(0), cents(0))


def test_money_that_arrived_from_another_link(journal: Journal) -> None:
    silver = reconcile(journal, ELEVENTH).links["silver"]
    assert silver.opening.pool == 100_000
    assert silver.meters.moved == 100
    assert silver.closing.pool == 100_100
    assert silver.ledger.pool == 100


def test_the_days_before_and_after(journal: Journal) -> None:
    before, after = reconcile(journal, TENTH), reconcile(journal, TWELFTH)
    assert before.alarms == after.alarms == []
    assert before.links["grand"].opening == Holding()
    assert before.links["grand"].meters.seed_funding == 100_000
    assert before.links["grand"].closing.pool == 100_200
    assert {name: table.total().rounds for name, table in before.tables.items()} == {"T1": 1, "T2": 1}
    assert before.tables["T1"].total().wagers == {"ante": 5000, "jackpot": 1000}
    assert before.tables["T2"].total().wagers == {}, "its round of the night was settled in the morning"
    assert before.tables["T2"].total().jackpot_wagers_in == 1000
    assert after.links["grand"].opening.pool == 100_300
    assert after.tables["T2"].shifts.keys() == {"day"}
    assert after.tables["T2"].total().rounds == 1
    assert after.tables["T1"].total().rounds == 0
    assert after.tables["T1"].total().link_pays == 100_300
    assert [slip.number for slip in after.links["grand"].slips] == [2]
    assert after.links["silver"].opening == after.links["silver"].closing, "nothing happened to it"
    assert after.links["silver"].closing.liability == 100_100
    assert before.last < after.first


def test_a_day_without_entries(played: Journal) -> None:
    found = reconcile(played, date(2025, 3, 13))
    assert (found.entries, found.tables, found.links, found.alarms) == (0, {}, {}, [])
    assert days_held(played) == (TENTH, TWELFTH)


def test_an_empty_journal_holds_no_day(tmp_path: Path) -> None:
    with open_journal(tmp_path / "empty.db") as empty:
        assert reconcile(empty, TENTH) == DayFigures(day=TENTH)
        assert days_held(empty) is None


def test_the_days_add_up_to_the_link(played: Journal) -> None:
    """Every entry is of one day and no other."""
    days = [reconcile(played, day) for day in (TENTH, ELEVENTH, TWELFTH)]
    for first, second in pairwise(days):
        assert first.links["grand"].closing.pool == second.links["grand"].opening.pool
        assert first.links["grand"].closing.display == second.links["grand"].opening.display
    first_dated = days[0].first
    events = played.read_all(first_dated - 1, 10_000)
    assert sum(day.entries for day in days) == sum(event.kind != HEAD and of_floor(event) for event in events)


# What is changed is noticed, though every hash is computed anew.

Change = Callable[[Recorded, dict[str, Any]], list[dict[str, Any]]]


def changed(source: Journal, path: Path, kind: str, which: int, change: Change) -> Journal:
    """A journal that says the same but for one event of a kind, with hashes that are right."""
    now = [0]
    copy = open_journal(path, clock=lambda: now[0])
    seen = 0
    for event in source.read_all(0, 100_000):
        now[0] = event.recorded
        events = [NewEvent(event.kind, event.schema, event.data)]
        if event.kind == kind:
            seen += 1
            if seen == which:
                data = change(event, msgspec.json.decode(event.data))
                events = [NewEvent(event.kind, event.schema, msgspec.json.encode(one)) for one in data]
        if events:
            copy.append([ToStream(event.stream, None, tuple(events))])
    assert seen >= which
    return copy


def other_amount(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["transfers"][0]["amount"] = "7/1"
    return [data]


def another_share(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["bets"][0]["display"] = "51/1"
    return [data]


def a_bet_less(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["bets"].pop()
    return [data]


def another_result(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["settlement"]["lines"][0][NET] += 100
    return [data]


def another_award(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["settlement"]["jackpot"]["payouts"][0]["amount"] += 100
    data["settlement"]["lines"][1][NET] += 100
    return [data]


def a_bigger_slip(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["slips"][0]["amount"] += 1
    return [data]


def twice(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    return [data, data]


def gone(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    return []


def another_day(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    for transfer in data["transfers"]:
        transfer["day"] = "2025-03-09"
    return [data]


def one_of_another_day(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["transfers"][-1]["day"] = "2025-03-12"
    return [data]


def more_than_was_added(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    data["house"] = "9/1"
    return [data]


def unreadable(_: Recorded, data: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": data["type"]}]


@pytest.mark.parametrize(
    ("kind", "which", "change", "where", "words"),
    [
        (
            "TransfersPosted",
            8,
            other_amount,
            "table T1",
            "the float by -50.00, and the ledger by -25.07",
        ),
        (
            "TransfersPosted",
            7,
            other_amount,
            "link grand",
            "the pool moved by 1.00, but in the ledger by 0.57",
        ),
        ("BetsAccepted", 3, another_share, "link grand", "added 0.51 and 0.10 to display and reserve"),
        ("BetsAccepted", 3, a_bet_less, "link grand", "it booked 5.00 on box 1 of ann for round T1/2, but"),
        ("BetsAccepted", 3, gone, "table T1", "round T1/2 closed with jackpot bets that no link has booked"),
        ("RoundSettled", 3, another_result, "table T1", "in the day shift its settlements and rulings move"),
        (
            "RoundSettled",
            8,
            another_award,
            "link grand",
            "round T2/3 was settled with awards of 1004.30 on box",
        ),
        ("ClaimsPaid", 1, a_bigger_slip, "link grand", "cannot be followed"),
        ("TransfersPosted", 6, twice, "the ledger", "is posted twice"),
        ("TransfersPosted", 8, gone, "table T1", "and the ledger by 0.00"),
        (
            "TransfersPosted",
            6,
            one_of_another_day,
            "the ledger",
            "is of 2025-03-12, among entries of 2025-03-11",
        ),
        ("ContributionReturned", 1, more_than_was_added, "link grand", "and 0.69 are accounted for"),
        ("MoneyReceived", 1, gone, "link silver", "the pool moved by 0.00, but in the ledger by 1.00"),
        ("RoundOpened", 3, gone, "table T1", "it cannot be followed from position"),
        ("HandFolded", 5, unreadable, "the journal", "cannot be read"),
    ],
)
def test_a_changed_journal_raises_an_alarm(
    played: Journal, tmp_path: Path, kind: str, which: int, change: Change, where: str, words: str
) -> None:
    with changed(played, tmp_path / "changed.db", kind, which, change) as copy:
        alarms = reconcile(copy, ELEVENTH).alarms
    found = [alarm for alarm in alarms if alarm.where == where and words in alarm.why]
    assert found, alarms


def test_a_copy_without_a_change_raises_none(played: Journal, tmp_path: Path) -> None:
    with changed(played, tmp_path / "same.db", "RoundSettled", 1, lambda _, data: [data]) as copy:
        assert reconcile(copy, ELEVENTH) == reconcile(played, ELEVENTH)


def test_an_entry_put_back_into_an_earlier_day(played: Journal, tmp_path: Path) -> None:
    with changed(played, tmp_path / "back.db", "TransfersPosted", 8, another_day) as copy:
        (alarm, *_) = reconcile(copy, ELEVENTH).alarms
    assert "an entry of 2025-03-09" in alarm.why
    assert "stands after entries of 2025-03-11" in alarm.why


# Finding a day.


def test_a_day_is_found_in_a_long_journal(played: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """With small pages, so that these few entries are many."""
    wanted = {day: reconcile(played, day) for day in (TENTH, ELEVENTH, TWELFTH, date(2025, 3, 13))}
    for page, margin in ((4, 30), (20, 60), (200, 30)):
        monkeypatch.setattr(gaming_days, "_PAGE", page)
        monkeypatch.setattr(gaming_days, "_MARGIN", margin)
        for day, figures in wanted.items():
            assert reconcile(played, day) == figures


def test_a_clock_that_was_years_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The day is found all the same, and it is said where the clock was wrong."""
    monkeypatch.setattr(gaming_days, "_PAGE", 4)
    monkeypatch.setattr(gaming_days, "_MARGIN", 30)
    clock = Clock()
    clock.set(10, 12)
    with open_journal(tmp_path / "journal.db", clock=clock) as journal:
        house = House(journal, clock=clock).open({"T1": THREE_CARD, "T2": THREE_CARD})
        right = clock.now
        for _ in range(3):
            house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
        clock.now += 3 * 365 * 24 * 3600 * 1_000_000
        house.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
        clock.now = right
        clock.set(11, 12)
        house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
        found = reconcile(journal, ELEVENTH)
    assert found.tables["T1"].total().rounds == 1
    assert [alarm.where for alarm in found.alarms] == ["link grand"]
    assert found.alarms[0].why.endswith("stands after entries of 2028-03-09")


def test_servers_whose_clocks_differ_a_little(url: str) -> None:
    """The round of T2 begins in the old day, though one of the new day stands before it."""
    ahead, behind = Clock(), Clock()
    ahead.set(11, 6)
    behind.now = ahead.now - 1
    with open_journal(url, clock=ahead) as journal:
        ahead.now -= 3600 * 1_000_000
        House(journal, clock=ahead).open({"T1": THREE_CARD, "T2": THREE_CARD})
        ahead.now += 3600 * 1_000_000
        House(journal, "a", clock=ahead).begin("T1", *BETS[:1])
    with open_journal(url, clock=behind) as journal:
        slow = House(journal, "b", clock=behind)
        slow.begin("T2", *BETS, "close", *NOTHING, *FOLDED)
        slow.link(lc.CorrectDisplay(Fraction(100), APPROVED))
        before, after = reconcile(journal, TENTH), reconcile(journal, ELEVENTH)
    assert before.alarms == after.alarms == []
    assert {name: table.total().rounds for name, table in before.tables.items()} == {"T2": 1}
    assert {name: table.total().rounds for name, table in after.tables.items()} == {"T1": 1}
    assert before.links["grand"].meters.corrections == 100
    assert before.links["grand"].meters.wagers_in == 1000
    assert after.links["grand"].meters == Meters()


def test_a_link_is_followed_from_where_the_day_found_it(
    played: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept as the day began saves folding all that came before."""
    kept = played.load_snapshot("link/grand 2025-03-11")
    assert kept is not None
    read: list[int] = []
    read_stream = played.read_stream

    def reading(stream: str, after: int = 0, page: int = 1000) -> Iterator[Recorded]:
        if stream == "link/grand":
            read.append(after)
        return read_stream(stream, after, page)

    monkeypatch.setattr(played, "read_stream", reading)
    figures = reconcile(played, ELEVENTH, snapshots=Snapshots(played, SNAPSHOT_KEY))
    assert read == [kept.version - 1, kept.version], "its event is compared, then those after it are read"
    read.clear()
    assert reconcile(played, ELEVENTH) == figures, "who has no key folds from the first event"
    assert read == [0]


def test_days_after_an_archive(journal: Journal, tmp_path: Path) -> None:
    """The twelfth is whole; of the eleventh, what came before its first round went with the tenth."""
    before = [reconcile(journal, day) for day in (TENTH, ELEVENTH, TWELFTH)]
    whole = before[-1]
    archive_through(Floor(journal, sealer=Sealer(SEAL)), TENTH, tmp_path / "tenth.pbj", key=KEY)
    assert reconcile(journal, TWELFTH, snapshots=Snapshots(journal, SNAPSHOT_KEY)) == whole
    assert whole.archived == 0
    for day in (ELEVENTH, TWELFTH):
        with pytest.raises(Archived, match="name the archive's file, or the floor's key"):
            reconcile(journal, day)
    with open_journal(tmp_path / "tenth.pbj", read_only=True) as archived:
        tenth = reconcile(archived, TENTH)
        both = with_archives(journal, [archived])
        assert [reconcile(both, day) for day in (TENTH, ELEVENTH, TWELFTH)] == before
    assert tenth.alarms == []
    assert tenth.links["grand"].closing.pool == 100_200


def test_a_round_whose_beginning_is_archived(tmp_path: Path) -> None:
    """T2 is in the middle of a round when the first round of the next day begins at T1."""
    clock = Clock()
    clock.set(10, 12)
    with open_journal(tmp_path / "journal.db", clock=clock) as journal:
        house = House(journal, clock=clock).open({"T1": THREE_CARD, "T2": THREE_CARD})
        house.begin("T2", *BETS, "close")
        clock.set(11, 12)
        house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
        house.play("T2", *NOTHING, *FOLDED, "settle")
        before = reconcile(journal, ELEVENTH)
        archive_through(Floor(journal, sealer=Sealer(SEAL)), TENTH, tmp_path / "tenth.pbj", key=KEY)
        after = reconcile(journal, ELEVENTH, snapshots=Snapshots(journal, SNAPSHOT_KEY))
    assert before.alarms == after.alarms == []
    assert (
        after.tables["T2"].total().win == before.tables["T2"].total().win == {"ante": 5000, "jackpot": 1000}
    )


def test_a_round_that_waits_for_its_first_bet_over_an_archive(tmp_path: Path) -> None:
    """T2 stands idle over the change of days, which is archived, and is played on the day after."""
    clock = Clock()
    clock.set(10, 12)
    with open_journal(tmp_path / "journal.db", clock=clock) as journal:
        house = House(journal, clock=clock).open({"T1": THREE_CARD, "T2": THREE_CARD})
        house.begin("T2")
        clock.set(11, 12)
        house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
        house.play("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
        before = reconcile(journal, ELEVENTH)
        archive_through(Floor(journal, sealer=Sealer(SEAL)), TENTH, tmp_path / "tenth.pbj", key=KEY)
        after = reconcile(journal, ELEVENTH, snapshots=Snapshots(journal, SNAPSHOT_KEY))
        assert before.alarms == after.alarms == []
        assert after.totals() == before.totals()
        assert audit(journal).fault is None
        with open_journal(tmp_path / "tenth.pbj", read_only=True) as archived:
            assert reconcile(with_archives(journal, [archived]), ELEVENTH) == before
            assert audit(journal, archives=[archived], sealer=Sealer(SEAL)).fault is None
