"""A flood beside play: players are served, whoever floods is shed, and afterwards everybody is served."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_network

import httpx
import pytest
from msgspec import structs

from pitboss.api.authentication import Who
from pitboss.api.middleware.admission import KnownTokens
from pitboss.api.streams import Reader
from pitboss.client import Client, calls
from pitboss.floor.setup.config import FloorConfig, ServerSetting
from pitboss.messages import acts
from pitboss.server.load import BEHIND, PLAY_SECONDS, Load
from tests.api.served import SLOW, Served, config, served_floor
from tests.api.test_tables import wait_for_round
from tests.loops import on_a_loop
from tests.waiting import until

TABLE = "3CP-1"
CONNECTIONS = 120
COMMANDS = 30
COACHED = "rws-three-card-v3"


class Flood:
    """Connections that ask again as soon as they are answered, whatever the answer is."""

    def __init__(self, url: str, path: str, headers: str = "", body: str = "") -> None:
        self.port = int(url.rpartition(":")[2])
        self.path, self.headers = path, headers
        self.method, self.body = "POST" if body else "GET", body
        if body:
            self.headers += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.answers: Counter[int] = Counter()
        self.without_retry = 0
        self.over = threading.Event()

    async def run(self) -> None:
        await asyncio.gather(*(self._ask() for _ in range(CONNECTIONS)))

    async def _ask(self) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            while not self.over.is_set():
                path = self.path % sum(self.answers.values()) if "%" in self.path else self.path
                head_sent = f"{self.method} {path} HTTP/1.1\r\nHost: localhost\r\n{self.headers}\r\n"
                writer.write((head_sent + self.body).encode())
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
                await reader.readexactly(length)
                status = int(head[9:12])
                self.answers[status] += 1
                self.without_retry += status in (429, 503) and b"\nretry-after: 1\r" not in head
            writer.close()

    @property
    def shed(self) -> int:
        return self.answers[429] + self.answers[503]


@contextmanager
def flooding(url: str, path: str, headers: str = "", body: str = "") -> Iterator[Flood]:
    flood = Flood(url, path, headers, body)
    thread = threading.Thread(target=lambda: on_a_loop(flood.run))
    thread.start()
    try:
        yield flood
    finally:
        flood.over.set()
        thread.join(60)
        assert not thread.is_alive()


def _behind_a_proxy() -> FloorConfig:
    return structs.replace(config(SLOW), server=ServerSetting(proxies=(ip_network("127.0.0.1"),)))


def _begun(served: Served) -> None:
    with served.client() as anybody:
        wait_for_round(anybody, TABLE)


served = served_floor(floor=_behind_a_proxy, then=_begun)


def play(client: Client, box: int, commands: int = COMMANDS) -> int:
    """Bet and take the bet back, one after the other; how many commands were recorded."""
    recorded = 0
    while recorded < commands:
        client.send(calls.act(TABLE, acts.PlaceBet(box=box, bet="ante", amount="25.00")))
        client.send(calls.act(TABLE, acts.WithdrawBet(box=box, bet="ante")))
        recorded += 2
    return recorded


def until_shed(client: Client, box: int, flood: Flood) -> None:
    """Play until some of a flood was shed."""
    for _ in range(100):
        if flood.shed:
            return
        play(client, box, 2)
    raise AssertionError(f"a hundred bets beside a flood, and none of it was shed: {flood.answers}")


def shed_by(served: Served, lane: str) -> int:
    line = f'pitboss_requests_shed_total{{lane="{lane}"}} '
    lines = (found for found in served.site.metrics.lines() if found.startswith(line))
    return sum(int(found.removeprefix(line)) for found in lines)


@pytest.mark.parametrize(("box", "path"), [(1, "/api/tables"), (4, "/api/tables?other=%d"), (5, "/")])
def test_every_command_is_answered_beside_a_flood_that_is_shed(served: Served, box: int, path: str) -> None:
    with served.player(f"player{box}") as player:
        play(player, box)
        with flooding(served.url, path) as flood:
            until_shed(player, box, flood)
            shed, answered = flood.shed, sum(flood.answers.values())
            assert play(player, box) == COMMANDS, "none was refused, by whatever limit"
            for _ in range(5):
                assert player.send(calls.table(TABLE)).id == TABLE, "and neither what players look at"
        assert answered >= shed > 0
        assert flood.answers[200], "those whose turn it was were served"
        assert not flood.without_retry, "the others are told when to come back"
        assert set(flood.answers) <= {200, 429, 503}
        assert shed_by(served, "anonymous") >= shed
    with httpx.Client(base_url=served.url) as http:
        statuses = Counter(http.get(path.replace("%d", "0")).status_code for _ in range(10))
    assert statuses == {200: 10}, "without a restart"


def test_coached_hands_of_strangers_are_charged_what_they_cost(served: Served) -> None:
    with served.player("hal") as player:
        play(player, 7)
        with flooding(served.url, f"/api/coach/{COACHED}", body='{"number": 7}') as flood:
            until_shed(player, 7, flood)
            assert play(player, 7) == COMMANDS
        assert flood.answers[200], "those whose turn it was were served"
        assert set(flood.answers) <= {200, 429, 503}
        assert shed_by(served, "anonymous") >= flood.shed > 0
        assert shed_by(served, "knocks") == 0


@pytest.mark.parametrize("known", [True, False], ids=["an account's", "nobody's"])
def test_coached_hands_with_a_token_are_charged_what_they_cost(served: Served, known: bool) -> None:
    token, lane = (served.token("dealer"), "coached") if known else ("pbs~no-such-token", "anonymous")
    with served.player("ivy" if known else "jim") as player, httpx.Client(base_url=served.url) as http:
        play(player, 3, 2)
        header = {"Authorization": f"Bearer {token}"}
        status = 200 if known else 401
        until(
            lambda: http.get("/api/session", headers=header).status_code == status,
            f"the session of the token is answered with {status}",
        )
        for _ in range(3):
            # News of a sign-in has its token looked up again; from the next request on it is known.
            http.get("/api/session", headers=header)
        before = {name: shed_by(served, name) for name in (lane, "reads", "knocks")}
        with flooding(
            served.url, f"/api/coach/{COACHED}", f"Authorization: Bearer {token}\r\n", '{"number": 7}'
        ) as flood:
            until_shed(player, 3, flood)
            assert play(player, 3) == COMMANDS
        assert flood.answers[200]
        assert set(flood.answers) <= {200, 429, 503}
        assert shed_by(served, lane) - before[lane] >= flood.shed > 0
        assert all(shed_by(served, name) == before[name] for name in ("reads", "knocks"))
        player.send(calls.stand_up(TABLE, 3))


def test_tokens_that_nobody_has_are_held_back_like_strangers(served: Served) -> None:
    with served.player("eve") as player:
        play(player, 2, 2)
        with flooding(served.url, "/api/tables", "Authorization: Bearer pbs~no-such-token\r\n") as flood:
            while not flood.answers:
                play(player, 2, 2)
            assert play(player, 2) == COMMANDS
        assert set(flood.answers) <= {401, 429, 503}


def test_a_place_that_floods_is_told_so_and_another_is_not(served: Served) -> None:
    """Places take turns: what its requests wait behind are a place's own."""
    with (
        served.player("fay") as player,
        httpx.Client(base_url=served.url, headers={"X-Forwarded-For": "203.0.113.8"}) as elsewhere,
        flooding(served.url, "/api/tables", "X-Forwarded-For: 203.0.113.7\r\n") as flood,
    ):
        until_shed(player, 3, flood)
        statuses = {elsewhere.get("/api/tables").status_code for _ in range(5)}
        play(player, 3)
    assert flood.answers[429]
    assert 200 in statuses
    assert 429 not in statuses


def test_a_watcher_is_shown_the_newest_state_beside_a_flood(served: Served) -> None:
    """Perhaps several changes as one, and never an old end."""
    with served.player("gus") as player, served.client() as watcher:
        frames = watcher.follow_table(TABLE)
        next(frames)
        with flooding(served.url, "/api/tables") as flood:
            until_shed(player, 6, flood)
            play(player, 6)
            newest = served.site.floor.tables.get(TABLE).version
            assert any(now.version >= newest for now in frames)


def test_a_player_whose_session_must_be_looked_up_again_does_not_wait_among_strangers(served: Served) -> None:
    """Once recognised they are a regular here; a token that is refused is a stranger's from there on."""
    doors, token = served.site.doors, served.token("dealer")
    regulars = KnownTokens(doors)
    assert regulars.name_of("pbs~no-such-token") is None
    assert doors.tokens.watch(token) is not None
    assert regulars.name_of(token) == "dealer"
    doors.people.sessions.forget("dealer")
    assert doors.tokens.watched(token) is None
    assert regulars.name_of(token) == "dealer"

    async def answer(status: int) -> None:
        async def send(message: object) -> None:
            pass

        await regulars.forgetting_refused(token, send)(
            {"type": "http.response.start", "status": status, "headers": []}
        )

    on_a_loop(lambda: answer(409))
    assert regulars.name_of(token) == "dealer"
    on_a_loop(lambda: answer(401))
    assert regulars.name_of(token) is None


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_there_is_play_for_a_second_after_something_was_recorded() -> None:
    clock = Clock()
    load = Load(lambda: 100.0, clock)
    clock.now += PLAY_SECONDS - 0.01
    assert load.playing
    clock.now += 0.02
    assert not load.playing


def behind_after(*lags: float) -> bool:
    load = Load(lambda: 0.0)
    for lag in lags:
        load.measured(lag)
    return load.behind


def test_a_loop_is_behind_from_a_lag_on_and_for_a_while() -> None:
    assert not behind_after(BEHIND)
    assert behind_after(BEHIND * 1.01)
    assert not behind_after(BEHIND * 1.01, 0.0)
    assert behind_after(1.0, 0.0, 0.0, 0.0, 0.0), "a long lag is remembered for longer"


@pytest.mark.parametrize(("behind", "known", "waits"), [(True, False, 1), (True, True, 0), (False, False, 0)])
def test_only_strangers_wait_for_their_frames_and_only_behind_a_loop(
    served: Served, monkeypatch: pytest.MonkeyPatch, behind: bool, known: bool, waits: int
) -> None:
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("pitboss.server.load.sleep", sleep)
    load = Load(lambda: 0.0)
    load.measured(1.0 if behind else 0.0)
    principal = served.site.doors.tokens.watch(served.token("dealer")) if known else None
    on_a_loop(Reader(served.site.doors, Who(principal), load).their_turn)
    assert len(waited) == waits
