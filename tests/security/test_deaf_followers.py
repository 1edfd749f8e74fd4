"""A server whose follower of the journal hangs, lags or has failed, while its other connections work.

Holds: an account that was just locked, or a device whose token was just taken away, at another server. Tries:
to go on at the server that has not heard of it. Expected: a server that does not know the newest of the
journal believes nobody by what it remembers, and asks the database.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.access import commands as cmd
from pitboss.access.aggregates import ACCOUNT
from pitboss.access.roles import SYSTEM
from pitboss.commands.record import Done
from pitboss.floor.aggregates import floor_streams
from pitboss.refusal import Refusal
from pitboss.server import news as broadcast
from pitboss.server.news import News
from pitboss.store import Journal, Recorded
from pitboss.store.open import open_journal, open_private
from tests.access.entrance import sign_in
from tests.access.house import House, ok
from tests.api.served import SLOW, serving
from tests.floor.desk import Desk as Floor
from tests.jackpots.floor import APPROVED, THREE_CARD
from tests.sheets.shipped import shipped_texts
from tests.waiting import happens, until

ORDERS = ((0, 1, 2, 3), (3, 2, 1, 0), (0, 0, 1, 1), (0, 2), (1, 2), (3,), (0, 1, 1, 2, 3), (2, 0, 3, 1), ())


class Hanging:
    """Reads that can be made to hang, as behind a network that drops everything."""

    def __init__(self, read: Callable[[int, int], list[Recorded]]) -> None:
        self.read = read
        self.let_go = threading.Event()
        self.let_go.set()
        self.hung = threading.Event()

    def __call__(self, after: int, limit: int) -> list[Recorded]:
        if not self.let_go.is_set():
            self.hung.set()
        happens(self.let_go, "the test lets the read go on")
        return self.read(after, limit)


@contextmanager
def following(journal: Journal, house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    """A server that follows the journal for its doors, by reads that can hang."""
    monkeypatch.setattr(broadcast, "_PATIENCE", 0.05)
    monkeypatch.setattr(broadcast, "_BEHIND", 0.5, raising=False)
    hanging = Hanging(journal.read_all)
    monkeypatch.setattr(journal, "read_all", hanging)

    def heard(events: dict[broadcast.NewsTopic, list[Recorded]]) -> None:
        for kind, name in events:
            if kind == "account":
                house.doors.tokens.heard(name)

    news = News(journal, heard, lambda topics: topics, after=journal.last_position())
    house.people.sessions.followed = lambda: news.following
    vars(news)["_thread"].start()
    until(lambda: news.following, "the server follows the journal")
    try:
        yield hanging
    finally:
        hanging.let_go.set()
        news.stop()


def test_a_server_that_hears_nothing_believes_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        open_journal(url) as journal,
        open_journal(url) as elsewhere,
        open_private(url) as private,
        open_private(url) as private_elsewhere,
    ):
        house = House(journal, private).staff()
        other = House(elsewhere, private_elsewhere)
        assert isinstance(house.people.act(cmd.MakeAccount("shoe", "machine"), SYSTEM, "a shoe"), Done)
        issued = house.people.act(
            cmd.IssueToken(name="shoe", token="one", scopes=("watch_table",), days=30), SYSTEM, "a shoe"
        )
        assert isinstance(issued, Done)
        with following(journal, house, monkeypatch) as hanging:
            dan = house.enter("dan").token
            for token in (dan, issued.shown):
                assert not isinstance(house.doors.tokens.principal(token), Refusal)
            until(lambda: house.doors.tokens.known(dan) is not None, "dan's token is remembered")
            hanging.let_go.clear()
            happens(hanging.hung, "a read hangs")
            other.act(cmd.LockAccount("dan"))
            other.act(cmd.RevokeToken("shoe", "one"))
            until(lambda: not house.people.sessions.followed(), "the server knows that it follows no longer")
            house.now += 3_000_000
            for token in (dan, issued.shown):
                assert house.doors.tokens.known(token) is None
                assert isinstance(house.doors.tokens.principal(token), Refusal)


def test_a_follower_that_lags_behind_does_not_count(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers, and is busy with what happened before: it cannot know of what has happened since."""
    monkeypatch.setattr(broadcast, "PAGE", 1, raising=False)
    with open_journal(url) as journal, open_private(url) as private:
        house = House(journal, private).staff()
        busy, go_on = threading.Event(), threading.Event()

        def heard(events: object) -> None:
            busy.set()
            happens(go_on, "the test lets the follower go on")

        news = News(journal, heard, lambda topics: topics, after=0)
        vars(news)["_thread"].start()
        happens(busy, "the follower is busy")
        assert not news.following
        go_on.set()
        news.stop()
        assert house.account("dan").in_use


def test_a_text_that_another_server_has_taken_in_holds_here(tmp_path: Path) -> None:
    """Otherwise this server would go on to value a link's wins, and show its rules, by the old one."""
    url, (sheet, clauses) = f"{tmp_path}/floor.db", shipped_texts(THREE_CARD)
    changed = sheet.replace('straight_flush = "40 to 1"', 'straight_flush = "41 to 1"')
    assert changed != sheet
    with (
        serving(tmp_path, SLOW, url=url) as here,
        open_journal(url) as elsewhere,
    ):
        before = here.site.floor.rulebook.games[THREE_CARD].hashes.sheet
        ok(Floor(elsewhere).new_sheet(changed, clauses, APPROVED))
        until(
            lambda: here.site.floor.rulebook.games[THREE_CARD].hashes.sheet != before,
            "the new text of the sheet is in force",
        )


@pytest.mark.parametrize("order", ORDERS)
def test_news_told_twice_or_out_of_order_is_folded_once(url: str, order: tuple[int, ...]) -> None:
    with open_journal(url) as journal, open_private(url) as private:
        House(journal, private).staff()
        known = floor_streams(journal, ACCOUNT)
        held = known.refresh("dan")
        for number in range(4):
            other = House(journal, private)
            assert isinstance(sign_in(other.doors, "dan", f"wrong {number}", "password", "there"), Refusal)
        told = list(journal.read_stream("account/dan", held.version))
        known.heard("dan", [told[place] for place in order])
        known.heard("dan", told)
        assert known.get("dan") == floor_streams(journal, ACCOUNT).refresh("dan")
        assert known.get("dan").version == held.version + 2 * 4
