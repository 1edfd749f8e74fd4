"""Numbers with their nouns."""

import pytest

from pitboss.plural import counted


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [(0, "event", "0 events"), (1, "event", "1 event"), (2, "box", "2 boxes"), (1_000, "day", "1,000 days")],
)
def test_one_is_singular_and_others_are_plural(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said
