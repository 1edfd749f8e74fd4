"""The chart of irregularities: every one of a sheet, and in each phase what the engine answers."""

from functools import cache
from typing import Final

import pytest

from pitboss.cli.chart_rounds import phases
from pitboss.cli.chart_rows import ChartRow, rows
from pitboss.cli.main import run
from pitboss.sheets import Game, load, sheet_ids

Capture = pytest.CaptureFixture[str]
SHORT: Final = ("3CP", "P3CP", "ML3", "MLTH", "MSS")
THREE_CARD: Final = ("3CP", "P3CP", "ML3")
RWS: Final = (*THREE_CARD, "MLTH")

NOT_CHARTED: Final = {
    "5.3": "heads 5.3.1 and 5.3.2",
    "5.8": "heads 5.8.1 to 5.8.7",
    "5.10.1": "an option of 5.10",
    "5.10.2": "an option of 5.10",
    "5.10.3": "an option of 5.10",
    "5.14.1": "gives the options of 5.14",
    "5.17": "heads 5.17.1 and 5.17.2",
    "5.20": "no irregularity: how bets are settled",
    "5.21": "what Void means for bets",
    "5.22": "no irregularity: bets placed for players",
}
"""Clauses of the RWS sheets' part on irregularities that need no row, and why."""
NOT_CHARTED_MSS: Final = {
    "5.1.1": "what follows from 5.1",
    "5.1.2": "earlier rounds stand",
    "5.7.1": "the option of 5.7",
    "5.10.1": "5.10 with a hand viewed",
    "5.10.2": "5.10 with no hand viewed",
    "5.12": "heads 5.12.1 and 5.12.2",
    "5.12.1": "before the close the bet is refused",
    "5.16": "heads 5.16.1 and 5.16.2",
}


@cache
def _game(short: str) -> Game:
    return next(load(name) for name in sheet_ids() if load(name).sheet.identity.short == short)


@cache
def _chart(short: str) -> tuple[tuple[str, ...], tuple[ChartRow, ...]]:
    found = list(phases(_game(short)))
    return tuple(phase.name for phase in found), tuple(rows(_game(short), found))


def _answers(short: str, gist: str) -> dict[str, str]:
    """The answers of the one row whose sentence has these words, by phase."""
    names, made = _chart(short)
    [row] = [row for row in made if gist in row.gist]
    return dict(zip(names, row.cells, strict=True))


@pytest.mark.parametrize("short", SHORT)
def test_every_irregularity_has_a_row(short: str, capsys: Capture) -> None:
    assert run(["chart", short]) == 0
    out = capsys.readouterr().out
    names, made = _chart(short)
    assert all(name in out for name in names)
    assert all(len(row.cells) == len(names) for row in made)
    part = [clause for clause in _game(short).register if clause.startswith("5.")]
    left_out = NOT_CHARTED_MSS if short == "MSS" else NOT_CHARTED
    for clause in (*part, *_game(short).sheet.irregularities):
        shown = (
            f"({clause})" in out or f"\n{clause} " in out or f", {clause} " in out or f"\n{clause}," in out
        )
        assert shown != (clause in left_out), clause


@pytest.mark.parametrize("short", SHORT)
def test_a_row_has_a_clause_and_says_something(short: str) -> None:
    _, made = _chart(short)
    for row in made:
        assert row.clauses, row.gist
        assert all(clause in _game(short).register for clause in row.clauses), row
        assert any(cell != "–" for cell in row.cells), row


def test_the_phases() -> None:
    usual = ("betting", "unseen", "seen", "a fold", "revealed", "settled")
    for short in (*THREE_CARD, "MSS"):
        assert _chart(short)[0] == usual
    assert _chart("MLTH")[0] == (*usual[:4], "flop", "turn", "river", *usual[4:])


@pytest.mark.parametrize("short", THREE_CARD)
def test_leaving_depends_on_what_was_decided(short: str) -> None:
    before = _answers(short, "before they have decided")
    assert {before[phase] for phase in ("betting", "unseen", "seen", "a fold")} == {"folds (5.5)"}
    assert before["revealed"] == before["settled"] == "–"
    after = _answers(short, "after they have placed a Play")
    assert {after[phase] for phase in ("unseen", "seen", "a fold", "revealed")} == {"settled (5.6)"}
    assert after["betting"] == after["settled"] == "–"


def test_leaving_holdem_after_the_flop_bet_checks_while_a_decision_is_open() -> None:
    assert _answers("MLTH", "before they have decided")["a fold"] == "folds (5.5)"
    after = _answers("MLTH", "after they have placed a Flop")
    assert {after[phase] for phase in ("unseen", "seen", "a fold", "flop", "turn")} == {"checks (5.5)"}
    assert {after[phase] for phase in ("river", "revealed")} == {"settled (5.6)"}


def test_leaving_stud_undecided_makes_the_hand_invalid() -> None:
    assert _answers("MSS", "before they have decided")["seen"] == "out (5.11)"
    assert _answers("MSS", "after they have placed a Bet")["seen"].startswith("settled (")


@pytest.mark.parametrize("short", SHORT)
def test_an_interruption_cites_the_clause_of_its_phase(short: str) -> None:
    found = _answers(short, "power failure")
    early, late = (
        ("choose (5.16.1)", "goes on (5.16.2)") if short == "MSS" else ("void (5.7.2)", "goes on (5.7.1)")
    )
    assert {found[phase] for phase in ("betting", "unseen", "seen")} == {early}
    assert {found[phase] for phase in ("a fold", "revealed")} == {late}


@pytest.mark.parametrize("short", RWS)
def test_bets_outside_the_limits(short: str) -> None:
    over, under = _answers(short, "over the maximum"), _answers(short, "under the minimum")
    assert (over["betting"], under["betting"]) == ("refused (5.1)", "refused (5.2)")
    assert {over[phase] for phase in ("unseen", "a fold", "revealed")} == {"at the maximum (5.1.1)"}
    assert {under[phase] for phase in ("unseen", "a fold", "revealed")} == {"as placed (5.2.1)"}


def test_bets_outside_the_limits_at_stud() -> None:
    assert _answers("MSS", "over the maximum")["seen"] == "at the maximum (5.14)"
    assert _answers("MSS", "under the minimum")["seen"] == "as placed (5.13); next time back"


@pytest.mark.parametrize("short", THREE_CARD)
def test_a_play_of_a_wrong_size(short: str) -> None:
    found = _answers(short, "The Play is not the size of the Ante")
    assert {found[phase] for phase in ("unseen", "seen", "a fold")} == {"refused (3.12.2)"}
    assert found["revealed"] == "too high: at its size (5.3.1); too low: as placed (5.3.2)"


def test_wrong_sizes_in_holdem_by_street() -> None:
    wrong = "too high: at its size (5.3.1); too low: as placed (5.3.2)"
    turn = _answers("MLTH", "The Turn is not the size of the Ante")
    assert (turn["seen"], turn["flop"], turn["turn"]) == ("–", "refused (1.29)", wrong)
    assert _answers("MLTH", "The Flop is not twice the Ante")["flop"] == wrong


def test_bets_without_an_ante() -> None:
    bonus = _answers("MLTH", "A Bonus bet was placed without an Ante")
    assert (bonus["betting"], bonus["seen"]) == ("refused (3.9)", "bet back (3.9)")
    for short, refused in (("3CP", "refused (3.8)"), ("MSS", "refused (3.5)")):
        jackpot = _answers(short, "placed without an Ante")
        assert (jackpot["betting"], jackpot["seen"]) == (refused, "bet back")


@pytest.mark.parametrize(
    ("short", "taken"),
    [("3CP", "lower"), ("P3CP", "lower"), ("ML3", "folded"), ("MLTH", "folded"), ("MSS", "lower")],
)
def test_a_hand_that_is_not_shown(short: str, taken: str) -> None:
    found = _answers(short, "does not show their hand")
    assert found.pop("revealed") == f"counts as {taken}"
    assert set(found.values()) == {"–"}


def test_ml3_5_10_before_a_look_points_to_both_clauses() -> None:
    found = _answers("ML3", "Another dealing error")
    assert found["unseen"] == "one card exposed: see 5.12; cards dealt wrongly: see 5.8.6"
    assert found["seen"] == "choose; put right if possible"
    assert _answers("3CP", "Another dealing error")["unseen"] == "choose; put right if possible"


@pytest.mark.parametrize("columns", [100, 110])
@pytest.mark.parametrize("short", SHORT)
def test_the_chart_fits_the_terminal(
    short: str, columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run(["chart", short]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= columns
