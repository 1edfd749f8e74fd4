"""``pitboss odds``, ``advise``, ``sweep`` and ``par``: the JSON contract, bad input, files."""

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss as pb
from pitboss.analysis import count_cache
from pitboss.cli.main import run
from tests.programs import python

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *arguments: str) -> Any:
    status = run(list(arguments))
    captured = capsys.readouterr()
    assert status == 0, captured.err
    return json.loads(captured.out)


def test_odds_of_the_contract(capsys: Capture) -> None:
    found = answer(capsys, "odds", "rws-three-card-v3", "--json", "--jackpot-bet", "5")
    assert found["sheet"] == "rws-three-card-v3"
    ante = found["bets"]["ante"]
    assert ante["ev"] == "-686689/20358520"
    assert round(ante["house_edge"], 10) == 0.0337298094
    assert round(ante["element_of_risk"], 10) == 0.0201467240
    assert ante["average_wager"] == "370/221"
    assert round(ante["std_dev"], 10) == 1.6392527541
    assert found["bets"]["pair_plus"]["ev"] == "-308/5525"
    jackpot = found["bets"]["jackpot"]
    contract = {"bet": "5", "slope": "1/22100", "constant": "-1609/442", "break_even": 80450.0}
    assert {name: jackpot[name] for name in contract} == contract
    assert found["strategy"]["play_from"] == "Q-6-4"
    assert found["strategy"]["played"] == 14900
    assert found["sheet_sha256"]
    assert found["readings"]["envy_after_fold"] == "lost"


def test_every_bet_has_its_table_and_its_distribution(capsys: Capture) -> None:
    found = answer(capsys, "odds", "P3CP", "--json")
    for name in ("ante", "pair_plus"):
        bet = found["bets"][name]
        total = sum(Fraction(row["return"]) for row in bet["table"]["rows"])
        assert total == Fraction(bet["ev"])
        assert sum(row["combinations"] for row in bet["table"]["rows"]) == bet["table"]["total"]
        mean = sum(Fraction(line["net"]) * Fraction(line["probability"]) for line in bet["distribution"])
        assert mean == Fraction(bet["ev"])
        assert 0 < bet["hit_frequency"] < 1
    assert found["bets"]["jackpot"]["bet"] == "1"
    assert found["bets"]["ante"]["played_by"] == "main"
    assert found["bets"]["pair_plus"]["played_by"] == "alone"


def test_joint_strategy(capsys: Capture) -> None:
    arguments = ("--bets", "ante=25,pair_plus=25,jackpot=5", "--meter", "500000", "--others", "6")
    found = answer(capsys, "odds", "P3CP", "--json", *arguments)
    assert found["strategy"]["played"] == 15092
    assert found["main_strategy"]["played"] == 14900
    assert found["bets"]["ante"]["ev"] == "-686689/20358520"
    assert found["bets"]["jackpot"]["bet"] == "5"
    joint = found["joint"]
    assert joint["bets"] == {"ante": "25", "pair_plus": "25", "jackpot": "5"}
    total = sum(Fraction(value) for value in joint["values"].values())
    assert Fraction(joint["value"]) == total
    assert joint["breakpoints"][0]["hands"] == ["Js Ts 4h", "Js Ts 5h", "Js Ts 6h", "Js Ts 7h"]
    assert joint["breakpoints"][0]["combinations"] == 12
    assert joint["break_even"] > joint["jackpot_break_even"] > 0
    meter = found["bets"]["jackpot"]["at_meter"]
    jackpot = found["bets"]["jackpot"]
    assert Fraction(meter["value"]) == Fraction(jackpot["slope"]) * 500000 + Fraction(jackpot["constant"])
    assert jackpot["envy"]["break_even"] < jackpot["break_even"]


def test_a_what_if_is_another_sheet(capsys: Capture) -> None:
    plain = answer(capsys, "odds", "3CP", "--json")
    changed = answer(capsys, "odds", "3CP", "--json", "--set", "pair_plus.straight=6")
    assert changed["bets"]["pair_plus"]["ev"] == "-128/5525"
    assert changed["sheet_sha256"] != plain["sheet_sha256"]
    assert changed["settings"] == ["pair_plus.straight=6"]
    assert changed["bets"]["ante"]["ev"] == plain["bets"]["ante"]["ev"]


def test_compare(capsys: Capture) -> None:
    found = answer(capsys, "odds", "--compare", "3CP", "3CP,pair_plus.straight=6", "--json")
    one, two = found["compare"]
    assert (one["bets"]["pair_plus"]["ev"], two["bets"]["pair_plus"]["ev"]) == ("-308/5525", "-128/5525")
    assert run(["odds", "--compare", "3CP", "ML3"]) == 0
    printed = capsys.readouterr().out
    assert "jackpot: slope" in printed
    assert "same" in printed


def test_boxes_and_the_long_run(capsys: Capture) -> None:
    link = ("--seed", "100000", "--rate", "0.2", "--reserve", "0.01", "--jackpot-bet", "5")
    found = answer(capsys, "odds", "3CP", "--json", "--boxes", *link)
    assert found["boxes"]["bets"] == ["ante", "pair_plus"]
    assert len(found["boxes"]["house_std_dev"]) == 7
    assert found["boxes"]["within"][0][0] == found["bets"]["ante"]["variance"]
    run_ = found["bets"]["jackpot"]["long_run"]
    assert run_["mean_display"] == 122100.0
    assert run_["bets_between_resets"] == 22100.0


def test_odds_for_people(capsys: Capture) -> None:
    arguments = ["--bets", "ante=5,jackpot=5", "--meter", "100000", "--others", "2", "--boxes"]
    assert run(["odds", "P3CP", *arguments, "--seed", "50000", "--rate", "0.1"]) == 0
    printed = capsys.readouterr().out
    for words in (
        "Play Q-6-4 or higher, fold the rest: 14,900 of 22,100 hands are played.",
        "forfeited by a fold",
        "value = 919/232668800 x display - 8514019/2035852 dollars; it breaks even at 1,058,792.97.",
        "Best play changes at these displayed values:",
        "Adding the jackpot bet pays from",
        "In the long run the display is",
        "The house's standard deviation of a round",
    ):
        assert words in " ".join(printed.split()), words


def test_advice_of_the_contract(capsys: Capture) -> None:
    found = answer(capsys, "advise", "3CP", "--hand", "Qs 6h 4d", "--json")
    assert found["actions"] == {"fold": "-1", "play": "-9151/9212"}
    assert found["best"] == "play"
    ten = answer(capsys, "advise", "3CP", "--hand", "10s,6h,4d", "--dead", "As", "--json")
    assert ten["best"] == "fold"
    blind = answer(capsys, "advise", "3CP", "--json")
    assert blind["best"] == "play"
    option = answer(capsys, "advise", "ML3", "--option", "--json")
    assert option["actions"]["withdraw"] == "0"
    assert run(["advise", "3CP", "--hand", "Qs 6h 4d"]) == 0
    assert "Best: play." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["advise", "3CP", "--hand", "Qs 6h"], "hand: it has 2 cards, but a hand of this game has 3"),
        (["advise", "3CP", "--hand", "Qs"], "hand: it has 1 card,"),
        (["advise", "3CP", "--hand", "Qs 6h 4d 2c"], "hand: it has 4 cards"),
        (["advise", "3CP", "--hand", " "], "hand: it has 0 cards"),
        (["advise", "3CP", "--hand", "Qs Qs 4d"], "hand: Qs is given twice"),
        (["advise", "3CP", "--hand", "Qs 6h 4d", "--dead", "Qs"], "dead: Qs stands in hand too"),
        (["advise", "3CP", "--hand", "Qs 6h 4x"], "hand: '4x' is not a card"),
        (["advise", "3CP", "--hand", "Qs 6h ?"], "hand: every card must be named"),
        (["advise", "3CP", "--hand", "Qs 6h 4d", "--up", "Kd"], "up: in this game no card"),
        (["advise", "3CP", "--hand", "Qs 6h 4d", "--board", "Kd 2c 3c"], "board: it has 3 cards"),
        (["advise", "3CP", "--hand", "Qs 6h 4d", "--blind"], "blind: "),
        (["advise", "MSS", "--hand", "As Kd 7c 4h 2s", "--up", "Kh Kc"], "up: it is one card"),
        (
            ["advise", "3CP", "--hand", "Qs 6h 4d", "--bets", "jackpot=5"],
            "bets: a decision stands on an Ante",
        ),
        (["odds", "3CP", "--meter", "-5"], "meter: '-5' is below zero"),
        (["odds", "3CP", "--meter", "lots"], "meter: 'lots' is not a decimal number"),
        (["odds", "3CP", "--others", "7"], "others: '7' is not a number of other boxes from 0 to 6"),
        (["odds", "3CP", "--others", "-1"], "others: '-1' is not a number"),
        (["odds", "3CP", "--bets", "ante"], "bets: 'ante' is not a bet with its amount"),
        (["odds", "3CP", "--bets", "bonus=5"], "bets.bonus: it is not a bet of this game"),
        (["odds", "3CP", "--bets", "play=5"], "bets.play: it is placed at its decision"),
        (["odds", "3CP", "--bets", "ante=5,ante=6"], "bets.ante: it is named twice"),
        (["odds", "3CP", "--bets", "ante=0"], "bets.ante: a bet of nothing"),
        (["odds", "3CP", "--bets", "ante=x"], "bets.ante: 'x' is not an amount"),
        (
            ["odds", "3CP", "--bets", "ante=5,jackpot=6", "--jackpot-bet", "5"],
            "bets.jackpot: with a jackpot bet",
        ),
        (
            ["odds", "MSS", "--bets", "ante=5,jackpot=30", "--jackpot-bet", "5"],
            "it must be 1 to 5 times that",
        ),
        (["odds", "3CP", "--jackpot-bet", "-1"], "jackpot_bet: '-1' is below zero"),
        (
            ["odds", "3CP", "--set", "pair_plus.strait=6"],
            "pays.pair_plus.hands.strait: the sheet has no such",
        ),
        (
            ["odds", "3CP", "--set", "ante_bonus.one_pair=1"],
            "pays.ante_bonus.hands.one_pair: flush must come",
        ),
        (["odds", "3CP", "--set", "hands.box=4"], "dealing.0: it deals 3 to boxes"),
        (
            ["advise", "ML3", "--hand", "Qs 6h 4d", "--set", "hands.shows_down=own_and_community"],
            "hands: its dealing and decisions fit no family",
        ),
        (["odds", "3CP", "--set", "deck.cards=53"], "deck.cards: 53: every game"),
        (["odds", "3CP", "--rate", "0.1"], "seed: the long run"),
        (["odds", "3CP", "--seed", "5", "--rate", "2"], "rate: '2' is more than the bet itself"),
        (["odds", "3CP", "--seed", "5", "--rate", "0.6", "--reserve", "0.6"], "reserve: rate and reserve"),
        (["odds", "3CP", "--compare", "3CP", "ML3"], "compare: it names both sheets itself"),
        (["odds", "--compare", "3CP", "4CP"], "'4CP' is not a sheet"),
        (["odds"], "name a sheet"),
        (["odds", "MSS", "--boxes"], "boxes: how boxes move together"),
        (["sweep", "3CP", "--over", "pair_plus.straight"], "over: 'pair_plus.straight' is not a range"),
        (["sweep", "3CP", "--over", "pair_plus.straight=8..4"], "over.pair_plus.straight: '8..4' must rise"),
        (
            ["sweep", "3CP", "--over", "others=0..6", "--of", "ante.luck"],
            "of: there is no figure 'ante.luck'",
        ),
        (["sweep", "3CP", "--over", "others=0..6", "--of", "ante.table"], "of: ante.table is not a number"),
        (
            ["sweep", "3CP", "--over", "meter=0..9", "--over", "others=0,1", "--chart", "x.gif"],
            "chart: 'x.gif'",
        ),
        (["sweep", "3CP", "--over", "meter=0..1999", "--over", "others=0,1"], "over: 4,000 points"),
        (["par", "3CP", "-o", "report.doc"], "output: 'report.doc' must end in .html or .pdf"),
        (
            ["par", "3CP", "-o", "/no/such/folder/report.html"],
            "cannot be written to '/no/such/folder/report.html'",
        ),
        (["par", "4CP", "-o", "report.html"], "'4CP' is not a sheet"),
    ],
)
def test_bad_input_gets_a_sentence(capsys: Capture, arguments: list[str], words: str) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    sentence = captured.err.strip().splitlines()[-1]
    assert sentence.startswith("pitboss: ")
    assert words in sentence


def test_bad_input_as_json(capsys: Capture) -> None:
    for arguments in (["odds", "3CP", "--meter", "-5"], ["odds", "9CP"], ["advise", "3CP", "--hand", "Qs"]):
        assert run([*arguments, "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["message"]


def test_sweep(capsys: Capture, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    over = ["--over", "pair_plus.straight=4..6", "--over", "pair_plus.flush=3,4"]
    found = answer(capsys, "sweep", "3CP", *over, "--json", "--chart", str(chart))
    assert found["figure"] == "pair_plus.house_edge"
    assert len(found["points"]) == 6
    assert found["points"][3]["at"] == {"pair_plus.straight": "5", "pair_plus.flush": "4"}
    assert found["points"][3]["pair_plus.house_edge"] == float(Fraction(308, 5525))
    first = chart.read_bytes()
    assert b"<svg" in first
    answer(capsys, "sweep", "3CP", *over, "--json", "--chart", str(chart))
    assert chart.read_bytes() == first
    assert run(["sweep", "3CP", "--over", "meter=0..100000:50000", "--jackpot-bet", "5"]) == 0
    assert "jackpot.at_meter.house_edge" in capsys.readouterr().out
    exact = answer(capsys, "sweep", "3CP", "--over", "bets.ante=1..2", "--of", "joint.value", "--json")
    assert exact["points"][1]["joint.value"] == str(2 * Fraction(-686689, 20358520))
    assert run(["sweep", "3CP", "--over", "qualifier=J,Q", "--chart", str(tmp_path / "chart.png")]) == 0
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


def reports(folder: Path) -> list[list[str]]:
    """The commands that write a report into a folder, in each kind."""
    asked = ["--bets", "ante=5,jackpot=5", "--meter", "100000"]
    return [["par", "P3CP", "-o", str(folder / f"report.{kind}"), *asked] for kind in ("html", "pdf")]


def test_reports_are_the_same_bytes(tmp_path: Path) -> None:
    """Another process, with another hash seed, writes the same reports."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    assert [run(command) for command in reports(here)] == [0, 0]
    script = f"from pitboss.cli.main import run\nassert [run(one) for one in {reports(there)!r}] == [0, 0]"
    other = {**os.environ, "PYTHONHASHSEED": "0"}
    python(script, env=other)
    assert {path.name for path in here.iterdir()} == {"report.html", "report.pdf"}
    for path in here.iterdir():
        assert path.read_bytes() == (there / path.name).read_bytes()


def test_a_report_says_what_a_lab_asks(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    link = ["--seed", "50000", "--rate", "0.1"]
    assert run(["par", "3CP", "-o", str(path), "--set", "pair_plus.straight=6", *link]) == 0
    capsys.readouterr()
    text = path.read_text(encoding="utf-8")
    for words in (
        "Rules in force",
        "SHA-256 of the sheet",
        "pair_plus.straight=6",
        "Method",
        "Borderline hands",
        "-686689/20358520",
        "407,170,400",
        "Volatility",
        "Several boxes",
        "In the long run the display is",
        "Readings of what the sheet leaves open",
    ):
        assert words in text, words
    assert text.count("<svg") == 4


def test_a_report_says_which_jackpot_bet_it_is_for(capsys: Capture, tmp_path: Path) -> None:
    """Fixed pays do not grow with the bet: the break-even of a dollar is not that of five."""
    path = tmp_path / "report.html"
    assert run(["par", "3CP", "-o", str(path)]) == 0
    unnamed = path.read_text(encoding="utf-8")
    assert "For a jackpot bet of 1 SGD: none was named." in unnamed
    assert ">any value<" in unnamed
    assert "-7,950" not in unnamed
    assert run(["par", "3CP", "-o", str(path), "--jackpot-bet", "5", "--others", "2"]) == 0
    named = path.read_text(encoding="utf-8")
    assert "For a jackpot bet of 5 SGD, as asked." in named
    assert "<td>other boxes</td><td>2</td>" in named
    assert ">80,450.00<" in named


def test_no_jackpot_bet_is_valued_that_nobody_named(capsys: Capture) -> None:
    assert run(["odds", "3CP", "--meter", "100000"]) == 0
    unnamed = " ".join(capsys.readouterr().out.split())
    assert "AKQ spades 1 0.00004525 100%" in unnamed
    assert "depends on its size" in unnamed
    assert "--jackpot-bet 5" in unnamed
    assert "value =" not in unnamed
    assert "displayed" not in unnamed
    assert run(["odds", "3CP", "--jackpot-bet", "5"]) == 0
    assert "it breaks even at 80,450.00" in capsys.readouterr().out
    unknown = pb.odds("3CP")
    assert not unknown.jackpot
    assert unknown.not_counted["jackpot"].endswith("jackpot_bet=5")


def test_a_sheet_without_figures_is_told_bet_by_bet(capsys: Capture) -> None:
    """The reason is that of the game, whatever its rates are."""
    for rates in ([], ["--set", "ante.pays=19 to 20"]):
        assert run(["odds", "MLTH", "--set", "dealing.0.steps.4.0=reveal community 2", *rates]) == 0
        out = capsys.readouterr().out
        assert "main game            not counted" in out
        assert "Main game: not counted. hands: its dealing and decisions fit no family" in out
        assert "whole rates" not in out


@pytest.mark.parametrize(
    ("sheet", "strategy"),
    [
        ("mbs-megalink-stud-v9", {"bet": 63_794_004}),
        ("rws-multilink-holdem-v2", {"folded": ["32o", "42o", "52o", "62o", "72o"]}),
    ],
)
def test_the_other_families_answer_alike(
    capsys: Capture, tmp_path: Path, sheet: str, strategy: dict[str, Any]
) -> None:
    found = answer(capsys, "odds", sheet, "--json", "--jackpot-bet", "5")
    assert strategy.items() <= found["strategy"].items()
    for name, bet in found["bets"].items():
        if name != "jackpot":
            assert float(Fraction(bet["ev"])) == -bet["house_edge"]
            assert sum(row["combinations"] for row in bet["table"]["rows"]) == bet["table"]["total"]
    jackpot = found["bets"]["jackpot"]
    even = -Fraction(jackpot["constant"]) / Fraction(jackpot["slope"])
    assert jackpot["break_even"] == pytest.approx(float(even))
    assert ("multiples" in jackpot) == (sheet == "mbs-megalink-stud-v9")
    assert run(["odds", sheet]) == 0
    assert found["strategy"]["sentence"] in " ".join(capsys.readouterr().out.split())
    report = tmp_path / "report.html"
    assert run(["par", sheet, "-o", str(report)]) == 0
    assert "Method" in report.read_text(encoding="utf-8")


def test_caps_apply_to_the_stake_named(capsys: Capture) -> None:
    free = answer(capsys, "odds", "MLTH", "--json")["bets"]["bonus"]
    capped = answer(capsys, "odds", "MLTH", "--json", "--bets", "bonus=500")["bets"]["bonus"]
    # Aces in both hands, 6 of 1,624,350 deals, pay 200 to 1 instead of 1000 to 1.
    assert Fraction(capped["ev"]) == Fraction(free["ev"]) - 800 * Fraction(6, 1_624_350)
    assert capped["stake"] == "500"
    assert capped["cap_binds_from"]["A-A in both hands"] == 100.0
    at_the_cap = answer(capsys, "odds", "MLTH", "--json", "--bets", "bonus=100")["bets"]["bonus"]
    assert at_the_cap["ev"] == free["ev"]


def test_an_interrupted_report_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    count_cache.clear_memory()
    monkeypatch.setattr(Path, "replace", interrupted)
    assert run(["par", "3CP", "-o", str(tmp_path / "report.html")]) == 130
    assert list(tmp_path.iterdir()) == []


def test_advice_on_a_seen_hand_imports_no_arrays() -> None:
    code = (
        "import sys; from pitboss.cli.main import run\n"
        "run(['advise', '3CP', '--hand', 'Qs 6h 4d', '--bets', 'ante=5,pair_plus=5,jackpot=5', '--json'])\n"
        "print(*sys.modules)"
    )
    done = python(code)
    loaded = {name.partition(".")[0] for name in done.split()}
    assert "pitboss" in loaded
    assert loaded.isdisjoint({"numpy", "numba", "matplotlib"})


def test_progress_is_told_on_the_error_stream(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.cli.analysis_options import counting

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    with counting() as progress:
        progress("jackpot hands", 0, 4)
        progress("jackpot hands", 4, 4)
        progress("all deals", 1, 2)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("Counting every deal; nothing is sampled.") == 1
    assert "4/4" in captured.err
    assert "1/2" in captured.err


def test_a_chart_draws_dollars_and_not_formulas(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    title = r"a$\frac{$"
    over = f"jackpot.lines.2.title={title},$x$"
    assert run(["sweep", "3CP", "--over", over, "--of", "jackpot.break_even", "--chart", str(chart)]) == 0
    drawn = chart.read_text(encoding="utf-8")
    assert f">{title}</text>" in drawn
    assert ">$x$</text>" in drawn
