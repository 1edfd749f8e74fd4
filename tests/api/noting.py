"""Players whose every acknowledged command is noted, and what must be so of it in the journal afterwards."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from itertools import product
from typing import Final, TypeVar

from msgspec import Struct

from pitboss.audit.audit import audit
from pitboss.bots.player import Bot
from pitboss.client import AsyncClient, calls
from pitboss.client.route import Call
from pitboss.floor import Floor
from pitboss.messages.answers import RecordedNow
from pitboss.store.open import open_journal
from tests.floor.house import House
from tests.store.samples import recorded_commands
from tests.waiting import overdue

_LONGEST: Final = 300.0
"""Seconds that rounds are waited for."""

Answer = TypeVar("Answer")


class NotingClient(AsyncClient):
    """Keeps what every recorded command was answered with; position 0 says that one changed nothing."""

    def __init__(self, urls: Sequence[str], *, token: str = "") -> None:
        super().__init__(urls, token=token)
        self.acknowledged: dict[str, RecordedNow] = {}

    async def send(self, call: Call[Answer]) -> Answer:
        answer = await super().send(call)
        if isinstance(answer, RecordedNow) and answer.first:
            self.acknowledged[call.body.id] = answer
        return answer


class Players:
    """Bots at the first boxes of some tables, at any of several servers."""

    def __init__(self, urls: Sequence[str], tables: Sequence[str], boxes: int = 1) -> None:
        self._urls, self._tables, self._boxes = urls, tables, boxes
        self.clients: list[NotingClient] = []
        self.bots: list[Bot] = []
        self._playing: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Register, and begin to play."""
        async with AsyncClient(self._urls) as nobody:
            for table, box in product(self._tables, range(1, self._boxes + 1)):
                name = f"bot-{secrets.token_hex(3)}"
                session = await nobody.send(calls.register(name, secrets.token_urlsafe(18)))
                client = NotingClient(self._urls, token=session.token)
                self.clients.append(client)
                self.bots.append(Bot(client, name, table, box))
        self._playing = [asyncio.create_task(bot.play(1_000_000)) for bot in self.bots]

    async def more_rounds(self, least: int) -> None:
        """Until every table has settled so many more; one with a jackpot to be verified waits for people."""
        before = {bot.name: bot.rounds for bot in self.bots}
        deadline = time.monotonic() + _LONGEST
        while behind := [bot for bot in self.bots if bot.rounds < before[bot.name] + least]:
            for task in self._playing:
                if task.done():
                    await task
            tables = await behind[0].client.send(calls.tables())
            if {bot.table for bot in behind} <= {table.id for table in tables if table.pending}:
                return
            if time.monotonic() > deadline:
                names = [f"{bot.name} at {bot.table}" for bot in behind]
                overdue(f"{least} more rounds are settled of {names}", _LONGEST)
            # Each look is a request beside those of the bots.
            await asyncio.sleep(0.1)

    async def stop(self) -> None:
        """Go home; what was under way is not waited for."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for client in self.clients:
            await client.close()


class Outcome(Struct, frozen=True):
    """What the journal says in the end."""

    acknowledged: int
    rounds: int
    jackpots: int
    """Claims that wait for people: bots cannot verify a win."""
    faults: tuple[str, ...]


def check(url: str, players: Players) -> Outcome:
    """Hold every acknowledged command against the journal, audit it, and compare books and links."""
    faults: list[str] = []
    acknowledged: dict[str, RecordedNow] = {}
    for client in players.clients:
        acknowledged |= client.acknowledged
    with open_journal(url) as journal:
        faults += _lost_or_doubled(url, acknowledged)
        report = audit(journal)
        if report.fault:
            faults.append(report.fault.message)
        house = House(Floor(journal))
        names = house.floor.link_names()
        try:
            house.check(*names)
        except AssertionError as error:
            faults.append(f"the books and the links differ: {error}")
        claims = sum(len(house.state_of(name).unpaid) for name in names)
    return Outcome(len(acknowledged), sum(bot.rounds for bot in players.bots), claims, tuple(faults))


def _lost_or_doubled(url: str, acknowledged: dict[str, RecordedNow]) -> list[str]:
    faults = []
    taken: dict[int, str] = {}
    recorded = recorded_commands(url)
    for name, answer in acknowledged.items():
        found = recorded.get(name)
        if found is None:
            faults.append(f"{name} was acknowledged and is not there")
        elif found != (answer.first, answer.last):
            faults.append(f"{name} was acknowledged at {answer.first} and stands at {found[0]}")
        if answer.first in taken:
            faults.append(f"{name} and {taken[answer.first]} share an event")
        taken[answer.first] = name
    return faults
