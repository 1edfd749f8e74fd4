"""A real server of a floor on a free port, for tests: fast tables, quick hashes, people of every role."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
import uvicorn
from argon2 import Parameters
from argon2.low_level import Type
from msgspec import structs

from pitboss.access import commands as cmd
from pitboss.access.bootstrap import make_demo_people
from pitboss.access.hashing import Hasher
from pitboss.access.roles import SYSTEM, Permission, Role
from pitboss.access.sign_in import SessionGrant
from pitboss.api.serving import uvicorn_config
from pitboss.client import Client
from pitboss.client.route import new_id
from pitboss.floor import Done
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.setup.config import DEFAULT_FILE, FloorConfig, parse_config, read_config
from pitboss.floor.tables.dealing import Sealer, dealers_next
from pitboss.floor.tables.money import BuyIn
from pitboss.messages.session import Signature
from pitboss.refusal import Refusal
from pitboss.replay.dispute.document import Trusted
from pitboss.round import Round
from pitboss.round.commands import CloseBets, SettleRound
from pitboss.server.site import Site
from pitboss.store.keys import load_key, public_bytes
from pitboss.store.open import open_journal, open_private
from tests.access.entrance import register_player, sign_in
from tests.floor.desk import desk
from tests.floor.faces import with_all_faces
from tests.store.server import new_schema
from tests.waiting import until

QUICK = Pace(betting=0.3, decision=0.5, dealing=0.0, pause=0.05)
SLOW = Pace(betting=60, decision=60, dealing=0.0, pause=0.05)
KEY = bytes(range(32))
PASSWORD = "a long walk by the sea"
PATIENCE = 60.0
"""Seconds within which a server must have started, answered or stopped; a busy machine is no fault."""

AT_ONCE = 0.5
"""Seconds for which a test waits for its tables' first rounds; after a longer pause none comes so soon."""


def quick_hasher() -> Hasher:
    """Argon2 with the least work it takes: tests sign in often."""
    return Hasher(Parameters(Type.ID, 19, 16, 16, 1, 8, 1))


class Served:
    """One server and its address."""

    def __init__(self, site: Site, url: str) -> None:
        self.site = site
        self.url = url
        made = make_demo_people(site.doors)
        self._secrets = {person.role: (person.name, person.password) for person in made}
        self.pins = {person.role: person.pin or "" for person in made}

    def token(self, role: Role) -> str:
        """A session of somebody in a role."""
        name, password = self._secrets[role]
        welcome = sign_in(self.site.doors, name, password, "password", "test")
        assert isinstance(welcome, SessionGrant), welcome
        return welcome.token

    def secret(self, role: Role) -> tuple[str, str]:
        """The name and password of somebody in a role."""
        return self._secrets[role]

    def house(self) -> Trusted:
        """What a reader of its pages knows who was given its public key."""
        return Trusted(keys=(public_bytes(load_key(Path(self.site.config.signing_key))),))

    def client(self, role: Role | None = None) -> Client:
        """A client, signed in as somebody in a role or not at all."""
        return self._client(self.token(role) if role else "")

    def player(self, name: str) -> Client:
        """A new player."""
        made = register_player(self.site.doors, name, PASSWORD, f"test-{name}")
        assert not isinstance(made, Refusal), made
        self.chips(name)
        return self._client(self.sign_in(name))

    def signature(self, role: Role) -> Signature:
        """What somebody in a role confirms an act with on another's screen."""
        name, password = self._secrets[role]
        return Signature(name, password)

    def device(self, name: str, *scopes: Permission, table: str | None = None) -> Client:
        """A device with a token, for one table if it is named."""
        people = self.site.people
        assert isinstance(people.act(cmd.MakeAccount(name, "machine"), SYSTEM, "a new device"), Done)
        issued = people.act(
            cmd.IssueToken(name=name, token="one", scopes=scopes, days=30, table=table),
            SYSTEM,
            "a new device",
        )
        assert isinstance(issued, Done), issued
        return self._client(issued.shown)

    def chips(self, player: str, cents: int = 1_000_000) -> None:
        """Chips for a player at every automatic table: nobody bets there without."""
        floor = desk(self.site.floor)
        for table in floor.table_names():
            if not (state := floor.table(table)) or not state.automatic:
                continue
            answer = floor.money(
                table, BuyIn(player=player, amount=cents, by=SYSTEM), SYSTEM, f"chips/{table}/{player}"
            )
            assert not isinstance(answer, Refusal), answer

    def begin(self, table: str) -> None:
        """The software opens the betting at an automatic table before its clock does."""
        self._done(desk(self.site.floor).begin_round(table, SYSTEM, new_id()))

    def close(self, table: str) -> None:
        """The software closes the Bets at an automatic table before its clock does."""
        self._done(desk(self.site.floor).act(table, CloseBets(), SYSTEM, new_id()))

    def deal(self, table: str) -> None:
        """The software's next act at an automatic table, before its clock does it."""
        self._done(desk(self.site.floor).deal_next(table, SYSTEM, new_id()))

    def deal_until(self, table: str, act: str | None) -> None:
        """The software deals at an automatic table until an act is due, or nothing any more."""
        floor = desk(self.site.floor)
        while (state := floor.table(table)) and (due := dealers_next(floor.game_of(state), state)):
            if due.act == act:
                return
            self._done(floor.deal_next(table, SYSTEM, new_id()))

    def settle(self, table: str) -> None:
        """The software settles the round of an automatic table before its clock does."""
        self._done(desk(self.site.floor).act(table, SettleRound(), SYSTEM, new_id()))

    def run_out(self, table: str) -> None:
        """The time to decide runs out at an automatic table: its Dealer does at once what follows."""
        dealers, dealing = self.site._dealers, self.site._dealing
        loop = dealing._loop
        assert loop is not None

        def now() -> None:
            watch = dealers.watch(table)
            if watch is None or watch.turn.act != "leave":
                loop.call_later(0.01, now)
                return
            dealers._wait(table, structs.replace(watch, since=time.monotonic() - watch.turn.after))
            dealing._set_timer()

        loop.call_soon_threadsafe(now)

    def opened(self, table: str) -> Round:
        """The round of a table with every face of its sealed deck."""
        state = self.site.floor.table(table)
        assert state is not None
        assert state.round is not None
        if state.shoe is None:
            return state.round
        shoe = Sealer(KEY).open(state.shoe.commitment.shoe, state.sealed)
        return with_all_faces(state.round, state.shoe.draws, shoe)

    def _client(self, token: str) -> Client:
        return Client(self.url, http=httpx.Client(timeout=PATIENCE), token=token)

    def _done(self, answer: object) -> None:
        assert isinstance(answer, Done), answer

    def sign_in(self, name: str) -> str:
        """A session of a player."""
        welcome = sign_in(self.site.doors, name, PASSWORD, "password", f"test-{name}")
        assert isinstance(welcome, SessionGrant), welcome
        return welcome.token


def config(pace: Pace = QUICK, text: str = "") -> FloorConfig:
    """The tables of the default floor that the software deals, or those of another file, at another pace."""
    found = parse_config(text, "floor.toml") if text else read_config(DEFAULT_FILE)
    tables = tuple(structs.replace(table, pace=pace) for table in found.tables if text or table.automatic)
    return structs.replace(found, tables=tables, witness=None)


@contextmanager
def serving(
    folder: Path | str,
    pace: Pace = QUICK,
    floor: FloorConfig | None = None,
    *,
    url: str = "",
    text: str = "",
    port: int = 0,
) -> Iterator[Served]:
    """A server with its keys in a folder; it stops gracefully at the end.

    Its journal is in the folder too unless another one is named, and its port is any free one.
    """
    settings = structs.replace(floor or config(pace, text), signing_key=f"{folder}/key")
    url = url or f"{folder}/floor.db"
    site = Site(settings, open_journal(url), open_private(url), Sealer(KEY), quick_hasher())
    # Only a socket that says it is TCP answers without waiting for the reader's acknowledgement.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    server = _Server(uvicorn_config(site, "127.0.0.1", port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until(lambda: server.started, "the server has started")
    if not settings.witnesses:
        soon = [table.id for table in settings.tables if table.automatic and table.pace.pause < AT_ONCE]
        _wait_for_rounds(site, soon)
    try:
        yield Served(site, address)
    finally:
        site.drain()
        server.stop()
        until(lambda: not thread.is_alive(), "the server has stopped")


def _wait_for_rounds(site: Site, automatic: Sequence[str]) -> None:
    """Wait until the software has opened a round at its tables, as it does at once where it may."""
    deadline = time.monotonic() + AT_ONCE
    while time.monotonic() < deadline:
        tables = [site.floor.table(name) for name in automatic]
        if all(table and table.round for table in tables):
            return
        time.sleep(0.005)


class _Server(uvicorn.Server):
    """Notices at once that it should exit, and works no more often than the server of a house until then."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = asyncio.Event()

    def stop(self) -> None:
        """Exit; called in another thread than the server's."""
        self.should_exit = True
        if self._loop:
            self._loop.call_soon_threadsafe(self._stopped.set)

    async def main_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        ticks = 0
        while not await self.on_tick(ticks):
            ticks += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), 0.1)


def served_floor(
    pace: Pace = QUICK,
    *,
    floor: Callable[[], FloorConfig] | None = None,
    scope: Literal["module", "function"] | None = None,
    databases: bool = False,
    patched: Callable[[pytest.MonkeyPatch], None] | None = None,
    then: Callable[[Served], None] | None = None,
    at_the_end: Callable[[Served], None] | None = None,
) -> Any:
    """A fixture with a served floor: for a file of tests or for each test, on one database or each.

    With databases each test has its own floor, without them a file has one, unless the scope says otherwise.
    Code is patched before the server starts, and ``then`` happens before the first test, ``at_the_end``
    after the last.
    """

    @contextmanager
    def served(folder: Path, url: str = "") -> Iterator[Served]:
        with pytest.MonkeyPatch.context() as patch:
            if patched:
                patched(patch)
            with serving(folder, pace, floor() if floor else None, url=url) as found:
                if then:
                    then(found)
                yield found
                if at_the_end:
                    at_the_end(found)

    def of_each_database(url: str, tmp_path: Path) -> Iterator[Served]:
        with served(tmp_path, url) as found:
            yield found

    def of_each_test(tmp_path: Path) -> Iterator[Served]:
        with served(tmp_path) as found:
            yield found

    def of_the_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
        with served(tmp_path_factory.mktemp("floor")) as found:
            yield found

    def of_the_file_and_each_database(
        request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
    ) -> Iterator[Served]:
        url = new_schema(request.getfixturevalue("postgres_server")) if request.param == "postgres" else ""
        with served(tmp_path_factory.mktemp("floor"), url) as found:
            yield found

    if databases and scope == "module":
        return pytest.fixture(scope=scope, params=["sqlite", "postgres"])(of_the_file_and_each_database)
    if databases:
        return pytest.fixture(of_each_database)
    return pytest.fixture(scope=scope or "module")(of_each_test if scope == "function" else of_the_file)
