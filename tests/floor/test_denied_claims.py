"""A denied claim is final for its round: the settlement goes on without it, and it does not come back."""

from functools import partial
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.cards import Card
from pitboss.floor import Actor, Done
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.jackpots import commands as lc
from pitboss.jackpots import decide, evolve
from pitboss.jackpots import events as le
from pitboss.jackpots.queue import shown
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.replay.replay import find, replay
from pitboss.replay.rerun import rerun
from pitboss.replay.round_file import as_round_file
from pitboss.round import commands as cmd
from pitboss.settlement import Denied, Line
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House
from tests.floor.scripts import BETS, FOLDED, NOTHING, ROYAL
from tests.jackpots.floor import APPROVED, GAMES, SUPERVISOR, THREE_CARD
from tests.waiting import at_once

BOTH = ("deal 1 As Ks Qs", "deal 2 9s 8s 7s", *ROYAL[2:])
"""Box 1 has the Royal Flush, box 2 a Straight Flush, both of spades."""


@pytest.fixture
def house(journal: Journal) -> House:
    return House(Floor(journal)).open({"T1": THREE_CARD, "T2": THREE_CARD})


def claims(house: House) -> list[str]:
    return [claim.id for claim in house.state_of().unpaid]


def jackpot_line(house: House, box: int) -> Line:
    settlement = house.round("T1").settlement
    assert settlement is not None
    (line,) = (line for line in settlement.lines if (line.box, line.bet) == (box, "jackpot"))
    return line


def denied_line(house: House, box: int) -> None:
    line = jackpot_line(house, box)
    assert (line.result, line.net) == ("lose", -500)
    assert {"4.4", "5.23"} <= set(line.clauses), "the pay table, and what leaves it to the House"
    assert line.why.endswith("was denied, so it is not a win.")


def sound(house: House) -> None:
    house.check()
    assert audit(house.floor.journal).fault is None


def test_the_round_is_settled_without_a_denied_claim(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = claims(house)
    before = shown(GAMES, house.state_of())
    assert house.refused("T1", "settle").code == "claims_open"
    house.link(lc.DenyClaim(claim, APPROVED))
    house.play("T1", "settle")
    denied_line(house, 1)
    linked = house.round("T1").linked
    assert linked is not None
    assert (linked.awards, linked.denied) == ((), (Denied(1, "ann", "royal flush", 100),))
    assert shown(GAMES, house.state_of()) > before, "the bet was a bet: its share stays in the display"
    assert claims(house) == []
    assert house.state_of().slips == ()
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    assert claims(house) == ["T1/2/1/ann"], "another round's win is another claim"
    sound(house)


@pytest.mark.parametrize("box", [1, 2])
def test_of_two_claims_in_a_round_one_is_denied_and_the_other_paid(house: House, box: int) -> None:
    house.begin("T1", *BETS, "close", *BOTH, *FOLDED, "settle")
    denied, paid = sorted(
        claims(house), key=lambda name: name != f"T1/1/{box}/{'ann' if box == 1 else 'bob'}"
    )
    house.link(lc.DenyClaim(denied, APPROVED))
    assert house.refused("T1", "settle").code == "claims_open", "the other is still open"
    assert claims(house) == [paid]
    house.verify(paid)
    house.pay(paid)
    house.play("T1", "settle")
    denied_line(house, box)
    (slip,) = house.state_of().slips
    won = jackpot_line(house, 3 - box)
    assert (won.result, won.net) == ("win", slip.amount - 500)
    assert slip.percent == (10 if box == 1 else 100)
    sound(house)


def test_after_a_restart_and_at_another_server_it_is_as_final(tmp_path: Path) -> None:
    url = tmp_path / "floor.db"
    with open_journal(url) as journal:
        house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
        house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
        (claim,) = claims(house)
        with open_journal(url) as beside:
            House(beside, "other").link(lc.DenyClaim(claim, APPROVED))
        assert house.floor.links.get("grand").state.claims, "it has not heard of it"  # type: ignore[union-attr]
        house.play("T1", "settle")
        denied_line(house, 1)
        house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
        (claim,) = claims(house)
        house.link(lc.DenyClaim(claim, APPROVED))
    with open_journal(url) as journal:
        house = House(journal, "again")
        house.play("T1", "settle")
        denied_line(house, 1)
        assert claims(house) == []
        sound(house)


def test_a_card_put_right_after_the_denial_may_win_another_share(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, "fold 1", "fold 2")
    house.play("T1", "reveal", "settle")
    (claim,) = claims(house)
    house.link(lc.DenyClaim(claim, APPROVED))
    misread = cmd.CorrectCard(
        at=1, recorded=Card("As"), card=Card("9s"), by="pit_supervisor", reason="misread"
    )
    house.ok(house.floor.act("T1", misread, Actor("Sue", "pit_supervisor"), house.id()))
    house.play("T1", "settle")
    (again,) = house.state_of().unpaid
    assert (again.hand, again.percent) == ("straight flush", 10)
    house.verify(again.id)
    house.pay(again.id)
    house.play("T1", "settle")
    assert jackpot_line(house, 1).net == house.state_of().slips[0].amount - 500
    sound(house)


def test_a_settlement_that_is_replaced_stays_without_it(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = claims(house)
    house.link(lc.DenyClaim(claim, APPROVED))
    house.play("T1", "settle", "report 5.8.7 count=4 reconstructed=no reason=a count", "settle")
    assert jackpot_line(house, 1).result != "win"
    assert claims(house) == []
    sound(house)


def test_the_link_itself_refuses_a_denied_win(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = house.state_of().unpaid
    house.link(lc.DenyClaim(claim.id, APPROVED))
    won = lc.Won(
        box=claim.box,
        player=claim.player,
        hand=claim.hand,
        percent=claim.percent,
        complete_at=claim.complete_at,
    )
    refused = decide(GAMES, house.state_of(), lc.DetectWins("T1", "1", (won,), claim.entered_at))
    assert isinstance(refused, Refusal)
    assert (refused.code, "was denied" in refused.message) == ("claim_known", True)


def race(house: House, claim: str, order: int) -> str:
    """Ten payments and five denials of a claim at one moment; what became of it."""
    for person in (APPROVED.first, APPROVED.second):
        house.floor.hire(person)

    def send(name: str, command: lc.JackpotCommand) -> tuple[str, Done | Refusal]:
        return name, house.floor.to_link("grand", command, DEALER, house.id())

    pay, deny = lc.PayClaim(claim, SUPERVISOR, "attendant"), lc.DenyClaim(claim, APPROVED)
    both = [*[partial(send, "paid", pay)] * 10, *[partial(send, "denied", deny)] * 5]
    answers = at_once(*both[::order])
    (done,) = (name for name, answer in answers if isinstance(answer, Done))
    codes = {answer.code for _, answer in answers if isinstance(answer, Refusal)}
    assert codes <= {"claim_paid", "no_such_claim"}
    return done


def test_ten_payments_and_five_denials_of_one_claim_do_one_thing_once(house: House) -> None:
    for order in (1, -1, 1, -1):
        house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
        (claim,) = claims(house)
        house.verify(claim)
        hits = len(house.state_of().slips)
        done = race(house, claim, order)
        assert len(house.state_of().slips) == hits + (done == "paid")
        house.play("T1", "settle")
        assert jackpot_line(house, 1).result == ("win" if done == "paid" else "lose")
        if done == "paid":
            house.link(lc.CloseClaim(claim, SUPERVISOR))
    sound(house)


def test_the_replay_of_a_round_tells_of_its_denied_claim(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = claims(house)
    house.link(lc.DenyClaim(claim, APPROVED))
    house.play("T1", "settle")
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    journal = house.floor.journal
    past = find(journal, "T1/1")
    assert past is not None
    seen = replay(journal, house.floor.rulebook, past)
    assert any("is denied" in moment.what for moment in seen.moments)
    told = as_round_file(journal, seen)
    assert told.same_lines is False
    assert any(note.code == "round_file.denied" for note in told.notes)
    game = house.floor.rulebook.games[THREE_CARD]
    decode = floor_registry().decode
    entries = (
        DecodedEvent(event, decode(event))
        for event in journal.read_all(0, 10_000)
        if "check" not in event.stream
    )
    first, second = rerun(entries, lambda past: (game, game), lambda past: True)
    assert first.failed == because("rerun.denied")
    assert second.failed is None


def test_a_journal_in_which_an_older_build_entered_the_win_again_is_read_as_it_was(house: House) -> None:
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = claims(house)
    house.link(lc.DenyClaim(claim, APPROVED))
    denied = house.state_of()
    assert denied.rounds["T1/1"].denied
    events = map(floor_registry().decode, house.floor.journal.read_all(0, 1000))
    again = evolve(denied, next(event for event in events if isinstance(event, le.WinDetected)))
    assert ([*again.claims], again.rounds["T1/1"].denied) == ([claim], ())
