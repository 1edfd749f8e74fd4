"""What the options of an irregularity are worth, asked at a table."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from tests.api.manual import ManualTable, manual_floor
from tests.api.served import Served, serving
from tests.api.waiting import job_ended

TABLE = "ML3-1"


def weighed(served: Served, client: Client, report: acts.Report | acts.InterruptPlay) -> dict[str, Any]:
    """The answer, waited for if it takes a count."""
    found = client.send(calls.worth(TABLE, report))
    if "state" not in found:
        return found
    job = job_ended(client, client.send(calls.job(found["id"])))
    assert job.state == "done", job
    return dict(job.result)


def test_each_option_is_weighed_for_each_box_and_the_house(tmp_path: Path) -> None:
    with (
        serving(tmp_path, floor=manual_floor()) as served,
        served.client("dealer") as dealer,
        served.client("pit_supervisor") as pit,
        served.client("player") as player,
    ):
        table = ManualTable(served, TABLE, dealer)
        table.sign_on()
        report = acts.Report(clause="5.15", boxes=(1,))
        table.begin((1, "ann", "ante", "25.00"), (2, "bob", "ante", "25.00"))
        table.act(acts.DealCards(to=1, cards=("2h", "4d")), acts.DealCards(to=2, cards=("3h", "5d", "9s")))
        table.act(acts.DealCards(to="dealer", cards=("Kh", "8d", "6s")), acts.ExamineHand(box=2))
        before = pit.send(calls.table(TABLE)).version
        answer = weighed(served, pit, report)
        stands, *ways = answer["options"]
        assert not stands["reported"]
        assert [way["ways"] for way in ways] == [
            {"reconstructed": yes, **more}
            for yes in (True, False)
            for more in ([{"permit": True}, {"permit": False}] if "permit" in ways[0]["ways"] else [{}])
        ]
        invalid = next(way for way in ways if not way["ways"]["reconstructed"])
        by_box = {box["box"]: box for box in invalid["boxes"]}
        assert (by_box[1]["worth"], by_box[1]["how"]) == ("0.00", "certain")
        assert (by_box[2]["how"], by_box[2]["withdrawn"]) == ("counted", "0.00")
        assert pit.send(calls.table(TABLE)).version == before, "nothing is recorded"
        with pytest.raises(Refused) as refused:
            player.send(calls.worth(TABLE, report))
        assert refused.value.code == "role_too_low"
        headers = {"Authorization": f"Bearer {served.token('pit_supervisor')}"}
        wrong = httpx.post(
            f"{served.url}/api/tables/{TABLE}/worth", json={"act": {"act": "settle"}}, headers=headers
        )
        assert wrong.status_code == 400


def test_between_rounds_there_is_nothing_to_weigh(tmp_path: Path) -> None:
    with serving(tmp_path, floor=manual_floor()) as served, served.client("shift_manager") as shift:
        with pytest.raises(Refused) as refused:
            shift.send(calls.worth(TABLE, acts.Report(clause="5.15", boxes=(1,))))
        assert refused.value.code in ("no_preview", "not_signed_on")
