"""The registers of sheets that say the same thing agree on how it is honoured."""

import re

import pytest

from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.records.runner import FileFailed, play
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.register import PROVEN_KINDS, number_of

SHORT = ("3CP", "P3CP", "ML3", "MLTH", "MSS")
RWS = SHORT[:4]
SAME_TEXT = [clause for clause in load("3CP").register if clause.startswith("5.")]

MATTERS = [
    ("the Ante", "1.1 1.1 1.1 1.1 1.1.1"),
    ("the Ante Bonus", "1.2 1.2 1.2 - -"),
    ("bet and wager", "1.3 1.3 1.3 1.2 -"),
    ("the Burnt Card", "1.4 1.4 1.4 1.4 -"),
    ("the shoe", "1.5 1.5 1.5 1.5 -"),
    ("community cards", "- - 1.6 1.7 -"),
    ("the Dealer", "1.6 1.6 1.7 1.8 -"),
    ("the shuffler", "1.7 1.7 1.8 1.9 -"),
    ("a fold", "1.8 1.8 1.9 1.13 1.1.4"),
    ("a hand", "1.9 1.9 1.10 1.14 1.1.5"),
    ("the House", "1.10 1.10 1.11 1.16 -"),
    ("a bet on the own cards", "1.11 1.11 1.12 3.9 1.1.6"),
    ("the decision bet", "1.12 1.12 1.13 1.11 1.1.2"),
    ("who acts in a position", "1.13 1.13 1.14 1.18 6.2"),
    ("a player", "1.14 1.14 1.15 1.19 -"),
    ("the jackpot grows", "1.15 1.15 1.16 1.20 -"),
    ("the jackpot hand", "- 1.16 1.17 1.21 -"),
    ("the Qualifying Hand", "1.16 1.17 1.18 - 3.10.2"),
    ("reconstruction", "1.17 1.18 1.19 1.22 -"),
    ("a round", "1.18 1.19 1.20 1.25 1.1.7"),
    ("the seated player", "1.19 1.20 1.21 1.26 -"),
    ("the standing player", "1.20 1.21 1.22 1.27 -"),
    ("a stand-off", "1.21 1.22 1.23 1.28 1.1.8"),
    ("a void round", "1.22 1.23 1.24 1.31 -"),
    ("the layout", "2.1.1 2.1.1 2.1.1 2.1.1 2.2"),
    ("the deck", "2.2.1 2.2.1 2.2.1 2.2.1 2.1"),
    ("the aim", "3.1 3.1 3.1 3.1 3.3"),
    ("the ranking of cards", "3.1.1 3.1.1 3.1.1 3.1.1 3.3.1.1"),
    ("the low Ace", "3.1.1 3.1.1 3.1.1 3.1.1 3.3.1.2"),
    ("equal suits", "3.1.1 3.1.1 3.1.1 3.1.1 3.3.1.3"),
    ("the ranking of hands", "3.1.2 3.1.2 3.1.2 3.1.2 3.11"),
    ("hands of one kind", "3.1.3 3.1.3 3.1.3 3.1.3 3.12"),
    ("the call for bets", "3.2 3.2 3.2 3.2 3.1"),
    ("what the table displays", "3.3 3.3 3.3 3.3 -"),
    ("bets within the limits", "3.4 3.4 3.4 3.4 3.4"),
    ("one wager on an area", "3.5 3.5 3.5 3.5 3.4.2"),
    ("how to take part", "3.6 3.6 3.6 3.6 3.4"),
    ("several hands, one examined", "3.7 3.7 3.7 3.7 3.4.1"),
    ("hands played unseen", "3.7 3.7 3.7 3.7 1.1.3"),
    ("a jackpot bet needs an Ante", "3.8 3.8 3.8 3.8 3.5"),
    ("jackpot bets on further hands", "3.8.1 3.8.1 3.8.1 3.8.1 3.5.4"),
    ("the call of no more bets", "3.9 3.9 3.9 3.10 3.2"),
    ("dealing from a shoe", "3.10 3.10 3.10 3.11.1 -"),
    ("dealing from a shuffler", "3.11 3.11 3.11.1 3.12.2 -"),
    ("dealing community cards", "- - 3.10.1 3.12.1 -"),
    ("the decision", "3.12 3.12 3.12 3.12.4 3.9"),
    ("what a fold loses", "3.12.1 3.12.1 3.12.1 3.12.3 3.9.1"),
    ("the bet that continues", "3.12.2 3.12.2 3.12.2 1.11 3.9.2"),
    ("the comparison", "3.15 3.15 3.15 3.12.6 3.10"),
    ("the comparison at a shoe", "3.15 3.15 3.15 3.11.6 3.10"),
    ("a higher hand", "3.15.1 3.15.1 3.15.1 3.13 3.10.3.1"),
    ("a lower hand", "3.15.2 3.15.2 3.15.2 3.14 3.10.3.2"),
    ("an equal hand", "3.15.3 3.15.3 3.15.3 3.15 3.10.4"),
    ("the ranking of jackpot hands", "3.17 3.18 3.17 3.17 3.11"),
    ("the pay table of the main bets", "4.1 4.1 4.1 4.1 4.1.2"),
    ("the jackpot pay table", "4.4 4.4 4.4 4.2 4.2"),
    ("a hand that is not shown", "4.5 4.5 4.5 4.3 3.10.1"),
    ("notice of a jackpot hand", "4.6 4.6 4.6 4.4 -"),
    ("several jackpot winners", "4.9 4.9 4.7 4.5 3.15"),
    ("jackpot winners at one table", "- - 4.7.1 4.5.1 3.15.1"),
    ("jackpot winners across tables", "4.9.1 4.9.1 4.7.2 4.5.2 3.14"),
    ("over the maximum, unnoticed", "5.1.1 5.1.1 5.1.1 5.1.1 5.14"),
    ("under the minimum, unnoticed", "5.2.1 5.2.1 5.2.1 5.2.1 5.13"),
    ("a jackpot bet without an Ante", "5.4 5.4 5.4 5.4 5.12.2"),
    ("a player who leaves", "5.5 5.5 5.5 5.5 5.11"),
    ("interruptions", "5.7 5.7 5.7 5.7 5.16"),
    ("interrupted with an outcome", "5.7.1 5.7.1 5.7.1 5.7.1 5.16.2"),
    ("interrupted without an outcome", "5.7.2 5.7.2 5.7.2 5.7.2 5.16.1"),
    ("a foreign card", "5.8.1 5.8.1 5.8.1 5.8.1 5.1"),
    ("exposed cards", "5.8.2 5.8.2 5.8.2 5.8.2 5.4"),
    ("a wrong deck", "5.8.3 5.8.3 5.8.3 5.8.3 5.8"),
    ("a wrong deal", "5.8.6 5.8.6 5.8.6 5.8.6 5.2"),
    ("a wrong Dealer's hand", "5.8.7 5.8.7 5.8.7 5.8.7 5.3"),
    ("bets after the close", "5.11 5.11 5.11 5.11 5.5"),
    ("withdrawals after the close", "5.11 5.11 5.11 5.11 5.6"),
    ("a wrong player's hand", "5.15 5.15 5.15 5.15 5.7"),
    ("the other players then", "5.10 5.10 5.10 5.10 5.7.1"),
    ("hands too many", "5.18 5.18 5.18 5.18 5.10.1"),
    ("errors of past rounds", "5.19 5.19 5.19 5.19 5.15"),
    ("bets placed by staff", "5.22 5.22 5.22 5.22 3.6"),
    ("what the rules leave open", "5.23 5.23 5.23 5.23 6.1"),
]
"""Matters that several sheets treat, each with its clause in 3CP, P3CP, ML3, MLTH and MSS."""


@pytest.mark.parametrize(("matter", "clauses"), MATTERS, ids=[matter for matter, _ in MATTERS])
def test_one_matter_is_honoured_alike_in_all_sheets(matter: str, clauses: str) -> None:
    found = dict(zip(SHORT, clauses.split(), strict=True))
    kinds = {sheet: load(sheet).register[clause].kind for sheet, clause in found.items() if clause != "-"}
    assert len(set(kinds.values())) == 1, (matter, kinds)


@pytest.mark.parametrize("clause", SAME_TEXT)
def test_the_irregularities_of_one_house_are_honoured_alike(clause: str) -> None:
    kinds = {sheet: load(sheet).register[clause].kind for sheet in RWS}
    assert len(set(kinds.values())) == 1, kinds


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_refusals_and_lines_cite_clauses_that_settle_or_enforce(sheet_id: str) -> None:
    register = load(sheet_id).register
    proven = {clause for clause, entry in register.items() if entry.kind in PROVEN_KINDS}
    for code, clauses in load(sheet_id).sheet.refusals.items():
        numbers = [number_of(clause) for clause in clauses]
        points = [clause for clause in proven if clause.rpartition(".")[0] in numbers]
        assert proven.intersection(numbers) or points, (code, clauses)
    for file in proof_files(sheet_id):
        assert file.clauses, file.name
        try:
            lines = [line for played in play(parse_round_file(file.data)) for line in played.settlement.lines]
        except (FileFault, FileFailed):
            continue
        cited = {number_of(clause) for line in lines for clause in line.clauses}
        assert cited <= proven, (file.name, cited - proven)


def test_every_clause_is_told_in_a_sentence_or_two() -> None:
    for sheet_id in sheet_ids():
        for clause, entry in load(sheet_id).register.items():
            assert entry.gist.endswith("."), (sheet_id, clause)
            assert 15 < len(entry.gist) < 240, (sheet_id, clause)
            assert not re.search(r"\b(he|him|his|himself)\b", entry.gist), (sheet_id, clause)


def test_one_text_has_one_gist() -> None:
    """The irregularities of the four RWS sheets differ in these clauses only."""
    own = {"5.3", "5.3.1", "5.3.2", "5.8.7", "5.10", "5.12", "5.15"}
    for clause in SAME_TEXT:
        gists = {load(sheet).register[clause].gist for sheet in RWS}
        assert len(gists) == 1 or clause in own, (clause, gists)
