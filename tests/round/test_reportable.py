"""What a report must be told, held against every report in the round files that ship."""

from collections.abc import Iterator

import pytest

from pitboss.build import build_hash
from pitboss.records import FileFault, read_round_file
from pitboss.records.proof import proof_files
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round.reportable import Reportable, reportable
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.game import Game

ARGUMENTS = ("boxes", "reconstructed", "intentional", "order", "count", "permit", "action", "bet", "amount")


def reports(game: Game) -> Iterator[tuple[str, Round, cmd.Report, bool]]:
    """Every report of a sheet's files, with the round it comes in and whether it is taken."""
    hashes = cmd.Hashes(build_hash(), game.hashes.sheet, game.hashes.readings)
    for proof in proof_files(game.sheet.id):
        try:
            file = read_round_file(proof.path)
        except FileFault:
            continue  # a file that proves how a bad one is answered
        memory = cmd.Memory()
        for steps in file.rounds:
            state = open_round(cmd.OpenRound(file.table, file.display, hashes, memory))
            for step in steps:
                answer = decide(game, state, step.command)
                if isinstance(step.command, cmd.Report):
                    yield proof.name, state, step.command, not isinstance(answer, Refusal)
                for event in () if isinstance(answer, Refusal) else answer:
                    state = evolve(state, event)
            memory = state.memory_after()


def given(report: cmd.Report) -> set[str]:
    return {name for name in ARGUMENTS if getattr(report, name) not in (None, (), False)} | (
        {"reconstructed"} if report.reconstructed is False else set()
    )


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_report_that_is_taken_was_listed_with_what_it_needs(sheet: str) -> None:
    game = load(sheet)
    taken = 0
    for name, state, report, accepted in reports(game):
        if not accepted:
            continue
        taken += 1
        found: Reportable = {x.clause: x for x in reportable(game, state)}[report.clause]
        assert found.refusal is None, (name, report)
        needs = {need.name: need for need in found.needs}
        assert given(report) <= set(needs), (name, report)
        told = given(report) | {"intentional", "reason", "permit"}
        assert {need.name for need in found.needs if need.required} <= told, (name, report)
        assert set(report.boxes) <= set(needs["boxes"].choices if "boxes" in needs else ()), (name, report)
        if report.action:
            assert report.action in needs["action"].choices, (name, report)
    assert taken > 5


@pytest.mark.parametrize("sheet", sheet_ids())
def test_before_the_first_round_nothing_applies(sheet: str) -> None:
    game = load(sheet)
    found = list(reportable(game, None))
    assert {x.clause for x in found} == set(game.sheet.irregularities)
    assert all(x.refusal and x.refusal.message for x in found)
