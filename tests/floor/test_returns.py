"""Bets that staff give back after cards were seen: a reason, an amount, a second person, an alarm."""

from typing import Any

import pytest
from msgspec import Struct, structs

from pitboss.audit.audit import audit
from pitboss.commands.record import Signed
from pitboss.floor import SYSTEM, Actor, Done, floor_registry
from pitboss.floor.amounts import DEFAULT_AMOUNTS, ActAmounts
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.table import TableState, acts_alarmed
from pitboss.people import Means
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.store import Journal
from tests.floor.house import DEALER, House
from tests.floor.scripts import NOON
from tests.floor.test_dealers import Automatic
from tests.jackpots.floor import APPROVED, STUD, THREE_CARD

SUE = Actor("sue", "pit_supervisor")
SAM = Actor("sam", "shift_manager")
SHAW = Actor("shaw", "shift_manager")
HANDS = (
    "deal 1 2h 4d 9c",
    "deal 2 3s 5c 8h",
    "deal 3 2s 4c 9h",
    "deal dealer Kh 8d 5s",
    "deal community Js Ts",
)
CARDS = ("2h 4d 9c 6s Jd", "3s 5c 8h Td Qd", "2s 4c 9h 6c Jc", "Kh 8d 5s 3c Ah")
REASON = "the lights went out"


@pytest.fixture
def house(journal: Journal) -> House:
    return House(journal, clock=lambda: NOON).open({"T1": THREE_CARD})


def bets(*dollars: str) -> tuple[str, ...]:
    return tuple(f"bet {box} ann{box} ante {amount}" for box, amount in enumerate(dollars, 1))


def dealt(house: House, *dollars: str) -> None:
    house.begin("T1", *bets(*dollars), "close", *HANDS[: len(dollars)], *HANDS[3:])


def table(house: House) -> TableState:
    found = house.floor.table("T1")
    assert found is not None
    return found


def events(house: House, kind: type[Struct]) -> list[Any]:
    decode = floor_registry().decode
    found = (decode(event) for event in house.floor.journal.read_stream("table/T1"))
    return [event for event in found if isinstance(event, kind)]


def settle(house: House, second: Actor | None = None, means: Means = "password") -> Done | Refusal:
    signed = Signed(second, means) if second else None
    return house.floor.act("T1", cmd.SettleRound(), DEALER, house.id(), second=signed)


def code(answer: Done | Refusal) -> str:
    assert isinstance(answer, Refusal), answer
    assert answer.message
    return answer.code


def sound(house: House) -> None:
    report = audit(house.floor.journal)
    assert report.fault is None, report.fault


def test_an_interruption_before_any_look_needs_neither_reason_nor_second_person(house: House) -> None:
    dealt(house, "1000", "1000", "1000")
    house.ok(house.step("T1", "interrupt", DEALER))
    house.ok(settle(house))
    assert not events(house, fe.BetsReturned)
    assert not table(house).alarmed
    sound(house)


def test_an_interruption_after_a_look_needs_its_reason(house: House) -> None:
    dealt(house, "25", "25")
    house.play("T1", "look 2")
    refused = house.step("T1", "interrupt", SUE)
    assert code(refused) == "argument_missing"
    assert isinstance(refused, Refusal)
    assert refused.clauses == ("5.7", "5.7.2", "5.21")
    house.ok(house.step("T1", f"interrupt reason={REASON}", SUE))
    (given,) = events(house, fe.BetsReturned)
    assert (given.by, given.reason, given.cents, given.waits) == (SUE, REASON, 5000, False)
    (moved,) = events(house, fe.MovedAlone)
    assert (moved.act, moved.cents, moved.by) == ("voids", 5000, SUE)
    assert list(acts_alarmed(table(house), NOON)) == ["bets_returned"]
    assert list(acts_alarmed(table(house), NOON + 3600 * 1_000_000)) == []
    house.ok(settle(house))
    sound(house)


@pytest.mark.parametrize(("last", "waits"), [("500", False), ("501", True)])
def test_above_ones_own_amount_the_round_stops_at_once_and_the_bets_wait(
    house: House, last: str, waits: bool
) -> None:
    """A pit supervisor gives 2,500.00 back alone; with a dollar more, a second person signs."""
    dealt(house, "1000", "1000", last)
    house.play("T1", "look 1")
    house.ok(house.step("T1", f"interrupt reason={REASON}", SUE))
    state = table(house).round
    assert state is not None
    assert state.void, "play stops, whoever signs later"
    assert [given.waits for given in events(house, fe.BetsReturned)] == [waits]
    if waits:
        assert code(settle(house)) == "amount_above_own"
        assert code(settle(house, Actor("Sue", "shift_manager"))) == "same_person"
        assert code(settle(house, SAM, "pin")) == "password_needed"
        assert code(settle(house, Actor("sid", "pit_supervisor"))) == "role_too_low"
        assert table(house).unsigned
    house.ok(settle(house, SAM if waits else None))
    assert events(house, fe.ReturnSigned) == ([fe.ReturnSigned(SAM)] if waits else [])
    assert bool(events(house, fe.MovedAlone)) is not waits
    assert not table(house).unsigned
    sound(house)


def test_one_signature_covers_the_interruption_and_what_goes_back(house: House) -> None:
    dealt(house, "1000", "1000", "1000")
    house.play("T1", "look 1")
    act = cmd.InterruptPlay(REASON)
    wrong = house.floor.act("T1", act, SUE, house.id(), second=Signed(SAM, "pin"))
    assert code(wrong) == "password_needed"
    house.ok(house.floor.act("T1", act, SUE, house.id(), second=Signed(SAM, "password")))
    house.ok(settle(house))
    sound(house)


def test_in_a_gaming_day_one_gives_back_four_times_the_amount_and_not_a_dollar_more(house: House) -> None:
    for _ in range(4):
        dealt(house, "1000", "1000", "500")
        house.play("T1", "look 1")
        house.ok(house.step("T1", f"interrupt reason={REASON}", SUE))
        house.ok(settle(house))
    dealt(house, "25")
    house.play("T1", "look 1")
    house.ok(house.step("T1", f"interrupt reason={REASON}", SUE))
    refused = settle(house)
    assert code(refused) == "amount_above_own"
    house.ok(settle(house, SAM))
    sound(house)


@pytest.mark.parametrize(
    ("report", "by", "cents"),
    [
        ("report 5.8.1", SUE, 300_000),
        ("report 5.8.3", DEALER, 300_000),
        ("report 5.15 box=1 count=2 reconstructed=no", DEALER, 100_000),
        ("report 5.8.7 dealer=yes count=4 reconstructed=no", DEALER, 300_000),
        ("report 5.23 action=void", SAM, 300_000),
        ("report 5.23 action=return box=1,2", SAM, 200_000),
    ],
)
def test_every_report_that_gives_bets_back_passes_the_same_gate(
    house: House, report: str, by: Actor, cents: int
) -> None:
    report = report.replace("dealer=yes ", "")
    dealt(house, "1000", "1000", "1000")
    house.play("T1", "look 1")
    assert code(house.step("T1", report, by)) == "argument_missing"
    house.ok(house.step("T1", f"{report} reason={REASON}", by))
    (given,) = events(house, fe.BetsReturned)
    assert (given.by.name, given.cents) == (by.name, cents)
    assert given.waits is (by is not SAM)
    sound(house)


@pytest.mark.parametrize(
    ("report", "by"),
    [
        ("report 5.8.7 count=4 reconstructed=no", SUE),
        ("report 5.15 box=1 count=2 reconstructed=no", DEALER),
    ],
)
def test_a_settlement_that_a_report_replaces_waits_too(house: House, report: str, by: Actor) -> None:
    """What a player lost in a round that is over comes back no more easily than before its settlement."""
    dealt(house, "500", "25")
    house.play("T1", "look 1", "fold 1", "fold 2", "reveal", "settle")
    house.ok(house.step("T1", f"{report} reason={REASON}", by))
    assert house.round("T1").settled
    dealt(house, "1000", "1000", "1000")
    house.play("T1", "look 1", "fold 1", "fold 2", "fold 3", "reveal", "settle")
    house.ok(house.step("T1", f"{report} reason={REASON}", by))
    if by is DEALER:
        house.ok(house.step("T1", f"{report.replace('box=1', 'box=2')} reason={REASON}", SUE))
    assert not house.round("T1").settled, "nobody has signed"
    due = dealers_next(house.floor.rulebook.games[THREE_CARD], table(house))
    assert due is not None
    assert due.act == "settle"
    assert isinstance(house.floor.begin_round("T1", DEALER, house.id()), Refusal)
    assert code(settle(house)) == "amount_above_own"
    assert not house.round("T1").settled
    house.ok(settle(house, SHAW))
    (*_, settlement) = events(house, re.RoundSettled)
    assert settlement.settlement.lines[0].net == 0
    sound(house)


def test_mss_5_16_1_who_lets_players_withdraw_answers_for_what_they_take_back(journal: Journal) -> None:
    house = House(journal, clock=lambda: NOON).open({"T1": STUD})
    hands = (f"deal {place} {cards}" for place, cards in zip((1, 2, 3, "dealer"), CARDS, strict=True))
    house.begin("T1", *bets("1000", "1000", "1000"), "close", *hands, "look 1")
    assert code(house.step("T1", "interrupt", SUE)) == "argument_missing"
    house.ok(house.step("T1", f"interrupt reason={REASON}", SUE))
    (offered,) = events(house, fe.BetsReturned)
    assert (offered.bets, offered.boxes) == ((), (1, 2, 3))
    assert not table(house).alarmed, "nothing has gone back yet"
    house.play("T1", "choose 1 withdraw", "choose 2 withdraw", "choose 3 withdraw")
    given = events(house, fe.BetsReturned)[1:]
    assert [(one.by, one.reason, one.cents, one.waits) for one in given] == [
        (SUE, REASON, 100_000, False),
        (SUE, REASON, 100_000, False),
        (SUE, REASON, 100_000, True),
    ], "what one person gives back in a round is one amount"
    assert code(settle(house)) == "amount_above_own"
    house.ok(settle(house, SAM))
    sound(house)


def test_5_11_who_records_that_a_player_has_left_answers_for_the_returned_ante(journal: Journal) -> None:
    house = House(journal, clock=lambda: NOON).open({"T1": STUD})
    hands = (
        f"deal {place} {cards}" for place, cards in zip((1, "dealer"), (CARDS[0], CARDS[3]), strict=True)
    )
    house.begin("T1", *bets("1000"), "close", *hands, "look 1", "leave 1")
    (given,) = events(house, fe.BetsReturned)
    assert (given.by, given.cents, given.clauses, given.waits) == (DEALER, 100_000, ("5.11",), True)
    assert code(settle(house)) == "amount_above_own"
    house.ok(settle(house, SAM))
    sound(house)


def test_5_11_whoever_frees_the_seat_of_a_hand_in_play_is_bound_by_the_floor_s_amounts(
    journal: Journal,
) -> None:
    house = House(journal, clock=lambda: NOON).open({"T1": STUD})
    none = structs.replace(DEFAULT_AMOUNTS, voids=ActAmounts({}, 100_000))
    house.ok(house.floor.set_amounts(none, APPROVED, house.id()))
    hands = (
        f"deal {place} {cards}" for place, cards in zip((1, "dealer"), (CARDS[0], CARDS[3]), strict=True)
    )
    house.begin("T1", *bets("25"), "close", *hands, "look 1")
    house.ok(house.floor.stand_up("T1", 1, DEALER, house.id()))
    (given,) = events(house, fe.BetsReturned)
    assert (given.by, given.cents, given.waits) == (DEALER, 2_500, True)
    assert code(settle(house)) == "amount_above_own"
    house.ok(settle(house, SAM))
    sound(house)


def test_the_software_gives_back_without_a_second_person(house: House) -> None:
    dealt(house, "1000", "1000", "1000")
    house.play("T1", "look 1")
    house.ok(house.step("T1", "interrupt", SYSTEM))
    house.ok(settle(house))
    assert not events(house, fe.BetsReturned)
    sound(house)


def test_an_automatic_table_stops_at_once_and_pays_back_once_a_second_person_signs(journal: Journal) -> None:
    table = Automatic(journal)
    table.wait(6)
    for box, player in enumerate(("ann", "bob", "cat"), 1):
        table.do(cmd.PlaceBet(box=box, player=player, bet="ante", amount=100_000), player)
    table.wait(30)
    table.do(cmd.ExamineHand(1))
    act = cmd.InterruptPlay(REASON)
    table.house.ok(table.floor.act("T1", act, SUE, table.house.id()))
    table.dealers.look("T1", table.now)
    table.wait(1000)
    assert table.says == "for_the_supervisor"
    assert table.house.round("T1").void
    assert table.house.round("T1").settlement is None
    settle = cmd.SettleRound()
    for second in (None, Signed(SUE, "password")):
        refused = table.floor.act("T1", settle, SUE, table.house.id(), second=second)
        assert code(refused) in ("amount_above_own", "same_person")
    table.house.ok(table.floor.act("T1", settle, SUE, table.house.id(), second=Signed(SAM, "password")))
    assert table.table.money.chips["ann"] == 1_000_000
    table.dealers.look("T1", table.now)
    table.wait(10)
    assert table.table.number == 2
    assert code(table.floor.act("T1", settle, SUE, table.house.id())) == "software_deals"


def test_nobody_gives_their_own_bets_back_alone_nor_signs_for_them(house: House) -> None:
    house.begin("T1", "bet 1 sue ante 25", "bet 2 bob ante 25", "close", *HANDS[:2], *HANDS[3:], "look 1")
    house.ok(house.step("T1", f"interrupt reason={REASON}", SUE))
    assert code(settle(house)) == "own_account"
    assert code(settle(house, Actor("Bob", "shift_manager"))) == "own_account"
    assert code(settle(house, SAM, "pin")) == "password_needed"
    house.ok(settle(house, SAM))
    assert events(house, fe.ReturnSigned) == [fe.ReturnSigned(SAM)]
    sound(house)


def test_a_bet_that_is_raised_after_cards_were_seen_counts_with_what_it_may_win(house: House) -> None:
    """A supervisor alone would make a fortune of a friend's Pair Plus on a straight flush, at 40 to 1."""
    house.begin("T1", "bet 1 ann ante 25", "bet 1 ann pair_plus 25", "close", "deal 1 9h 8h 7h", *HANDS[3:])

    def corrected(cents: int, second: Signed | None = None, bet: str = "pair_plus") -> Done | Refusal:
        right = cmd.CorrectBet(
            box=1, player="ann", bet=bet, amount=cents, by="pit_supervisor", reason="misread"
        )
        return house.floor.act("T1", right, SUE, house.id(), second=second)

    house.ok(corrected(5_000))
    house.play("T1", "look 1")
    assert code(corrected(86_000, bet="ante")) == "amount_above_own", (
        "an Ante wins 1 to 1, and 5 to 1 besides"
    )
    assert code(corrected(17_501)) == "amount_above_own", "5,000.00 is a fortieth of what it may win"
    house.ok(corrected(17_500))
    house.ok(corrected(5_000))
    house.ok(corrected(30_000, Signed(SAM, "password")))
    assert [moved.cents for moved in events(house, fe.MovedAlone)] == [2_500, 500_000, 12_500]
    house.play("T1", "bet 1 ann play 25", "reveal", "settle")
    sound(house)
