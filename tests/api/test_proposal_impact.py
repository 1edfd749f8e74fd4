"""The impact of a proposal: past rounds settled again as it would have them, edges, a year, new limits."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.answers import JobNow
from tests.api.manual import ManualTable, manual_floor
from tests.api.served import Served, serving
from tests.api.waiting import job_ended
from tests.sheets.shipped import shipped_texts

TABLE = "3CP-1"
SHEET, CLAUSES = shipped_texts("rws-three-card-v3")
LESS = SHEET.replace('straight_flush = "40 to 1"', 'straight_flush = "35 to 1"')
STRAIGHT_FLUSH = ("4h", "5h", "6h", "2c", "9d", "Ks")
NOTHING = ("2d", "7h", "Js", "3c", "8d", "Qs")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A floor with two rounds on record, one of them with a straight flush on the Pair Plus."""
    with (
        serving(tmp_path_factory.mktemp("impact"), floor=manual_floor()) as served,
        served.client("dealer") as dealer,
    ):
        table = ManualTable(served, TABLE, dealer)
        table.sign_on()
        for cards in (STRAIGHT_FLUSH, NOTHING):
            table.begin((1, "ann", "ante", "25.00"), (1, "ann", "pair_plus", "25.00"))
            table.play_on(cards)
            table.settle()
        yield served


@pytest.fixture
def manager(played: Served) -> Iterator[Client]:
    with played.client("pit_manager") as client:
        yield client


def impact(client: Client, act: acts.AnyTwoPeopleAct) -> dict[str, Any]:
    """The impact of a proposal, waited for."""
    proposed = client.send(calls.propose(act, "it is asked what it costs")).proposal
    result: dict[str, Any] = ended(client, client.send(calls.proposal_impact(proposed.id))).result
    return result


def ended(client: Client, job: JobNow) -> JobNow:
    done = job_ended(client, job)
    assert done.state == "done", done
    return done


def test_a_new_text_of_a_sheet_tells_rounds_edges_and_a_year(manager: Client) -> None:
    found = impact(manager, acts.TakeSheet(sheet_toml=LESS, clauses_toml=CLAUSES))
    assert (found["settled_again"], found["differ"]) == (2, [f"{TABLE}/1"])
    (changed,) = found["changed"]
    assert (changed["round"], changed["house"]) == (f"{TABLE}/1", "125.00")
    assert found["house"] == "125.00"
    bets = found["sheets"][0]["bets"]
    assert Fraction(bets["pair_plus"]["edge_now"]) > Fraction(bets["pair_plus"]["edge_then"])
    assert bets["ante"]["edge_now"] == bets["ante"]["edge_then"]
    moved = Fraction(bets["pair_plus"]["edge_now"]) - Fraction(bets["pair_plus"]["edge_then"])
    assert abs(Fraction(found["per_year"]) - moved * 50 * 365) < Fraction(1, 100)
    assert found["limits"] == []


def test_new_limits_tell_what_lay_beyond_them(manager: Client) -> None:
    limits = {"ante": ("50.00", "2000.00"), "pair_plus": ("25.00", "500.00")}
    found = impact(manager, acts.SetLimits(table=TABLE, limits=limits))
    assert found["differ"] == []
    beyond = {each["bet"]: each for each in found["limits"]}
    assert (beyond["ante"]["rounds"], beyond["ante"]["staked"]) == (2, "50.00")
    assert beyond["pair_plus"]["rounds"] == 0


def test_a_change_that_bears_on_no_round_has_no_impact(played: Served, manager: Client) -> None:
    link = acts.ChangeLink(link="spade", reset="30000")
    proposed = manager.send(calls.propose(link, "no round depends on it")).proposal
    with pytest.raises(Refused) as refused:
        manager.send(calls.proposal_impact(proposed.id))
    assert refused.value.code == "no_preview"
    with played.client("player") as player, pytest.raises(Refused) as forbidden:
        player.send(calls.proposal_impact(proposed.id))
    assert forbidden.value.status == 403


def test_a_job_on_the_record_that_is_cancelled_ends_its_count(tmp_path: Path) -> None:
    from pitboss.forecast.impact import StakesOfText
    from pitboss.forecast.impact_json import EdgesQuestion
    from pitboss.server.jobs import Cancelled, Jobs
    from pitboss.sheets.formats import SheetText
    from tests.loops import on_a_loop

    text = SheetText(SHEET, CLAUSES)
    stakes = StakesOfText(text="", rounds=1, days=1, stakes={"ante": 100}, jackpot_bet=100, display=None)

    async def asked() -> None:
        jobs = Jobs(workers=1)

        def heard(what: str, done: int, of: int) -> None:
            raise Cancelled

        question = EdgesQuestion(then=text, now=text, stakes=stakes)
        with pytest.raises(Cancelled):
            jobs.ask_beside(question, heard)
        answer = jobs.ask_beside(question, lambda *far: None)
        assert b'"then"' in bytes(answer)
        await jobs.close()

    on_a_loop(asked)
