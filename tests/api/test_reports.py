"""The audit and the reports over HTTP, held against the tables and links they are about."""

import threading
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.client import Refused, calls
from pitboss.ledger import gaming_day
from pitboss.messages.session import Signature
from pitboss.server.jobs import Job
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.journal import wall_clock
from pitboss.store.keys import load_or_make_key
from tests.api.served import Served, served_floor
from tests.api.test_rounds import BY_HAND, play_round
from tests.api.waiting import job_ended

served = served_floor(BY_HAND, scope="function")


def test_an_audit_runs_behind_a_floor_that_plays_on(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.client("dealer") as dealer,
        served.client("regulator") as regulator,
    ):
        play_round(served, {1: ann}, "3CP-1")
        begun = regulator.send(calls.audit())
        play_round(served, {1: ann}, "3CP-1")
        done = job_ended(regulator, begun)
        assert done.state == "done"
        assert done.result["sound"], done.result
        assert done.result["rounds"] >= 1
        again = job_ended(regulator, regulator.send(calls.audit()))
        assert again.result["rounds"] == 2
        assert again.result["settlements"] == 2
        for client in (ann, dealer):
            with pytest.raises(Refused) as refused:
                client.send(calls.audit())
            assert refused.value.status == 403
            with pytest.raises(Refused) as hidden:
                client.send(calls.job(done.id))
            assert hidden.value.status == 404, "an audit is read by whoever has started it"


def test_an_audit_can_be_cancelled(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, hear = threading.Event(), Job.heard

    def heard(job: Job, what: str, done: int, of: int) -> None:
        """A part is done, and the next one is not begun before the test has cancelled the audit."""
        begun.set()
        assert job.cancelled.wait(60)
        hear(job, what, done, of)

    monkeypatch.setattr(Job, "heard", heard)
    with served.client("regulator") as regulator:
        job = regulator.send(calls.audit())
        assert begun.wait(60)
        assert regulator.send(calls.job(job.id)).state == "counting"
        regulator.send(calls.cancel(job.id))
        assert job_ended(regulator, job).state == "cancelled"


def test_a_gaming_day_is_reconciled(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.client("dealer") as dealer,
        served.client("accounting") as accounting,
    ):
        play_round(served, {1: ann}, "3CP-1")
        today = gaming_day(datetime.now(UTC), served.site.config.hours).date
        day = accounting.send(calls.day(str(today)))
        assert day["agrees"], day["alarms"]
        (table,) = (table for table in day["tables"] if table["name"] == "3CP-1")
        assert table["total"]["rounds"] == 1
        assert table["total"]["wagers"]["ante"] == 2500
        assert accounting.send(calls.day("2001-01-01"))["entries"] == 0
        held = accounting.send(calls.days())
        assert (held.today, held.first, held.last) == (str(today), str(today), str(today))
        header, *rows = accounting.send(calls.day_rows(str(today)))
        named = [dict(zip(header, row, strict=True)) for row in rows]
        stakes = [row["exact_cents"] for row in named if (row["figure"], row["detail"]) == ("wagers", "ante")]
        assert stakes == ["2500"]
        with pytest.raises(Refused) as refused:
            dealer.send(calls.day(str(today)))
        assert refused.value.status == 403


def test_checkpoints_are_read_newest_first(served: Served) -> None:
    with served.client("regulator") as regulator, served.client("dealer") as dealer:
        (start,) = regulator.send(calls.checkpoints())
        key = load_or_make_key(Path(served.site.config.signing_key))
        made = [make_checkpoint(served.site.journal, key) for _ in range(3)]
        found = regulator.send(calls.checkpoints())
        assert [each.size for each in found[:3]] == [each.size for each in reversed(made)]
        assert [each.position for each in found[:3]] == [each.position for each in reversed(made)]
        assert found[3:] == [start], "that of the start"
        assert all(each.signed for each in found)
        with pytest.raises(Refused) as refused:
            dealer.send(calls.checkpoints())
        assert refused.value.status == 403


def test_links_owe_as_much_as_they_hold(served: Served) -> None:
    with served.client("accounting") as accounting, served.player("ann") as ann:
        found = {owed.link: owed for owed in accounting.send(calls.liability())}
        assert set(found) == set(served.site.floor.link_names())
        for name, owed in found.items():
            link = served.site.floor.link(name)
            assert link is not None
            assert Fraction(owed.liability) * 100 == link.pool + link.reserve + link.overflow
            assert (owed.claims, owed.unpaid) == (0, "0.00")
        assert accounting.send(calls.hits()) == []
        with pytest.raises(Refused) as missing:
            accounting.send(calls.hits("none"))
        assert missing.value.status == 404
        with pytest.raises(Refused) as refused:
            ann.send(calls.liability())
        assert refused.value.status == 403


def test_a_figure_is_the_sum_of_the_rounds_behind_it(served: Served) -> None:
    floor = served.site.floor
    with served.player("ann") as ann, served.client("accounting") as accounting:
        for _ in range(2):
            play_round(served, {1: ann}, "3CP-1")
        today = str(floor.day_of(floor.clock()).date)
        (table,) = [each for each in accounting.send(calls.day(today))["tables"] if each["name"] == "3CP-1"]
        found = accounting.send(calls.rounds(table="3CP-1", day=today)).rounds
        told = (table["total"]["wagers"], table["total"]["win"])
        summed = [
            sum(int(100 * Decimal(getattr(each, name))) for each in found) for name in ("wagers", "win")
        ]
        assert summed == [sum(figures.values()) for figures in told]
        assert summed[0] > 0
        assert {each.paid_by_link for each in found} == {"0.00"}


def test_a_report_needs_a_day(served: Served) -> None:
    with served.client("accounting") as accounting, pytest.raises(Refused) as refused:
        accounting.send(calls.day("yesterday"))
    assert (refused.value.status, refused.value.code) == (400, "bad_request")


def test_a_gaming_day_is_closed_by_accounting_when_it_is_over(served: Served) -> None:
    floor = served.site.floor
    with (
        served.player("ann") as ann,
        served.client("dealer") as dealer,
        served.client("accounting") as accounting,
    ):
        play_round(served, {1: ann}, "3CP-1")
        today = str(floor.day_of(floor.clock()).date)
        with pytest.raises(Refused) as refused:
            accounting.send(calls.close_day(today))
        assert (refused.value.status, refused.value.code) == (409, "day_not_over")
        floor.clock = lambda: wall_clock() + 24 * 3600 * 1_000_000
        with pytest.raises(Refused) as refused:
            dealer.send(calls.close_day(today))
        assert (refused.value.status, refused.value.code) == (403, "role_too_low")
        done = accounting.send(calls.close_day(today, command_id="close-the-day"))
        assert done == {"day": today, "code": "", "message": "", "reason": None}
        assert accounting.send(calls.close_day(today, command_id="close-the-day")) == done
        with pytest.raises(Refused) as refused:
            accounting.send(calls.close_day(today))
        assert refused.value.code == "day_closed"
        assert accounting.send(calls.days()).closed == today
        assert accounting.send(calls.day(today))["closed"]["by"] == "accounting"
        play_round(served, {1: ann}, "3CP-1")
        assert accounting.send(calls.day(today))["agrees"], "what came later is of the next day"


def test_a_gaming_day_with_entries_out_of_order_is_closed_by_two_people(served: Served) -> None:
    """The clock is two days ahead for one round, as the journal of a floor whose clock jumped has it."""
    floor, day = served.site.floor, 24 * 3600 * 1_000_000
    with served.player("ann") as ann, served.client("accounting") as accounting:
        for ahead in (0, 2, 0):
            floor.clock = lambda ahead=ahead: wall_clock() + ahead * day  # type: ignore[misc]
            play_round(served, {1: ann}, "3CP-1")
        today = str(floor.day_of(floor.clock()).date)
        floor.clock = lambda: wall_clock() + day
        why, second = "the clock jumped", served.signature("shift_manager")
        found = accounting.send(calls.day(today))
        assert [alarm["order"] for alarm in found["alarms"]]
        assert all(alarm["order"] for alarm in found["alarms"])
        for given, code in (
            (calls.close_day(today, why), "day_differs"),
            (calls.close_day(today, "", second), "argument_missing"),
            (calls.close_day(today, why, served.signature("accounting")), "same_person"),
            (calls.close_day(today, why, served.signature("dealer")), "role_too_low"),
            (calls.close_day(today, why, Signature("shift", "not this one")), "sign_in_refused"),
        ):
            with pytest.raises(Refused) as refused:
                accounting.send(given)
            assert refused.value.code == code
        assert accounting.send(calls.close_day(today, why, second))["code"] == ""
        after = accounting.send(calls.day(today))
        assert (after["agrees"], after["accepted"]) == (True, found["alarms"])
        assert (after["closed"]["by"], after["closed"]["second"]) == ("accounting", second.name)
        assert after["closed"]["reason"] == why
