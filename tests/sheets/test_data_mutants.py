"""A fixed sample of the mutants of each sheet: killed, or explained. ``make mutants`` tries them all."""

import pytest

from pitboss.sheets import sheet_ids
from tools.data_mutants import faults, tried, unknown
from tools.data_mutations import mutants, whole_source

_EVERY = 41


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_changed_sheet_is_noticed_or_the_change_is_explained(sheet: str) -> None:
    assert faults(tried([sheet], every=_EVERY)) == []


@pytest.mark.parametrize("sheet", sheet_ids())
def test_only_mutants_are_explained(sheet: str) -> None:
    assert unknown(sheet) == []


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_mutant_changes_the_sheet(sheet: str) -> None:
    source = whole_source(sheet)
    assert all(mutant.of(source) != source for mutant in mutants(sheet))
