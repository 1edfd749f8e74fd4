"""The mathematics over HTTP is that of the command line, and a long count can be followed and cancelled."""

import base64
import json
from collections.abc import Iterator

import httpx
import pytest

from pitboss.cli.main import run
from pitboss.client import calls
from tests.api.served import SLOW, Served, served_floor
from tests.api.waiting import answer_to, count_ended

SHEET = "rws-three-card-v3"


served = served_floor(SLOW)


@pytest.fixture(scope="module")
def lab(served: Served) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {served.token('player')}"}
    with httpx.Client(base_url=served.url, headers=headers, timeout=120) as client:
        yield client


def test_odds_are_those_of_the_command_line(lab: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "3CP", "--json", "--set", "pair_plus.straight=5"]) == 0
    typed = json.loads(capsys.readouterr().out)
    served = answer_to(lab, f"/api/lab/{SHEET}/odds?settings=pair_plus.straight%3D5")
    assert served["bets"] == typed["bets"]
    assert served["strategy"] == typed["strategy"]


def test_advice_and_a_sweep_with_its_chart(lab: httpx.Client) -> None:
    advice = answer_to(lab, f"/api/lab/{SHEET}/advise?hand=Qs+6h+4d")
    assert advice["best"] == "play"
    swept = answer_to(lab, f"/api/lab/{SHEET}/sweep?over=pair_plus.straight%3D5..6&chart=true")
    assert len(swept["points"]) == 2
    assert str(swept["svg"]).lstrip().startswith("<")


def test_movable_settings_are_told_with_their_paths(served: Served, lab: httpx.Client) -> None:
    with served.client("player") as player:
        found = player.send(calls.movables(SHEET))
    (straight,) = (each for each in found if each.path == "pays.pair_plus.hands.straight")
    assert (straight.of, straight.hand, straight.form, straight.value) == ("pair_plus", "straight", "to", "5")
    moved = answer_to(lab, f"/api/lab/{SHEET}/odds?settings={straight.path}%3D6")
    assert moved["bets"]["pair_plus"]["ev"] == "-128/5525"
    assert lab.get("/api/lab/none/settings").status_code == 404


def test_the_report_as_a_page_and_as_pdf(lab: httpx.Client) -> None:
    assert "Mathematics report" in str(answer_to(lab, f"/api/lab/{SHEET}/report")["html"])
    pdf = answer_to(lab, f"/api/lab/{SHEET}/report?pdf=true")["pdf"]
    assert base64.b64decode(str(pdf)).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (f"/api/lab/{SHEET}/advise?hand=Qs+6h", "hand"),
        (f"/api/lab/{SHEET}/advise?hand=Qs+Qs+4d", "hand"),
        (f"/api/lab/{SHEET}/odds?meter=-1", "meter"),
        (f"/api/lab/{SHEET}/odds?settings=pair_plus.nothing%3D5", "pair_plus"),
        (f"/api/lab/{SHEET}/sweep?over=nonsense", "over"),
    ],
)
def test_a_wrong_question_is_a_sentence_with_its_path(lab: httpx.Client, path: str, says: str) -> None:
    found = lab.get(path)
    assert found.status_code == 400
    error = found.json()["error"]
    assert says in error["path"] + error["message"]


def test_strangers_unknown_sheets_and_unknown_counts_are_refused(served: Served, lab: httpx.Client) -> None:
    assert httpx.get(f"{served.url}/api/lab/{SHEET}/odds").status_code == 401
    assert lab.get("/api/lab/none/odds").status_code == 404
    assert lab.get("/api/counts/999").status_code == 404


def test_a_game_without_a_face_up_card_has_no_map_of_it(lab: httpx.Client) -> None:
    path = "/api/lab/rws-three-card-v3/face-up"
    found = lab.get(path)
    if found.status_code == 202:
        count = count_ended(lab, found.headers["Location"])
        assert count["state"] == "wrong"
        says = count["message"]
    else:
        assert found.status_code == 400
        says = found.json()["error"]["message"]
    assert "no card of the Dealer's is face up" in says
