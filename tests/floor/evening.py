"""A floor with two tables, players with accounts, and a clock of the test's own."""

from pitboss.access.commands import BeginAccount
from pitboss.audit.audit import audit
from pitboss.floor import SYSTEM, Actor, Done
from pitboss.floor import commands as fc
from pitboss.floor.players.events import PlayLimitName, PlayLimits
from pitboss.floor.players.figures import PlaySession, PlaySums, day_of_play, session_of
from pitboss.floor.tables.money import BuyIn, CashOut
from pitboss.floor.tables.play import MINUTE
from pitboss.floor.tables.table import TableState
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.house import DEALER, House, plate
from tests.floor.scripts import NOON
from tests.jackpots.floor import THREE_CARD

ANN, BOB = Actor("ann", "player"), Actor("bob", "player")
SHAW = Actor("shaw", "shift_manager")
HOUR = 60 * MINUTE
DAY = 24 * HOUR
HANDS = ("deal 1 2h 4d 9c", "deal dealer Kh 8d 5s")


class TwoTables(House):
    """Tables T1 and T2 without a link, at noon."""

    def __init__(self, journal: Journal, now: int = NOON) -> None:
        self.now = now
        super().__init__(journal, clock=lambda: self.now)
        self.take_sheets()
        for table in ("T1", "T2"):
            self.ok(self.floor.open_table(table, plate(THREE_CARD), self.id()))
        for name in ("ann", "bob"):
            begun = BeginAccount(account=name, kind="player", reason="registers")
            self.ok(self.floor.do(begun, SYSTEM, self.id()))

    def wait(self, minutes: float) -> None:
        self.now += round(minutes * MINUTE)

    def bet(
        self, cents: int = 2500, table: str = "T1", bet: str = "ante", by: Actor = ANN, *, box: int = 1
    ) -> Done | Refusal:
        player = "ann" if by == DEALER else by.name
        stake = cmd.PlaceBet(box=box, player=player, bet=bet, amount=cents)
        return self.floor.act(table, stake, by, self.id())

    def begun(self, table: str = "T1") -> None:
        state = self.floor.table(table)
        if state is None or not state.in_play:
            self.begin(table)

    def lose(self, cents: int = 2500, table: str = "T1", minutes: float = 1) -> None:
        """A round in which ann bets, folds and loses, and which takes some minutes."""
        self.begun(table)
        self.ok(self.bet(cents, table))
        self.wait(minutes)
        self.play(table, "close", *HANDS, "fold 1", "reveal", "settle")

    def set(
        self, limit: PlayLimitName, value: int | None, by: Actor = ANN, reason: str = ""
    ) -> Done | Refusal:
        command = fc.SetPlayLimit(player="ann", limit=limit, value=value, reason=reason)
        return self.floor.do(command, by, self.id())

    def take_break(self, days: int, by: Actor = ANN, reason: str = "") -> Done | Refusal:
        return self.floor.do(fc.TakeBreak(player="ann", days=days, reason=reason), by, self.id())

    def answer(self, by: Actor = ANN) -> Done | Refusal:
        return self.floor.do(fc.AnswerRealityCheck(player="ann"), by, self.id())

    def buy(self, cents: int, table: str = "T1", player: str = "ann") -> Done | Refusal:
        return self.floor.money(table, BuyIn(player=player, amount=cents, by=DEALER), DEALER, self.id())

    def cash(self, cents: int, table: str = "T1") -> None:
        self.ok(self.floor.money(table, CashOut("ann", cents, DEALER), DEALER, self.id()))

    @property
    def limits(self) -> PlayLimits:
        found = self.floor.limits.refresh("ann").state
        assert found is not None
        return found

    @property
    def session(self) -> PlaySession:
        found = session_of(self._states(), "ann", self.now)
        assert found is not None
        return found

    @property
    def over(self) -> bool:
        return session_of(self._states(), "ann", self.now) is None

    @property
    def today(self) -> PlaySums:
        return day_of_play(self._states(), "ann", self.floor.day_of(self.now).date, self.now)

    def _states(self) -> list[TableState]:
        return [state for name in ("T1", "T2") if (state := self.floor.table(name))]

    def table(self, name: str) -> TableState:
        state = self.floor.table(name)
        assert state is not None
        return state

    def sound(self) -> None:
        """Every recorded command leads to the recorded events again, and snapshots to the same states."""
        for name in ("T1", "T2"):
            self.floor.tables.save(name)
        found = audit(self.floor.journal)
        assert found.fault is None, found.fault


def code(answer: Done | Refusal) -> str:
    """The code of a refusal; every one here says what to do and cites no clause."""
    assert isinstance(answer, Refusal), answer
    assert not answer.clauses
    return answer.code
