"""What one person moves alone, what two may, and what nobody passes: every number, every door."""

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pitboss.access.roles import PERMISSIONS, ROLES, SYSTEM, Actor, Role
from pitboss.access.warrant import Warrant
from pitboss.audit.audit import audit
from pitboss.commands.record import Signed
from pitboss.floor import Done, links
from pitboss.floor import proposed as pa
from pitboss.floor.amounts import (
    DEFAULT_AMOUNTS,
    MONEY_ACTS,
    ActAmounts,
    AmountAsked,
    AmountsSet,
    DaySums,
    FloorAmounts,
    MoneyAct,
    RoleAmount,
    amounts_fault,
    changed_amounts,
    roles_of,
    second_needed,
    with_moved,
)
from pitboss.floor.archiving import archive_through
from pitboss.floor.commands import SetAmounts
from pitboss.floor.setup.config import DEFAULT_FILE, ConfigFault, parse_config
from pitboss.floor.setup.first_start import set_up
from pitboss.floor.tables import round_link, rounds
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.money import BuyIn, CashOut, MakeSlip, chips
from pitboss.jackpots import Revenue
from pitboss.jackpots import commands as lc
from pitboss.people import Approval, Means, Person
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.journal import HEAD
from pitboss.store.snapshots import Snapshots
from tests.floor.desk import Desk as Floor
from tests.floor.forging import forge
from tests.floor.house import DEALER, House, plate
from tests.floor.scripts import BETS, FOLDED, NOTHING, ROYAL
from tests.floor.test_archiving import DAY as ONE_DAY
from tests.floor.test_archiving import NOON
from tests.floor.test_config_proposals import approve_all, states
from tests.floor.two_people import PIT, SHIFT, SHIFT_TOO, Desk, desk_on
from tests.jackpots.floor import APPROVED, THREE_CARD
from tests.store.archives import KEY, SEAL, SNAPSHOT_KEY
from tests.store.quick import quick_journal

DAY = date(2025, 3, 10)
NOTHING_MOVED = DaySums()
SUE = Actor("sue", "pit_supervisor")
PAM = Actor("pam", "pit_manager")
SAM = Actor("sam", "shift_manager")
SHAW = Actor("shaw", "shift_manager")
CY = Actor("cy", "accounting")
STAFF: tuple[Role, ...] = ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "accounting")
TEXT = DEFAULT_FILE.read_text(encoding="utf-8")
_PIT_PAIRS = {frozenset[Role]({"pit_manager", "shift_manager"}), frozenset[Role]({"shift_manager"})}
_CASH_PAIRS = _PIT_PAIRS | {
    frozenset[Role]({"pit_manager", "accounting"}),
    frozenset[Role]({"shift_manager", "accounting"}),
    frozenset[Role]({"accounting"}),
}
LARGE: dict[MoneyAct, set[frozenset[Role]]] = {
    "adjust": _PIT_PAIRS,
    "bets": _PIT_PAIRS,
    "chips": _CASH_PAIRS,
    "slips": _CASH_PAIRS,
    "voids": {frozenset({role, "shift_manager"}) for role in STAFF if role != "accounting"},
    "displays": {frozenset({"shift_manager"})},
}
"""The roles of two people who answer for an amount above every role's own."""


def asked(
    act: MoneyAct, cents: int, by: Actor, second: Actor | None = None, means: Means = "password"
) -> AmountAsked:
    signed = Signed(second, means) if second else None
    return AmountAsked(act=act, cents=cents, by=by, second=signed, day=DAY, clauses=("1.1",))


def code(answer: Actor | Refusal | Done | None) -> str:
    assert isinstance(answer, Refusal), answer
    assert answer.message
    return answer.code


OWN = [
    (act, role, own)
    for act in MONEY_ACTS
    for role, own in getattr(DEFAULT_AMOUNTS, act).roles.items()
    if act != "displays"
]


@pytest.mark.parametrize(("act", "role", "own"), OWN)
def test_one_person_moves_their_own_amount_and_not_a_cent_more(
    act: MoneyAct, role: Role, own: RoleAmount
) -> None:
    one, other = Actor("ann", role), Actor("bob", role)

    def needed(cents: int, moved: DaySums = NOTHING_MOVED) -> Actor | Refusal | None:
        return second_needed(DEFAULT_AMOUNTS, moved, asked(act, cents, one))

    assert needed(own.each) is None
    assert code(needed(own.each + 1)) == "amount_above_own"
    assert own.day is not None
    before = with_moved(DaySums(), act, own.day - own.each, DAY, one)
    assert needed(own.each, before) is None
    over = with_moved(DaySums(), act, own.day - own.each + 1, DAY, one)
    assert code(needed(own.each, over)) == "amount_above_own"
    assert code(needed(1, with_moved(before, act, own.each, DAY, Actor(" ANN", role)))) == "amount_above_own"
    assert needed(1, with_moved(DaySums(), act, own.day, DAY, other)) is None, "others' sums are their own"
    assert needed(1, with_moved(DaySums(), act, own.day, date(2025, 3, 9), one)) is None, "of the day before"
    back = with_moved(with_moved(DaySums(), act, own.day, date(2025, 3, 11), other), act, own.day, DAY, one)
    assert code(needed(1, back)) == "amount_above_own", "a clock that was put back opens no new day"


@pytest.mark.parametrize("act", [act for act in MONEY_ACTS if act != "voids"])
def test_nobody_passes_the_most(act: MoneyAct) -> None:
    found: ActAmounts = getattr(DEFAULT_AMOUNTS, act)
    assert second_needed(DEFAULT_AMOUNTS, DaySums(), asked(act, found.most, SAM, SHAW)) == SHAW
    for by in (SAM, SYSTEM):
        more = asked(act, found.most + 1, by, SHAW)
        assert code(second_needed(DEFAULT_AMOUNTS, DaySums(), more)) == "amount_above_most"
    assert second_needed(DEFAULT_AMOUNTS, DaySums(), asked(act, found.most, SYSTEM)) is None


def test_two_people_give_back_any_sum_since_a_sheet_has_it_go_back() -> None:
    any_sum = 100 * DEFAULT_AMOUNTS.voids.most
    assert second_needed(DEFAULT_AMOUNTS, DaySums(), asked("voids", any_sum, SAM, SHAW)) == SHAW
    assert code(second_needed(DEFAULT_AMOUNTS, DaySums(), asked("voids", any_sum, SAM))) == "amount_above_own"


@pytest.mark.parametrize("act", MONEY_ACTS)
def test_above_ones_own_a_second_signs_whose_role_covers_it_or_two_managers(act: MoneyAct) -> None:
    """Every pair of roles, at each amount of any role and a cent above it, against the rule said plainly."""
    found: ActAmounts = getattr(DEFAULT_AMOUNTS, act)
    own = {role: found.roles[role].each if role in found.roles else 0 for role in STAFF}
    sizes = {size + more for size in own.values() for more in (0, 1)} - {0}
    taken = 0
    for first, second, cents in product(STAFF, STAFF, sorted(sizes)):
        one, other = Actor("ann", first), Actor("bob", second)
        answer = second_needed(DEFAULT_AMOUNTS, DaySums(), asked(act, cents, one, other))
        takes_two = act in ("slips", "displays")
        if cents <= own[first] or (takes_two and cents <= own[second]):
            assert answer is None, (first, second, cents)
            continue
        covers = second != "dealer" and cents <= own[second]
        together = second != "dealer" and frozenset({first, second}) in LARGE[act]
        assert (answer == other) is (covers or together), (first, second, cents, answer)
        if answer == other:
            taken += 1
            pin = asked(act, cents, one, other, "pin")
            assert code(second_needed(DEFAULT_AMOUNTS, DaySums(), pin)) == "password_needed"
            self = asked(act, cents, one, Actor("ANN ", second))
            assert code(second_needed(DEFAULT_AMOUNTS, DaySums(), self)) == "same_person"
    assert taken


def test_exactly_the_roles_that_may_do_an_act_have_an_amount_of_it() -> None:
    assert amounts_fault(DEFAULT_AMOUNTS) is None
    for act in MONEY_ACTS:
        assert {*getattr(DEFAULT_AMOUNTS, act).roles} <= {*roles_of(act)}
        for role in {*ROLES} - {*roles_of(act)}:
            wrong = changed_amounts(getattr(DEFAULT_AMOUNTS, act), {role: (1, 1)})
            assert amounts_fault(structs.replace(DEFAULT_AMOUNTS, **{act: wrong}))
    assert "dealer" not in PERMISSIONS["sign_amount"].roles
    assert not PERMISSIONS["sign_amount"].pin


def small() -> FloorAmounts:
    """Amounts so small that a plain table meets them."""
    return FloorAmounts(
        adjust=ActAmounts({"shift_manager": RoleAmount(5_000, 12_000)}, 50_000),
        chips=ActAmounts(
            {"dealer": RoleAmount(10_000, 25_000), "pit_supervisor": RoleAmount(20_000, 50_000)}, 90_000
        ),
        slips=ActAmounts(
            {"pit_supervisor": RoleAmount(50_000, 120_000), "pit_manager": RoleAmount(60_000, 120_000)},
            200_000,
        ),
        bets=ActAmounts({"pit_supervisor": RoleAmount(1_000, 2_500)}, 10_000),
        displays=ActAmounts({"shift_manager": RoleAmount(100_000)}, 300_000),
    )


class Pit(House):
    """A table that people deal at, with a tray and a round that is over, under small amounts."""

    def __init__(self, journal: Journal) -> None:
        self.now = [NOON]
        super().__init__(
            Floor(journal, clock=lambda: self.now[0], snapshots=Snapshots(journal, SNAPSHOT_KEY))
        )
        self.open({"T1": THREE_CARD})
        self.ok(self.floor.close_table("T1", DEALER, self.id()))
        opened = self.floor.open_table(
            "T1",
            plate(THREE_CARD),
            self.id(),
            link="grand",
            denominations=(500, 2500, 10_000),
            counts_tray=True,
        )
        self.ok(opened)
        self.ok(self.floor.set_amounts(small(), APPROVED, self.id()))
        self.ok(self.slip(50_000))
        self.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
        self.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")

    def slip(
        self, cents: int, two: tuple[Actor, Actor] = (DEALER, SUE), means: Means = "pin", kind: str = "opener"
    ) -> Done | Refusal:
        warrant = Warrant(two[0], "counted", two[1])
        count = {10_000: cents // 10_000, 500: cents % 10_000 // 500}
        command = MakeSlip(kind=kind, count=count, warrant=warrant, replaces=None, means=means)  # type: ignore[arg-type]
        return self.floor.money("T1", command, DEALER, self.id())

    def fill(self, cents: int, two: tuple[Actor, Actor] = (DEALER, SUE), means: Means = "pin") -> Any:
        return self.slip(cents, two, means, "fill")

    def buy(self, cents: int, by: Actor = DEALER, second: Signed | None = None) -> Done | Refusal:
        return self.floor.money(
            "T1", BuyIn(player="ann", amount=cents, by=by, most=None, second=second), by, self.id()
        )

    def cash(self, cents: int, by: Actor = DEALER, second: Signed | None = None) -> Done | Refusal:
        return self.floor.money("T1", CashOut("ann", cents, by, second), by, self.id())

    def adjust(
        self, cents: int, number: int = 1, by: Actor = SAM, second: Signed | None = None
    ) -> Done | Refusal:
        ruling = cmd.AdjustSettlement(
            box=1, player="ann", bet="ante", amount=cents, by="shift_manager", reason="the camera shows it"
        )
        return self.floor.adjust("T1", number, ruling, by, self.id(), second=second)

    def bet(self, cents: int, by: Actor = SUE, second: Signed | None = None) -> Done | Refusal:
        right = cmd.CorrectBet(
            box=1, player="ann", bet="ante", amount=cents, by="pit_supervisor", reason="misread"
        )
        return self.floor.act("T1", right, by, self.id(), second=second)

    def rule(
        self, action: cmd.BetRuling, cents: int | None = None, by: Actor = SAM, second: Signed | None = None
    ) -> Done | Refusal:
        """A ruling on Ann's Ante of 25, before the settlement."""
        ruling = cmd.Report(
            clause="5.23",
            boxes=(1,),
            action=action,
            bet="ante",
            amount=cents,
            by="dealer",
            reason="a quarrel",
        )
        return self.floor.act("T1", ruling, by, self.id(), second=second)

    def last(self) -> Any:
        """The newest event of the table's stream that names a second person, or may."""
        kept = ("SlipMade", "ChipsBought", "ChipsCashed", "PastRoundAdjusted")
        *_, newest = (e for e in self.floor.journal.read_stream("table/T1") if e.kind in kept)
        return self.floor.tables._registry.decode(newest)

    def signed(self) -> tuple[Signed | None, date | None]:
        """Who signed too for the last command, and the gaming day that it counts in."""
        heads = [event for event in self.floor.journal.read_stream("table/T1") if event.kind == HEAD]
        head = self.floor.tables._registry.decode(heads[-1])
        return head.second, head.day

    def sound(self) -> None:
        self.check()
        assert audit(self.floor.journal).fault is None


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    with quick_journal(tmp_path / "j.db") as journal:
        yield Pit(journal)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """People who propose and approve, on the floor of the file that ships."""
    with (
        quick_journal(tmp_path / "j.db") as journal,
        desk_on(journal, f"sqlite:///{tmp_path}/j.db") as found,
    ):
        set_up(found.floor, parse_config(TEXT, "floor.toml"))
        yield found.staff()


def by_password(second: Actor) -> Signed:
    return Signed(second, "password")


def test_chips_are_sold_and_cashed_within_the_amounts(pit: Pit) -> None:
    for way in (pit.buy, pit.cash):
        assert code(way(10_500)) == "amount_above_own"
        assert code(way(10_500, DEALER, Signed(SUE, "pin"))) == "password_needed"
        assert code(way(10_500, DEALER, by_password(Actor("dan", "pit_supervisor")))) == "same_person"
        assert code(way(10_500, DEALER, by_password(Actor("deb", "dealer")))) == "role_too_low"
        pit.ok(way(10_500, DEALER, by_password(SUE)))
        assert (pit.last().second, pit.last().day) == (SUE, DAY)
    pit.ok(pit.buy(10_000))
    assert pit.last().second is None
    pit.ok(pit.cash(10_000))
    pit.ok(pit.buy(5_000))
    assert code(pit.cash(500)) == "amount_above_own", "what was sold and cashed alone is one sum"
    pit.ok(pit.cash(500, DEALER, by_password(SUE)))
    pit.ok(pit.buy(500, Actor("deb", "dealer")))
    pit.sound()
    pit.now[0] += ONE_DAY
    pit.ok(pit.cash(10_000))
    pit.sound()


def test_an_adjustment_of_this_round_and_of_a_past_one(pit: Pit) -> None:
    for number in (1, 2):
        for sign in (1, -1):
            assert code(pit.adjust(sign * 5_001, number)) == "amount_above_own"
            assert code(pit.adjust(sign * 5_001, number, SAM, by_password(CY))) == "role_too_low"
            assert code(pit.adjust(sign * 5_001, number, SAM, by_password(SUE))) == "role_too_low"
            assert code(pit.adjust(sign * 50_001, number, SAM, by_password(SHAW))) == "amount_above_most"
        pit.ok(pit.adjust(50_000, number, SAM, by_password(PAM)))
        assert pit.signed() == (by_password(PAM), DAY)
    for number in (1, 2):
        pit.ok(pit.adjust(-5_000, number))
        assert pit.signed() == (None, DAY)
    pit.ok(pit.adjust(2_000))
    assert code(pit.adjust(1)) == "amount_above_own", "many small ones are a large one"
    pit.ok(pit.adjust(1, 1, SHAW))
    pit.sound()
    pit.now[0] += ONE_DAY
    pit.ok(pit.adjust(5_000, 2))
    pit.sound()


def test_a_bet_is_corrected_by_so_much(pit: Pit) -> None:
    pit.begin("T1", "bet 1 ann ante 25")
    assert code(pit.bet(3_501)) == "amount_above_own"
    pit.ok(pit.bet(3_500))
    assert pit.signed() == (None, DAY)
    pit.ok(pit.bet(2_500))
    assert code(pit.bet(3_001)) == "amount_above_own", "500 of the day are left"
    assert code(pit.bet(12_501, SAM, by_password(SHAW))) == "amount_above_most"
    pit.ok(pit.bet(12_500, SAM, by_password(PAM)))
    assert pit.signed() == (by_password(PAM), DAY)
    pit.sound()


def test_a_ruling_on_one_bet_is_within_the_amounts_of_adjustments(pit: Pit) -> None:
    """A bet that is paid comes back too: a cent on a bet that was lost would else give all of it back."""
    pit.begin("T1", *BETS, "close", *NOTHING)
    for by in (DEALER, SUE, PAM):
        assert code(pit.rule("pay", 100, by)) == "role_too_low"
    assert code(pit.rule("pay", 2_501)) == "amount_above_own"
    assert code(pit.rule("pay", 2_501, SAM, by_password(CY))) == "role_too_low"
    assert code(pit.rule("pay", 47_501, SAM, by_password(SHAW))) == "amount_above_most"
    pit.ok(pit.rule("pay", 47_500, SAM, by_password(PAM)))
    assert pit.signed() == (by_password(PAM), DAY)
    pit.ok(pit.rule("pay", 2_500))
    assert pit.signed() == (None, DAY)
    pit.ok(pit.rule("collect"))
    pit.ok(pit.rule("correct", 1_000))
    pit.ok(pit.rule("pay", 500))
    assert code(pit.rule("pay", 1)) == "amount_above_own", "5,000, 2,500, 1,500 and 3,000 of 12,000 are moved"
    assert code(pit.adjust(1)) == "amount_above_own", "a ruling and an adjustment are one sum"
    pit.ok(pit.rule("pay", 1, SHAW))
    pit.play("T1", *FOLDED, "settle")
    settlement = pit.round("T1").settlement
    assert settlement
    ante = settlement.lines[0]
    assert (ante.bet, ante.result, ante.net, ante.clauses) == ("ante", "win", 1, ("5.23",))
    assert code(pit.rule("pay", 100)) == "round_settled"
    pit.sound()


def test_a_jackpot_bet_that_is_ruled_paid_leaves_the_link_alone(pit: Pit) -> None:
    """Ann holds the royal flush of spades, of which the link would have to pay all that it shows."""
    pit.begin("T1", *BETS, "close", *ROYAL)
    ruling = cmd.Report(
        clause="5.23", boxes=(1,), action="pay", bet="jackpot", amount=4_000, by="dealer", reason="a quarrel"
    )
    pit.ok(pit.floor.act("T1", ruling, SAM, pit.id()))
    pit.play("T1", "look 1", "bet 1 ann play 25", "fold 2", "reveal", "settle")
    settlement = pit.round("T1").settlement
    assert settlement
    assert settlement.jackpot
    assert [(paid.amount, paid.percent) for paid in settlement.jackpot.payouts] == [(4_000, 0)]
    assert settlement.players()["ann"] == sum(line.net for line in settlement.lines if line.player == "ann")
    assert next(line.net for line in settlement.lines if line.bet == "jackpot") == 3_500
    pit.sound()


def test_a_slip_is_within_the_amount_of_either_person(pit: Pit) -> None:
    for means in ("pin", "password"):
        assert code(pit.fill(50_500, (DEALER, SUE), means)) == "role_too_low"
    assert code(pit.fill(60_500, (DEALER, SAM), "password")) == "amount_above_own", "no dealer answers for it"
    pit.ok(pit.fill(60_000, (DEALER, PAM)))
    assert not pit.last().password
    assert code(pit.fill(60_500, (PAM, SAM))) == "password_needed"
    pit.ok(pit.fill(200_000, (PAM, SAM), "password"))
    assert pit.last().password
    assert code(pit.fill(200_500, (PAM, SAM), "password")) == "amount_above_most"
    pit.ok(pit.fill(20_000, (DEALER, SUE)))
    pit.ok(pit.fill(50_000, (DEALER, SUE)))
    assert code(pit.fill(500, (DEALER, SUE))) == "password_needed", "120,000 of the day are counted"
    pit.sound()


def test_a_display_and_a_link_s_money(pit: Pit) -> None:
    two = Approval(Person("sam", "shift_manager"), Person("shaw", "shift_manager"), "minutes of today")
    pit.link(lc.CorrectDisplay(Fraction(100_000), APPROVED))
    pit.link(lc.MoveMoney("display", Fraction(100_000), Revenue(), APPROVED))
    more = Fraction(100_000) + Fraction(1, 3)
    for command in (
        lc.CorrectDisplay(more, APPROVED),
        lc.CorrectDisplay(-more, APPROVED),
        lc.MoveMoney("display", more, Revenue(), APPROVED),
    ):
        assert pit.link_refused(command).code == "amount_above_own"
        pit.link(structs.replace(command, approval=two))
    most = Fraction(300_000)
    assert pit.link_refused(lc.CorrectDisplay(most + 1, two)).code == "amount_above_most"
    assert pit.link_refused(lc.CloseLink(Revenue(), two)).code == "amount_above_most"
    pit.ok(pit.floor.set_amounts(DEFAULT_AMOUNTS, APPROVED, pit.id()))
    pit.sound()


DOORS: dict[str, Callable[[Pit], Done | Refusal]] = {
    "buy": lambda pit: pit.buy(10_500),
    "cash": lambda pit: pit.cash(10_500),
    "past": lambda pit: pit.adjust(5_001),
    "last": lambda pit: pit.adjust(5_001, 2),
    "slip": lambda pit: pit.fill(60_500, (PAM, SAM)),
    "display": lambda pit: pit.floor.to_link(
        "grand", lc.CorrectDisplay(Fraction(100_001), APPROVED), DEALER, "x"
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_the_audit_says_who_has_moved_too_much_alone(
    pit: Pit, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that does not ask for the second person writes a record that no audit believes."""
    before = pit.floor.journal.last_position()
    assert isinstance(DOORS[door](pit), Refusal)
    with monkeypatch.context() as without:
        for module in (chips, chips, rounds, round_link, links):
            without.setattr(module, "second_needed", lambda *_: None)
        pit.ok(DOORS[door](pit))
    found = audit(pit.floor.journal).fault
    assert found is not None
    hired = 6 if door == "display" else 0
    assert found.position == before + hired + 1
    assert "cannot have happened" in found.message
    assert " is above " in found.message


def test_the_audit_says_of_a_bet_that_was_corrected_by_too_much(
    pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    pit.begin("T1", "bet 1 ann ante 25")
    with monkeypatch.context() as without:
        without.setattr(rounds, "second_needed", lambda *_: None)
        pit.ok(pit.bet(3_501))
    found = audit(pit.floor.journal).fault
    assert found is not None
    assert "10.01" in found.message


def test_the_audit_says_of_a_ruling_that_paid_too_much(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    pit.begin("T1", *BETS, "close", *NOTHING)
    with monkeypatch.context() as without:
        without.setattr(rounds, "second_needed", lambda *_: None)
        pit.ok(pit.rule("pay", 2_501))
    found = audit(pit.floor.journal).fault
    assert found is not None
    assert "50.01" in found.message


def test_the_audit_believes_nobody_who_could_not_sign(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setattr(chips, "second_needed", lambda *_: Actor("deb", "dealer"))
        pit.ok(pit.buy(10_500))
    found = audit(pit.floor.journal).fault
    assert found is not None
    assert "somebody else signs too" in found.message


def test_amounts_that_have_just_changed_at_another_server_decide(
    pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are held fast: what was decided by amounts that are old by now is decided again."""
    streams = pit.floor.streams["floor"]
    seen, refresh, looks = streams.refresh("amounts"), streams.refresh, list[str]()
    other = Floor(pit.floor.journal, clock=lambda: pit.now[0])
    none = structs.replace(small(), chips=changed_amounts(small().chips, {"dealer": (0, 0)}))
    pit.ok(other.set_amounts(none, APPROVED, "lower"))

    def late(name: str) -> object:
        looks.append(name)
        return seen if len(looks) == 1 else refresh(name)

    monkeypatch.setattr(streams, "refresh", late)
    assert code(pit.buy(10_000)) == "amount_above_own"
    assert len(looks) > 1
    pit.sound()


def test_two_people_answer_for_amounts(pit: Pit) -> None:
    one = Approval(Person("pam", "pit_manager"), Person("paul", "pit_manager"), "as agreed")
    assert code(pit.floor.set_amounts(DEFAULT_AMOUNTS, one, pit.id())) == "role_too_low"
    wrong = structs.replace(small(), bets=changed_amounts(small().bets, {"dealer": (1, 1)}))
    assert code(pit.floor.set_amounts(wrong, APPROVED, pit.id())) == "amounts_not_possible"
    before = pit.floor.journal.last_position()
    pit.ok(pit.floor.set_amounts(small(), APPROVED, pit.id()))
    assert pit.floor.journal.last_position() == before, "the same again changes nothing"
    event = AmountsSet(DEFAULT_AMOUNTS, APPROVED)
    forge(
        pit.floor.journal,
        SetAmounts(amounts=DEFAULT_AMOUNTS, approval=APPROVED),
        SYSTEM,
        ("floor/amounts", event),
    )
    found = audit(pit.floor.journal).fault
    assert found is not None
    assert (found.position, found.stream) == (before + 1, "floor/amounts")


def test_amounts_outlive_the_archiving_of_their_day(pit: Pit, tmp_path: Path) -> None:
    pit.now[0] += ONE_DAY
    pit.begin("T1", *BETS)
    archive_through(pit.floor, DAY, tmp_path / "old.pbj", key=KEY)
    again = Floor(pit.floor.journal, clock=lambda: pit.now[0], sealer=Sealer(SEAL))
    assert (
        code(again.money("T1", BuyIn(player="ann", amount=10_500, by=DEALER), DEALER, "x"))
        == "amount_above_own"
    )


def test_the_file_that_ships_says_what_holds_without_a_file() -> None:
    assert parse_config(TEXT, "floor.toml").amounts == DEFAULT_AMOUNTS
    start, end = TEXT.index("[amounts.adjust]"), TEXT.index("# How long automatic tables")
    assert parse_config(TEXT[:start] + TEXT[end:], "floor.toml").amounts == DEFAULT_AMOUNTS


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("shift_manager = [5_000, 25_000]", "shift_manager = [5_000, 4_999]", "amounts are [one act"),
        (
            "shift_manager = [5_000, 25_000]",
            "shift_manager = [250_001, 300_000]",
            "the most of 250000",
        ),
        ("shift_manager = [5_000, 25_000]", "dealer = [5, 25]", "amounts.adjust.dealer: an adjustment of"),
        ("shift_manager = [5_000, 25_000]", 'shift_manager = ["x", 25]', "'x' is not an amount"),
        ("shift_manager = [5_000, 25_000]", "player = [5, 25]", "unknown field `player`"),
        ("most = 250_000", "most = 0", "amounts.adjust.most: the most that anybody moves"),
        ("[amounts.bets]", "[amounts.wins]", "unknown field `wins`"),
        ("shift_manager = 250_000", "dealer = 250_000", "unknown field `dealer`"),
    ],
)
def test_amounts_that_cannot_be_are_named_with_path_and_line(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(ConfigFault) as fault:
        parse_config(TEXT.replace(old, new, 1), "floor.toml")
    assert says in str(fault.value)
    assert "floor.toml, line" in str(fault.value) or "unknown field `wins`" in str(fault.value)


def test_edited_amounts_wait_for_two_people(desk: Desk) -> None:
    edited = TEXT.replace("shift_manager = [5_000, 25_000]", "shift_manager = [1_000, 2_000]")
    assert states(desk, edited) == {"amounts.adjust.shift_manager": "waiting"}
    (waiting,) = desk.people.waiting()
    assert (waiting.subject, waiting.act) == ("floor/amounts", "set_limits")
    approve_all(desk, PIT)
    assert states(desk, edited) == {"amounts.adjust.shift_manager": "waiting"}, "one person is not enough"
    approve_all(desk, SHIFT)
    assert states(desk, edited) == {}
    assert desk.floor.amounts() == parse_config(edited, "f").amounts
    assert audit(desk.floor.journal).fault is None


def test_a_proposal_of_too_much_is_not_made(desk: Desk) -> None:
    most, own = Fraction(DEFAULT_AMOUNTS.displays.most), Fraction(25_000_000)
    for act, by, why in (
        (pa.DisplayCorrection("spade", most + 1), SHIFT, "amount_above_most"),
        (pa.DisplayCorrection("spade", own + 1), PIT, "amount_above_own"),
    ):
        assert code(desk.proposals.propose(act, by, "as agreed")) == why
    waits = desk.propose(pa.DisplayCorrection("spade", own + 1), SHIFT)
    assert desk.refused(waits, PIT) == "role_too_low"
    desk.approve(waits, SHIFT_TOO)
    desk.both(pa.DisplayCorrection("spade", own))
    assert audit(desk.floor.journal).fault is None


def test_a_first_start_records_the_amounts_of_its_file(tmp_path: Path) -> None:
    edited = TEXT.replace("shift_manager = [5_000, 25_000]", "shift_manager = [1_000, 2_000]")
    with quick_journal(tmp_path / "j.db") as journal:
        config = parse_config(edited, "floor.toml")
        assert set_up(Floor(journal, sealer=Sealer(bytes(32))), config) == ()
        assert Floor(journal).amounts() == config.amounts
        assert audit(journal).fault is None
