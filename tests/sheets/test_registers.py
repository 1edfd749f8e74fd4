"""The registers of sheets that say the same thing agree on how it is honoured."""

import pytest

from pitboss.sheets import load, sheet_ids

RWS = [sheet_id for sheet_id in sheet_ids() if load(sheet_id).sheet.identity.house == "RWS"]
SHARED = [clause for clause in load(RWS[0]).register if clause.startswith("5.")]


@pytest.mark.parametrize("clause", SHARED)
def test_the_irregularities_of_one_house_are_honoured_alike(clause: str) -> None:
    kinds = {load(sheet_id).register[clause].kind for sheet_id in RWS}
    assert len(kinds) == 1, {sheet_id: load(sheet_id).register[clause].kind for sheet_id in RWS}


def test_every_clause_is_told_in_one_sentence() -> None:
    for sheet_id in sheet_ids():
        for clause, entry in load(sheet_id).register.items():
            assert entry.gist.endswith("."), (sheet_id, clause)
            assert 15 < len(entry.gist) < 200, (sheet_id, clause)
