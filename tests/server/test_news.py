"""News: what this server records is told at once, what others record is followed, and nothing twice."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from typing import cast

import pytest

from pitboss.reason import because
from pitboss.server import news as broadcast
from pitboss.server.news import EVERYTHING, Audience, Listener, News, NewsFrame, NewsTopic
from pitboss.store import Appended, Journal, Recorded
from pitboss.store.errors import StorageFailed
from pitboss.store.open import open_journal
from tests.loops import on_a_loop
from tests.store.samples import to
from tests.waiting import async_until

TABLE = ("table", "1")


class Told:
    """What a server hears of its journal and tells its dealers."""

    def __init__(self) -> None:
        self.heard: list[dict[NewsTopic, int]] = []
        self.told: list[set[NewsTopic]] = []

    def hear(self, events: dict[NewsTopic, list[Recorded]]) -> None:
        self.heard.append({topic: found[-1].version if found else 0 for topic, found in events.items()})

    def tell(self, topics: Iterable[NewsTopic]) -> set[NewsTopic]:
        self.told.append(set(topics))
        return set(topics)


def test_a_listener_is_woken_or_its_time_is_up() -> None:
    async def listen() -> None:
        listener = Listener()
        assert not await listener.wait(0.001)
        listener.wake()
        listener.wake([TABLE])
        assert await listener.wait(60), "what came while nobody waited is not missed"
        assert not await listener.wait(0.001), "nor told twice"
        assert listener.changed() == {TABLE}
        assert listener.changed() == set()
        asyncio.get_running_loop().call_later(0.01, listener.wake)
        assert await listener.wait(60)

    on_a_loop(listen)


def test_own_appends_are_told_at_once_and_once(journal: Journal) -> None:
    async def work() -> None:
        told = Told()
        news = News(journal, told.hear, told.tell, after=0)
        news.start(asyncio.get_running_loop())
        table, all_ = news.listen(TABLE), news.listen(EVERYTHING)
        try:
            for version in range(3):
                news.recorded(journal.append([to("table/1", version), to("account/ann", version)]))
                assert await table.wait(0), "before the loop does anything else"
            assert all_.changed() == {TABLE}
            await async_until(
                lambda: news.position == journal.last_position(), "the news are those of the whole journal"
            )
            assert told.told == [{TABLE}] * 3, "whoever was first, the server or its follower"
            assert any(("account", "ann") in heard for heard in told.heard), "people are looked at anew"
            await asyncio.to_thread(lambda: news.recorded(journal.append([to("table/2", 0)])))
            await async_until(lambda: told.told[-1] == {("table", "2")}, "the other table is told of")
        finally:
            news.stop()

    on_a_loop(work)


class Quiet:
    """A journal to which nobody else appends, and its one subscription."""

    position = 0
    known: Callable[[int], int] | None = None

    def last_position(self) -> int:
        return 0

    def subscribe(self, after: int = 0) -> AbstractContextManager["Quiet"]:
        return nullcontext(self)

    def poll(self, timeout: float) -> list[Recorded]:
        time.sleep(0.01)
        return []


def test_an_own_append_is_not_read_where_the_server_knows_all_of_it() -> None:
    async def work() -> None:
        told, journal = Told(), Quiet()
        news = News(cast("Journal", journal), told.hear, told.tell, after=0)
        news.start(asyncio.get_running_loop())

        def recorded(first: int, **versions: int) -> None:
            streams = {stream.replace("_", "/"): version for stream, version in versions.items()}
            news.recorded(Appended(first, first + 1, {"table/1": first + 1} | streams))

        try:
            await async_until(lambda: journal.known is not None, "the journal is told what is known")
            assert journal.known is not None
            recorded(1, ledger_days=7)
            assert journal.known(0) == 2, "what was held fast is nobody's news"
            recorded(3, account_ann=1)
            assert journal.known(2) == 2, "the loop does not ask the database"
            await asyncio.to_thread(recorded, 5, account_ann=2)
            assert journal.known(4) == 6
            assert told.heard == [{("account", "ann"): 0}], "at once"
            await asyncio.to_thread(recorded, 7, sheet_new=3)
            await asyncio.to_thread(recorded, 9, sheet_new=3)
            assert journal.known(6) == 10
            assert told.heard[1:] == [{("sheet", "new"): 0}], "held fast the second time"
        finally:
            news.stop()

    on_a_loop(work)


def test_missed_news_is_left_to_the_follower() -> None:
    def fails(events: dict[NewsTopic, list[Recorded]]) -> None:
        raise StorageFailed(because("error.given", given="the database does not answer"))

    async def work() -> None:
        journal = Quiet()
        news = News(cast("Journal", journal), fails, Told().tell, after=0)
        news.start(asyncio.get_running_loop())
        try:
            await async_until(lambda: journal.known is not None, "the journal is told what is known")
            assert journal.known is not None
            appended = Appended(1, 2, {"table/1": 1, "account/ann": 1})
            await asyncio.to_thread(news.recorded, appended)
            assert journal.known(0) == 0
        finally:
            news.stop()

    on_a_loop(work)


def test_events_of_another_server_in_between_are_heard(url: str) -> None:
    async def work() -> None:
        told = Told()
        with open_journal(url) as journal, open_journal(url) as other:
            news = News(journal, told.hear, told.tell, after=0)
            news.start(asyncio.get_running_loop())
            listener = news.listen(TABLE)
            try:
                news.recorded(journal.append([to("link/gold", 0)]))
                other.append([to("table/1", 0, 2)])
                news.recorded(journal.append([to("link/gold", 1)]))
                assert await listener.wait(60)
                await async_until(
                    lambda: news.position == journal.last_position(),
                    "the news are those of the whole journal",
                )
                assert news.following
                assert {TABLE: 2} in [{k: v for k, v in heard.items() if k == TABLE} for heard in told.heard]
                assert told.told.count({TABLE}) == 1
            finally:
                news.stop()

    on_a_loop(work)


def test_listeners_are_told_also_if_the_dealers_cannot_look(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(broadcast, "_PATIENCE", 0.01)

    async def work() -> None:
        told = Told()
        faults = [
            StorageFailed(because("error.given", given="the database does not answer")),
            KeyError("a sheet"),
        ]

        def tell(topics: Iterable[NewsTopic]) -> set[NewsTopic]:
            if faults:
                raise faults.pop()
            return told.tell(topics) | {("table", "2")}

        news = News(journal, told.hear, tell, after=0)
        news.start(asyncio.get_running_loop())
        table, beside, all_ = news.listen(TABLE), news.listen(("table", "2")), news.listen(EVERYTHING)
        try:
            frames = [news.frame(TABLE, None, lambda: NewsFrame("1", None, b"", time.monotonic()))]
            news.recorded(journal.append([to("table/1", 0)]))
            assert await table.wait(0), "nothing else would tell them of this version"
            assert all_.changed() == {TABLE}
            frames.append(news.frame(TABLE, None, lambda: NewsFrame("2", None, b"", time.monotonic())))
            assert [frame.id for frame in frames] == ["1", "2"]
            assert await beside.wait(60), "the dealers look again"
            assert all_.changed() == {("table", "2")}
            assert told.told == [{TABLE}]
        finally:
            news.stop()

    on_a_loop(work)
    assert [record.message for record in caplog.records] == ["what has changed could not be looked at"] * 2


def test_a_frame_is_shared_by_its_audience_until_there_is_news(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        told = Told()
        news = News(journal, told.hear, told.tell, after=0)
        news.start(asyncio.get_running_loop())
        makes = (NewsFrame(str(number), None, b"", 0.0) for number in count())
        now = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: now)

        def shown(audience: Audience) -> str:
            return news.frame(TABLE, audience, lambda: next(makes)).id

        try:
            assert [shown(None), shown(None), shown("ann"), shown("ann"), shown(None)] == list("00110")
            assert shown(EVERYTHING) == "2", "the floor in brief is another thing"
            news.recorded(journal.append([to("table/1", 0)]))
            assert [shown("ann"), shown("bob"), shown("ann")] == ["3", "4", "3"]
            now = 1.0
            assert shown("ann") == "5", "what it says of the time is old"
        finally:
            monkeypatch.undo()
            news.stop()

    on_a_loop(work)


def test_a_timer_that_runs_on_does_not_end_a_later_wait() -> None:
    async def listen() -> None:
        listener = Listener()
        listener_wakes = asyncio.get_running_loop().call_later(0.005, listener.wake)
        assert await listener.wait(0.02)
        listener_wakes.cancel()
        asyncio.get_running_loop().call_later(0.06, listener.wake)
        assert await listener.wait(10), "the timer of the first wait has rung meanwhile"
        assert not await listener.wait(0.001), "a shorter wait than the one before ends in time"

    on_a_loop(listen)
