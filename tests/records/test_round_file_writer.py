"""What is written can be read again: the same content, and the same settlement."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, UNKNOWN
from pitboss.people import ROLES
from pitboss.records import FileFailed, RoundFile, play, read_round_file
from pitboss.records.round_file import FileStep, parse_round_file, parse_toml, write_round_file
from pitboss.records.rounds_json import fault_json, rounds_json
from pitboss.records.steps import StepFault, format_step, parse_step
from pitboss.round import commands as cmd
from pitboss.settlement import Display, Limits, Table
from pitboss.sheets import load, sheet_ids
from tests.records.test_examples import EXAMPLES, SHIPPED


def read_again(file: RoundFile) -> RoundFile:
    return parse_round_file(parse_toml(write_round_file(file)))


def result(file: RoundFile) -> dict[str, Any]:
    """What settling the file prints, an error included."""
    try:
        return rounds_json(play(file))
    except FileFailed as failed:
        return fault_json(failed)


def name(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


READABLE = [path for path in [*EXAMPLES, *SHIPPED] if "error_exit = 2" not in path.read_text()]


@pytest.mark.parametrize("path", READABLE, ids=name)
def test_a_file_survives_the_round_trip(path: Path) -> None:
    file = read_round_file(path)
    again = read_again(file)
    assert again == file
    assert write_round_file(again) == write_round_file(file)
    assert result(again) == result(file)


# Any step of any game

boxes = st.integers(0, 9999)
cards = st.sampled_from([*DECK, UNKNOWN])
hands = st.lists(cards, min_size=1, max_size=7).map(tuple)
places: st.SearchStrategy[cmd.Place] = st.one_of(boxes, st.sampled_from(["dealer", "community"]))
bets = st.sampled_from(["ante", "play", "jackpot", "pair_plus", "bet", "turn"])
cents = st.integers(1, 10**17 - 1)
maybe = st.sampled_from([None, True, False])
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(
    lambda text: text.split() == [text]
)
reasons = st.lists(words, max_size=5).map(" ".join)
clauses = st.lists(st.integers(0, 99), min_size=2, max_size=4).map(lambda parts: ".".join(map(str, parts)))

reports = st.builds(
    cmd.Report,
    clause=clauses,
    boxes=st.lists(boxes, max_size=3).map(tuple),
    dealer=st.booleans(),
    reconstructed=maybe,
    intentional=maybe,
    order=st.lists(cards, max_size=3).map(tuple),
    count=st.none() | boxes,
    permit=maybe,
    action=st.sampled_from([None, "void", "continue", "return", "close", "block", "no_jackpot"]),
    by=st.sampled_from([None, *ROLES]),
    reason=reasons,
)
one_box = [cmd.ExamineHand, cmd.HandleHand, cmd.FoldHand, cmd.Check, cmd.DeclineToShow, cmd.LeaveTable]
commands: st.SearchStrategy[cmd.Command] = st.one_of(
    st.builds(cmd.PlaceBet, box=boxes, player=words, bet=bets, amount=cents, unnoticed=st.booleans()),
    st.builds(cmd.WithdrawBet, boxes, bets),
    st.builds(cmd.BurnCard, cards),
    st.builds(cmd.DiscardCard, cards),
    st.builds(cmd.DealCards, places, hands),
    st.builds(cmd.ShowCards, places, hands),
    st.builds(cmd.Choose, boxes, st.sampled_from(["continue", "withdraw"])),
    *(st.builds(kind, boxes) for kind in one_box),
    *(st.builds(kind) for kind in (cmd.CloseBets, cmd.Reveal, cmd.InterruptPlay, cmd.SettleRound)),
    reports,
)
steps = st.builds(FileStep, commands, st.booleans())


@st.composite
def files(draw: st.DrawFn) -> RoundFile:
    sheet = draw(st.sampled_from(sheet_ids()))
    limits = draw(
        st.dictionaries(
            st.sampled_from(sorted(load(sheet).sheet.bets)),
            st.tuples(cents, cents).map(lambda pair: Limits(min(pair), max(pair))),
        )
    )
    table = Table(
        sheet=sheet,
        device=draw(st.sampled_from(["shoe", "shuffler"])),
        boxes=draw(st.integers(1, 7)),
        jackpot_bet=draw(st.none() | cents),
        limits=limits,
    )
    value = st.integers(0, 10**30).map(lambda parts: Fraction(parts, 10**15))
    share = st.integers(0, 10**9).map(lambda parts: Fraction(parts, 10**9))
    display = draw(st.none() | st.builds(Display, value, cents, share))
    rounds = draw(st.lists(st.lists(steps, max_size=8).map(tuple), min_size=1, max_size=3).map(tuple))
    return RoundFile(table, display, rounds)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(files())
def test_any_file_survives_the_round_trip(file: RoundFile) -> None:
    assert read_again(file) == file


@settings(max_examples=400, deadline=None, derandomize=True)
@given(commands)
def test_any_step_survives_the_round_trip(command: cmd.Command) -> None:
    assert parse_step(format_step(command)) == (command, False)


@pytest.mark.parametrize("bet", ["third_street", "raise_2", "x" * 24])
def test_a_step_has_the_bet_names_of_ones_own_sheets(bet: str) -> None:
    placed = cmd.PlaceBet(box=1, player="ann", bet=bet, amount=2500)
    for command in (placed, cmd.WithdrawBet(1, bet)):
        assert parse_step(format_step(command)) == (command, False)


@pytest.mark.parametrize("text", ["a\x01b", "\x7f", "a\x1bb"])
def test_a_name_with_a_control_character_survives_the_round_trip(text: str) -> None:
    step = FileStep(cmd.PlaceBet(box=1, player=text, bet="ante", amount=2500))
    file = RoundFile(Table(sheet="rws-three-card-v3"), None, ((step,),))
    assert read_again(file) == file


@pytest.mark.parametrize(
    "command",
    [
        cmd.CorrectBet(box=1, player="ann", bet="ante", amount=5, by="pit_supervisor", reason="a slip"),
        cmd.OpenRound(Table(sheet="rws-three-card-v3"), None, cmd.Hashes("", "", "")),
    ],
    ids=["a correction", "the opening"],
)
def test_commands_beyond_the_format_are_not_written(command: cmd.Command) -> None:
    with pytest.raises(StepFault, match="no step for"):
        format_step(command)


@pytest.mark.parametrize("space", [" ", "\t", "  "])
def test_a_reason_runs_to_the_end_of_the_step(space: str) -> None:
    reason = "two cards,  box=3 and more " + "words " * 80
    command, _ = parse_step(f"report 5.23 action=void{space}reason={reason}")
    assert isinstance(command, cmd.Report)
    assert command.reason == reason
