"""What ``import pitboss`` offers, as a script uses it."""

import runpy
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import mypy.api
import pytest

import pitboss as pb
from pitboss.sheets import rounds_folder
from pitboss.sheets.library import using
from tests.programs import ran

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
LINES = """
sheet = "rws-three-card-v3"

[table]
boxes = 1

[[round]]
steps = [
  "bet 1 ann ante 12.50", "close", "deal 1 Qs 7d 4c", "deal dealer Jh 8d 2s",
  "bet 1 ann play 12.50", "reveal", "settle",
]
"""


@pytest.fixture(autouse=True)
def _library_of_its_own() -> Iterator[None]:
    """Sheets of folders that a test names are in no other test's library."""
    with using():
        yield


def test_every_public_name_is_there_and_documented() -> None:
    assert sorted(pb.__all__) == pb.__all__
    assert set(dir(pb)) == {*pb.__all__, "__version__"}
    for name in pb.__all__:
        assert getattr(pb, name).__doc__, name
    with pytest.raises(AttributeError, match="it has Advice"):
        pb.bluff  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(("name", "loaded"), [("pitboss", 1), ("pitboss.client", 2)])
def test_importing_loads_nothing_else(name: str, loaded: int) -> None:
    program = f"import sys; sys.path[:0] = {sys.path}; before = len(sys.modules); import {name}"
    asked = [sys.executable, "-I", "-S", "-c", f"{program}; print(len(sys.modules) - before)"]
    assert int(ran(*asked).stdout) == loaded


def test_a_script_of_a_user_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's settings are strict; its cache makes this quick."""
    script = Path(__file__).with_name("user_script.py")
    monkeypatch.chdir(Path(__file__).parents[2])
    out, err, status = mypy.api.run(["--strict", "--follow-imports=silent", str(script)])
    assert status == 0, out + err
    runpy.run_path(str(script))


@pytest.mark.parametrize("how", ["text", "path", "data"])
def test_a_round_file_is_settled_wherever_it_comes_from(how: str, tmp_path: Path) -> None:
    import tomllib

    path = tmp_path / "round.toml"
    path.write_text(LINES)
    sources: dict[str, str | dict[str, Any]]
    sources = {"text": LINES, "path": str(path), "data": tomllib.loads(LINES)}
    settled = pb.settle(sources[how])
    assert settled.sheet == "rws-three-card-v3"
    assert [(line.bet, line.result, line.net) for line in settled.lines] == [
        ("ante", "win", Decimal("12.5")),
        ("play", "returned", Decimal(0)),
    ]
    assert settled.players == {"ann": Decimal("12.5")}
    assert settled.lines[0].clauses


def test_files_that_cannot_be_settled() -> None:
    with pytest.raises(pb.FileFault, match="is not a sheet"):
        pb.settle({"sheet": "bluff"})
    with pytest.raises(pb.FileFailed, match="Play must be the amount"):
        pb.settle(LINES.replace("play 12.50", "play 10"))


def test_a_sheet_by_its_short_name_its_id_and_its_folder() -> None:
    assert pb.sheet("3cp").id == pb.sheet("rws-three-card-v3").id == "rws-three-card-v3"
    assert pb.sheet("3CP").clauses["4.2"]
    own = pb.sheet(EXAMPLES / "let-it-ride-v1")
    assert own.bets == {"ante": "Bet $", "first": "Bet 1", "second": "Bet 2"}
    with pytest.raises(pb.LibraryFault, match=r"'bluff' is not a sheet; the sheets are .*3CP \(rws-three"):
        pb.sheet("bluff")


def test_a_round_goes_on_by_itself_and_becomes_a_round_file() -> None:
    played = pb.sheet("MLTH").table(seed=7).round()
    played.bet("ann", "ante", 10)
    played.bet("ben", "ante", "20")
    played.deal(ann="As Ah", ben="7c 2d")
    assert [decision.player for decision in played.asks] == ["ann", "ben"]
    ann = played.asks[0]
    assert ann.cards == ("As", "Ah")
    assert set(ann.dealer) <= {"?"}
    played.answer("fold", box=2)
    while played.asks:
        played.answer(played.asks[0].choices[0])
    again = pb.settle(played.file())
    assert again.rounds == (played.settlement,)
    assert played.settlement.players["ben"] == -20


def test_an_act_against_the_sheet_raises_with_its_clauses() -> None:
    played = pb.sheet("3CP").table().round()
    with pytest.raises(pb.Refused) as refused:
        played.bet("ann", "jackpot", 5)
    assert (refused.value.code, refused.value.clauses) == ("no_jackpot", ("3.8",))
    played.bet("ann", "ante", 10)
    with pytest.raises(ValueError, match="no decision is open"):
        played.answer("play")
    with pytest.raises(ValueError, match="not settled"):
        _ = played.settlement
    with pytest.raises(ValueError, match="not an exact amount"):
        played.bet("ann", "pair_plus", 2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="named twice"):
        played.deal(ann="As As Kd")
    with pytest.raises(ValueError, match="has no box"):
        played.deal(zoe="As Ks Kd")
    played.deal()
    with pytest.raises(ValueError, match="it may answer play 10, fold"):
        played.answer("check")


def test_the_same_seed_deals_the_same_rounds() -> None:
    one, two = (pb.simulate(pb.sheet("3CP"), lambda _: "play", rounds=50, seed=3) for _ in range(2))
    assert one == two
    assert one.rounds == 50
    assert one.total == sum(one.by_bet.values())


def test_a_strategy_by_name_plays_all_boxes_in_the_compiled_loops() -> None:
    one, two = (pb.simulate("ML3", "exact", rounds=2_000, boxes=7, seed=3, workers=n) for n in (1, 2))
    assert one == two
    assert set(one.by_bet) == {"ante", "pair_plus"}
    assert one.total == sum(one.by_bet.values())
    assert one.mean == pytest.approx(float(one.total) / 2_000 / 7)
    assert one.report["results"]["house"]["hold"] == pytest.approx(-7 * one.mean)
    assert one.report["verdict"]["agrees"] is True


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"strategy": "clever"}, "not one of exact, simple, blind"),
        ({"boxes": 8}, "the layout has"),
        ({"rounds": 0}, "at least one round"),
        ({"workers": 0}, "at least one worker"),
        ({"bets": {"ante": 5}}, "1 on every bet"),
        ({"jackpot": 1000}, "1 on every bet"),
        ({"strategy": lambda _: "play", "boxes": 2}, "one box step by step"),
    ],
)
def test_a_simulation_that_cannot_be_run_says_why(asked: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        pb.simulate("3CP", **asked)


def test_the_best_play_knows_sizes_and_bets_that_are_taken_back() -> None:
    own = pb.sheet(EXAMPLES / "let-it-ride-v1")
    found = pb.simulate(own, pb.best_play(own), rounds=20, bets={"ante": 1, "first": 1, "second": 1}, seed=1)
    assert found.rounds == 20


def test_every_shipped_round_settles_alike_through_the_library() -> None:
    for path in sorted(rounds_folder("rws-three-card-v3").glob("4.2_*.toml")):
        assert pb.settle(path).rounds
