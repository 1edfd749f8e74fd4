"""What each sheet says and no round file can show."""

from collections.abc import Callable

import pytest

from pitboss.sheets import Game, load, sheet_ids
from tests.beyond_rounds import BEYOND


@pytest.mark.parametrize("sheet", sheet_ids())
@pytest.mark.parametrize("check", BEYOND, ids=lambda check: check.__name__)
def test_the_sheet_says_so(sheet: str, check: Callable[[Game], None]) -> None:
    check(load(sheet))
