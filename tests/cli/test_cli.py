"""Every command of ``pitboss``, as a person or a script uses it."""

import io
import json
import os
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

from pitboss import __version__
from pitboss.build import build_hash
from pitboss.cards import DECK, Card
from pitboss.cli import practice
from pitboss.cli.arguments import command_parser
from pitboss.cli.main import run
from pitboss.sheets import load, rounds_folder, sheet_ids
from pitboss.sheets.register import number_of
from tests.programs import LONGEST, PITBOSS, ran
from tests.records.test_examples import EXAMPLES, SHIPPED
from tools.documents.cli import commands, subparsers

COUNTS = {
    "rws-three-card-v3": 106,
    "rws-progressive-three-card-v5": 108,
    "rws-multilink-three-card-v4": 112,
    "rws-multilink-holdem-v2": 119,
    "mbs-megalink-stud-v9": 103,
}
SHORT = {"3CP": 1, "P3CP": 1, "ML3": 1, "MLTH": 3, "MSS": 1}
"""The sheets' short names, with how many decisions a hand takes."""
AREAS = {"3CP": 3, "P3CP": 3, "ML3": 3, "MLTH": 3, "MSS": 2}
"""How many bet areas a box has before the deal."""

Capture = pytest.CaptureFixture[str]


def command(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed command."""
    return subprocess.run(
        [PITBOSS, *arguments], check=False, input=stdin, capture_output=True, text=True, timeout=LONGEST
    )


def example(name: str) -> str:
    return str(next(path for path in EXAMPLES if path.stem.startswith(name)))


# Help and what is no command


def options() -> Iterator[tuple[str, str]]:
    """Every command with each of its options that takes a text."""
    for name in commands():
        parser = subparsers(command_parser([name])).choices[name]
        for action in parser._actions:
            if action.option_strings and action.nargs is None and not (action.type or action.choices):
                yield name, action.option_strings[-1]


@pytest.mark.parametrize(("name", "option"), [*options()])
def test_an_option_whose_value_is_empty_is_a_slip(name: str, option: str, capsys: Capture) -> None:
    """As of a shell's variable that is not set; it must not do what it does without the option."""
    with pytest.raises(SystemExit, match="2"):
        run([name, f"{option}="])
    assert f"{option}: its value is empty" in capsys.readouterr().err


def test_the_installed_command_tells_its_version_and_its_commands() -> None:
    assert command("--version").stdout == f"pitboss {__version__}\n"
    helped = command("-h")
    assert helped.returncode == 0
    for name in ("settle", "verify", "clauses", "sheets", "diff", "explain", "chart", "play"):
        assert name in helped.stdout


def test_without_a_command_help_is_shown(capsys: Capture) -> None:
    assert run([]) == 2
    assert "usage: pitboss" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["settle", "verify", "clauses", "sheets", "diff", "explain", "chart", "play"]
)
def test_every_command_has_help(name: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        run([name, "-h"])
    assert left.value.code == 0
    assert f"usage: pitboss {name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["bluff"], ["settle"], ["diff", "3CP"], ["explain"], ["settle", "--x"]]
)
def test_wrong_arguments_are_a_usage_error(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        run(arguments)
    assert left.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["4CP", "rws", "../3CP", "rws-three-card-v3 "])
@pytest.mark.parametrize("start", [["clauses"], ["chart"], ["diff", "3CP"], ["explain"], ["play"]])
def test_a_name_that_fits_no_sheet_or_several(name: str, start: list[str], capsys: Capture) -> None:
    more = ["1.1"] if start == ["explain"] else []
    assert run([*start, name, *more]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert repr(name) in captured.err
    for sheet in sheet_ids():
        assert sheet in captured.err


@pytest.mark.parametrize("name", ["3CP", "3cp", "rws-three-card-v3", "rws-three", "RWS-THREE-CARD-V3"])
def test_a_sheet_is_found_by_its_names(name: str, capsys: Capture) -> None:
    assert run(["clauses", name, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["rws-three-card-v3"]


# settle


def test_settle_one_file_as_json(capsys: Capture) -> None:
    assert run(["settle", "--json", example("01")]) == 0
    captured = capsys.readouterr()
    (data,) = json.loads(captured.out)["rounds"]
    assert captured.err == ""
    assert captured.out.count("\n") == 1
    keys = {"sheet", "outcome", "lines", "players", "jackpot", "refused"}
    assert keys <= set(data)
    assert (data["sheet"], data["outcome"]) == ("rws-three-card-v3", "settled")
    expected = tomllib.loads(Path(example("01")).read_text(encoding="utf-8"))["expect"]
    assert data["players"] == expected["players"]
    for line in data["lines"]:
        assert list(line) == ["box", "player", "bet", "stake", "result", "net", "clauses", "why"]
        assert line["clauses"]
        assert line["why"].endswith(".")


def test_settle_a_refused_step_and_a_void_round_as_json(capsys: Capture) -> None:
    assert run(["settle", "--json", example("03")]) == 0
    (late,) = json.loads(capsys.readouterr().out)["rounds"]
    for refused in late["refused"]:
        assert set(refused) == {"step", "clauses", "message"}
    assert late["refused"]
    assert run(["settle", "--json", example("05")]) == 0
    (void,) = json.loads(capsys.readouterr().out)["rounds"]
    assert void["outcome"] == "void"
    assert {(line["result"], line["net"]) for line in void["lines"]} == {("returned", "0.00")}


def test_settle_for_people(capsys: Capture) -> None:
    assert run(["settle", example("01")]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "3 Card Poker (RWS, version 3), settled" in captured.out
    assert "clauses" in captured.out
    assert "3.12.1" in captured.out


def test_settle_several_files(capsys: Capture, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.toml")
    files = [example("01"), missing, example("08")]
    assert run(["settle", "--json", *files]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == files
    assert ["rounds" in line for line in lines] == [True, False, True]
    assert run(["settle", *files]) == 2
    captured = capsys.readouterr()
    assert files[0] in captured.out
    assert files[2] in captured.out
    assert captured.err == f"{missing}: the file cannot be read: No such file or directory\n"


def test_the_exit_of_several_files_is_the_highest(capsys: Capture, tmp_path: Path) -> None:
    unsettled = tmp_path / "unsettled.toml"
    unsettled.write_text('sheet = "rws-three-card-v3"\n[[round]]\nsteps = ["bet 1 ann ante 5"]\n')
    assert run(["settle", str(unsettled), example("01")]) == 1
    assert run(["settle", example("01"), example("02")]) == 0
    capsys.readouterr()


def test_settle_several_rounds(capsys: Capture) -> None:
    path = next(path for path in SHIPPED if path.stem == "1.15_grows-until-won")
    assert run(["settle", str(path)]) == 0
    assert "round 1 of " in capsys.readouterr().out


# verify


def test_verify_and_its_report(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    done = command("verify", "--report", str(report))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "548 of 548 clauses accounted for" in done.stdout
    text = report.read_text(encoding="utf-8")
    assert re.search(r"^- Date: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d Singapore time$", text, re.MULTILINE)
    assert f"Pitboss {__version__}, build SHA-256 `" in text
    for sheet in sheet_ids():
        game = load(sheet)
        assert game.sheet.identity.title in text
        assert game.hashes.sheet in text
        assert game.hashes.readings in text
    assert sum(1 for line in text.splitlines() if re.match(r"\| \d", line)) == 548
    assert "FAILED" not in text


def test_a_report_that_cannot_be_written(tmp_path: Path, capsys: Capture) -> None:
    target = str(tmp_path / "no" / "such" / "folder.md")
    assert run(["verify", "--report", target]) == 2
    assert target in capsys.readouterr().err


# clauses, sheets


def test_clauses_as_json(capsys: Capture) -> None:
    assert run(["clauses", "--json"]) == 0
    registers = json.loads(capsys.readouterr().out)
    assert {sheet: len(entries) for sheet, entries in registers.items()} == COUNTS
    assert sum(len(entries) for entries in registers.values()) == 548
    kinds = {"settles", "enforces", "records", "defines"}
    for sheet, entries in registers.items():
        assert [entry["clause"] for entry in entries] == list(load(sheet).register)
        shipped = {path.stem for path in rounds_folder(sheet).glob("*.toml")}
        for entry in entries:
            assert list(entry) == ["clause", "gist", "kind", "rounds", "tests"]
            assert entry["gist"]
            assert entry["kind"] in kinds
            assert set(entry["rounds"]) <= shipped
            if entry["kind"] in ("settles", "enforces"):
                assert entry["rounds"] or entry["tests"], f"{sheet} {entry['clause']} is not proved"


def test_clauses_for_people(capsys: Capture) -> None:
    assert run(["clauses"]) == 0
    everything = capsys.readouterr().out
    for sheet, count in COUNTS.items():
        assert f"{load(sheet).sheet.identity.title} (" in everything
        assert f": {count} clauses" in everything
    assert run(["clauses", "MSS"]) == 0
    assert capsys.readouterr().out.startswith("Megalink Singapore Stud Poker (MBS, version 9): 103 clauses")


def test_sheets(capsys: Capture) -> None:
    assert run(["sheets"]) == 0
    table = capsys.readouterr().out
    assert run(["sheets", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["id"]: row["clauses"] for row in rows} == COUNTS
    assert {row["short"] for row in rows} == set(SHORT)
    for row in rows:
        assert row["id"] in table
        assert row["sheet_sha256"][:16] in table
        assert row["in_force_from"].endswith("+08:00")
        assert re.fullmatch(r"[0-9a-f]{64}", row["readings_sha256"])


# diff, explain, chart


@pytest.mark.parametrize(("first", "second"), list(combinations(SHORT, 2)))
def test_diff(first: str, second: str, capsys: Capture) -> None:
    assert run(["diff", first, second]) == 0
    there = capsys.readouterr().out
    assert run(["diff", second, first]) == 0
    back = capsys.readouterr().out
    found = re.search(r"^(\d+) differences\.", there, re.MULTILINE)
    assert found
    assert int(found[1]) > 0
    assert f"\n{found[1]} differences." in back
    assert re.search(r"\[\d+\.\d+", there), "differences carry clause numbers"


def test_diff_of_a_sheet_with_itself(capsys: Capture) -> None:
    assert run(["diff", "3CP", "rws-three-card-v3"]) == 2
    assert "same sheet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sheet", "clause", "says"),
    [
        ("3CP", "5.8.6", ["Dealer or above", "no player has seen", "5.10"]),
        ("3CP", "5.14", ["Pit Supervisor", "order"]),
        ("P3CP", "4.7", ["envy"]),
        ("ML3", "3.11.3", []),
        ("MLTH", "4.1.1", ["What does the cap on a Bonus bet cover?", "It could also be read so"]),
        ("MSS", "3.15.2", ["Round files that prove it", "3.15.2_"]),
        ("MSS", "3.14", ["Tests that prove it", "test_mss_3_14"]),
    ],
)
def test_explain(sheet: str, clause: str, says: list[str], capsys: Capture) -> None:
    assert run(["explain", sheet, clause]) == 0
    out = capsys.readouterr().out
    assert f"clause {clause}\n" in out
    for words in says:
        assert words in out


def test_explain_a_lettered_point_and_an_unknown_clause(capsys: Capture) -> None:
    assert run(["explain", "MLTH", "3.12.3a"]) == 0
    assert "clause 3.12.3\n" in capsys.readouterr().out
    for clause in ("9.9", "abc", ""):
        assert run(["explain", "MLTH", clause]) == 2
        assert "has no clause" in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["20", "80", "300"])
def test_tables_fit_any_terminal(columns: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (["sheets"], ["chart", "ML3"], ["diff", "3CP", "MLTH"], ["settle", example("01")]):
        assert run(arguments) == 0
        assert capsys.readouterr().out


# A reader that goes away


@pytest.mark.parametrize(
    "arguments", [["sheets"], ["clauses"], ["settle", example("01")], ["-h"]], ids=lambda words: words[0]
)
def test_a_broken_pipe_ends_a_command_quietly(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    try:
        done = subprocess.run(
            [PITBOSS, *arguments],
            check=False,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=LONGEST,
            env=buffered,
        )
    finally:
        os.close(writer)
    assert done.stderr == ""
    assert done.returncode == 0


# play


class Player:
    """Answers the practice table's questions.

    The first rule whose words the question holds and that has answers left decides. Otherwise the
    player bets, continues, presses Enter, and leaves once the round is over.
    """

    def __init__(self, capsys: Capture, rules: dict[str, list[str]]) -> None:
        self.capsys = capsys
        self.rules = {words: list(answers) for words, answers in rules.items()}
        self.transcript = ""
        self.questions = 0

    def __call__(self, question: str = "") -> str:
        self.transcript += self.capsys.readouterr().out + question
        self.questions += 1
        assert self.questions < 200, f"the table asks without end:\n{self.transcript[-2000:]}"
        for words, answers in self.rules.items():
            if words in question and answers:
                answer = answers.pop(0)
                if answer.startswith("clause "):
                    return self.number_of(answer.removeprefix("clause "))
                return answer
        usual = {
            "next round": "q",
            "[b]": "b",
            "[c] continue": "c",
            "Which box": "1",
            "How many cards": "1",
            "[y/n]": "n",
            "What is decided": "continue",
        }
        return next((answer for words, answer in usual.items() if words in question), "")

    def number_of(self, clause: str) -> str:
        """The number under which the irregularity of a clause is listed."""
        listed = re.sub(r"\n {6}", " ", self.transcript)
        found = re.findall(rf"^ +(\d+)  .*\({re.escape(clause)}, ", listed, re.MULTILINE)
        assert found, f"{clause} is not offered:\n{self.transcript}"
        return str(found[-1])


@pytest.fixture
def at_the_table(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Plays at the practice table, with the same cards every time."""
    rng = random.Random(7)

    def shuffled() -> list[Card]:
        deck = list(DECK)
        rng.shuffle(deck)
        return deck

    monkeypatch.setattr(practice, "shuffled", shuffled)

    def play(rules: dict[str, list[str]], *arguments: str) -> str:
        player = Player(capsys, rules)
        monkeypatch.setattr("builtins.input", player)
        assert run(["play", *arguments]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return player.transcript + captured.out

    return play


def of_this_round(transcript: str) -> str:
    """What the player won, as a round file writes it."""
    found = re.search(r"This round: \+?(\S+)\.$", transcript, re.MULTILINE)
    assert found, transcript
    return found[1].replace(",", "")


def settle_saved(path: Path, capsys: Capture) -> dict[str, str]:
    assert run(["settle", "--json", str(path)]) == 0
    (data,) = json.loads(capsys.readouterr().out)["rounds"]
    players: dict[str, str] = data["players"]
    return players


@pytest.mark.parametrize("boxes", ["1", "3"])
@pytest.mark.parametrize("short", SHORT)
def test_a_saved_round_settles_to_the_same_result(
    short: str, boxes: str, at_the_table: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    saved = tmp_path / "round.toml"
    transcript = at_the_table({"How many boxes": [boxes]}, short, "--save", str(saved))
    assert f"The finished rounds are written to {saved}." in transcript
    assert "Thank you for playing." in transcript
    assert settle_saved(saved, capsys) == {"you": of_this_round(transcript)}
    assert run(["settle", str(saved)]) == 0
    settled = capsys.readouterr().out
    assert settled.partition("\n\n")[2].strip() in transcript


@pytest.mark.parametrize("short", SHORT)
def test_folding_and_checking(
    short: str, at_the_table: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    saved = tmp_path / "round.toml"
    answers = ["b", "c", "c"] if short == "MLTH" else ["f"]
    transcript = at_the_table({"[b]": answers}, short, "--save", str(saved))
    assert settle_saved(saved, capsys) == {"you": of_this_round(transcript)}
    text = saved.read_text(encoding="utf-8")
    assert ("check 1" in text) == (short == "MLTH")
    assert ("fold 1" in text) == (short != "MLTH")


@pytest.mark.parametrize("short", SHORT)
def test_a_ruling_voids_the_round(
    short: str, at_the_table: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    saved = tmp_path / "round.toml"
    clause = "6.1" if short == "MSS" else "5.23"
    rules = {"[b]": ["!"], "A number": [f"clause {clause}"], "What is decided": ["void"]}
    transcript = at_the_table(rules, short, "--save", str(saved))
    assert f"The round is void ({clause}" in transcript
    assert of_this_round(transcript) == "0.00"
    assert settle_saved(saved, capsys) == {"you": "0.00"}


@pytest.mark.parametrize("way", ["c", "w"])
@pytest.mark.parametrize("short", SHORT)
def test_an_option_is_offered_and_taken(
    short: str, way: str, at_the_table: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    saved = tmp_path / "round.toml"
    number = "0" if short == "MSS" else "clause 5.10"
    rules = {"[b]": ["!"], "[c] continue": [way], "A number": [number], "put right": ["n"]}
    transcript = at_the_table(rules, short, "--save", str(saved))
    assert "You may continue or take your bets back." in transcript
    assert settle_saved(saved, capsys) == {"you": of_this_round(transcript)}
    if way == "w":
        assert of_this_round(transcript) == "0.00"


@pytest.mark.parametrize("short", [short for short in SHORT if short != "MSS"])
def test_an_interruption_voids_the_round(short: str, at_the_table: Callable[..., str]) -> None:
    transcript = at_the_table({"[b]": ["!"], "A number": ["0"]}, short)
    assert "The round is void" in transcript
    assert of_this_round(transcript) == "0.00"


def test_every_irregularity_that_is_offered_can_be_raised(at_the_table: Callable[..., str]) -> None:
    """Whatever is answered, the table goes on; the loop ends because every rule runs out."""
    for short in SHORT:
        for number in range(1, 16):
            rules = {
                "[b]": ["!"],
                "A number": [str(number)],
                "Which box": ["1"],
                "put right": ["y"],
                "on purpose": ["n"],
                "Which cards": ["? ?"],
                "How many cards": ["1"],
                "What is decided": ["c"],
            }
            assert "This round: " in at_the_table(rules, short)


def test_answers_that_make_no_sense_are_asked_again(at_the_table: Callable[..., str]) -> None:
    rules = {
        "A number, or q": ["0", "99", "what", "3cp"],
        "How many boxes": ["!", "many"],
        "Ante: amount": ["-5", "1.234", "²", "1", "1000", "25"],
        "Jackpot: amount": ["7", "5"],
        "[b]": ["maybe", "", "!", "b"],
        "A number, or Enter": ["99"],
    }
    transcript = at_the_table(rules)
    for words in ("below zero", "two decimals", "Refused: ", "from 1 to 3", "Please answer b or f"):
        assert words in transcript
    assert "This round: " in transcript


@pytest.mark.parametrize("digit", ["²", "9" * 5000], ids=["superscript", "far too long"])
@pytest.mark.parametrize("question", ["A number, or q", "A number, or Enter", "Which box", "How many cards"])
def test_digits_of_other_scripts_are_refused_as_numbers(
    question: str, digit: str, at_the_table: Callable[..., str]
) -> None:
    clause = "clause 5.15" if question in ("Which box", "How many cards") else ""
    rules = {question: [digit, "3cp" if question == "A number, or q" else ""]}
    rules |= {
        "A number, or q": ["3cp"],
        "[b]": ["!"],
        "A number, or Enter": [clause],
        "Which box": ["1"],
    } | rules
    assert "This round: " in at_the_table(rules)


def test_a_number_beyond_the_list_raises_nothing(at_the_table: Callable[..., str]) -> None:
    """Only 0 is an interruption; 00 is no number of the list."""
    transcript = at_the_table({"[b]": ["!", "b"], "A number": ["00"]}, "3CP")
    assert "What is decided" not in transcript


def test_no_bet_at_all_is_asked_again(at_the_table: Callable[..., str]) -> None:
    transcript = at_the_table({"amount, 0 for none": ["0", "0", "10", "0", "0"]}, "3CP")
    assert "A bet is needed to take part." in transcript
    assert "This round: " in transcript


def test_several_rounds_in_a_row(at_the_table: Callable[..., str]) -> None:
    transcript = at_the_table(
        {"next round": ["", "", "q"], "[b]": ["f"] * 3, "Jackpot: amount": ["5"] * 3}, "3CP"
    )
    assert transcript.count("This round: ") == 3
    assert len(set(re.findall(r"Jackpot    (\S+)", transcript))) == 3, "each jackpot bet raises the display"


@pytest.mark.parametrize("leaving", ["q\n", "Q\n", "quit\n", ""], ids=["q", "Q", "quit", "EOF"])
@pytest.mark.parametrize("answered", range(6))
def test_leaving_at_any_question(
    leaving: str, answered: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    answers = ["5\n", "1\n", "\n", "\n", "\n", "f\n"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(answers[:answered]) + leaving))
    assert run(["play"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.endswith("Thank you for playing.\n")


@pytest.mark.parametrize("short", SHORT)
def test_play_with_the_installed_command(short: str, tmp_path: Path, capsys: Capture) -> None:
    saved = tmp_path / "round.toml"
    stdin = "1\n" + "\n" * (AREAS[short] + 1) + "b\n" * SHORT[short] + "q\n"
    done = command("play", short, "--save", str(saved), stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    assert settle_saved(saved, capsys) == {"you": of_this_round(done.stdout)}


def test_a_round_that_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    target = str(tmp_path / "no" / "folder.toml")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n\n\n\nf\n"))
    assert run(["play", "3CP", "--save", target]) == 2
    assert target in capsys.readouterr().err


# The registers name what exists


def collected(request: pytest.FixtureRequest) -> set[str]:
    """Every test there is, by its name with and without its parameters."""
    names = all_of_this_run(request) or collected_anew()
    return names | {name.partition("[")[0] for name in names}


def all_of_this_run(request: pytest.FixtureRequest) -> set[str]:
    """Every test, where this run is of all of them."""
    config, whole = request.config, Path(__file__).parents[1]
    if [config.rootpath / name for name in config.args] != [whole]:
        return set()
    if config.option.keyword or config.option.markexpr:
        return set()
    return {item.nodeid.partition("::")[2] for item in request.session.items}


def collected_anew() -> set[str]:
    """Every test, by a run of its own that runs none."""
    plainly = ("-o", "addopts=", "--collect-only", "-q", "-p", "no:cacheprovider")
    done = ran(sys.executable, "-m", "pytest", *plainly, cwd=Path(__file__).parents[2])
    return {line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line}


def test_every_test_that_a_register_names_exists(request: pytest.FixtureRequest) -> None:
    existing = collected(request)
    named = [
        (sheet, clause, test)
        for sheet in sheet_ids()
        for clause, entry in load(sheet).register.items()
        for test in entry.tests
    ]
    assert named
    assert [entry for entry in named if entry[2].rpartition("::")[2] not in existing] == []


def proof(path: Path) -> list[str]:
    clauses: list[str] = tomllib.loads(path.read_text(encoding="utf-8"))["proof"]["clauses"]
    return clauses


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_proof_names_clauses_of_its_sheet(sheet: str) -> None:
    register = load(sheet).register
    unknown = {
        path.stem: clause
        for path in rounds_folder(sheet).glob("*.toml")
        for clause in proof(path)
        if number_of(clause) not in register
    }
    assert unknown == {}


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_round_file_is_named_after_a_clause_it_proves(sheet: str) -> None:
    wrong = []
    for path in sorted(rounds_folder(sheet).iterdir()):
        clause, _, slug = path.stem.partition("_")
        form = path.suffix == ".toml" and re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", slug)
        if not form or clause not in [*proof(path), *map(number_of, proof(path))]:
            wrong.append(f"{path.name} proves {' '.join(proof(path))}")
    assert wrong == []


def test_settle_reads_no_source_but_where_it_names_the_build(capsys: pytest.CaptureFixture[str]) -> None:
    file = example("01")
    build_hash.cache_clear()
    assert run(["settle", file]) == 0
    assert build_hash.cache_info().misses == 0
    capsys.readouterr()
    assert run(["settle", file, "--json"]) == 0
    assert build_hash() in capsys.readouterr().out
