"""No answer depends on a card that its reader may not see: a short run of the comparison of two floors."""

from pathlib import Path
from unittest import mock

import pytest

from tests.security.noninterference import NOT_ASKED, READERS, TYPED, run


@pytest.mark.parametrize("seed", [1, 2])
def test_answers_do_not_depend_on_hidden_cards(tmp_path: Path, seed: int) -> None:
    pair = run(tmp_path, seed, rounds=8)
    assert pair.counts["states"] >= 6
    assert pair.counts["pairs"] > 1_000
    assert pair.counts["accepted"] > 100
    assert len(pair.readers) > 3
    assert pair.readers <= set(READERS)
    queries = {path for path, item in pair.paths.items() if item.get}
    asked = {place.removeprefix("GET ") for place in pair.asked if place.startswith("GET ")}
    assert set(NOT_ASKED) <= queries, "what is left out is there"
    assert len(asked) >= len(queries) - len(NOT_ASKED), "every other query is asked"


def test_a_view_that_shows_a_hidden_card_is_noticed(tmp_path: Path) -> None:
    with (
        mock.patch("pitboss.round.views._seen_cards", lambda box, player, shown: box.cards),
        pytest.raises(AssertionError, match=r"P3CP-1"),
    ):
        run(tmp_path, 1, 20, tables=(TYPED,))


def test_a_refusal_that_tells_a_hidden_card_is_noticed(tmp_path: Path) -> None:
    with (
        mock.patch("pitboss.floor.tables.house_rules.keeper_refusal", return_value=None),
        pytest.raises(AssertionError, match=r"P3CP-1"),
    ):
        run(tmp_path, 1, 20, tables=(TYPED,), readers=("pit_supervisor",))
