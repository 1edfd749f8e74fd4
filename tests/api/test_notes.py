"""Notes at a table, as soon as its events prove them, and the readings that bear on a settlement."""

from pathlib import Path

from pitboss.client import calls
from pitboss.messages import acts
from pitboss.messages.tables import NoteNow
from pitboss.reason import because
from tests.api.manual import ManualTable, manual_floor
from tests.api.served import serving

TABLE = "ML3-1"
HAND, DEALERS = ("2h", "2d", "9s"), ("Kh", "8d", "6s")
WHY = because("note.received_before", first="dealer", place=1)
NOTED = (NoteNow("The Dealer received cards before box 1", ("3.11.1",), WHY),)


def test_a_wrong_order_is_told_before_the_next_act_and_ever_after(tmp_path: Path) -> None:
    with serving(tmp_path, floor=manual_floor()) as served, served.client("dealer") as dealer:
        table = ManualTable(served, TABLE, dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25.00"), (1, "ann", "pair_plus", "25.00"))
        table.act(acts.DealCards(to="dealer", cards=DEALERS))
        assert not table.now.notes
        table.act(acts.DealCards(to=1, cards=HAND))
        assert table.now.notes == NOTED
        table.act(acts.DealCards(to="community", cards=("3c", "4c")), acts.DiscardCard(card="5c"))
        table.act(acts.ExamineHand(box=1), acts.FoldHand(box=1), acts.Reveal())
        would = dealer.send(calls.preview(TABLE, acts.SettleRound()))
        (point,) = would.readings
        assert point.question == "What becomes of a Pair Plus bet when its hand is folded?"
        assert point.clauses == ("3.12.1", "3.16", "4.5")
        assert table.settle().notes == NOTED
        with served.client("shift_manager") as shift, served.player("ann") as ann:
            past = shift.send(calls.round_then(TABLE, 1))
            assert past.round.notes == NOTED
            assert past.readings == would.readings
            assert ann.send(calls.round_then(TABLE, 1)).readings == would.readings


def test_a_folded_hand_is_not_told_by_a_reading_that_it_would_change(tmp_path: Path) -> None:
    """Only who sees that the folded hand is a straight is told that its Ante Bonus is a point left open."""
    with serving(tmp_path, floor=manual_floor()) as served, served.client("dealer") as dealer:
        table = ManualTable(served, "3CP-1", dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25.00"))
        table.act(
            acts.DealCards(to=1, cards=("4h", "5d", "6s")),
            acts.DealCards(to="dealer", cards=DEALERS[:1] + HAND[:2]),
        )
        table.act(acts.ExamineHand(box=1), acts.FoldHand(box=1))
        table.settle()
        points = {}
        for role in ("surveillance", "shift_manager"):
            with served.client(role) as reader:
                found = reader.send(calls.round_then("3CP-1", 1)).readings
                points[role] = [point.question for point in found]
        assert points == {"surveillance": ["Does a folded hand get its Ante Bonus?"], "shift_manager": []}
