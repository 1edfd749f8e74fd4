"""docs/reference/permissions.md says what the code does."""

from tests.access.document import DOCUMENT, written


def test_the_tables_are_those_of_the_code() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == written(text), "run python -m tests.access.document"
