"""A floor with sheets of its own: what is said and counted of a shipped sheet is said and counted of them."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.cli.main import run
from pitboss.client import calls
from pitboss.floor.setup.config_diff import CannotSetUp
from pitboss.messages import acts
from pitboss.replay.dispute.check import check_page
from pitboss.replay.dispute.document import parse_page
from pitboss.sheets.library import use, using
from tests.api.served import SLOW, Served, config, serving
from tests.api.waiting import answer_to, table_when
from tests.sheets.own import OWN, SHIPPED, own_sheet

FLOOR = """
[floor]
name = "Acme"
demo = true
play_money = 10_000
journal = "floor.db"
signing_key = "floor.key"
seal_key = "floor.seal"
shifts = [{ name = "day", from_hour = 6 }]
[approval]
first = { name = "Max", role = "pit_manager" }
second = { name = "Shaw", role = "shift_manager" }
reason = "first start"
[[tables]]
id = "A-1"
sheet = "ACME"
dealer = "automatic"
cards = "shoe"
limits = { ante = [25, 1_000], pair_plus = [25, 500] }
"""
"""A floor without links, one table of which plays a sheet from outside the package."""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_sheet(
        tmp_path_factory.mktemp("sheets"),
        rounds=True,
        changes={"title": '"Acme Poker"', "straight": '"6 to 1"'},
    )


@pytest.fixture(scope="module")
def served(own: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with using(own.parent), serving(tmp_path_factory.mktemp("floor"), floor=config(SLOW, FLOOR)) as found:
        yield found


@pytest.fixture(scope="module")
def http(served: Served) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {served.token('regulator')}"}
    with httpx.Client(base_url=served.url, headers=headers, timeout=120) as client:
        yield client


def test_its_clauses_and_round_files_are_shown(served: Served, own: Path) -> None:
    with served.client() as nobody:
        assert {sheet.id for sheet in nobody.send(calls.sheets())} > {OWN, SHIPPED}
        names = {proof.name for proof in nobody.send(calls.proofs(OWN))}
        assert names == {path.stem for path in (own / "rounds").glob("*.toml")}
        assert OWN in nobody.send(calls.proof(OWN, min(names)))
        assert any(set(clause.rounds) & names for clause in nobody.send(calls.clauses(OWN)))


def test_the_mathematics_counts_by_the_text_in_force(http: httpx.Client) -> None:
    """The worker is another process, which knows of no folder."""
    assert answer_to(http, f"/api/lab/{OWN}/odds")["sheet"] == OWN
    assert "Acme" in json.dumps(http.get("/api/sheets/").json())
    assert http.get(f"/api/lab/{OWN}/settings").status_code == 200


def test_it_is_trained(http: httpx.Client) -> None:
    assert http.get(f"/api/train/{OWN}/clauses").json()
    for kind in ("settle", "report"):
        asked = http.post(f"/api/train/{OWN}", json={"kind": kind}).json()
        assert asked["situation"]["sheet"] == OWN
        said = http.post(f"/api/train/{OWN}/{asked['id']}", json={}, headers={"Command-Id": "x" * 20})
        assert said.status_code == 200, said.text


@pytest.mark.parametrize("path", ["lab/{}/odds", "lab/{}/settings", "train/{}", "train/{}/clauses"])
@pytest.mark.parametrize(
    "name", ["ACME-2", "../{0}", "{1}", "{1}/", "%2e%2e", "%2e%2e%2f{0}", "~", "file://{1}", "{1}%00"]
)
def test_no_path_of_a_client_is_read(http: httpx.Client, own: Path, path: str, name: str) -> None:
    """A request names a sheet by its id or short name: neither by a folder nor by a way to one."""
    wanted = path.format(name.format(OWN, str(own).replace("/", "%2F")))
    assert http.get(f"/api/{wanted}").status_code in (400, 404, 405), wanted
    for other in ("clauses", "rounds", f"rounds/{min((own / 'rounds').glob('*')).stem}", f"compare/{OWN}"):
        found = http.get(f"/api/sheets/{name.format(OWN, str(own).replace('/', '%2F'))}/{other}")
        assert found.status_code in (400, 404, 405), found.url


def test_a_round_is_played_told_and_proved(
    served: Served, http: httpx.Client, own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served.player("ann") as ann:
        ann.send(calls.act("A-1", acts.PlaceBet(box=1, bet="ante", amount="25")))
        served.close("A-1")
        table_when(ann, "A-1", lambda now: bool(now.round and now.round.boxes[0].to_decide))
        ann.send(calls.act("A-1", acts.ExamineHand(box=1)))
        ann.send(calls.act("A-1", acts.FoldHand(box=1)))
        table_when(ann, "A-1", lambda now: bool(now.round and now.round.phase == "settled"))
    file, page = http.get("/api/rounds/A-1/1/file"), http.get("/api/rounds/A-1/1/page")
    assert "is not installed here" not in file.text
    with using():
        checked = check_page(parse_page(page.text), served.house())
    assert checked.proved
    texts = [finding.text for finding in checked.findings if finding.holds]
    assert any("No such text is installed here" in text for text in texts)
    assert any(f"Played again by {OWN}" in text for text in texts)
    (tmp_path / "round.toml").write_text(file.text)
    try:
        assert run(["settle", str(tmp_path / "round.toml")]) == 2
        assert run(["settle", str(tmp_path / "round.toml"), "--sheets", str(own)]) == 0
    finally:
        use([own.parent])
    assert "Acme Poker" in capsys.readouterr().out


def test_another_start_proposes_what_was_put_into_the_library(own: Path, tmp_path: Path) -> None:
    with using(), serving(tmp_path, floor=config(SLOW, FLOOR.replace("ACME", "3CP"))) as before:
        assert OWN not in before.site.floor.rulebook.games
    with using(own.parent), serving(tmp_path, floor=config(SLOW, FLOOR.replace("ACME", "3CP"))) as after:
        assert [one.difference.path for one in after.site.wanted] == [f"sheets.{OWN}"]
        assert [one.state for one in after.site.wanted] == ["waiting"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"short": '"3CP"'}, "is the short name of"),
        ({"most_boxes": "0"}, "boxes"),
    ],
)
def test_a_floor_is_not_opened_with_a_library_that_cannot_be(
    tmp_path: Path, changes: dict[str, str], says: str
) -> None:
    own_sheet(tmp_path / "sheets", changes=changes)
    text = FLOOR.replace("ACME", "3CP")
    started = serving(tmp_path, floor=config(SLOW, text))
    with using(tmp_path / "sheets"), pytest.raises(CannotSetUp, match=says), started:
        pass
