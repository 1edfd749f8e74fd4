"""The rulebook over HTTP, held against the sheets that ship."""

import tomllib

import pytest

from pitboss.cli.main import run
from pitboss.client import Refused, calls
from pitboss.records.expectations import check_data
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.register import PROVEN_KINDS
from tests.api.served import SLOW, Served, served_floor

SHEET = "rws-multilink-three-card-v4"


served = served_floor(SLOW)


def test_every_clause_says_how_it_is_honoured_and_what_proves_it(served: Served) -> None:
    with served.client() as nobody:
        clauses = nobody.send(calls.clauses(SHEET))
        names = {proof.name for proof in nobody.send(calls.proofs(SHEET))}
        assert [clause.clause for clause in clauses] == list(load(SHEET).register)
        for clause in clauses:
            assert clause.gist
            assert set(clause.rounds) <= names
            assert clause.rounds or clause.tests or clause.kind not in PROVEN_KINDS
        name = next(clause.rounds[0] for clause in clauses if clause.rounds)
        assert check_data(tomllib.loads(nobody.send(calls.proof(SHEET, name)))) == []


@pytest.mark.parametrize("sheet", sheet_ids())
def test_the_policy_of_every_clause_is_what_explain_prints(
    served: Served, sheet: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with served.client() as nobody:
        clauses = nobody.send(calls.clauses(sheet))
    reported = {clause.clause for clause in clauses if clause.policy}
    assert set(load(sheet).sheet.irregularities) <= reported
    for clause in clauses:
        if clause.policy:
            run(["explain", sheet, clause.clause])
            printed = " ".join(capsys.readouterr().out.split())
            for passage in clause.policy:
                assert " ".join((passage.title, *passage.sentences)) in printed


@pytest.mark.parametrize("name", ["none", "../sheet", "..%2Fsheet", "sheet.toml"])
def test_only_round_files_are_handed_out(served: Served, name: str) -> None:
    with served.client() as nobody, pytest.raises(Refused) as refused:
        nobody.send(calls.proof(SHEET, name))
    assert refused.value.status == 404


def test_two_sheets_side_by_side(served: Served) -> None:
    with served.client() as nobody:
        found = nobody.send(calls.compare("rws-three-card-v3", SHEET))
        assert all((d.first and d.first.says) != (d.second and d.second.says) for d in found)
        assert any(d.second and d.second.clauses for d in found)
        assert nobody.send(calls.compare(SHEET, SHEET)) == []
        with pytest.raises(Refused) as refused:
            nobody.send(calls.compare(SHEET, "none"))
        assert refused.value.status == 404


def test_a_sheet_is_known_by_its_short_name_everywhere(served: Served) -> None:
    short = load(SHEET).sheet.identity.short
    with served.client("dealer") as dealer:
        assert dealer.send(calls.clauses(short.lower())) == dealer.send(calls.clauses(SHEET))
        assert dealer.send(calls.compare("3cp", "MSS")) == dealer.send(
            calls.compare("rws-three-card-v3", "mbs-megalink-stud-v9")
        )
        assert dealer.send(calls.movables(short)) == dealer.send(calls.movables(SHEET))
        assert dealer.send(calls.clauses_to_train(short)) == dealer.send(calls.clauses_to_train(SHEET))
