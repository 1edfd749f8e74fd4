"""Table money: slips of two people, chips of players, and the win by chips against the win by settlements."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.access.warrant import Warrant
from pitboss.audit.audit import audit
from pitboss.cli.reconcile_text import print_day
from pitboss.floor import SYSTEM, Actor, floor_registry
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.money import BuyIn, CashOut, MakeSlip, Session, SlipKind, SlipMade
from pitboss.floor.tables.money.chips import free_chips, on_layout
from pitboss.floor.tables.money.events import Pieces
from pitboss.floor.tables.past_rounds import find_round
from pitboss.floor.tables.table import TableState
from pitboss.ledger import accounts
from pitboss.money import format_cents
from pitboss.reconcile.reconcile import reconcile
from pitboss.reconcile.rows import rows
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House, plate
from tests.jackpots.floor import THREE_CARD

SUE = Actor("sue", "pit_supervisor")
SIGNED = Warrant(DEALER, "start of the shift", SUE)
CHIPS = (500, 2500, 10_000)
OPENER = {10_000: 50, 2500: 200, 500: 100}
OPENED = 1_050_000
BETS = ("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "close")
DEALT = ("deal 1 2h 4d 9c", "deal 2 3s 5c 8h", "deal dealer Kh 8d 5s", "deal community Js Ts")
LOST = ("fold 1", "fold 2", "reveal", "settle")


class Pit(House):
    """A table that people deal at, with a tray to count."""

    def open_pit(self, *, counts_tray: bool = True, automatic: bool = False) -> "Pit":
        self.open({"T1": THREE_CARD})
        self.ok(self.floor.close_table("T1", DEALER, self.id()))
        answer = self.floor.open_table(
            "T1",
            plate(THREE_CARD),
            self.id(),
            link="grand",
            cards="shoe" if automatic else "outside",
            denominations=CHIPS,
            automatic=automatic,
            counts_tray=counts_tray,
        )
        self.ok(answer)
        return self

    def slip(self, kind: SlipKind, count: dict[int, int], warrant: Warrant = SIGNED, **more: Any) -> None:
        self.ok(
            self.floor.money(
                "T1", MakeSlip(kind=kind, count=count, warrant=warrant, **more), DEALER, self.id()
            )
        )

    def no_slip(self, kind: SlipKind, count: dict[int, int], warrant: Warrant = SIGNED, **more: Any) -> str:
        answer = self.floor.money(
            "T1", MakeSlip(kind=kind, count=count, warrant=warrant, **more), DEALER, self.id()
        )
        assert isinstance(answer, Refusal), answer
        assert answer.message
        return answer.code

    def no_chips(self, command: BuyIn | CashOut) -> str:
        answer = self.floor.money("T1", command, DEALER, self.id())
        assert isinstance(answer, Refusal), answer
        return answer.code

    @property
    def table(self) -> TableState:
        state = self.floor.table("T1")
        assert state is not None
        return state

    @property
    def session(self) -> Session:
        assert self.table.money.session is not None
        return self.table.money.session

    def events(self) -> list[object]:
        return [floor_registry().decode(entry) for entry in self.floor.journal.read_stream("table/T1")]

    def won_in(self, number: int) -> int:
        """What the house won in a round, by its lines."""
        past = find_round(self.floor.journal, "T1", number)
        assert past is not None
        assert past.round.settlement is not None
        return -sum(past.round.settlement.players().values())

    def sound(self) -> None:
        self.check()
        report = audit(self.floor.journal)
        assert report.fault is None, report.fault


@pytest.fixture
def pit(journal: Journal) -> Pit:
    return Pit(journal).open_pit()


@pytest.fixture
def automatic(journal: Journal) -> Pit:
    return Pit(Floor(journal, sealer=Sealer(bytes(32)))).open_pit(counts_tray=False, automatic=True)


def test_no_round_before_the_opener_and_no_end_before_the_closer(pit: Pit) -> None:
    answer = pit.floor.begin_round("T1", DEALER, pit.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "opener_missing"
    assert answer.clauses
    pit.slip("opener", OPENER)
    pit.begin("T1", *BETS, *DEALT, *LOST)
    answer = pit.floor.close_table("T1", DEALER, pit.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "closer_missing"
    pit.slip("closer", {**OPENER, 500: 111, 2500: 202})
    answer = pit.floor.begin_round("T1", DEALER, pit.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "opener_missing"
    pit.ok(pit.floor.close_table("T1", DEALER, pit.id()))
    assert pit.no_slip("opener", OPENER) == "table_closed"
    pit.sound()


def test_two_different_people_one_of_them_above_the_dealer(pit: Pit) -> None:
    two = Actor("deb", "dealer")
    assert pit.no_slip("opener", OPENER, Warrant(DEALER, "start")) == "approval_missing"
    assert pit.no_slip("opener", OPENER, Warrant(DEALER, "start", two)) == "role_too_low"
    same = Actor(f" {DEALER.name.upper()}", "pit_supervisor")
    assert pit.no_slip("opener", OPENER, Warrant(DEALER, "start", same)) == "same_person"
    player = Actor("ann", "player")
    assert pit.no_slip("opener", OPENER, Warrant(player, "start", SUE)) == "role_too_low"
    assert pit.no_slip("opener", OPENER, Warrant(DEALER, " ", SUE)) == "argument_missing"
    pit.slip("opener", OPENER, Warrant(Actor("cy", "accounting"), "start", two))
    pit.sound()


def test_impossible_acts_are_refused(pit: Pit) -> None:
    for kind in ("fill", "credit", "closer", "drop"):
        assert pit.no_slip(kind, {10_000: 1}) == "opener_missing"
    assert pit.no_slip("opener", {}) == "argument_missing"
    assert pit.no_slip("opener", {500: 0}) == "argument_missing"
    assert pit.no_slip("opener", {500: -1}) == "argument_missing"
    assert pit.no_slip("opener", {1000: 5}) == "not_in_chips"
    pit.slip("opener", OPENER)
    assert pit.no_slip("opener", OPENER) == "opener_made"
    assert pit.no_slip("credit", {10_000: 105, 500: 1}) == "tray_too_small", "one chip over"
    assert pit.no_slip("drop", {2500: 1}) == "not_in_chips", "a drop is counted in notes"
    pit.begin("T1", *BETS)
    assert pit.no_slip("closer", OPENER) == "round_in_play"
    pit.slip("credit", {10_000: 105})
    assert pit.session.tray == 0
    pit.sound()


def test_slips_are_numbered_without_gaps_and_only_replaced(pit: Pit) -> None:
    pit.slip("opener", OPENER)
    first = pit.session.number
    pit.slip("fill", {10_000: 10})
    assert pit.no_slip("fill", {10_000: 1}, replaces=1) == "no_such_slip", "an opener is not a fill"
    pit.slip("fill", {10_000: 1}, replaces=2)
    assert pit.no_slip("fill", {10_000: 1}, replaces=2) == "no_such_slip", "it is replaced already"
    pit.slip("closer", {**OPENER, 10_000: 51})
    pit.slip("opener", {**OPENER, 10_000: 51})
    assert pit.no_slip("fill", {10_000: 1}, replaces=3) == "no_such_slip", "of another session"
    assert pit.session.number == first + 1
    assert pit.session.found == OPENED + 10_000
    numbers = [event.number for event in pit.events() if isinstance(event, SlipMade)]
    assert numbers == [1, 2, 3, 4, 5]
    pit.sound()


def _evening(pit: Pit, closer: dict[int, int]) -> Session:
    """Ann buys 500.00, bob brings 100.00 of his own; one round is lost, one pays, one is void."""
    pit.slip("opener", OPENER)
    pit.ok(pit.floor.money("T1", BuyIn(player="ann", amount=50_000, by=DEALER), DEALER, pit.id()))
    pit.begin("T1", *BETS, *DEALT, *LOST)  # +25 +5 +25
    pit.slip("fill", {2500: 40})
    pit.begin("T1", *BETS, "deal 1 As Ad 9c", *DEALT[1:], "bet 1 ann play 25", "fold 2", "reveal", "settle")
    pit.begin("T1", *BETS, *DEALT, "report 5.8.1 reason=a strange card", "settle")
    pit.slip("credit", {10_000: 5})
    pit.ok(pit.floor.money("T1", CashOut("ann", 20_000, SUE), DEALER, pit.id()))
    pit.slip("closer", closer)
    pit.slip("drop", {10_000: 4, 5000: 2})
    return pit.session


def test_the_win_by_chips_is_the_win_by_settlements(pit: Pit) -> None:
    expected = _evening(pit, OPENER).tray
    pit.slip("closer", {500: expected // 500}, replaces=4)
    session = pit.session
    assert session.win == 5500 + pit.won_in(2), "the void round moves nothing"
    assert session.win_by_chips == session.win
    assert (session.tray_difference, session.drop_difference) == (0, 0)
    assert session.with_players == 50_000 - 20_000 - session.win
    assert pit.table.money.chips == {}, "real chips leave with their players"
    assert pit.ledger().balance(accounts.table_cash("T1")) == -30_000
    pit.sound()


def test_a_chip_that_is_missing_is_the_difference_to_the_cent(pit: Pit) -> None:
    expected = _evening(pit, OPENER).tray
    pit.slip("closer", {500: (expected - 2500) // 500}, replaces=4)
    session = pit.session
    assert session.win_by_chips == session.win - 2500
    assert (session.tray_difference, session.drop_difference) == (-2500, 0)
    pit.slip("drop", {10_000: 3, 5000: 2}, replaces=5)
    assert pit.session.win_by_chips == session.win - 12_500
    assert (pit.session.tray_difference, pit.session.drop_difference) == (-2500, -10_000)
    pit.sound()


@given(
    counted=st.dictionaries(
        st.sampled_from(["opener", "fill", "credit", "drop", "closer"]), st.integers(0, 10**9), min_size=1
    ),
    wins=st.tuples(*[st.integers(-(10**9), 10**9)] * 2),
    bought=st.integers(0, 10**9),
)
def test_the_difference_is_always_explained(
    counted: dict[SlipKind, int], wins: tuple[int, int], bought: int
) -> None:
    slips = tuple(
        SlipMade(
            number=n, kind=kind, count=(Pieces(1, cents),), warrant=SIGNED, day=date(2025, 3, 10), shift="day"
        )
        for n, (kind, cents) in enumerate(counted.items(), 1)
    )
    session = Session(number=1, slips=slips, float_win=wins[0], house_win=wins[1], bought=bought)
    if session.win_by_chips is None:
        assert "closer" not in counted
        return
    assert session.tray_difference is not None
    assert session.win_by_chips - session.win == session.tray_difference + session.drop_difference


def test_a_tray_sells_no_more_chips_than_it_holds(pit: Pit) -> None:
    assert pit.no_chips(BuyIn(player="ann", amount=2500, by=DEALER)) == "opener_missing"
    pit.slip("opener", {500: 10})
    assert pit.no_chips(BuyIn(player="ann", amount=5500, by=DEALER)) == "tray_too_small"
    assert pit.no_chips(BuyIn(player="ann", amount=750, by=DEALER)) == "not_in_chips"
    pit.buy_in("T1", "ann", amount=5000)
    assert pit.session.tray == 0
    assert (
        pit.no_chips(BuyIn(player="ann", amount=5000, by=Actor("ann", "player"), most=100_000))
        == "role_too_low"
    )
    pit.ok(pit.floor.money("T1", CashOut("ann", 7500, DEALER), DEALER, pit.id()))
    assert free_chips(pit.table, "ann") == -2500, "he had brought chips from elsewhere"
    pit.sound()


def test_an_automatic_table_takes_no_bet_beyond_the_chips(automatic: Pit) -> None:
    pit, ann = automatic, Actor("ann", "player")
    assert pit.no_slip("opener", OPENER) == "no_tray"
    pit.ok(pit.floor.begin_round("T1", SYSTEM, pit.id()))

    def bet(name: str, cents: int) -> str:
        answer = pit.floor.act("T1", cmd.PlaceBet(box=1, player="ann", bet=name, amount=cents), ann, pit.id())
        return answer.code if isinstance(answer, Refusal) else ""

    assert bet("ante", 2500) == "chips_short"
    pit.buy_in("T1", "ann", amount=5500)
    assert bet("ante", 200_000) == "bet_above_maximum", "the sheet's own reasons come first"
    assert bet("ante", 3000) == ""
    assert bet("jackpot", 500) == ""
    assert free_chips(pit.table, "ann") == 2000
    assert bet("ante", 2500) == "chips_short"
    assert bet("ante", 2000) == ""
    assert (free_chips(pit.table, "ann"), on_layout(pit.table, "ann")) == (0, 5500)
    pit.ok(pit.floor.act("T1", cmd.WithdrawBet(1, "jackpot", "ann"), ann, pit.id()))
    assert pit.no_chips(CashOut("ann", 1000, DEALER)) == "chips_short"
    pit.ok(pit.floor.money("T1", CashOut("ann", 500, DEALER), DEALER, pit.id()))
    raised = cmd.CorrectBet(
        box=1, player="ann", bet="ante", amount=7500, by="pit_supervisor", reason="misread"
    )
    answer = pit.floor.act("T1", raised, SUE, pit.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "software_deals", "bets there are the players' own"
    pit.sound()


def test_a_player_buys_for_himself_up_to_what_the_floor_lets_him(automatic: Pit) -> None:
    pit, ann = automatic, Actor("ann", "player")
    assert pit.no_chips(BuyIn(player="ann", amount=2500, by=ann)) == "role_too_low"
    assert pit.no_chips(BuyIn(player="bob", amount=2500, by=ann, most=10_000)) == "not_ones_own"
    assert pit.no_chips(BuyIn(player="ann", amount=10_500, by=ann, most=10_000)) == "buy_in_too_large"
    assert pit.no_chips(BuyIn(player="ann", amount=0, by=ann, most=10_000)) == "amount_not_positive"
    pit.ok(pit.floor.money("T1", BuyIn(player="ann", amount=10_000, by=ann, most=10_000), DEALER, pit.id()))
    assert pit.no_chips(BuyIn(player="ann", amount=500, by=ann, most=10_000)) == "buy_in_too_large"
    assert pit.no_chips(BuyIn(player="ann", amount=500, by=Actor("reg", "regulator"))) == "role_too_low"
    pit.ok(pit.floor.money("T1", CashOut("ann", 10_000, ann), DEALER, pit.id()))
    assert pit.table.money.chips == {}
    pit.sound()


def test_chips_sent_again_are_sold_once_also_by_another_server(pit: Pit) -> None:
    pit.slip("opener", OPENER)
    other = Floor(pit.floor.journal)
    command = BuyIn(player="ann", amount=2500, by=DEALER)
    assert not pit.ok(pit.floor.money("T1", command, DEALER, "the same")).repeated
    assert pit.ok(pit.floor.money("T1", command, DEALER, "the same")).repeated
    assert pit.ok(other.money("T1", command, DEALER, "the same")).repeated
    pit.ok(other.money("T1", BuyIn(player="bob", amount=2500, by=DEALER), DEALER, "another"))
    pit.ok(pit.floor.money("T1", BuyIn(player="cat", amount=2500, by=DEALER), DEALER, "a third"))
    assert pit.table.money.chips == {"ann": 2500, "bob": 2500, "cat": 2500}
    ids = [entry for entry in pit.ledger().posted if "/chips/" in entry]
    assert ids == ["T1/chips/1", "T1/chips/2", "T1/chips/3"]


def test_chips_bought_in_the_middle_of_a_round_are_not_of_it(pit: Pit) -> None:
    pit.slip("opener", OPENER)
    pit.begin("T1", *BETS)
    pit.buy_in("T1", "bob", amount=2500)
    pit.slip("fill", {500: 1})
    pit.play("T1", *DEALT, *LOST)
    past = find_round(pit.floor.journal, "T1", 1)
    assert past is not None
    kinds = [entry.recorded.kind for entry in past.entries]
    assert kinds.count("TransfersPosted") == 1
    assert "ChipsBought" not in kinds
    assert "SlipMade" not in kinds
    pit.sound()


def test_reconciling_the_day_compares_chips_and_settlements(
    pit: Pit, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = _evening(pit, OPENER).tray
    pit.slip("closer", {500: expected // 500}, replaces=4)
    day = pit.session.slips[0].day
    found = reconcile(pit.floor.journal, day)
    assert found.alarms == []
    figures = {row[4]: row[7] for row in rows(found) if row[1] == "table"}
    assert figures["win_by_chips"] == figures["win_by_settlements"] == format_cents(pit.session.win)
    assert (figures["chips_sold"], figures["chips_cashed"]) == ("500.00", "200.00")
    print_day(found, pit.floor.zone)
    assert "= win by chips" in capsys.readouterr().out
    pit.slip("closer", {500: expected // 500 - 1}, replaces=6)
    (alarm,) = reconcile(pit.floor.journal, day).alarms
    assert alarm.where == "table T1"
    assert "-5.00 of the difference is in the tray, 0.00 in the drop" in alarm.why
