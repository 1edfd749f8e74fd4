"""Tables, links and sheets by two people: proposed by one, approved by another, done in one append."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec import structs

from pitboss.access import commands as ac
from pitboss.access.roles import SYSTEM, Actor
from pitboss.audit.audit import audit
from pitboss.floor import proposed as pa
from pitboss.floor.proposal_words import proposed_in_words
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.jackpots import LinkConfig, OtherLink, Revenue
from pitboss.jackpots.queue import shown
from pitboss.replay.acts import decided_again
from pitboss.replay.replay import find, replay
from pitboss.settlement import Limits
from pitboss.sheets import SheetFault
from pitboss.store import Journal
from pitboss.words import say
from tests.access.house import no, ok
from tests.floor.desk import desk as asked_at
from tests.floor.house import DEALER, House
from tests.floor.test_service import BETS, FOLDED, NOTHING, ROYAL
from tests.floor.two_people import OUTSIDERS, PIT, PIT_TOO, SHIFT, SHIFT_TOO, Desk, desk_on
from tests.jackpots.floor import CONFIG, GAMES, HOLDEM, STUD, THREE_CARD
from tests.sheets.shipped import shipped_texts

SHEET, CLAUSES = shipped_texts(THREE_CARD)
LIMITS = pa.PlateChange("T1", 6, {"ante": Limits(5000, 200_000)}, (500, 2500))
CHANGED: LinkConfig = structs.replace(CONFIG, reset=9_000_000)
NEW = pa.TableChange(
    table="T9",
    sheet=THREE_CARD,
    link="grand",
    cards="outside",
    automatic=False,
    device="shoe",
    boxes=5,
    limits={"ante": Limits(2500, 50_000)},
    denominations=(500,),
    away_seconds=60,
)
PAID_MORE = pa.SheetAdoption(
    THREE_CARD, 1, SHEET.replace('straight_flush = "40 to 1"', 'straight_flush = "41 to 1"'), CLAUSES
)


@pytest.fixture
def desk(journal: Journal, url: str) -> Iterator[Desk]:
    with desk_on(journal, url) as found:
        House(found.floor).open({"T1": THREE_CARD, "T2": HOLDEM})
        yield found.staff()


@pytest.fixture
def house(desk: Desk) -> House:
    return House(desk.floor, "h2")


ACTS: tuple[pa.ProposedFloorAct, ...] = (
    LIMITS,
    NEW,
    pa.LinkChange("grand", CHANGED),
    pa.DisplayCorrection("grand", Fraction(100, 3)),
    pa.LinkTransfer("grand", "display", Fraction(5000), Revenue()),
    pa.LinkClosure("grand", Revenue()),
    pa.LinkOpening("silver", CONFIG, {"T8": HOLDEM}),
    PAID_MORE,
)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_a_proposed_act_is_done_with_the_second_person(desk: Desk, act: pa.ProposedFloorAct) -> None:
    journal = desk.floor.journal
    assert proposed_in_words(act, desk.floor)
    proposal = desk.propose(act)
    before = journal.last_position()
    for by, code in [
        (PIT, "same_person"),
        (Actor("\uff30am ", "shift_manager"), "same_person"),
        (PIT_TOO, "role_too_low"),
        (SYSTEM, "role_too_low"),
        *((outsider, "role_too_low") for outsider in OUTSIDERS),
    ]:
        assert desk.refused(proposal, by) == code
    wrong = no(desk.proposals.approve(proposal.subject, proposal.number, "0" * 64, SHIFT))
    assert wrong.code == "proposal_differs"
    done = desk.approve(proposal)
    streams = {event.stream for event in journal.read_all(before, 100)}
    assert f"proposal/{proposal.subject}" in streams
    assert len(streams) > 1, "the approval and what it does stand together"
    assert (done.first, done.last) == (before + 1, journal.last_position())
    assert desk.refused(proposal, SHIFT_TOO) == "proposal_decided"
    assert audit(journal).fault is None
    assert proposed_in_words(act)


def test_limits_hold_from_the_next_round(desk: Desk, house: House) -> None:
    house.begin("T1", "bet 1 ann ante 25")
    desk.both(LIMITS)
    assert house.refused("T1", "bet 7 bob ante 20").code == "bet_below_minimum", "as the round was opened"
    house.play("T1", "bet 7 bob ante 25", "withdraw 7 ante", "withdraw 1 ante", "settle")
    house.begin("T1")
    assert house.refused("T1", "bet 1 ann ante 25").code == "bet_below_minimum"
    assert len(house.round("T1").boxes) == 6


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (structs.replace(LIMITS, limits={"pair": Limits(1, 2)}), "plate_not_possible"),
        (structs.replace(LIMITS, limits={"ante": Limits(2, 1)}), "plate_not_possible"),
        (structs.replace(LIMITS, boxes=8), "plate_not_possible"),
        (structs.replace(LIMITS, denominations=()), "plate_not_possible"),
        (structs.replace(LIMITS, table="T7"), "no_such_table"),
        (structs.replace(NEW, sheet="none"), "no_such_sheet"),
        (structs.replace(NEW, sheet=STUD), "operators_differ"),
        (structs.replace(NEW, link="none"), "no_such_link"),
        (structs.replace(NEW, automatic=True), "no_shoe"),
        (pa.LinkChange("grand", structs.replace(CONFIG, cap=1)), "config_not_possible"),
        (pa.LinkChange("none", CONFIG), "no_such_link"),
        (pa.DisplayCorrection("grand", Fraction(-(10**12))), "below_zero"),
        (pa.LinkTransfer("grand", "reserve", Fraction(10**9), Revenue()), "too_much"),
        (pa.LinkClosure("grand", OtherLink("grand")), "too_much"),
        (pa.LinkOpening("silver", CONFIG, {}), "no_such_sheet"),
        (pa.LinkOpening("grand", CONFIG, {"T8": HOLDEM}), "link_known"),
        (pa.TableRemoval("grand", "T1"), "table_known"),
        (pa.ClaimDenial("grand", "none"), "no_such_claim"),
        (pa.AwardReversal("T1"), "round_not_begun"),
    ],
)
def test_an_impossible_act_is_not_proposed(desk: Desk, act: pa.ProposedFloorAct, code: str) -> None:
    before = desk.floor.journal.last_position()
    assert no(desk.proposals.propose(act, SHIFT, "why not")).code == code
    assert desk.floor.journal.last_position() == before


def test_a_text_that_cannot_be_played_is_not_proposed(desk: Desk) -> None:
    with pytest.raises(SheetFault):
        desk.proposals.propose(pa.SheetAdoption(THREE_CARD, 1, SHEET, "nonsense"), SHIFT, "why not")


def test_a_round_open_during_the_approval_settles_by_the_old_text(desk: Desk, house: House) -> None:
    """And the next one by the new; the audit holds both to theirs."""
    flush = ("deal 1 2h 3h 4h", "deal 2 3s 5c 8h", "deal dealer Kh 8d 5s", "deal community Js Ts")
    round_ = ("bet 1 ann ante 25", "bet 1 ann pair_plus 25", "bet 2 bob ante 25", "close", *flush)
    proposal = desk.propose(PAID_MORE)
    house.begin("T1", *round_)
    desk.approve(proposal)
    house.play("T1", *FOLDED, "settle")
    old = house.round("T1")
    house.begin("T1", *round_, *FOLDED, "settle")
    new = house.round("T1")
    assert old.hashes.sheet != new.hashes.sheet

    def paid(settlement: object) -> list[int]:
        return [line.net for line in settlement.lines if line.bet == "pair_plus"]  # type: ignore[attr-defined]

    assert (paid(old.settlement), paid(new.settlement)) == ([40 * 2500], [41 * 2500])
    for name, played in (("T1/1", old), ("T1/2", new)):
        past = find(desk.floor.journal, name)
        assert past is not None
        again = replay(desk.floor.journal, Rulebook(desk.floor.journal), past)
        assert again.settlement == played.settlement
        assert decided_again(desk.floor.rulebook.with_hash(played.hashes.sheet), again.acts) is None
    found = audit(desk.floor.journal)
    assert found.fault is None
    assert found.rounds == 2


def test_a_table_moves_to_another_link_between_rounds(desk: Desk, house: House) -> None:
    desk.both(pa.LinkOpening("silver", CONFIG, {"T8": THREE_CARD}))
    moved = structs.replace(NEW, table="T1", link="silver")
    house.begin("T1", "bet 1 ann ante 25")
    proposal = desk.propose(moved)
    assert desk.refused(proposal, SHIFT) == "round_in_play"
    house.play("T1", "withdraw 1 ante", "settle")
    desk.approve(proposal)
    table = desk.floor.table("T1")
    assert table is not None
    assert (table.link, table.open, table.number) == ("silver", True, 1)
    assert "T1" not in house.state_of().members
    assert "T1" in house.state_of("silver").members
    house.ok(asked_at(desk.floor).sign_on("T1", "dealer", DEALER, "on"))
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    assert shown(GAMES, house.state_of("silver")) > CONFIG.reset
    last = no(desk.proposals.propose(structs.replace(moved, table="T2", sheet=HOLDEM), PIT, "moves too"))
    assert "leaves by closing the link" in last.message
    assert audit(desk.floor.journal).fault is None


def test_a_closed_table_leaves_its_link(desk: Desk, house: House) -> None:
    house.ok(asked_at(desk.floor).close_table("T1", PIT, "close"))
    desk.both(pa.TableRemoval("grand", "T1"))
    assert "T1" not in house.state_of().members


def test_a_claim_is_denied_and_an_award_taken_back_by_two(desk: Desk, house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = house.state_of().claims
    denied = desk.propose(pa.ClaimDenial("grand", claim))
    house.verify(claim)
    house.pay(claim)
    assert desk.refused(denied, SHIFT) == "claim_paid"
    assert no(desk.proposals.propose(pa.AwardReversal("T1"), SHIFT, "misread")).code == "nothing_there"
    house.play("T1", "settle", "report 5.8.7 count=4 reconstructed=no reason=a count")
    assert house.refused("T1", "settle").code == "awards_differ", "nobody does it alone"
    desk.both(pa.AwardReversal("T1"))
    assert house.state_of().reversed_slips == (1,)
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = (claim.id for claim in house.state_of().unpaid)
    desk.both(pa.ClaimDenial("grand", claim))
    assert not house.state_of().unpaid
    house.check()
    assert audit(desk.floor.journal).fault is None


def test_two_at_one_screen_are_one_append(desk: Desk) -> None:
    before = desk.floor.journal.last_position()
    for second, code in ((PIT, "same_person"), (PIT_TOO, "role_too_low"), (OUTSIDERS[2], "role_too_low")):
        assert no(desk.proposals.together(LIMITS, PIT, second, "as agreed")).code == code
        assert desk.floor.journal.last_position() == before
    done = ok(desk.proposals.together(LIMITS, PIT, SHIFT, "as agreed", "together-1"))
    assert ok(desk.proposals.together(LIMITS, PIT, SHIFT, "as agreed", "together-1")).repeated
    assert done.last == desk.floor.journal.last_position()
    table = desk.floor.table("T1")
    assert table is not None
    assert table.plate.boxes == 6
    assert audit(desk.floor.journal).fault is None


def test_a_role_taken_away_ends_what_it_answers_for(desk: Desk) -> None:
    proposal = desk.propose(LIMITS)
    ok(desk.people.act(ac.RevokeRole(PIT.name, "pit_manager"), OUTSIDERS[2], "left the house"))
    assert desk.refused(proposal, SHIFT) == "role_too_low"


def test_a_proposal_of_the_software_takes_two_people(desk: Desk) -> None:
    proposal = desk.propose(LIMITS, SYSTEM)
    desk.approve(proposal, PIT)
    table = desk.floor.table("T1")
    assert table is not None
    assert table.plate.boxes == 7, "one person is not enough"
    assert desk.refused(desk.waiting(LIMITS), PIT) == "same_person"
    desk.approve(desk.waiting(LIMITS), SHIFT)
    assert [actor.name for actor in desk.decided(proposal).proposal.signed] == ["pam", "sam"]
    table = desk.floor.table("T1")
    assert table is not None
    assert table.plate.boxes == 6


def _said(act: pa.ProposedFloorAct, desk: Desk) -> tuple[str, ...]:
    return tuple(say(each) for each in proposed_in_words(act, desk.floor))


def test_words_say_what_will_be_beside_what_is(desk: Desk) -> None:
    says = _said(LIMITS, desk)
    assert "limits of Ante 50.00 to 2000.00, instead of 25.00 to 1000.00" in says
    assert "boxes 6, instead of 7" in says
    assert all(", instead of " in line for line in says[1:]), "only what changes is told"
    config = _said(pa.LinkChange("grand", CHANGED), desk)
    assert any(line.startswith("reset 90000.00, instead of") for line in config)
    assert config[1:] == ("reset 90000.00, instead of 100000.00",)
    sheet = _said(PAID_MORE, desk)
    assert (
        "Pays, Pair Plus: straight flush 41 to 1 [4.2 3.16], instead of straight flush 40 to 1 [4.2 3.16]"
        in sheet
    )
    same = structs.replace(PAID_MORE, sheet_toml=SHEET + "\n# nothing new")
    assert _said(same, desk)[-1].startswith("It differs from the text in force only")
