"""A floor that people deal at, and a Dealer who runs its rounds through the typed client."""

from collections.abc import Iterable
from typing import Literal

from msgspec import structs

from pitboss.client import Client, calls
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.table import TableState
from pitboss.messages import acts, texts
from pitboss.messages.tables import RoundNow
from pitboss.round.plan import NextAct
from tests.api.served import Served, config

Way = Literal["shoe", "typed", "read", "unknown"]
"""From the software's shoe, typed in, sent by a reading shoe, or unknown until shown."""


def manual_floor(*, card_sets: bool = False) -> FloorConfig:
    """The default floor with people as Dealers and real cards."""
    found = config()
    tables = tuple(
        structs.replace(table, automatic=False, cards="outside", card_sets=card_sets)
        for table in found.tables
    )
    return structs.replace(found, tables=tables)


def with_own_shoes(floor: FloorConfig) -> FloorConfig:
    """The same with the software's shoe at every table."""
    return structs.replace(floor, tables=tuple(structs.replace(t, cards="shoe") for t in floor.tables))


class ManualTable:
    """One table with its Dealer, who knows by heart what comes next."""

    def __init__(
        self, served: Served, name: str, dealer: Client, way: Way = "typed", reader: Client | None = None
    ) -> None:
        self.served, self.name, self.dealer, self.way = served, name, dealer, way
        self._reader = reader
        self._hidden: dict[texts.PlaceOfCards, list[str]] = {}

    def sign_on(self) -> None:
        """The Dealer comes to the table."""
        self.dealer.send(calls.sign_on(self.name, "dealer"))

    def act(self, *what: acts.AnyAct) -> None:
        for one in what:
            self.dealer.send(calls.act(self.name, one))

    def begin(self, *bets: tuple[int, str, str, str]) -> None:
        """Open the betting; the Dealer records the bets that lie on the layout, and closes."""
        self.dealer.send(calls.begin(self.name))
        for box, player, bet, amount in bets:
            self.act(acts.PlaceBet(box=box, player=player, bet=bet, amount=amount))
        self.act(acts.CloseBets())

    def play_on(self, deck: Iterable[str], until: str = "settle") -> None:
        """Deal, ask and reveal until an act is due that is not to be done; every box bets on."""
        cards = iter(deck)
        while (due := self.due).act != until:
            if due.cards:
                self.deal(due, [next(cards) for _ in range(due.cards)] if self.way != "shoe" else [])
            elif due.act == "ask":
                self.decide(due.boxes)
            else:
                self.act(acts.Reveal())
                self.show()

    def deal(self, due: NextAct, cards: list[str]) -> None:
        """The cards of one act, however this table comes by them."""
        match self.way:
            case "shoe":
                self.dealer.send(calls.deal(self.name))
            case "read":
                self.read(cards)
            case "unknown":
                unknown = ["?"] * len(cards)
                self._send(due, unknown)
                if due.to is not None:
                    self._hidden.setdefault(due.to, []).extend(cards)
            case "typed":
                self._send(due, cards)

    def read(self, cards: list[str]) -> None:
        """The shoe reads cards that leave it."""
        assert self._reader is not None
        for card in cards:
            now = self._reader.send(calls.reading(self.name))
            self._reader.send(calls.read_card(self.name, now.round, now.next, card))

    def show(self) -> None:
        """Name the unknown cards as they are turned."""
        for place, cards in self._hidden.items():
            self.act(acts.ShowCards(at=place, cards=tuple(cards)))
        self._hidden = {}

    def decide(self, boxes: tuple[int, ...]) -> None:
        """Every box that is asked bets on, by what the sheet asks for."""
        state = self.state.round
        assert state is not None
        game = self.served.site.floor.game_of(self.state)
        due = game.script(state.table.device).decisions[state.reveals]
        for box in boxes:
            player = state.box(box).player
            amount = str(25 * game.sheet.bets[due.bet].sizes[0])
            self.act(acts.PlaceBet(box=box, player=player, bet=due.bet, amount=amount))

    def settle(self) -> RoundNow:
        self.act(acts.SettleRound())
        return self.now

    @property
    def now(self) -> RoundNow:
        found = self.dealer.send(calls.table(self.name)).round
        assert found is not None
        return found

    @property
    def state(self) -> TableState:
        state = self.served.site.floor.table(self.name)
        assert state is not None
        return state

    @property
    def due(self) -> NextAct:
        found = dealers_next(self.served.site.floor.game_of(self.state), self.state)
        assert found is not None
        return found

    def _send(self, due: NextAct, cards: list[str]) -> None:
        if due.act == "burn":
            self.act(acts.BurnCard(card=cards[0]))
        elif due.act == "discard":
            self.act(acts.DiscardCard(card=cards[0]))
        else:
            assert due.to is not None
            self.act(acts.DealCards(to=due.to, cards=tuple(cards)))
