"""What loads, plays: a few sheets by random edits; ``python -m tests.random_sheets`` tries many more."""

import pytest

from tests.random_sheets import Count, try_sheet

pytestmark = pytest.mark.pure


def test_a_random_sheet_is_refused_or_played() -> None:
    count = Count()
    for number in range(36):
        try_sheet(f"suite/{number}", 2, count)
    assert (count.tried, count.refused + count.played) == (36, 36)
    assert count.refused > 10
    assert count.played > 8
    assert count.rounds == 2 * count.played
