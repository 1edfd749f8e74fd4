"""Example sheets on a floor: an automatic table deals them, and the record holds what was played."""

from pathlib import Path
from random import Random

import pytest

from pitboss.access.roles import Actor
from pitboss.audit.audit import audit
from pitboss.floor.dealer.assignment import TableAssignment
from pitboss.floor.dealer.dealers import Dealers
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.money.chips import free_chips
from pitboss.replay.dispute.document import Teller
from pitboss.replay.dispute.table_view import table_view
from pitboss.replay.replay import find, replay
from pitboss.replay.round_file import as_round_file
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.queries import boxes_to_decide
from pitboss.settlement import Limits, Table
from pitboss.sheets import Game
from pitboss.sheets.loader import texts_in
from pitboss.store import Journal
from pitboss.store.live_servers import SoleServer
from tests.floor.desk import Desk as Floor
from tests.floor.house import House
from tests.floor.test_dealers import carried_out, renew
from tests.round.legal_acts import legal_acts, legal_bets

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
NAMES = ["let-it-ride-v1", "mississippi-stud-v1", "ultimate-holdem-v1"]
PLAYERS = {1: "ann", 2: "bob"}
DECIDES = (cmd.PlaceBet, cmd.FoldHand, cmd.Check, cmd.WithdrawBet)


class ExampleTable:
    """An automatic table of an example sheet, with a clock of its own."""

    def __init__(self, journal: Journal, sheet: str) -> None:
        self.journal = journal
        self.floor = Floor(journal, sealer=Sealer(bytes(range(32))))
        self.house = House(self.floor)
        self.floor.take_sheet(*texts_in(EXAMPLES / sheet))
        plate = Table(sheet=sheet, limits={"ante": Limits(1000, 10_000)})
        self.house.ok(self.floor.open_table("T1", plate, self.house.id(), cards="shoe", automatic=True))
        self.house.buy_in("T1", *PLAYERS.values())
        self.duty = TableAssignment(SoleServer())
        pace = Pace(betting=10, decision=20, dealing=1, pause=5)
        self.dealers = Dealers(self.floor, lambda table: pace, self.duty)
        self.now = 100.0
        self.dealers.look("T1", self.now)
        self.rng = Random(sheet)

    @property
    def game(self) -> Game:
        state = self.floor.table("T1")
        assert state is not None
        return self.floor.game_of(state)

    @property
    def state(self) -> Round:
        return self.house.round("T1")

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever falls due is done in its time."""
        end = self.now + seconds
        while (due := self.dealers.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            renew(self.dealers, self.duty, self.now)
            for _, answer in carried_out(self.dealers, self.floor, self.now):
                self.house.ok(answer)
        self.now = end

    def do(self, command: cmd.Command, box: int) -> None:
        self.house.ok(self.floor.act("T1", command, Actor(PLAYERS[box], "player"), self.house.id()))
        self.dealers.look("T1", self.now)

    def bet(self, box: int) -> None:
        """An Ante and what must lie beside it."""
        game = self.game
        self.do(cmd.PlaceBet(box=box, player=PLAYERS[box], bet="ante", amount=1000), box)
        for bet in legal_bets(game, self.state, PLAYERS[box]):
            if bet.box == box and game.sheet.bets[bet.bet].equals:
                self.do(bet.command(bet.least), box)

    def decide(self) -> None:
        """Take the open decisions at random until the Dealer has settled."""
        game = self.game
        while not self.state.settled:
            self.wait(1)
            for box in boxes_to_decide(game, self.state) if self.state.box(1).cards else ():
                acts = [
                    act for act in legal_acts(game, self.state) if isinstance(act, DECIDES) and act.box == box
                ]
                if acts:
                    self.do(self.rng.choice(acts), box)


@pytest.fixture(params=NAMES)
def table(request: pytest.FixtureRequest, journal: Journal) -> ExampleTable:
    return ExampleTable(journal, str(request.param))


def test_rounds_are_dealt_settled_and_audited(table: ExampleTable) -> None:
    for _ in range(3):
        table.wait(6)
        table.bet(1)
        table.bet(2)
        table.wait(11)
        assert table.state.closed
        table.decide()
    assert audit(table.journal).fault is None
    past = find(table.journal, "T1/3")
    assert past is not None
    told = as_round_file(table.journal, replay(table.journal, table.floor.rulebook, past))
    assert told.same_lines, told.text()
    game = table.floor.rulebook.games[past.round.table.sheet]
    assert "Box 1" in table_view(Teller("en"), game, past.round)


def test_a_bet_without_its_equal_goes_back_when_the_bets_are_closed(journal: Journal) -> None:
    table = ExampleTable(journal, "ultimate-holdem-v1")
    table.wait(6)
    table.bet(1)
    for bet in ("ante", "trips"):
        table.do(cmd.PlaceBet(box=2, player="bob", bet=bet, amount=1000), 2)
    table.wait(14)
    assert table.state.closed
    assert {wager.bet for wager in table.state.box(1).wagers} == {"ante", "blind"}
    assert not table.state.box(2).wagers


def test_chips_of_a_bet_taken_back_are_free_at_once(journal: Journal) -> None:
    table = ExampleTable(journal, "let-it-ride-v1")
    table.wait(6)
    table.bet(1)
    table.wait(14)
    free = []
    for _ in range(2):
        state = table.floor.table("T1")
        assert state is not None
        free.append(free_chips(state, "ann"))
        if not table.state.box(1).decided:
            table.do(cmd.WithdrawBet(1, "first"), 1)
    assert free == [1_000_000 - 3000, 1_000_000 - 2000]
    table.decide()
    assert table.state.settlement is not None
    won = table.state.settlement.players()["ann"]
    state = table.floor.table("T1")
    assert state is not None
    assert free_chips(state, "ann") == 1_000_000 + won
