"""An evening at a table that a person runs: its cards, and the jackpot they win, are known beforehand."""

from msgspec import structs

from pitboss.client import Client, calls
from pitboss.floor.setup.config import FloorConfig
from pitboss.messages import acts
from tests.api.manual import ManualTable
from tests.api.served import SLOW, Served, config
from tests.floor.house import House

ROYAL = ("As", "Ks", "Qs", "3s", "5c", "8h", "Kh", "8d", "5s")
"""The highest three-card hand for the first of two boxes, nothing for the second and the Dealer."""


def manual_at(*names: str) -> FloorConfig:
    """The default floor, slow, with people as Dealers at some tables."""
    floor = config(SLOW)
    tables = tuple(
        structs.replace(table, automatic=False, cards="outside") if table.id in names else table
        for table in floor.tables
    )
    return structs.replace(floor, tables=tables)


class Evening:
    """Two players at a three-card table, the first of whom wins its jackpot."""

    def __init__(self, served: Served, table: str, dealer: Client) -> None:
        self._table = ManualTable(served, table, dealer)
        if self._table.state.crew.dealer is None:
            self._table.sign_on()
        self._house = House(served.site.floor, calls.new_id())
        self._link = self._table.state.link or ""

    def bets(self) -> None:
        """Bets of both players, closed."""
        sizes = (("ante", "25"), ("jackpot", "5"))
        self._table.begin(*((box, f"player{box}", bet, size) for box in (1, 2) for bet, size in sizes))

    def win(self) -> None:
        """Cards, decisions and the reveal; the win is found when the round is to be settled."""
        self.deal()
        self._table.settle()

    def deal(self) -> None:
        """Cards, decisions and the reveal."""
        self._table.play_on(ROYAL)

    def pay(self) -> None:
        """Staff verify and pay, and the round is settled."""
        self.verify()
        self._table.act(acts.SettleRound())

    def verify(self) -> None:
        """Staff verify the win and pay it by slip."""
        (claim,) = (claim.id for claim in self._house.state_of(self._link).unpaid)
        self._house.verify(claim, self._link)
        self._house.pay(claim, self._link)
