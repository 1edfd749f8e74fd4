"""``pitboss close-day``: accounting closes a gaming day at the host of a floor."""

from datetime import date, timedelta

import pytest

from pitboss.floor import Floor
from pitboss.ledger.days import Days
from pitboss.reconcile.reconcile import reconcile
from pitboss.store.journal import wall_clock
from pitboss.store.open import open_journal
from tests.floor.test_at_the_host import Host, host

__all__ = ["host"]
_DAY = 24 * 3600 * 1_000_000


def days_of(place: Host) -> Days | None:
    with open_journal(place.journal) as journal:
        return Floor(journal).days()


def closed_by(place: Host, day: date) -> tuple[str, str, str] | None:
    with open_journal(place.journal) as journal:
        closed = reconcile(journal, day).closed
    return (closed.by, closed.second, closed.reason) if closed else None


def test_a_day_is_reconciled_and_closed(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_journal(host.journal) as journal:
        floor = Floor(journal)
        today = floor.day_of(wall_clock()).date
    assert "is not over" in host("close-day", str(today), "--as", "acc", status=2)
    monkeypatch.setattr("pitboss.store.clock.wall_clock", later)
    assert "is for" in host("close-day", str(today), "--as", "pam", status=2)
    assert "wrong" in host("close-day", str(today), "--as", "eve", status=2).lower()
    assert days_of(host) is None
    alone = ("close-day", str(today), "--as", "acc", "--reason", "a clock was wrong", "--second")
    assert "different" in host(*alone, "acc", status=2)
    assert "is for" in host(*alone, "pam", status=2)
    assert "needs a written reason" in host(*alone[:4], "--second", "sam", status=2)
    assert days_of(host) is None, "what is refused leaves nothing behind"
    assert "agrees and is closed" in host(*alone, "sam")
    assert closed_by(host, today) == ("acc", "sam", "a clock was wrong")
    assert days_of(host) == Days(today, today, unsigned=(today,))
    assert "is closed" in host("close-day", str(today), "--as", "acc", status=2)
    _sign_off(host, str(today))
    assert days_of(host) == Days(today, today)
    none = str(today - timedelta(days=400))
    assert "has no entry" in host("close-day", none, "--as", "acc", status=2)
    assert "is not a day" in host("close-day", "yesterday", "--as", "acc", status=2)
    assert "--as NAME" in host("close-day", str(today), status=2)


def _sign_off(host: Host, day: str) -> None:
    """Two people of two departments, each by their password; and then it stands beside the days."""
    assert "--second NAME" in host("sign-off-day", day, "--as", "acc", status=2)
    assert "is for" in host("sign-off-day", day, "--as", "acc", "--second", "pam", status=2)
    assert "different" in host("sign-off-day", day, "--as", "acc", "--second", "acc", status=2)
    done = host("sign-off-day", day, "--as", "acc", "--second", "sam", "--note", "agreed")
    assert f"{day} is signed off by acc and sam" in done
    assert "is signed off" in host("sign-off-day", day, "--as", "acc", "--second", "sam", status=2)


def later() -> int:
    return wall_clock() + _DAY
