"""Seven players and their Dealer at one table, through the API: whole rounds, each command with its time.

The Dealer types the cards, and they win nothing that people would have to verify.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from benchmarks.load import LoadSeat
from benchmarks.seats import PASSWORD, doors_of, players, signed_in
from benchmarks.serving import SHEETS, floor_file, servers
from pitboss.access.bootstrap import set_up
from pitboss.access.people import People
from pitboss.client import AsyncClient, calls
from pitboss.messages import acts
from pitboss.store.open import open_journal, open_private

TABLE, LINK = "T0", "spade"
BETS: tuple[tuple[Literal["ante", "pair_plus", "jackpot"], str], ...] = (
    ("ante", "25"),
    ("pair_plus", "25"),
    ("jackpot", "5"),
)
CARDS = tuple(
    f"{rank}{suit}"
    for ranks in ("27J", "38Q", "49K", "5TA")
    for suits in ("shd", "hdc")
    for rank, suit in zip(ranks, suits, strict=True)
)
"""Eight hands without a pair, a straight or a flush."""
_PACE = {"betting": 600.0, "decision": 600.0, "dealing": 600.0, "pause": 600.0}


class SevenFloor(Struct, frozen=True):
    """A server with one table, and who is at it."""

    url: str
    seats: tuple[LoadSeat, ...]
    dealer: str
    """The token of the Dealer."""


class Sent(Struct, frozen=True):
    """A command, and when it was sent by the machine's monotonic clock."""

    what: str
    """The area that it changes, ``3 ante``, or ``close``."""
    at: float


@contextmanager
def one_table(folder: Path) -> Iterator[SevenFloor]:
    """A real server of its own process on SQLite, with a table that people deal at."""
    url = f"{folder}/floor.db"
    file = floor_file(folder, 1, _PACE, SHEETS[:1])
    text = file.read_text(encoding="utf-8").replace('cards = "shoe"', 'cards = "outside"\ncard_sets = false')
    by_hand = text.replace('"automatic"', '"manual"\ncounts_tray = false')
    file.write_text(by_hand, encoding="utf-8")
    with servers(file, url, 1):
        pass
    (seats,) = players(url, 1, folder)
    with open_journal(url) as journal, open_private(url) as private:
        doors = doors_of(People(journal, private), folder)
        set_up(doors, "dealer", ("dealer",), {"password": PASSWORD}, "benchmark")
        token = signed_in(doors, "dealer")
    with servers(file, url, 1) as running:
        yield SevenFloor(f"http://127.0.0.1:{next(iter(running))}", tuple(seats), token)


class Seven:
    """The players and their Dealer."""

    def __init__(self, players: list[tuple[int, AsyncClient]], dealer: AsyncClient, thinking: float) -> None:
        self._players, self._dealer, self._thinking = players, dealer, thinking
        self.sent: list[Sent] = []

    async def round(self) -> None:
        """One round: every player bets all they can, looks and plays on."""
        await self._say(self._dealer, calls.begin(TABLE), "begin")
        await asyncio.gather(*(self._bet(box, client) for box, client in self._players))
        await self._act(self._dealer, acts.CloseBets(), "close")
        await self._deal_until("ask")
        await asyncio.gather(*(self._play(box, client) for box, client in self._players))
        await self._deal_until(None)

    async def _bet(self, box: int, client: AsyncClient) -> None:
        for bet, amount in BETS:
            await asyncio.sleep(random.random() * 2 * self._thinking)
            await self._act(client, acts.PlaceBet(box=box, bet=bet, amount=amount), f"{box} {bet}")

    async def _play(self, box: int, client: AsyncClient) -> None:
        await asyncio.sleep(random.random() * 2 * self._thinking)
        await self._act(client, acts.ExamineHand(box=box), "look")
        await asyncio.sleep(random.random() * 2 * self._thinking)
        await self._act(client, acts.PlaceBet(box=box, bet="play", amount="25"), f"{box} play")

    async def _deal_until(self, wanted: str | None) -> None:
        while (due := (await self._dealer.send(calls.legal(TABLE))).due) and due.act != wanted:
            await asyncio.sleep(self._thinking / 7)
            if due.act == "deal":
                place = due.to if isinstance(due.to, int) else len(self._players) + 1
                first = (place - 1) * due.cards
                cards = CARDS[first : first + due.cards]
                assert due.to is not None
                await self._act(self._dealer, acts.DealCards(to=due.to, cards=cards), "deal")  # type: ignore[arg-type]
            else:
                await self._act(
                    self._dealer, acts.Reveal() if due.act == "reveal" else acts.SettleRound(), due.act
                )

    async def _act(self, client: AsyncClient, act: acts.AnyAct, what: str) -> None:
        await self._say(client, calls.act(TABLE, act), what)

    async def _say(self, client: AsyncClient, call: calls.Call[Any], what: str) -> None:
        self.sent.append(Sent(what, time.monotonic()))
        await client.send(call)


@asynccontextmanager
async def seven(floor: SevenFloor, thinking: float) -> AsyncIterator[Seven]:
    """All players of the table; each waits ``thinking`` seconds on average before acting."""
    clients = [(seat.box, AsyncClient(floor.url, token=seat.token)) for seat in floor.seats]
    dealer = AsyncClient(floor.url, token=floor.dealer)
    try:
        if not (await dealer.send(calls.table(TABLE))).crew.dealer:
            await dealer.send(calls.sign_on(TABLE, "dealer"))
        yield Seven(clients, dealer, thinking)
    finally:
        for client in (dealer, *(client for _, client in clients)):
            await client.close()
