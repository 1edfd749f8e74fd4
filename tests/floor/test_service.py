"""Rounds at linked tables through the journal: one append for all that follows, on both databases."""

from fractions import Fraction
from itertools import pairwise

import pytest

from pitboss.floor import SYSTEM, Actor, Done
from pitboss.floor.tables.past_rounds import find_round
from pitboss.jackpots import OtherLink, Revenue
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.ledger import accounts
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.round.reportable import reportable
from pitboss.store import Journal
from pitboss.store.journal import HEAD
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House, plate
from tests.jackpots.floor import APPROVED, CONFIG, GAMES, HOLDEM, MANAGER, STUD, THREE_CARD
from tests.jackpots.floor import DEALER as DEALER_AT_LINK
from tests.sheets.shipped import shipped_texts

SHARE = 500 * CONFIG.contribution_rate
BETS = ("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "bet 2 bob jackpot 5")
NOTHING = ("deal 1 2h 4d 9c", "deal 2 3s 5c 8h", "deal dealer Kh 8d 5s", "deal community Js Ts")
ROYAL = ("deal 1 As Ks Qs", "deal 2 3s 5c 8h", "deal dealer Kh 8d 5s", "deal community Js Ts")
FOLDED = ("fold 1", "fold 2", "reveal")


@pytest.fixture
def house(journal: Journal) -> House:
    return House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})


def test_a_round_its_link_and_its_ledger_are_one_append(house: House) -> None:
    house.begin("T1", *BETS)
    assert shown(GAMES, house.state_of()) == CONFIG.reset
    house.play("T1", "close")
    assert shown(GAMES, house.state_of()) == CONFIG.reset + 2 * SHARE
    house.play("T1", *NOTHING, *FOLDED)
    done = house.ok(house.step("T1", "settle"))
    kinds = [type(event).__name__ for event in done.events]
    assert kinds == ["RoundSettled", "TransfersPosted"]
    within = house.floor.journal.read_all(done.first - 1, done.last - done.first + 1)
    assert {event.stream for event in within} == {"table/T1", "link/grand"}
    ledger = house.ledger()
    assert ledger.balance(accounts.player("ann")) == -3000
    assert ledger.balance(accounts.table_float("T1")) == 5000
    assert ledger.balance(accounts.house(house.state_of().operator)) == 1000 - 2 * 500 * Fraction(8, 30)
    house.check()


def test_every_transfer_has_its_gaming_day_shift_and_clause(journal: Journal) -> None:
    """Six in the morning in Singapore is ten in the evening before, UTC."""
    clock = [1_741_600_800_000_000]  # 2025-03-10 10:00 UTC
    house = House(Floor(journal, clock=lambda: clock[0])).open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    clock[0] += 12 * 3600 * 1_000_000 - 1
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    clock[0] += 1
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    clock[0] -= 3600 * 1_000_000
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    entries = list(house.ledger().posted.values())
    assert all(entry.cited.clauses for entry in entries)
    days = {
        entry.id.partition("/settled")[0]: (str(entry.day), entry.shift)
        for entry in entries
        if "settled-0" in entry.id
    }
    assert days == {
        "T1/1": ("2025-03-10", "swing"),
        "T1/2": ("2025-03-10", "night"),
        "T1/3": ("2025-03-11", "day"),
        "T1/4": ("2025-03-11", "day"),
    }, "a clock that jumps back takes no entry back to an earlier day"


def test_the_same_command_sent_twice_counts_once(house: House) -> None:
    house.begin("T1")
    bet = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500)
    first = house.floor.act("T1", bet, DEALER, "same")
    again = house.floor.act("T1", bet, DEALER, "same")
    other_server = Floor(house.floor.journal).act("T1", bet, DEALER, "same")
    assert isinstance(first, Done)
    for repeated in (again, other_server):
        assert repeated == Done(first=first.first, last=first.last, repeated=True)
    assert house.round("T1").box(1).total("ante") == 2500


def test_a_repeated_command_is_answered_as_before_though_it_would_be_refused_now(house: House) -> None:
    house.begin("T1", *BETS)
    close = house.floor.act("T1", cmd.CloseBets(), DEALER, "close")
    assert isinstance(close, Done)
    assert isinstance(house.floor.act("T1", cmd.CloseBets(), DEALER, "another"), Refusal)
    again = house.floor.act("T1", cmd.CloseBets(), DEALER, "close")
    assert again == Done(first=close.first, last=close.last, repeated=True)
    house.check()


def test_any_server_takes_any_command(house: House) -> None:
    """Two servers in turn, each with what it knew before the other wrote."""
    other = House(Floor(house.floor.journal), "other")
    house.begin("T1", BETS[0])
    other.play("T1", *BETS[1:])
    house.play("T1", "close", *NOTHING[:2])
    other.play("T1", *NOTHING[2:], "fold 1")
    house.play("T1", "fold 2", "reveal", "settle")
    other.begin("T2", *BETS, "close")
    house.begin("T1", *BETS, "close")
    assert shown(GAMES, other.state_of()) == CONFIG.reset + 6 * SHARE
    house.check()
    other.check()


def test_a_refusal_changes_nothing_and_cites(house: House) -> None:
    before = house.floor.journal.last_position()
    assert house.refused("T1", "bet 1 ann ante 25").code == "round_not_begun"
    house.begin("T1")
    refused = house.refused("T1", "bet 1 ann ante 3")
    assert refused.clauses
    assert house.floor.begin_round("T1", DEALER, "x") == refuse(
        "round_in_play",
        because("round_in_play.unsettled", round=1, table="T1"),
        GAMES[THREE_CARD].ruling_clauses,
    )
    assert house.floor.begin_round("T9", DEALER, "x") == refuse(
        "no_such_table", because("no_such_table.open", table="T9"), ()
    )
    assert house.floor.journal.last_position() == before + 3


def test_a_royal_is_entered_verified_paid_and_then_settled(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED)
    entered = house.ok(house.step("T1", "settle"))
    assert [type(event).__name__ for event in entered.events] == ["WinsEntered"]
    (claim,) = house.state_of().claims
    waits = house.refused("T1", "settle")
    assert waits.code == "claims_open"
    assert "box 1, ann, royal flush" in waits.message
    house.begin("T2", *BETS, "close")
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    settlement = house.round("T1").settlement
    assert settlement is not None
    assert settlement.jackpot is not None
    (won,) = settlement.shares_won()
    assert won.amount == int(CONFIG.reset + 2 * SHARE), "what T2 accepted later plays for the next jackpot"
    assert settlement.jackpot.after == shown(GAMES, house.state_of()) == CONFIG.reset + 2 * SHARE
    net = settlement.players()["ann"]
    assert house.ledger().balance(accounts.player("ann")) == net
    house.check()


def test_other_tables_play_on_while_a_win_is_pending(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    house.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
    assert house.round("T2").settled
    assert house.state_of().unpaid
    house.check()


def test_a_claim_waits_for_hands_dealt_earlier_at_other_tables(house: House) -> None:
    """T2's hands were dealt first; T1's royal is seen first, and is paid second."""
    house.begin("T2", *BETS, "close", *ROYAL)
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (first,) = house.state_of().claims
    house.verify(first)
    waits = house.link_refused(lc.PayClaim(first, MANAGER, "attendant"))
    assert waits.code == "claim_waits"
    assert "T2/1" in waits.message
    house.play("T2", *FOLDED, "settle")
    second = next(claim for claim in house.state_of().claims if claim != first)
    assert house.link_refused(lc.PayClaim(first, MANAGER, "attendant")).code == "claim_not_first"
    house.verify(second)
    house.pay(second)
    house.pay(first)
    house.play("T2", "settle")
    house.play("T1", "settle")
    slips = house.state_of().slips
    assert [(slip.table, slip.amount) for slip in slips] == [
        ("T2", int(CONFIG.reset + 4 * SHARE)),
        ("T1", CONFIG.reset),
    ]
    house.check()


def test_a_claim_does_not_wait_for_hands_dealt_later(house: House) -> None:
    """T2 closed its bets before T1's hands were dealt, but dealt after them."""
    house.begin("T2", *BETS, "close")
    house.begin("T1", *BETS, "close", *ROYAL)
    house.play("T2", *ROYAL)
    house.play("T1", *FOLDED, "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    assert house.state_of().slips[0].table == "T1"
    house.check()


def test_bets_of_a_void_round_take_their_shares_back_at_once(house: House) -> None:
    house.begin("T1", *BETS, "close", *NOTHING)
    house.play("T1", "report 5.8.1 reason=a strange card")
    assert shown(GAMES, house.state_of()) == CONFIG.reset
    house.play("T1", "settle")
    assert house.ledger().balance(accounts.player("ann")) == 0
    house.check()


def test_a_replaced_settlement_reverses_its_transfers(house: House) -> None:
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    settled = [e for e in house.ledger().posted.values() if "settled-0" in e.id]
    assert settled
    house.play("T1", "report 5.8.7 count=4 reconstructed=no reason=a count")
    ledger = house.ledger()
    back = [entry.reverses for entry in ledger.posted.values() if entry.reverses]
    assert back == [entry.id for entry in settled]
    assert ledger.balance(accounts.player("ann")) == 0
    assert shown(GAMES, house.state_of()) == CONFIG.reset
    house.check()


def test_an_award_that_the_cards_no_longer_win_needs_two_people_to_reverse(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    house.play("T1", "report 5.8.7 count=4 reconstructed=no reason=a count")
    refused = house.refused("T1", "settle")
    assert refused.code == "awards_differ"
    assert "two people" in refused.message
    house.ok(house.step("T1", "settle", approval=APPROVED))
    ledger = house.ledger()
    assert ledger.balance(accounts.player("ann")) == 0
    assert house.state_of().reversed_slips == (1,)
    house.check()


def test_5_17_1_a_failure_registers_the_value_of_the_link(house: House) -> None:
    house.begin("T2", *BETS, "close")
    house.begin("T1", *BETS, "close", *ROYAL, "look 1")
    house.link(lc.FailSystem(DEALER_AT_LINK, "signs dark"))
    assert house.refused("T2", "bet 3 cat jackpot 5").code == "jackpot_suspended"
    house.play("T1", "report 5.17.1")
    assert house.round("T1").registered == CONFIG.reset + 4 * SHARE
    house.play("T1", *FOLDED, "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.link_refused(lc.PayClaim(claim, MANAGER, "attendant"))
    house.play("T2", *NOTHING, *FOLDED, "settle")
    house.pay(claim)
    house.play("T1", "settle")
    assert house.state_of().slips[0].amount == int(CONFIG.reset + 4 * SHARE)
    house.begin("T1")
    assert house.refused("T1", "bet 1 ann jackpot 5").code == "jackpot_suspended"
    assert house.link_refused(lc.RestoreSystem(MANAGER, Fraction(1, 3))).code == "display_differs"
    house.link(lc.RestoreSystem(MANAGER, shown(GAMES, house.state_of())))
    house.play("T1", *BETS)
    house.check()


def test_5_16_a_failure_does_not_void_a_round_whose_win_waits(house: House) -> None:
    """Nobody has looked, but the winning hand lies face up."""
    house.begin("T1", *BETS, "close", *ROYAL, "fold 1", "fold 2")
    assert house.refused("T1", "report 5.17.1").clauses == ("5.16",), "until the reveal no hand is open"
    house.play("T1", "reveal", "settle")
    (claim,) = house.state_of().claims
    refused = house.refused("T1", "report 5.16")
    assert (refused.code, refused.clauses) == ("report_contradicted", ("5.17.1",))
    told = {one.clause: one.refusal for one in reportable(GAMES[THREE_CARD], house.round("T1"))}
    assert told["5.16"] == refused
    assert told["5.17.1"] is None
    house.play("T1", "report 5.17.1")
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    assert house.state_of().slips[0].amount == int(CONFIG.reset + 2 * SHARE)
    house.check()


def test_a_report_of_the_failure_at_a_table_stops_the_whole_link(house: House) -> None:
    house.begin("T1", *BETS, "close", *NOTHING, "look 1", "report 5.17.1")
    assert house.state_of().failure is not None
    house.begin("T2")
    assert house.refused("T2", "bet 1 ann jackpot 5").code == "jackpot_suspended"


def test_an_earlier_round_is_adjusted_beside_its_settlement(house: House) -> None:
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=2500, by="dealer", reason="the camera shows a push"
    )
    shift = Actor("Shaw", "shift_manager")
    low = house.floor.adjust("T1", 1, ruling, DEALER, house.id())
    assert isinstance(low, Refusal), "the role is that of who acts, whatever the command says"
    house.ok(house.floor.adjust("T1", 1, ruling, shift, house.id()))
    house.ok(house.floor.adjust("T1", 1, ruling, shift, house.id()))
    house.ok(house.floor.adjust("T1", 2, ruling, shift, house.id()))
    assert house.ledger().balance(accounts.player("ann")) == -6000 + 7500
    for number, rulings in ((1, 2), (2, 1)):
        past = find_round(house.floor.journal, "T1", number)
        assert past is not None
        assert len(past.round.adjustments) == rulings, "a ruling belongs to the round that it is on"
        posted = [e.event for e in past.entries if isinstance(e.event, TransfersPosted)]
        assert {t.id[:4] for event in posted for t in event.transfers} == {f"T1/{number}"}
    gone = house.floor.adjust("T1", 9, ruling, shift, house.id())
    assert isinstance(gone, Refusal)
    assert gone.code == "no_such_round"
    house.check()


def test_a_player_acts_for_himself_alone(house: House) -> None:
    ann, bob = Actor("ann", "player"), Actor("bob", "player")
    house.begin("T1", BETS[0])
    floor = house.floor
    stolen = floor.act("T1", cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), ann, house.id())
    assert isinstance(stolen, Refusal)
    assert stolen.code == "not_ones_own"
    house.ok(floor.act("T1", cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), bob, house.id()))
    dealing = floor.act("T1", cmd.CloseBets(), ann, house.id())
    assert isinstance(dealing, Refusal)
    assert dealing.code == "role_too_low"
    house.play("T1", "close", *NOTHING)
    folded = floor.act("T1", cmd.FoldHand(2), ann, house.id())
    assert isinstance(folded, Refusal)
    house.ok(floor.act("T1", cmd.FoldHand(1), ann, house.id()))
    report = floor.act("T1", cmd.Report(clause="5.8.1"), SYSTEM, house.id())
    assert isinstance(report, Refusal)
    assert report.code == "role_too_low"


def test_an_accepted_jackpot_bet_is_corrected_only_downwards(journal: Journal) -> None:
    house = House(Floor(journal)).open({"M1": STUD})
    house.begin("M1", "bet 1 ann ante 25", "bet 1 ann jackpot 10", "close")
    supervisor = Actor("Sue", "pit_supervisor")
    more = cmd.CorrectBet(
        box=1, player="ann", bet="jackpot", amount=1500, by="pit_supervisor", reason="misread"
    )
    refused = house.floor.act("M1", more, supervisor, house.id())
    assert isinstance(refused, Refusal)
    assert refused.code == "correction_not_possible"
    less = cmd.CorrectBet(
        box=1, player="ann", bet="jackpot", amount=500, by="pit_supervisor", reason="misread"
    )
    house.ok(house.floor.act("M1", less, supervisor, house.id()))
    house.play("M1", "deal 1 2s 4d 6h 8c Td", "deal dealer Ad Kh 9d 6c 2h", "fold 1", "reveal", "settle")
    assert shown(GAMES, house.state_of()) == CONFIG.reset + SHARE
    house.check()


def test_money_between_links_is_one_append(journal: Journal) -> None:
    house = House(Floor(journal)).open({"T1": THREE_CARD}).open({"H1": HOLDEM}, link="silver")
    house.open({"M1": STUD}, link="mega")
    abroad = house.link_refused(lc.MoveMoney("display", Fraction(100), OtherLink("mega"), APPROVED))
    assert abroad.code == "operators_differ"
    nowhere = house.link_refused(lc.MoveMoney("display", Fraction(100), OtherLink("gold"), APPROVED))
    assert nowhere.code == "no_such_link"
    done = house.link(lc.MoveMoney("display", Fraction(100, 3), OtherLink("silver"), APPROVED))
    streams = [e.stream for e in journal.read_all(done.first - 1, done.last - done.first + 1)]
    assert set(streams) == {"link/grand", "link/silver", "proposal/link/grand"}
    assert house.state_of("silver").pool == CONFIG.reset + Fraction(100, 3)
    house.check("grand", "silver", "mega")
    house.link(lc.CloseLink(OtherLink("silver"), APPROVED))
    assert house.state_of("silver").pool == 2 * CONFIG.reset
    house.link(lc.CloseLink(Revenue(), APPROVED), "silver")
    house.check("grand", "silver", "mega")


def test_a_table_opens_only_on_a_link_it_belongs_to(house: House) -> None:
    floor = house.floor
    for wrong in (
        floor.open_table("T1", plate(THREE_CARD), house.id(), link="grand"),
        floor.open_table("T9", plate(THREE_CARD), house.id(), link="grand"),
        floor.open_table("T9", plate("no-such-sheet"), house.id()),
        floor.close_table("T9", DEALER, house.id()),
    ):
        assert isinstance(wrong, Refusal), wrong
    house.begin("T1", BETS[0])
    playing = floor.close_table("T1", DEALER, house.id())
    assert isinstance(playing, Refusal)
    house.play("T1", "withdraw 1 ante", "settle")
    house.ok(floor.close_table("T1", DEALER, house.id()))
    assert isinstance(floor.begin_round("T1", DEALER, house.id()), Refusal)
    house.ok(floor.open_table("T1", plate(THREE_CARD), house.id(), link="grand"))
    house.begin("T1")
    state = floor.table("T1")
    assert state is not None
    assert state.number == 2, "numbers count over the life of the table"


def test_opening_uses_a_snapshot_and_not_the_whole_stream(house: House) -> None:
    for _ in range(45):
        house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    stored = house.floor.journal.load_snapshot("table/T1")
    assert stored is not None
    assert stored.version > 500
    assert stored.schema
    house.check()


def test_movements_by_another_server_are_shown_when_betting_opens(house: House) -> None:
    other = House(Floor(house.floor.journal), "other")
    other.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
    assert house.state_of(), "known here before the other table goes on"
    other.begin("T2", *BETS, "close")
    house.begin("T1")
    display = house.round("T1").display
    assert display is not None
    assert display.value == CONFIG.reset + 4 * SHARE
    other.link(lc.FailSystem(DEALER_AT_LINK, "signs dark"))
    assert house.refused("T1", "bet 1 ann jackpot 5").code == "jackpot_suspended"


def test_a_round_is_put_right_by_the_version_it_was_played_with(house: House) -> None:
    """A new version comes into force after the settlement; the next round plays it, on any server."""
    other = House(Floor(house.floor.journal), "other")
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    old = house.round("T1").hashes.sheet
    sheet, clauses = shipped_texts(THREE_CARD)
    gist = GAMES[THREE_CARD].sheet.irregularities["5.8.7"].gist
    other.ok(other.floor.new_sheet(sheet.replace(gist, "in other words"), clauses, APPROVED))
    other.play("T1", "report 5.8.7 count=4 reconstructed=no reason=a count")
    settlement = other.round("T1").settlement
    assert settlement is not None
    assert {line.why for line in settlement.lines if gist in line.why}
    house.begin("T1", *BETS)
    assert house.round("T1").hashes.sheet != old


def test_a_sheet_is_recorded_with_its_text_once(house: House) -> None:
    before = house.floor.journal.last_position()
    house.take_sheets()
    assert house.floor.journal.last_position() == before
    again = Floor(house.floor.journal)
    assert again.rulebook.games.keys() == house.floor.rulebook.games.keys()
    assert again.rulebook.games[HOLDEM].hashes == GAMES[HOLDEM].hashes


def test_every_event_of_a_table_says_who_gave_the_command(house: House) -> None:
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    kinds = [event.kind for event in house.floor.journal.read_stream("table/T1")]
    assert kinds[:5] == [HEAD, "TableOpened", HEAD, "RoundBegan", "RoundOpened"]
    rounds = {name for name in dir(re) if isinstance(getattr(re, name), type)}
    after = [before for before, kind in pairwise(kinds[4:]) if kind in rounds]
    assert set(after) <= {HEAD, *rounds}
    assert TransfersPosted.__name__ in kinds
