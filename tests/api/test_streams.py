"""Streams that are taken up again: the newest state is always there, and what is known is not sent again."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
import pytest

from pitboss.access.roles import SYSTEM
from pitboss.client import calls
from pitboss.client.server_sent_events import StreamMessage, StreamParser
from pitboss.floor import Done, Floor
from pitboss.floor.dealer.recovery import Resumed, resume
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.tables.money import BuyIn
from pitboss.messages import acts
from pitboss.server import site
from pitboss.store.open import open_journal
from tests.api.served import SLOW, Served, served_floor, serving
from tests.api.test_tables import wait_for_round
from tests.floor.desk import desk
from tests.waiting import until

TABLE = "MSS-1"
STILL = Pace(betting=600, decision=600, dealing=0.0, pause=600)
"""Nothing happens by itself."""


served = served_floor(SLOW, scope="function")


class Reader(NamedTuple):
    """Somebody who follows a stream, and may come back."""

    url: str
    token: str = ""
    last: str = ""

    def first(self) -> StreamMessage:
        """What he hears first."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if self.last:
            headers["Last-Event-ID"] = self.last
        with httpx.stream("GET", self.url, headers=headers, timeout=60) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            gatherer = StreamParser()
            for line in stream.iter_lines():
                if message := gatherer.line(line):
                    return message
        raise AssertionError("the stream ended")


def test_a_resumed_stream_sends_only_news(served: Served) -> None:
    with served.player("ann") as ann, served.player("bob") as bob:
        wait_for_round(ann, TABLE)
        reader = Reader(f"{served.url}/api/tables/{TABLE}/stream")
        seen = reader.first()
        assert seen.event == "table"
        again = reader._replace(last=seen.id)
        assert again.first().event == "beat", "nothing has happened"
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        bob.send(calls.act(TABLE, acts.PlaceBet(box=2, bet="ante", amount="25.00")))
        newest = again.first()
        assert newest.event == "table"
        boxes = msgspec.json.decode(newest.data)["round"]["boxes"]
        assert [box["player"] for box in boxes[:2]] == ["ann", "bob"], "both steps are in the one state"


def test_a_reader_who_signs_in_meanwhile_is_shown_their_own_state(served: Served) -> None:
    with served.player("ann") as ann:
        wait_for_round(ann, TABLE)
    watcher = Reader(f"{served.url}/api/tables/{TABLE}/stream")
    seen = watcher.first()
    own = watcher._replace(token=served.sign_in("ann"), last=seen.id).first()
    assert own.event == "table"
    assert own.id != seen.id
    assert watcher._replace(token=served.sign_in("ann"), last=own.id).first().event == "beat"


@pytest.mark.parametrize("last", ["999999", "x", "-1", "9" * 40, "1-zz"])
def test_an_id_that_nobody_gave_out_gets_the_newest_state(served: Served, last: str) -> None:
    with served.player("ann") as ann:
        wait_for_round(ann, TABLE)
    assert Reader(f"{served.url}/api/tables/{TABLE}/stream", last=last).first().event == "table"
    assert Reader(f"{served.url}/api/links/mega/stream", last=last).first().event == "sign"


def test_a_sign_is_taken_up_again_too(served: Served) -> None:
    reader = Reader(f"{served.url}/api/links/mega/stream")
    seen = reader.first()
    assert reader._replace(last=seen.id).first().event == "beat"


def test_the_floor_stream_begins_with_everything(served: Served) -> None:
    found: set[str] = set()
    with httpx.stream("GET", f"{served.url}/api/stream", timeout=60) as stream:
        gatherer = StreamParser()
        for line in stream.iter_lines():
            message = gatherer.line(line)
            if message and message.event == "beat":
                break
            if message:
                state = msgspec.json.decode(message.data)
                found.add(state.get("id") or state.get("link"))
    assert found >= {"3CP-1", "P3CP-1", "ML3-1", "MLTH-1", "MSS-1", "diamond", "spade", "club", "mega"}


def test_events_of_another_server_during_the_start_are_heard(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = resume

    def read_and_fall_behind(floor: Floor, away: float) -> Iterator[Resumed]:
        """The tables are read, and another server seats somebody before this one begins to follow."""
        yield from read(floor, away)
        with open_journal(url) as journal:
            beside = desk(Floor(journal, snapshots=floor.snapshots))
            bought = BuyIn(player="ann", amount=10_000, by=SYSTEM)
            assert isinstance(beside.money(TABLE, bought, SYSTEM, "chips"), Done)

    monkeypatch.setattr(site, "resume", read_and_fall_behind)
    with serving(tmp_path, STILL, url=url) as served:
        head = served.site.journal.head(f"table/{TABLE}")
        assert head is not None

        def heard() -> bool:
            known = served.site.floor.tables.known(TABLE)
            return known is not None and known.version == head.version

        until(heard, "the server has heard of the newest version")
        assert Reader(f"{served.url}/api/tables/{TABLE}/stream").first().id == str(head.version)
