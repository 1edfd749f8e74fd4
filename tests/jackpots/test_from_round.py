"""Whole rounds at linked tables: the settlement pays what the link pays, and bets go back by clause."""

from fractions import Fraction

from msgspec import structs

from pitboss.jackpots import commands as cmd
from pitboss.jackpots.from_round import accepted_bets, major_wins, returned_bets
from pitboss.jackpots.sign import display_to_open, linked_to_settle
from pitboss.jackpots.state import RoundInPlay
from pitboss.ledger.rounds import Booking, settlement_transfers
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, decide, open_round
from pitboss.round import commands as rc
from pitboss.round.events import RoundSettled
from pitboss.settlement import Limits, Settlement, Table
from tests.jackpots.floor import CONFIG, DAY, DEALER, GAMES, STUD, THREE_CARD, Floor

SHARE = 500 * CONFIG.contribution_rate
HASHES = rc.Hashes("build", "sheet", "readings")


class LinkedTable:
    """One round at a table of a link."""

    def __init__(self, floor: Floor, table: str, *steps: str) -> None:
        self.floor, self.table = floor, table
        sheet = floor.link.members[table]
        self.game = GAMES[sheet]
        plate = Table(sheet=sheet, jackpot_bet=500, limits={"ante": Limits(2500, 100_000)})
        self.opened = display_to_open(GAMES, floor.link)
        self.state: Round = open_round(rc.OpenRound(plate, self.opened, HASHES))
        self.play(*steps)

    def play(self, *steps: str) -> None:
        for step in steps:
            answer = apply(self.game, self.state, parse_step(step)[0])
            assert not isinstance(answer, Refusal), (step, answer)
            self.state = answer[0]

    def close(self, at: int) -> None:
        self.play("close")
        self.floor.do(cmd.AcceptBets(self.table, "r", at, accepted_bets(self.game, self.state)))

    @property
    def booked(self) -> RoundInPlay:
        return self.floor.link.rounds[f"{self.table}/r"]

    def take_back(self) -> tuple[cmd.ReturnedBet, ...]:
        returned = returned_bets(self.state, self.booked)
        if returned:
            self.floor.do(cmd.ReturnBets(self.table, "r", returned))
        return returned

    def trial(self) -> Settlement:
        """What a settlement would say now, without settling."""
        answer = decide(self.game, self.state, rc.SettleRound())
        assert not isinstance(answer, Refusal), answer
        assert isinstance(answer[0], RoundSettled)
        return answer[0].settlement

    def settle(self) -> Settlement:
        linked = linked_to_settle(GAMES, self.floor.link, self.table, "r")
        answer = apply(self.game, self.state, rc.SettleRound(linked))
        assert not isinstance(answer, Refusal), answer
        self.state = answer[0]
        assert self.state.settlement is not None
        return self.state.settlement


def three_card(floor: Floor) -> LinkedTable:
    """Ann holds the cards of a royal, bob of a straight flush, cat of nothing."""
    table = LinkedTable(
        floor,
        "T1",
        *(f"bet {box} {who} ante 25" for box, who in enumerate(("ann", "bob", "cat"), 1)),
        *(f"bet {box} {who} jackpot 5" for box, who in enumerate(("ann", "bob", "cat"), 1)),
    )
    table.close(1)
    table.play(
        "deal 1 As Ks Qs",
        "deal 2 9s 8s 7s",
        "deal 3 2h 4d 9c",
        "deal dealer Kh 8d 5c",
        "deal community Js Ts",
        *(f"fold {box}" for box in (1, 2, 3)),
        "reveal",
    )
    return table


def test_a_settlement_pays_exactly_what_the_link_pays() -> None:
    floor = Floor({"T1": THREE_CARD, "T2": THREE_CARD})
    floor.bet("T2", "x", 0, (1, "zoe"))
    table = three_card(floor)
    wins = major_wins(table.trial(), {1: 5, 2: 6, 3: 7})
    assert [(won.player, won.percent) for won in wins] == [("ann", 100), ("bob", 10)]
    claims = floor.win("T1", "r", *wins, entered_at=9)
    floor.do(cmd.FinishRound("T2", "x"))
    floor.bet("T2", "y", 20, (1, "zoe"))
    linked = linked_to_settle(GAMES, floor.link, "T1", "r")
    refused = decide(table.game, table.state, rc.SettleRound(linked))
    assert isinstance(refused, Refusal), "no slip is made out"
    assert refused.code == "awards_differ"
    floor.verify(*claims)
    for claim in claims:
        floor.pay(claim)
    settlement = table.settle()
    assert settlement.jackpot is not None
    amounts = [payout.amount for payout in settlement.jackpot.payouts]
    assert [slip.amount for slip in floor.link.slips] == amounts
    assert amounts == [int(CONFIG.reset + 4 * SHARE), CONFIG.reset // 10]
    assert settlement.jackpot.after == floor.shown, "zoe's later bet plays for the next jackpot"
    posted = settlement_transfers(
        Booking(round="T1/r", table="T1", operator=floor.operator, sheet=THREE_CARD, day=DAY), settlement
    )
    assert not [entry for entry in posted if entry.source == "link_meter:grand"], "the link has paid"


def test_a_settlement_at_the_cap_pays_what_the_link_pays() -> None:
    floor = Floor({"T1": THREE_CARD}, structs.replace(CONFIG, cap=CONFIG.reset + 200))
    table = three_card(floor)
    payouts = _paid(table).jackpot
    assert payouts is not None
    assert payouts.payouts[0].amount == CONFIG.reset + 200


def _paid(table: LinkedTable) -> Settlement:
    """The winning hands entered, verified and paid, and the round settled."""
    wins = major_wins(table.trial(), {1: 5, 2: 6})
    claims = table.floor.win("T1", "r", *wins, entered_at=9)
    table.floor.verify(*claims)
    for claim in claims:
        table.floor.pay(claim)
    return table.settle()


def test_5_21_a_void_round_takes_every_share_back() -> None:
    floor = Floor({"T1": THREE_CARD})
    table = three_card(floor)
    table.play("report 5.8.1")
    returned = table.take_back()
    assert {bet.clauses[0] for bet in returned} == {"5.8.1"}
    assert all("5.21" in bet.clauses for bet in returned)
    assert floor.shown == CONFIG.reset
    assert table.settle().outcome == "void"
    assert table.take_back() == ()


def test_mss_5_11_a_player_who_left_takes_his_share_back() -> None:
    floor = Floor({"M1": STUD}, operator=GAMES[STUD].sheet.identity.operator)
    table = LinkedTable(
        floor, "M1", "bet 1 ann ante 25", "bet 1 ann jackpot 10", "bet 2 bob ante 25", "bet 2 bob jackpot 5"
    )
    table.close(1)
    table.play("deal 1 2s 4d 6h 8c Td", "deal 2 3s 5d 7h 9c Jd", "deal dealer Ad Kh 9d 6c 2h", "leave 1")
    assert table.take_back() == (cmd.ReturnedBet(1, "ann", 1000, ("5.11",)),)
    assert floor.shown == CONFIG.reset + SHARE


def test_5_4_a_jackpot_bet_without_an_ante_takes_its_share_back_at_settlement() -> None:
    floor = Floor({"T1": THREE_CARD})
    table = LinkedTable(
        floor, "T1", "bet 1 ann ante 25", "bet 2 bob pair_plus 25", "bet 2 bob jackpot 5 unnoticed"
    )
    table.close(1)
    assert floor.shown == CONFIG.reset + SHARE
    table.play("deal 1 As 4d 9h", "deal 2 9s 8c 7d", "deal dealer Kh 8d 5c", "deal community Js Ts", "fold 1")
    table.play("reveal")
    table.settle()
    assert table.take_back() == (cmd.ReturnedBet(2, "bob", 500, ("5.4",)),)
    assert floor.shown == CONFIG.reset


def test_5_17_1_a_linked_round_settles_from_the_registered_value() -> None:
    floor = Floor({"T1": THREE_CARD})
    table = three_card(floor)
    floor.do(cmd.FailSystem(DEALER, "signs dark"))
    payouts = _paid(table).jackpot
    assert payouts is not None
    assert floor.link.failure is not None
    assert payouts.payouts[0].amount == int(floor.link.failure.registered)
    assert floor.link.failure.registered == Fraction(CONFIG.reset) + 3 * SHARE
