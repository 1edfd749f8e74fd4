"""A stream ends with the session it was opened with, and nobody has more streams open than they may."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from pitboss.access import commands as cmd
from pitboss.access.roles import SYSTEM
from pitboss.access.sessions import IDLE
from pitboss.access.sign_in import SessionGrant
from pitboss.api.middleware import rate_limit as often
from pitboss.client import Client, calls
from pitboss.client.server_sent_events import StreamMessage, StreamParser
from pitboss.floor.dealer.turns import Pace
from pitboss.messages import acts
from pitboss.refusal import Refusal
from tests.access.entrance import sign_in
from tests.api.served import PASSWORD, SLOW, Served, served_floor, serving
from tests.api.test_tables import wait_for_round, wait_until_asked
from tests.waiting import until

TABLE = "MSS-1"
PATIENCE = 30.0


def _heartbeats(patch: pytest.MonkeyPatch) -> None:
    for module in ("streams", "routes.floor_stream"):
        patch.setattr(f"pitboss.api.{module}.HEARTBEAT", 0.1)


served = served_floor(SLOW, patched=_heartbeats)


class Watcher(threading.Thread):
    """Somebody who reads a stream to its end, and what he was sent."""

    def __init__(self, served: Served, token: str = "", path: str = f"/api/tables/{TABLE}/stream") -> None:
        super().__init__(daemon=True)
        self._url = f"{served.url}{path}"
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.sent: list[StreamMessage] = []
        self.begun, self._enough = threading.Event(), threading.Event()
        self.start()
        assert self.begun.wait(PATIENCE)

    def run(self) -> None:
        gatherer = StreamParser()
        with httpx.stream("GET", self._url, headers=self._headers, timeout=PATIENCE) as stream:
            assert stream.status_code == 200, stream.read()
            for line in stream.iter_lines():
                if message := gatherer.line(line):
                    self.sent.append(message)
                    self.begun.set()
                if self._enough.is_set():
                    return

    def leave(self) -> None:
        """Read no more."""
        self._enough.set()
        assert self.ended()

    def ended(self) -> bool:
        self.join(PATIENCE)
        return not self.is_alive()

    @property
    def frames(self) -> int:
        return sum(message.event not in ("beat", "bye") for message in self.sent)


def session_of(served: Served, name: str) -> str:
    welcome = sign_in(served.site.doors, name, PASSWORD, "password", "elsewhere")
    assert isinstance(welcome, SessionGrant)
    return welcome.token


def expire(served: Served, name: str, token: str) -> None:
    sessions = served.site.people.sessions
    for found in served.site.private.owned("session", name):
        served.site.private.extend("session", found.key, served.site.people.clock())
    sessions.forget(name)


def by_system(command: Callable[[str], cmd.AccountAction]) -> Callable[[Served, str, str], object]:
    def end(served: Served, name: str, token: str) -> None:
        answer = served.site.people.act(command(name), SYSTEM, "for a test")
        assert not isinstance(answer, Refusal), answer

    return end


WAYS: dict[str, Callable[[Served, str, str], object]] = {
    "signed out": lambda served, name, token: served.site.doors.sign_out(token),
    "signed out everywhere": lambda served, name, token: served.site.doors.sign_out_everywhere(name),
    "locked": by_system(cmd.LockAccount),
    "disabled": by_system(cmd.DisableAccount),
    "to enrol anew": by_system(cmd.OpenEnrolment),
    "expired": expire,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_ends_with_its_session_before_the_next_frame(served: Served, way: str) -> None:
    name = f"ann{list(WAYS).index(way)}"
    with served.player(name), served.player(f"bob-of-{name}") as bob:
        wait_for_round(bob, TABLE)
        token = session_of(served, name)
        watcher, anybody = Watcher(served, token), Watcher(served)
        bob.send(calls.act(TABLE, acts.PlaceBet(box=2, bet="ante", amount="25.00")))
        # Frames of one moment are sent as one: both have seen the bet before the next thing happens.
        until(lambda: min(watcher.frames, anybody.frames) >= 2, "both streams have brought two frames")
        WAYS[way](served, name, token)
        before = watcher.frames
        bob.send(calls.act(TABLE, acts.WithdrawBet(box=2, bet="ante")))
        bob.send(calls.stand_up(TABLE, 2))
        assert watcher.ended()
        assert watcher.frames == before, "nothing is shown after the session"
        assert watcher.sent[-1].event == "bye"
        until(lambda: anybody.frames >= 3, "the other stream goes on")
        assert anybody.is_alive(), "nobody in particular sees what everybody sees"
        anybody.leave()


@pytest.mark.parametrize("path", ["/api/stream", "/api/links/mega/stream", f"/api/tables/{TABLE}/stream"])
def test_a_stream_of_which_nothing_changes_ends_with_a_heartbeat(served: Served, path: str) -> None:
    token = served.token("pit_manager")
    watcher = Watcher(served, token, path)
    served.site.doors.sign_out(token)
    assert watcher.ended()


def test_a_stream_ends_for_a_reader_who_loses_their_role(served: Served) -> None:
    token = served.token("surveillance")
    watcher = Watcher(served, token)
    answer = served.site.people.act(cmd.RevokeRole("surveillance", "surveillance"), SYSTEM, "for a test")
    assert not isinstance(answer, Refusal), answer
    assert watcher.ended()


def test_cards_that_are_looked_at_in_another_session_are_not_shown_after_signing_out(tmp_path: Path) -> None:
    pace = Pace(betting=0.2, decision=600, dealing=0.0, pause=0.05)
    with (
        serving(tmp_path, pace) as served,
        served.player("ann") as ann,
    ):
        wait_for_round(ann, TABLE)
        ann.send(calls.act(TABLE, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        wait_until_asked(ann, TABLE)
        left, kept = session_of(served, "ann"), session_of(served, "ann")
        out, here = Watcher(served, left), Watcher(served, kept)
        with Client(served.url, token=left) as client:
            client.send(calls.sign_out())
        ann.send(calls.act(TABLE, acts.ExamineHand(box=1)))
        until(lambda: here.frames >= 2, "the stream has brought two frames")
        cards = [str(card) for card in served.opened(TABLE).boxes[0].cards]
        assert all(f'"{card}"' in here.sent[-1].data for card in cards), "another session sees them"
        assert out.ended()
        here.leave()
        assert not any(f'"{card}"' in message.data for message in out.sent for card in cards)


def test_a_stream_that_is_open_keeps_no_session_so(served: Served) -> None:
    with served.player("idle"):
        token = session_of(served, "idle")
        site, sessions = served.site, served.site.people.sessions
        watcher = Watcher(served, token)
        sessions.forget("idle")
        before = {record.key: record.expires for record in site.private.owned("session", "idle")}
        clock = site.people.clock
        sessions._clock = lambda: clock() + IDLE // 2
        try:
            until(lambda: len(watcher.sent) > 2, "the stream has brought three messages")
            after = {record.key: record.expires for record in site.private.owned("session", "idle")}
            assert after == before, "watching is no use of it"
            sessions._clock = lambda: clock() + IDLE
            assert watcher.ended()
        finally:
            sessions._clock = clock


def test_streams_of_one_place_and_of_one_account_are_bounded(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"{served.url}/api/tables/{TABLE}/stream"
    until(lambda: served.site.news.listeners == 0, "every stream is closed")
    monkeypatch.setattr(often, "ACCOUNT_STREAMS", 2)
    monkeypatch.setattr(often, "PLACE_STREAMS", 3)
    mine = {"Authorization": f"Bearer {served.token('dealer')}"}
    with ExitStack() as stack:
        for _ in range(2):
            assert stack.enter_context(httpx.stream("GET", url, headers=mine)).status_code == 200
        too_many = httpx.get(url, headers=mine)
        assert too_many.status_code == 429
        assert too_many.json()["error"]["code"] == "too_many"
        assert "dealer has 2 streams open" in too_many.json()["error"]["message"]
        assert too_many.headers["retry-after"]
        assert stack.enter_context(httpx.stream("GET", url)).status_code == 200
        for path in ("/api/stream", "/api/links/mega/stream"):
            refused = httpx.get(f"{served.url}{path}")
            assert refused.status_code == 429
            assert "3 streams are open from one place" in refused.json()["error"]["message"]
        assert httpx.get(f"{served.url}/api/tables").status_code == 200, "what is no stream is answered"
    until(lambda: served.site.news.listeners == 0, "every stream is closed")

    def again() -> bool:
        with httpx.stream("GET", url, headers=mine) as stream:
            return stream.status_code == 200

    until(again, "a stream can be opened again")
