"""Whatever a file holds, ``pitboss settle`` answers as the contract says, and never with a traceback."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cli.main import run
from pitboss.records import FileFailed, FileFault, play
from pitboss.records.round_file import LARGEST_FILE, parse_round_file, parse_toml
from pitboss.records.rounds_json import rounds_json
from tests.programs import LONGEST, PITBOSS
from tests.records.test_examples import SHIPPED

SHEET = 'sheet = "rws-three-card-v3"\n'
JACKPOT = '[jackpot]\nvalue = "100"\nreset = "50"\ncontribution = "0"\n'
BETS = ["bet 1 ann ante 25", "close"]
DEALT = [*BETS, "deal 1 As Ks 2d", "deal dealer Qd 9c 3s", "look 1"]
PLAYED = [*DEALT, "bet 1 ann play 25", "reveal"]
STEPS = [*PLAYED, "settle"]


class Answer(NamedTuple):
    """What the command said."""

    status: int
    out: str
    err: str

    @property
    def error(self) -> dict[str, Any]:
        """The error object, which must be all that was printed."""
        data = json.loads(self.out)
        assert set(data) == {"error"}
        error: dict[str, Any] = data["error"]
        return error


def rounds(*steps: list[str]) -> str:
    """The ``[[round]]`` sections of a file."""
    return "".join(f"[[round]]\nsteps = {json.dumps(each, ensure_ascii=False)}\n" for each in steps)


def write(folder: Path, content: str | bytes) -> str:
    """A file of that content; the name is the path as the command takes it."""
    path = folder / "round.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def settle(capsys: pytest.CaptureFixture[str], *arguments: str) -> Answer:
    """Settle in this process."""
    status = run(["settle", *arguments])
    return Answer(status, *capsys.readouterr())


def command(*arguments: str, **environment: str) -> Answer:
    """Run the installed command."""
    together = {**os.environ, **environment}
    done = subprocess.run(
        [PITBOSS, *arguments], check=False, capture_output=True, text=True, timeout=LONGEST, env=together
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def check_unreadable(answer: Answer, mentions: str, keys: set[str]) -> None:
    """Exit 2 and the error object of a file that cannot be read."""
    assert answer.status == 2
    assert answer.err == ""
    assert set(answer.error) == {"message", *keys}
    assert mentions.lower() in answer.error["message"].lower()


def check_for_people(answer: Answer, status: int, file: str, mentions: str) -> None:
    """One sentence on the error stream that names the file, and nothing else."""
    assert answer.status == status
    assert answer.out == ""
    assert answer.err.startswith(file.replace("\0", "\\u0000")), "no terminal is given a command"
    assert answer.err.count("\n") == 1
    assert mentions.lower() in answer.err.lower()
    assert "Traceback" not in answer.err


HUGE_HEX = "0x" + "f" * 6000

UNREADABLE_FILES: dict[str, tuple[str | bytes, str]] = {
    "malformed TOML": (b"sheet = \n", "line 1"),
    "unclosed string": (b'sheet = "rws\n', "TOML"),
    "key twice": (SHEET + SHEET, "TOML"),
    "empty": (b"", "sheet"),
    "binary": (bytes(range(256)), "UTF-8"),
    "NUL bytes": (b"\0" * 100, "TOML"),
    "Latin-1": ('sheet = "é"'.encode("latin-1"), "UTF-8"),
    "UTF-16": ((SHEET + rounds(STEPS)).encode("utf-16"), "UTF-8"),
    "huge": (b"#" * (LARGEST_FILE + 1), "larger than"),
    "nested lists": (SHEET + "x = " + "[" * 100_000, "nested"),
    "nested tables": (SHEET + "x = " + "{a=" * 100_000, "nested"),
    "nested dotted key": (SHEET + "[table]\nboxes." + ".".join("a" * 1500) + " = 1\n", "nested too deeply"),
    "huge decimal number": (SHEET + f"[table]\nboxes = {'9' * 5000}\n", "number"),
    "huge hexadecimal boxes": (SHEET + f"[table]\nboxes = {HUGE_HEX}\n", "table.boxes"),
    "huge hexadecimal sheet": (f"sheet = {HUGE_HEX}\n", "sheet"),
    "huge hexadecimal money": (SHEET + f"[table]\njackpot_bet = {HUGE_HEX}\n", "table.jackpot_bet"),
    "no sheet": (rounds(STEPS), "sheet"),
    "unknown sheet": ('sheet = "rws-four-card"\n' + rounds(STEPS), "rws-four-card"),
    "sheet with a path": ('sheet = "../sheets/rws-three-card-v3"\n' + rounds(STEPS), "is not a sheet"),
    "sheet a number": ("sheet = 3\n" + rounds(STEPS), "3 is not a sheet"),
    "sheet a list": ('sheet = ["rws-three-card-v3"]\n' + rounds(STEPS), "is not a sheet"),
    "unknown key": ('colour = "red"\n' + SHEET + rounds(STEPS), "colour"),
    "no round": (SHEET, "[[round]]"),
    "round is one table": (SHEET + "[round]\nsteps = []\n", "[[round]]"),
    "round is no table": (SHEET + "round = 3\n", "round"),
    "table is a list": (SHEET + "[[table]]\nboxes = 7\n" + rounds(STEPS), "table"),
    "table is a word": ('table = "mine"\n' + SHEET + rounds(STEPS), "table"),
    "jackpot is a list": (SHEET + "[[jackpot]]\n" + rounds(STEPS), "jackpot"),
}


@pytest.mark.parametrize(("content", "mentions"), UNREADABLE_FILES.values(), ids=UNREADABLE_FILES)
def test_files_that_cannot_be_read(
    content: str | bytes, mentions: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, content)
    check_unreadable(settle(capsys, "--json", file), mentions, set())
    check_for_people(settle(capsys, file), 2, file, mentions)


@pytest.mark.parametrize(
    ("name", "mentions"),
    [("nothing-there.toml", "No such file"), (".", "directory"), ("a\0b", "file name"), ("x" * 5000, "long")],
    ids=["missing", "directory", "NUL in the name", "name too long"],
)
def test_names_that_cannot_be_read(
    name: str, mentions: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / name)
    check_unreadable(settle(capsys, "--json", file), mentions, set())
    check_for_people(settle(capsys, file), 2, file, mentions)


def test_a_file_that_may_not_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused by the system itself; root may read everything, so the refusal is put in its mouth."""

    def refuse(self: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = write(tmp_path, SHEET + rounds(STEPS))
    monkeypatch.setattr(Path, "open", refuse)
    check_unreadable(settle(capsys, "--json", file), "Permission denied", set())


WRONG_SECTIONS = {
    "unknown key in table": ('[table]\ncolour = "red"\n', "table.colour"),
    "unknown device": ('[table]\ndealing = "hand"\n', "table.dealing"),
    "device a number": ("[table]\ndealing = 1\n", "table.dealing"),
    "no boxes": ("[table]\nboxes = 0\n", "table.boxes"),
    "negative boxes": ("[table]\nboxes = -1\n", "table.boxes"),
    "too many boxes": ("[table]\nboxes = 8\n", "1 to 7"),
    "boxes a string": ('[table]\nboxes = "7"\n', "table.boxes"),
    "boxes a float": ("[table]\nboxes = 7.0\n", "table.boxes"),
    "boxes true": ("[table]\nboxes = true\n", "table.boxes"),
    "boxes not a number": ("[table]\nboxes = nan\n", "table.boxes"),
    "boxes a date": ("[table]\nboxes = 2020-03-17\n", "table.boxes"),
    "jackpot bet a number": ("[table]\njackpot_bet = 5\n", "table.jackpot_bet"),
    "jackpot bet zero": ('[table]\njackpot_bet = "0"\n', "table.jackpot_bet"),
    "jackpot bet negative": ('[table]\njackpot_bet = "-5"\n', "below zero"),
    "jackpot bet of three decimals": ('[table]\njackpot_bet = "5.001"\n', "two decimals"),
    "limits a list": ('[table]\nlimits = ["1", "2"]\n', "table.limits"),
    "limits of no bet": ('[table.limits]\ninsurance = ["1", "2"]\n', "insurance"),
    "limits of another game's bet": ('[table.limits]\nflop = ["1", "2"]\n', "flop"),
    "limits of one amount": ('[table.limits]\nante = ["1"]\n', "table.limits.ante"),
    "limits of three amounts": ('[table.limits]\nante = ["1", "2", "3"]\n', "table.limits.ante"),
    "limits of numbers": ("[table.limits]\nante = [1, 2]\n", "table.limits.ante"),
    "limits upside down": ('[table.limits]\nante = ["100", "25"]\n', "over the maximum"),
    "limits of three decimals": ('[table.limits]\nante = ["0.001", "25"]\n', "two decimals"),
    "unknown key in jackpot": (JACKPOT + 'colour = "red"\n', "jackpot.colour"),
    "jackpot value missing": ('[jackpot]\nreset = "1"\ncontribution = "0"\n', "jackpot.value"),
    "jackpot reset missing": ('[jackpot]\nvalue = "1"\ncontribution = "0"\n', "jackpot.reset"),
    "contribution missing": ('[jackpot]\nvalue = "1"\nreset = "1"\n', "jackpot.contribution"),
    "jackpot value a number": (JACKPOT.replace('"100"', "100"), "jackpot.value"),
    "jackpot value negative": (JACKPOT.replace('"100"', '"-100"'), "jackpot.value"),
    "jackpot value infinite": (JACKPOT.replace('"100"', '"inf"'), "jackpot.value"),
    "jackpot value with an exponent": (JACKPOT.replace('"100"', '"1e999999"'), "jackpot.value"),
    "jackpot value of Arabic digits": (JACKPOT.replace('"100"', '"١٠٠"'), "jackpot.value"),
    "contribution over 1": (JACKPOT.replace('"0"', '"1.5"'), "jackpot.contribution"),
    "contribution negative": (JACKPOT.replace('"0"', '"-0.1"'), "jackpot.contribution"),
    "contribution a number": (JACKPOT.replace('"0"', "0.1"), "jackpot.contribution"),
}


@pytest.mark.parametrize(("section", "mentions"), WRONG_SECTIONS.values(), ids=WRONG_SECTIONS)
def test_sections_that_cannot_be_read(
    section: str, mentions: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, SHEET + section + rounds(STEPS))
    check_unreadable(settle(capsys, "--json", file), mentions, set())
    check_for_people(settle(capsys, file), 2, file, mentions)


WRONG_ROUNDS = {
    "no steps": ("[[round]]\n", "steps"),
    "unknown key": ('[[round]]\ncolour = "red"\nsteps = []\n', "steps"),
    "steps a string": ('[[round]]\nsteps = "close"\n', "list"),
}


@pytest.mark.parametrize(("section", "mentions"), WRONG_ROUNDS.values(), ids=WRONG_ROUNDS)
def test_rounds_that_cannot_be_read(
    section: str, mentions: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, SHEET + rounds(STEPS) + section)
    answer = settle(capsys, "--json", file)
    check_unreadable(answer, mentions, {"round"})
    assert answer.error["round"] == 2
    check_for_people(settle(capsys, file), 2, f"{file}, round 2:", mentions)


@pytest.mark.parametrize("step", ["3", "true", "[]", '["close"]', "{}", "2020-03-17", "nan", HUGE_HEX[:99]])
def test_a_step_is_a_string(step: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, SHEET + f'[[round]]\nsteps = ["close", {step}]\n')
    answer = settle(capsys, "--json", file)
    check_unreadable(answer, "must be a string", {"round", "step"})
    assert (answer.error["round"], answer.error["step"]) == (1, 2)


def test_a_step_that_is_a_huge_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, SHEET + f"[[round]]\nsteps = [{HUGE_HEX}]\n")
    check_unreadable(settle(capsys, "--json", file), "must be a string", {"round", "step"})


WRONG_STEPS = {
    "empty": ("", "empty"),
    "blank": (" \t ", "empty"),
    "unknown word": ("bluff 1", "bluff"),
    "word in capitals": ("CLOSE", "CLOSE"),
    "word of another alphabet": ("сlose", "is not a step"),
    "no space after the exclamation mark": ("!close", "!close"),
    "two exclamation marks": ("! ! close", "'!'"),
    "bet without amount": ("bet 1 ann ante", "number of arguments"),
    "bet with too much": ("bet 1 ann ante 25 unnoticed twice", "number of arguments"),
    "bet with another word": ("bet 1 ann ante 25 hidden", "hidden"),
    "bet of no name": ("bet 1 ann Insurance 25", "Insurance"),
    "bet of a name that no sheet has": ("bet 1 ann insurance 25", "no sheet has a bet called insurance"),
    "withdrawal of such a bet": ("withdraw 1 insurance", "no sheet has a bet called insurance"),
    "ruling on such a bet": ("report 5.23 action=collect box=1 bet=tie", "no sheet has a bet called tie"),
    "a bonus that is no bet": ("bet 1 ann ante_bonus 25", "ante_bonus"),
    "amount zero": ("bet 1 ann ante 0", "zero"),
    "amount zero with decimals": ("bet 1 ann ante 0.00", "zero"),
    "amount negative": ("bet 1 ann ante -25", "-25"),
    "amount of three decimals": ("bet 1 ann ante 25.001", "two decimals"),
    "amount of three decimals that are zeros": ("bet 1 ann ante 25.000", "two decimals"),
    "amount with a comma": ("bet 1 ann ante 1,000", "1,000"),
    "amount with an exponent": ("bet 1 ann ante 1e3", "1e3"),
    "amount in words": ("bet 1 ann ante all", "all"),
    "amount in Arabic digits": ("bet 1 ann ante ٢٥", "٢٥"),
    "amount in full-width digits": ("bet 1 ann ante ２５", "２５"),
    "amount beyond all bounds": (f"bet 1 ann ante {'9' * 400}", "999"),
    "amount of superscripts": ("bet 1 ann ante ²", "²"),
    "box in words": ("bet one ann ante 25", "one"),
    "box negative": ("bet -1 ann ante 25", "-1"),
    "box in Arabic digits": ("bet ١ ann ante 25", "١"),
    "box a superscript": ("look ²", "²"),
    "box beyond all bounds": (f"look {'9' * 5000}", "999"),
    "box with a zero before it": ("look 01", "01"),
    "withdraw without a bet": ("withdraw 1", "number of arguments"),
    "withdraw of a bet of no name": ("withdraw 1 in-surance", "in-surance"),
    "close with an argument": ("close now", "number of arguments"),
    "burn without a card": ("burn", "number of arguments"),
    "burn of two cards": ("burn As Ks", "number of arguments"),
    "deal without cards": ("deal 1", "number of arguments"),
    "deal to nobody": ("deal", "number of arguments"),
    "deal to an unknown place": ("deal pit As", "pit"),
    "unknown rank": ("deal 1 1s Ks Qs", "1s"),
    "unknown suit": ("deal 1 Ax Ks Qs", "Ax"),
    "card in lower case": ("deal 1 as Ks Qs", "as"),
    "suit as a symbol": ("deal 1 A♠ Ks Qs", "A♠"),
    "card without a suit": ("deal 1 10", "10"),
    "far too many cards": ("deal 1 " + "? " * 500, "too many"),
    "show without cards": ("show dealer", "number of arguments"),
    "look without a box": ("look", "number of arguments"),
    "fold of two boxes": ("fold 1 2", "number of arguments"),
    "reveal with an argument": ("reveal flop", "number of arguments"),
    "settle with an argument": ("settle all", "number of arguments"),
    "interrupt with an argument": ("interrupt 5", "number of arguments"),
    "choose without a way": ("choose 1", "number of arguments"),
    "choose an unknown way": ("choose 1 stay", "stay"),
    "report of nothing": ("report", "number of arguments"),
    "report of no clause": ("report misdeal", "misdeal"),
    "report of Arabic digits": ("report ٥.٨", "٥.٨"),
    "unknown argument": ("report 5.8.1 colour=red", "colour=red"),
    "argument without a value": ("report 5.8.1 box", "'box'"),
    "argument twice": ("report 5.15 box=1 box=2", "twice"),
    "unknown role": ("report 5.23 action=void by=player", "player"),
    "unknown action": ("report 5.23 action=pause", "pause"),
    "neither yes nor no": ("report 5.8.6 reconstructed=maybe", "maybe"),
    "box argument in words": ("report 5.15 box=one reconstructed=no", "one"),
    "box argument empty": ("report 5.15 box= reconstructed=no", "box number"),
    "count in words": ("report 5.15 box=1 reconstructed=no count=few", "few"),
    "order of no cards": ("report 5.14 order=first,second", "first"),
}


@pytest.mark.parametrize("prefix", ["", "! "], ids=["plain", "after an exclamation mark"])
@pytest.mark.parametrize(("step", "mentions"), WRONG_STEPS.values(), ids=WRONG_STEPS)
def test_steps_that_cannot_be_read(
    step: str, mentions: str, prefix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, SHEET + rounds(STEPS, ["bet 1 ann ante 25", prefix + step, "settle"]))
    answer = settle(capsys, "--json", file)
    check_unreadable(answer, mentions, {"round", "step"})
    assert (answer.error["round"], answer.error["step"]) == (2, 2)
    check_for_people(settle(capsys, file), 2, f"{file}, round 2, step 2:", mentions)


class Failing(NamedTuple):
    """A file that can be read and must not be played as it stands."""

    steps: list[str]
    step: int
    clauses: set[str]
    mentions: str
    head: str = ""


TWICE = ["bet 1 ann ante 25", "close", "deal 1 As Ks 2d", "deal dealer As 9c 3s"]
UNKNOWN_CARDS = [*BETS, "deal 1 As Ks 2d", "deal dealer ? ? ?", "bet 1 ann play 25", "reveal", "settle"]
STUD = 'sheet = "mbs-megalink-stud-v9"\n'
SHOE = '[table]\ndealing = "shoe"\n'
LIMITS = '[table.limits]\nante = ["25", "100"]\n'

FAILING = {
    "no box 0": Failing(["bet 0 ann ante 25"], 1, {"2.1.1"}, "box 0"),
    "no box 8": Failing(["bet 8 ann ante 25"], 1, {"2.1.1"}, "box 8"),
    "no box 9999": Failing([*DEALT, "fold 9999"], 6, {"2.1.1"}, "box 9999"),
    "no cards for box 8": Failing([*BETS, "deal 8 As Ks 2d"], 3, {"2.1.1"}, "box 8"),
    "a report of box 8": Failing([*DEALT, "report 5.15 box=8 reconstructed=no"], 6, {"2.1.1"}, "box 8"),
    "no box 4 of 3": Failing(["bet 4 ann ante 25"], 1, {"2.1.1"}, "box 4", "[table]\nboxes = 3\n"),
    "another game's bet": Failing(["bet 1 ann flop 25"], 1, {"2.1.1", "3.6"}, "flop"),
    "another game's bet taken back": Failing(["withdraw 1 flop"], 1, {"2.1.1", "3.6"}, "flop"),
    "another house's bet": Failing(["bet 1 ann bet 25"], 1, {"2.1.1", "3.6"}, "bet"),
    "another player's box": Failing(["bet 1 ann ante 25", "bet 1 bob ante 25"], 2, {"3.5"}, "ann"),
    "over the maximum": Failing(["bet 1 ann ante 101"], 1, {"5.1", "3.4"}, "101.00", LIMITS),
    "under the minimum": Failing(["bet 1 ann ante 24.99"], 1, {"5.2", "3.4"}, "24.99", LIMITS),
    "jackpot bet without a jackpot": Failing(
        ["bet 1 ann ante 25", "bet 1 ann jackpot 5"], 2, {"3.8"}, "no jackpot"
    ),
    "jackpot bet without an ante": Failing(["bet 1 ann jackpot 5"], 1, {"3.8", "5.4"}, "Ante", JACKPOT),
    "bet after close": Failing([*BETS, "bet 2 bob ante 25"], 3, {"5.11"}, "closed"),
    "withdrawal after close": Failing([*BETS, "withdraw 1 ante"], 3, {"5.11"}, "closed"),
    "cards before close": Failing(["bet 1 ann ante 25", "deal 1 As Ks 2d"], 2, {"3.9"}, "No more Bets"),
    "play before the cards": Failing([*BETS, "bet 1 ann play 25"], 3, {"3.12"}, "not due"),
    "play of another size": Failing([*DEALT, "bet 1 ann play 30"], 6, {"3.12.2"}, "25.00"),
    "reveal before the decision": Failing([*DEALT, "reveal"], 6, {"3.12"}, "box 1 must decide"),
    "look at a box without an ante": Failing([*DEALT, "look 2"], 6, {"3.14"}, "box 2"),
    "check in three card poker": Failing([*DEALT, "check 1"], 6, {"3.12"}, "cannot check"),
    "check in stud": Failing(
        [*BETS, "deal 1 As Ks Qd 7c 2h", "deal dealer Ah Kd 9c 8c 3s", "check 1"],
        5,
        {"3.9"},
        "cannot check",
        STUD,
    ),
    "burn at a shuffler": Failing([*BETS, "burn As"], 3, {"2.1.1", "3.11"}, "burnt"),
    "community cards": Failing([*BETS, "deal community As"], 3, {"2.1.1"}, "community"),
    "a card twice": Failing([*TWICE, "look 1"], 5, {"5.8.3"}, "reported"),
    "a card twice in one hand": Failing([*BETS, "deal 1 As As 2d", "look 1"], 4, {"5.8.3"}, "reported"),
    "two cards for a box": Failing([*BETS, "deal 1 As Ks", "bet 1 ann play 25"], 4, {"5.15"}, "2 cards"),
    "two cards for the Dealer": Failing(
        [*BETS, "deal 1 As Ks 2d", "deal dealer Qd 9c", "bet 1 ann play 25", "reveal"],
        6,
        {"5.8.7"},
        "2 cards",
    ),
    "an unknown card that is needed": Failing(UNKNOWN_CARDS, 7, {"3.15", "4.5"}, "the Dealer"),
    "settle missing": Failing(PLAYED, 7, set(), "settle"),
    "settle missing and a decision due": Failing(DEALT, 5, {"3.12"}, "box 1 must decide"),
    "settle missing after a void": Failing([*DEALT, "report 5.8.1"], 6, set(), "settle"),
    "a step after settle": Failing([*STEPS, "look 1"], 9, {"1.18"}, "settled"),
    "a step after a void": Failing([*DEALT, "report 5.8.1", "fold 1"], 7, {"5.8.1"}, "void"),
    "an option still open": Failing(
        [*BETS, "deal 1 As Ks 2d", "report 5.10 box=1 reconstructed=no", "look 1"],
        5,
        {"5.10", "5.10.3"},
        "choose",
    ),
    "a choice without an option": Failing([*DEALT, "choose 1 withdraw"], 6, {"5.10"}, "no option"),
    "a refusal that does not come": Failing(["! bet 1 ann ante 25"], 1, set(), "had to be refused"),
    "a settlement that had to be refused": Failing(
        [*PLAYED, "! settle", "settle"], 8, set(), "had to be refused"
    ),
    "reconstructed missing": Failing([*DEALT[:4], "report 5.8.6"], 5, {"5.8.6"}, "reconstructed="),
    "box missing": Failing([*DEALT, "report 5.15 reconstructed=no"], 6, {"5.15"}, "box="),
    "action missing": Failing([*DEALT, "report 5.23"], 6, {"5.23"}, "action="),
    "the box of a ruling missing": Failing([*DEALT, "report 5.23 action=return"], 6, {"5.23"}, "box="),
    "order missing": Failing([*BETS, "report 5.14"], 3, {"5.14"}, "order=", SHOE),
    "count missing": Failing([*BETS, "report 5.8"], 3, {"5.8"}, "count=", STUD),
    "a role too low": Failing(
        [*DEALT, "report 5.23 action=void by=pit_manager"], 6, {"5.23"}, "shift manager"
    ),
    "a clause that cannot be reported": Failing([*DEALT, "report 3.1"], 6, {"5.23", "3.1"}, "3.1"),
    "a clause that does not exist": Failing([*DEALT, "report 99.9"], 6, {"5.23"}, "99.9"),
    "a contradicted report": Failing(
        [*DEALT, "report 5.8.6 reconstructed=no"], 6, {"5.10"}, "seen their cards"
    ),
    "a report before any bet": Failing(["report 5.8.1"], 1, {"5.8.1"}, "no bet"),
    "an interruption before any bet": Failing(["interrupt"], 1, {"3.2"}, "no bet"),
}


@pytest.mark.parametrize("case", FAILING.values(), ids=FAILING)
def test_files_whose_steps_cannot_be_played(
    case: Failing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = case.head if case.head.startswith("sheet") else SHEET + case.head
    file = write(tmp_path, head + rounds(case.steps))
    answer = settle(capsys, "--json", file)
    error = answer.error
    assert answer.status == 1
    assert answer.err == ""
    assert list(error) == ["round", "step", "clauses", "message"]
    assert (error["round"], error["step"]) == (1, case.step), error
    assert case.mentions.lower() in error["message"].lower()
    assert not case.clauses or case.clauses & set(error["clauses"]), error
    check_for_people(settle(capsys, file), 1, f"{file}, round 1, step {case.step}", case.mentions)


def test_the_failing_round_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, SHEET + rounds(STEPS, STEPS, [*DEALT, "reveal"], STEPS))
    error = settle(capsys, "--json", file).error
    assert (error["round"], error["step"]) == (3, 6)


def test_a_fault_of_reading_comes_before_one_of_playing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, SHEET + rounds([*BETS, "bet 1 ann ante 5"], ["deal 1 Zz"]))
    answer = settle(capsys, "--json", file)
    check_unreadable(answer, "Zz", {"round", "step"})
    assert (answer.error["round"], answer.error["step"]) == (2, 1)


@pytest.mark.parametrize(
    "name", ["josé", "王", "אבג", "ann-marie", "a'b", 'a"b', "🂡", "\u202eann", "e\u0301"]
)
def test_unusual_names_are_names(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [step.replace("ann", name) for step in STEPS]
    answer = settle(capsys, "--json", write(tmp_path, SHEET + rounds(steps)))
    assert answer.status == 0
    assert json.loads(answer.out)["rounds"][0]["players"] == {name: "50.00"}


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_files_as_windows_editors_write_them_are_read_alike(
    mark: str, ends: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SHEET + "\n# a comment\n" + rounds(STEPS)
    plain = settle(capsys, "--json", write(tmp_path, text))
    edited = settle(capsys, "--json", write(tmp_path, mark + text.replace("\n", ends)))
    assert plain == edited
    assert plain.status == 0


def test_other_tables_of_a_file_are_ignored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SHEET + rounds(STEPS) + "[notes]\nby = 1\n[[photos]]\nx = 1\n[expect]\nnonsense = 1\n"
    assert settle(capsys, "--json", write(tmp_path, text)).status == 0


REAL: dict[str, tuple[int, str | bytes]] = {
    "settled": (0, SHEET + rounds(STEPS)),
    "refused": (1, SHEET + rounds([*BETS, "withdraw 1 ante"])),
    "settle missing": (1, SHEET + rounds(PLAYED)),
    "malformed": (2, b"sheet = "),
    "empty": (2, b""),
    "binary": (2, bytes(range(256))),
    "huge": (2, b"#" * (LARGEST_FILE + 1)),
    "nested": (2, SHEET + "x = " + "[" * 100_000),
    "huge number": (2, SHEET + f"[table]\nboxes = {HUGE_HEX}\n"),
    "unknown card": (2, SHEET + rounds(["deal 1 Zz"])),
}


@pytest.mark.parametrize(("status", "content"), REAL.values(), ids=REAL)
def test_the_installed_command(status: int, content: str | bytes, tmp_path: Path) -> None:
    file = write(tmp_path, content)
    as_json, for_people = command("settle", "--json", file), command("settle", file)
    assert as_json.status == for_people.status == status
    assert as_json.err == ""
    assert list(json.loads(as_json.out)) == (["error"] if status else ["rounds"])
    assert (for_people.out == "") == bool(status)
    assert for_people.err.startswith(file) if status else not for_people.err


def test_several_files_are_one_object_a_line(tmp_path: Path) -> None:
    files = []
    for number, (_, content) in enumerate(list(REAL.values())[:4]):
        (tmp_path / str(number)).mkdir()
        files.append(write(tmp_path / str(number), content))
    answer = command("settle", "--json", *files, str(tmp_path / "missing"))
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.status == 2
    assert [line["file"] for line in lines] == [*files, str(tmp_path / "missing")]
    keys = [next(key for key in line if key != "file") for line in lines]
    assert keys == ["rounds", "error", "error", "error", "error"]


@pytest.mark.parametrize("arguments", [(), ("--json",)], ids=["for people", "JSON"])
def test_a_terminal_without_unicode_gets_no_traceback(arguments: tuple[str, ...], tmp_path: Path) -> None:
    file = write(tmp_path, SHEET + rounds([step.replace("ann", "josé") for step in STEPS]))
    answer = command("settle", *arguments, file, PYTHONIOENCODING="ascii")
    assert "Traceback" not in answer.err
    assert answer.status == 0


def test_a_file_name_outside_unicode_ends_in_a_sentence(tmp_path: Path) -> None:
    good = write(tmp_path, SHEET + rounds(STEPS))
    odd = os.fsdecode(bytes(tmp_path) + b"/\xff.toml")
    answer = command("settle", "--json", odd, good, PYTHONIOENCODING="utf-8:strict")
    assert "Traceback" not in answer.err
    assert answer.status == 2
    assert len(answer.out.splitlines()) == 2


# Mutations of the shipped round files


@cache
def texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in SHIPPED]


@cache
def parsed() -> list[dict[str, Any]]:
    return [parse_toml(text) for text in texts()]


@cache
def words() -> list[str]:
    """The words of all steps, and some that no step has."""
    steps = [step for data in parsed() for each in data["round"] for step in each["steps"]]
    strange = {"0", "9", "-1", "0.001", "?", "!", "box=1,2", "box=9", "by=dealer", "count=0", "order=As,Ks"}
    return sorted({word for step in steps for word in step.split()} | strange | {"é", ""})


def outcome(text: str) -> int:
    """The exit status that a text leads to; anything but the two faults of the contract is raised."""
    try:
        rounds_json(play(parse_round_file(parse_toml(text))))
    except FileFault:
        return 2
    except FileFailed:
        return 1
    return 0


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    """A shipped file with some lines or characters deleted, doubled, exchanged or replaced."""
    text = draw(st.sampled_from(texts()))
    by_line = draw(st.booleans())
    parts = text.splitlines(keepends=True) if by_line else list(text)
    other = st.sampled_from(parts) if by_line else st.sampled_from('"[]{}=.,!? \n\\#\x00é１aA0-9')
    return "".join(mutate(draw, parts, other))


@st.composite
def mutated_steps(draw: st.DrawFn) -> str:
    """A shipped file with some steps, or words of a step, mutated; the TOML stays in order."""
    data = draw(st.sampled_from(parsed()))
    steps = list(draw(st.sampled_from(data["round"]))["steps"])
    place = draw(st.integers(0, len(steps) - 1))
    if draw(st.booleans()):
        others = [
            step for each in parsed() if each["sheet"] == data["sheet"] for step in each["round"][0]["steps"]
        ]
        steps = mutate(draw, steps, st.sampled_from(others))
    else:
        steps[place] = " ".join(mutate(draw, steps[place].split(), st.sampled_from(words())))
    head = f'sheet = "{data["sheet"]}"\n'
    for name in ("table", "jackpot"):
        head += "".join(
            f"{name}.{key} = {json.dumps(value)}\n"
            for key, value in data.get(name, {}).items()
            if not isinstance(value, dict)
        )
    return head + rounds(steps)


def mutate(draw: st.DrawFn, parts: list[str], other: st.SearchStrategy[str]) -> list[str]:
    """Up to four small changes to a list of parts."""
    parts = list(parts)
    for _ in range(draw(st.integers(1, 4))):
        if not parts:
            break
        place = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(["delete", "double", "exchange", "replace", "insert"])):
            case "delete":
                del parts[place]
            case "double":
                parts.insert(place, parts[place])
            case "exchange":
                second = draw(st.integers(0, len(parts) - 1))
                parts[place], parts[second] = parts[second], parts[place]
            case "replace":
                parts[place] = draw(other)
            case _:
                parts.insert(place, draw(other))
    return parts


fuzz = settings(
    max_examples=500, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


@fuzz
@given(mutated_texts())
def test_mutated_files_settle_fail_or_cannot_be_read(text: str) -> None:
    assert outcome(text) in (0, 1, 2)


@fuzz
@given(mutated_steps())
def test_mutated_steps_settle_fail_or_cannot_be_read(text: str) -> None:
    assert outcome(text) in (0, 1, 2)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(), st.sampled_from(["", SHEET]))
def test_any_text_settles_fails_or_cannot_be_read(text: str, head: str) -> None:
    assert outcome(head + text) in (1, 2)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=20), st.deferred(lambda: st.lists(st.sampled_from(words())).map(" ".join))
        ),
        max_size=5,
    )
)
def test_any_steps_settle_fail_or_cannot_be_read(steps: list[str]) -> None:
    assert outcome(SHEET + rounds(steps)) in (0, 1, 2)
