"""Acts beside play over HTTP: viewed, announced, notified, placed by staff, prompted for and lifted."""

from typing import Any

import pytest

from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.legal import IrregularityNow
from pitboss.records.steps import format_step
from pitboss.replay.replay import find, replay
from pitboss.replay.round_file import as_round_file
from tests.api.manual import ManualTable, manual_floor
from tests.api.served import Served, served_floor

served = served_floor(floor=manual_floor, scope="function")
NO_HAND = ["Js", "Jd", "8h", "4s", "2c", "Ad", "Qh", "9c", "6d", "2h"]


def refused(client: Client, call: calls.Call[Any]) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(Refused) as found:
        client.send(call)
    return found.value.code, tuple(found.value.clauses)


def offered(client: Client, table: str) -> set[tuple[str, int]]:
    return {(str(act["act"]), int(act.get("box", 0))) for act in client.send(calls.legal(table)).acts}


def lifts(client: Client, table: str) -> list[IrregularityNow]:
    return [each for each in client.send(calls.irregularities(table)) if each.act == "lift"]


def test_mss_3_10_no_hand_is_announced_and_a_hand_that_is_not_shown_is_viewed(served: Served) -> None:
    with served.client("dealer") as dealer, served.client("pit_supervisor") as supervisor:
        table = ManualTable(served, "MSS-1", dealer)
        table.sign_on()
        dealer.send(calls.begin("MSS-1"))
        table.act(
            acts.PlaceBet(box=1, player="ann", bet="ante", amount="25", by_staff=True), acts.CloseBets()
        )
        table.act(
            acts.DealCards(to=1, cards=tuple(NO_HAND[:5])),
            acts.DealCards(to="dealer", cards=tuple(NO_HAND[5:])),
        )
        table.act(acts.ExamineHand(box=1), acts.PlaceBet(box=1, player="ann", bet="bet", amount="50"))
        assert ("no_hand", 0) not in offered(dealer, "MSS-1")
        table.act(acts.Reveal())
        assert ("no_hand", 0) in offered(dealer, "MSS-1")
        table.act(acts.AnnounceNoHand(), acts.DeclineToShow(box=1))
        view = calls.act("MSS-1", acts.ViewHand(box=1))
        assert refused(dealer, view) == ("role_too_low", ("3.10.1", "6.2"))
        assert ("view", 1) not in offered(dealer, "MSS-1")
        assert ("view", 1) in offered(supervisor, "MSS-1")
        supervisor.send(view)
        table.settle()
    past = find(served.site.journal, "MSS-1/1")
    assert past is not None
    file = as_round_file(served.site.journal, replay(served.site.journal, served.site.floor.rulebook, past))
    steps = [format_step(step.command) for step in file.file.rounds[0]]
    assert {"bet 1 ann ante 25.00 by=dealer", "no_hand", "view 1 by=pit_supervisor"} <= set(steps)
    assert file.same_lines
    assert audit(served.site.journal).fault is None


def test_4_6_a_notified_hand_is_named_and_seen_by_everybody(served: Served) -> None:
    with served.client("dealer") as dealer, served.player("bob") as bob:
        table = ManualTable(served, "3CP-1", dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25"), (1, "ann", "jackpot", "5"))
        table.act(
            acts.DealCards(to=1, cards=("?", "?", "?")), acts.DealCards(to="dealer", cards=("?", "?", "?"))
        )
        table.act(acts.ExamineHand(box=1), acts.NotifyJackpotHand(box=1))
        assert dealer.send(calls.legal("3CP-1")).unnamed == (1,)
        table.act(acts.ShowCards(at=1, cards=("As", "Ks", "Qs")))
        seen = bob.send(calls.table("3CP-1")).round
        assert seen is not None
        assert seen.boxes[0].cards == ("As", "Ks", "Qs")


def test_3_7_a_prompt_says_who_may_examine_one_hand_only(served: Served) -> None:
    with served.client("dealer") as dealer:
        table = ManualTable(served, "3CP-1", dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25"), (2, "ann", "ante", "25"))
        (prompt,) = dealer.send(calls.table("3CP-1")).prompts
        assert (prompt.clauses, "1 hand only" in prompt.text) == (("3.7",), True)


def test_5_17_2_what_is_restricted_is_listed_for_staff_and_lifted(served: Served) -> None:
    with served.client("dealer") as dealer, served.client("pit_manager") as manager:
        table = ManualTable(served, "3CP-1", dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25"))
        assert not lifts(manager, "3CP-1")
        manager.send(calls.act("3CP-1", acts.Report(clause="5.17.2", action="block", boxes=(2,))))
        table.act(acts.InterruptPlay(), acts.SettleRound())
        (found,) = lifts(manager, "3CP-1")
        assert (found.clause, found.role, found.may) == ("5.17.2", "pit_manager", True)
        assert {need.name: need.choices for need in found.needs} == {
            "action": ("block",),
            "boxes": (2,),
            "reason": (),
        }
        lift = acts.LiftRestriction(clause="5.17.2", action="block", boxes=(2,), reason="replaced")
        assert refused(dealer, calls.act("3CP-1", lift))[0] == "role_too_low"
        assert dealer.send(calls.preview("3CP-1", lift)).role == "pit_manager"
        manager.send(calls.act("3CP-1", lift))
        assert not lifts(manager, "3CP-1")
        dealer.send(calls.begin("3CP-1"))
        table.act(acts.PlaceBet(box=2, player="ann", bet="ante", amount="25"))
    assert audit(served.site.journal).fault is None
