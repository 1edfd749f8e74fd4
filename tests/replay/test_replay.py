"""A replay shows what was recorded, and the sign as the journal's one order has it."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import Card
from pitboss.floor import Actor
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.records import play
from pitboss.records.round_file import parse_round_file, parse_toml
from pitboss.replay.replay import Replay, find, replay
from pitboss.replay.round_file import RoundFileResult, as_round_file
from pitboss.round import commands as cmd
from pitboss.settlement import Limits, Table
from pitboss.store import Journal
from pitboss.store.open import open_journal
from pitboss.words import say
from tests.floor.house import DEALER, House
from tests.floor.test_service import BETS, FOLDED, NOTHING, ROYAL
from tests.jackpots.floor import APPROVED, CONFIG, GAMES, MANAGER, STUD, THREE_CARD
from tests.replay.disputed import play_evening
from tests.store.archives import move

SUPERVISOR = Actor("Sue", "pit_supervisor")


def replayed(journal: Journal, house: House, name: str) -> Replay:
    past = find(journal, name)
    assert past is not None
    return replay(journal, house.floor.rulebook, past)


def told_again(journal: Journal, house: House, name: str) -> RoundFileResult:
    """The round as a file, which must settle to the recorded lines but for the names that it changes."""
    seen = replayed(journal, house, name)
    told = as_round_file(journal, seen)
    assert told.same_lines, told.notes
    again = play(parse_round_file(parse_toml(told.text())))[-1].settlement
    assert seen.settlement is not None
    money = [(line.box, line.bet, line.result, line.net, line.clauses) for line in seen.settlement.lines]
    assert [(line.box, line.bet, line.result, line.net, line.clauses) for line in again.lines] == money
    return told


def test_the_sign_at_each_moment_is_the_fold_up_to_there(journal: Journal) -> None:
    """What the link showed after every append, noted while it happened, is what the replay shows."""
    house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
    noted: dict[int, Fraction] = {}

    def do(table: str, *steps: str) -> None:
        for step in steps:
            house.play(table, step)
            noted[journal.last_position()] = shown(GAMES, house.state_of())

    house.begin("T1")
    do("T1", *BETS)
    house.begin("T2")
    do("T2", *BETS, "close")
    do("T1", "close", *ROYAL)
    do("T2", *NOTHING, "report 5.23 action=void by=shift_manager reason=ruled", "settle")
    do("T1", *FOLDED, "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    do("T1", "settle")
    seen = replayed(journal, house, "T1/1")
    assert seen.displays is not None
    assert {position: seen.displays.at(position) for position in noted} == noted
    assert sum(moment.change for moment in seen.moments) == seen.moments[-1].displayed - CONFIG.reset  # type: ignore[operator]
    others = [moment for moment in seen.moments if not moment.own]
    assert [moment.change > 0 for moment in others] == [True, False, False], "T2's shares came and went"
    assert all("T2/1" in moment.what for moment in others)
    assert not any("bob" in moment.what for moment in others), "players of other tables are not named"
    assert [slip.amount for slip in seen.slips] == [house.state_of().slips[0].amount]
    told_again(journal, house, "T1/1")


def test_every_recorded_event_of_the_round_stands_in_one_moment(tmp_path: Path) -> None:
    play_evening(tmp_path / "evening.db")
    with open_journal(tmp_path / "evening.db", read_only=True) as journal:
        house = House(journal)
        for name in ("T1/1", "T1/2", "T2/1", "H1/1"):
            seen = replayed(journal, house, name)
            at_table = [entry for moment in seen.moments if moment.act for entry in moment.entries]
            assert at_table == list(seen.past.entries)
            positions = [moment.first.recorded.position for moment in seen.moments]
            assert positions == sorted(positions)
        seen = replayed(journal, house, "T1/1")
        (ruling,) = seen.rulings
        assert ruling.by.name == "Shaw"
        assert seen.moments[-1].act == ruling
        assert seen.moments[-1].displayed is None
        assert any(transfer.id.startswith("T1/1/adjusted/") for transfer in seen.transfers)
        assert {t.id.partition("/")[0] for t in seen.transfers} == {"T1", "grand"}
        words = [moment.what for moment in seen.moments]
        assert "corrects the record: 9♦, not 9♣, at box 2 (the dealer mistyped a suit)" in words


def test_a_round_under_way_is_shown_as_far_as_it_went(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close")
    seen = replayed(journal, house, "T1/1")
    assert seen.settlement is None
    told = as_round_file(journal, seen)
    assert told.same_lines is None
    assert "not settled" in told.text()
    assert find(journal, "T1/2") is None
    assert find(journal, "T9/1") is None


def test_a_table_without_a_link_has_no_sign(journal: Journal) -> None:
    house = House(journal)
    house.take_sheets()
    house.ok(house.floor.open_table("T1", Table(sheet=THREE_CARD), house.id()))
    house.begin("T1", "bet 1 ann ante 25", "close", *NOTHING, "fold 1", "settle")
    seen = replayed(journal, house, "T1/1")
    assert seen.displays is None
    assert all(moment.displayed is None for moment in seen.moments)
    assert told_again(journal, house, "T1/1").file.display is None


def test_shares_of_other_tables_are_in_the_value_that_the_file_starts_from(journal: Journal) -> None:
    """Sevenths and thirds of a cent: the file cuts decimals off and still pays every whole cent."""
    house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
    house.begin("T1", *BETS, "close")
    house.begin("T2", *BETS, "close", *NOTHING, *FOLDED, "settle")
    house.play("T1", *ROYAL, *FOLDED, "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    told = told_again(journal, house, "T1/1")
    assert told.file.display is not None
    assert told.file.display.value > CONFIG.reset
    assert any("other tables had added" in say(note) for note in told.notes)
    assert any("7/30" in say(note) for note in told.notes)


def test_the_amount_registered_before_a_failure_is_told(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
    house.begin("T2", *BETS, "close", *NOTHING)
    house.begin("T1", *BETS, "close", *ROYAL, "look 1", "report 5.17.1", *FOLDED)
    house.play("T2", *FOLDED, "settle")
    house.play("T1", "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    told_again(journal, house, "T1/1")


def test_a_failure_and_an_award_taken_back_are_shown(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED)
    house.link(lc.FailSystem(MANAGER, "signs dark"))
    house.link(lc.RestoreSystem(MANAGER, shown(GAMES, house.state_of())))
    house.play("T1", "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle", "report 5.8.7 count=4 reconstructed=no reason=a count")
    house.ok(house.step("T1", "settle", approval=APPROVED))
    seen = replayed(journal, house, "T1/1")
    words = [moment.what for moment in seen.moments if not moment.act]
    assert any("signs dark" in text for text in words)
    assert "the jackpot system is restored" in words
    (reversal,) = (moment for moment in seen.moments if "slip 1 is reversed" in moment.what)
    assert reversal.own
    assert seen.reversed_slips == (1,)
    assert {"player:ann"} == {
        t.source for t in seen.transfers if t.id.startswith("grand/") and "reversed" in t.why
    }
    told_again(journal, house, "T1/1")


def test_a_replaced_settlement_is_told(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    house.play("T1", "report 5.8.7 count=4 reconstructed=no reason=a count")
    told = told_again(journal, house, "T1/1")
    assert "5.8.7" in told.text()
    whats = [text for moment in replayed(journal, house, "T1/1").moments for text in moment.follows]
    assert any(text.startswith("the round is settled again") for text in whats)


@pytest.mark.parametrize(
    ("typed", "at", "wrong", "right"),
    [
        (("deal 1 2h 4d 9c",), 1, "4d", "4s"),
        (("deal 1 ? ? ?", "show 1 2h 4d 9c"), 1, "4d", "4s"),
        (("deal 1 2h 4d", "deal 1 9c"), 1, "2h", "?"),
    ],
    ids=["dealt", "shown", "forgotten"],
)
def test_a_corrected_card_is_told_in_its_place(
    journal: Journal, typed: tuple[str, ...], at: int, wrong: str, right: str
) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", "bet 1 ann ante 25", "close", *typed)
    command = cmd.CorrectCard(
        at=at, recorded=Card(wrong), card=Card(right), by="pit_supervisor", reason="a slip"
    )
    house.ok(house.floor.act("T1", command, SUPERVISOR, house.id()))
    house.play("T1", "deal dealer Kh 8d 5s", "deal community Js Ts", "fold 1", "settle")
    text = told_again(journal, house, "T1/1").text()
    steps = text[text.index("steps") :]
    assert wrong not in steps
    assert right in steps


def test_corrected_burnt_and_discarded_cards_are_told(journal: Journal) -> None:
    house = House(journal)
    house.take_sheets()
    for table, device in (("T1", "shoe"), ("T2", "shuffler")):
        plate = Table(sheet=THREE_CARD, device=device)  # type: ignore[arg-type]
        house.ok(house.floor.open_table(table, plate, house.id()))
        house.begin(table, "bet 1 ann ante 25", "close")
    house.play("T1", "burn 2c")
    house.play("T2", "discard 2c")
    for table, at in (("T1", "burnt"), ("T2", "discarded")):
        command = cmd.CorrectCard(
            at=at,  # type: ignore[arg-type]
            recorded=Card("2c"),
            card=Card("3c"),
            by="pit_supervisor",
            reason="a slip",
        )
        house.ok(house.floor.act(table, command, SUPERVISOR, house.id()))
        house.play(table, *NOTHING, "fold 1", "settle")
        text = told_again(journal, house, f"{table}/1").text()
        assert '3c",' in text
        assert '2c",' not in text


def test_a_corrected_bet_is_told_at_its_right_amount(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", "bet 1 ann ante 40", "withdraw 1 ante", "bet 1 ann ante 25", "bet 1 ann ante 25")
    command = cmd.CorrectBet(
        box=1, player="ann", bet="ante", amount=7500, by="pit_supervisor", reason="a black chip"
    )
    house.ok(house.floor.act("T1", command, SUPERVISOR, house.id()))
    house.play("T1", "close", *NOTHING, "bet 1 ann play 75", "reveal", "settle")
    text = told_again(journal, house, "T1/1").text()
    assert "bet 1 ann ante 75.00" in text
    assert "bet 1 ann ante 40.00" in text, "what was taken back before is another bet"
    assert "bet 1 ann ante 25.00" not in text
    assert "a black chip" in text


def test_a_share_taken_back_from_a_common_box_names_its_player(journal: Journal) -> None:
    house = House(journal)
    house.take_sheets()
    plate = Table(sheet=STUD, limits={"ante": Limits(2500, 100_000)})
    house.ok(house.floor.open_table("M1", plate, house.id()))
    ann, bob = Actor("ann", "player"), Actor("bob", "player")
    house.begin("M1", "bet 1 ann ante 50")
    house.ok(
        house.floor.act("M1", cmd.PlaceBet(box=1, player="bob", bet="ante", amount=3000), bob, house.id())
    )
    house.ok(house.floor.act("M1", cmd.WithdrawBet(1, "ante"), ann, house.id()))
    house.play("M1", "close", "deal 1 2s 4d 6h 8c Td", "deal dealer Ad Kh 9d 6c 2h", "fold 1", "settle")
    assert "withdraw 1 ante ann" in told_again(journal, house, "M1/1").text()
    house.begin("M1", "bet 1 ann ante 50")
    house.ok(house.floor.act("M1", cmd.WithdrawBet(1, "ante"), ann, house.id()))
    house.play("M1", "close", "settle")
    assert "withdraw 1 ante" in told_again(journal, house, "M1/2").text()


@pytest.mark.parametrize(
    ("name", "written"),
    [("Mr Tan", "Mr_Tan"), ("reason=none", "player-1"), ("  ", "player-1"), ("a\x01b", "a\\\\u0001b")],
)
def test_a_name_that_no_step_can_hold_is_another_one_in_the_file(
    journal: Journal, name: str, written: str
) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1")
    house.ok(
        house.floor.act("T1", cmd.PlaceBet(box=1, player=name, bet="ante", amount=2500), DEALER, house.id())
    )
    house.play("T1", "close", *NOTHING, "fold 1", "settle")
    told = told_again(journal, house, "T1/1")
    assert f"bet 1 {written} ante".replace("\\\\", "\\") in told.text()
    assert any(name in say(note) for note in told.notes) == (written in ("Mr_Tan", "player-1"))


def test_5_22_bets_placed_by_staff_are_told_as_such(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1")
    placed = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500, by="dealer")
    house.ok(house.floor.act("T1", placed, DEALER, house.id()))
    house.play("T1", "close", *NOTHING, "fold 1", "settle")
    assert told_again(journal, house, "T1/1").file.rounds[0][0].command == placed
    assert "places it for ann" in replayed(journal, house, "T1/1").moments[1].what


def test_a_journal_whose_beginning_is_archived_still_replays(journal: Journal, tmp_path: Path) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    cut = journal.last_position()
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    house.floor.tables.save("T1")
    house.floor.links.save("grand")
    move(journal, cut, tmp_path / "old.db")
    assert find(journal, "T1/1") is None
    seen = replayed(journal, house, "T1/2")
    assert seen.link == "grand"
    assert seen.displays is None, "the link's state at that time is in the archive"
    told_again(journal, house, "T1/2")
    with open_journal(tmp_path / "old.db", read_only=True) as old:
        told_again(old, House(old), "T1/1")
