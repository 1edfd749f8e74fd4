"""Tables of text: what fits a terminal stands in columns, and figures are not taken from their column."""

import pytest

from pitboss.cli.text import table

LONG = "Play x 4 before the flop, higher than the Dealer, royal flush"


@pytest.mark.parametrize("columns", [60, 80, 110])
def test_a_column_of_figures_keeps_its_header_beside_long_names(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = table(("result", "pays", "return"), [(LONG, "+505", "+0.01082772")], "pays return").splitlines()
    assert lines[0].split() == ["result", "pays", "return"]
    assert lines[2].endswith("+505  +0.01082772")
    assert max(map(len, lines)) <= columns


def test_words_that_would_be_too_narrow_stand_below_their_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    why = "A pair of queens beats the Dealer's king high"
    lines = table(("bet", "clauses", "why"), [("Ante", "3.15.1 4.1 3.1.2 3.12.2", why)]).splitlines()
    assert lines[0].split() == ["bet", "clauses"]
    assert lines[3] == f"      {why}"
