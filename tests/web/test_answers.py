"""The pages know the API's answers by types that are written from its schema."""

from tools.page_types import PLACE, written


def test_the_types_are_up_to_date() -> None:
    assert PLACE.read_text(encoding="utf-8") == written(), "run make types"
