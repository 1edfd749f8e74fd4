"""Nothing public changes without a line in the changelog."""

import pytest

from tests.compatibility.record import (
    REMOVED,
    ROOT,
    Public,
    changes,
    recorded,
    unreleased,
    with_changes,
)
from tests.compatibility.surface import surface

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
HOW = """
Public things have changed that are not recorded:
  {}
Write a line about it in the newest section of CHANGELOG.md, then record the change with words of that line:
  python -m tests.compatibility.record "words of the line"
docs/compatibility.md says how public things may change.
"""


def test_what_is_public_is_as_recorded() -> None:
    changed = changes(recorded(), surface())
    assert not changed, HOW.format("\n  ".join(changed))


def test_every_change_of_a_public_thing_is_told_in_the_changelog() -> None:
    told = " ".join(CHANGELOG.split())
    missing = {words for one in recorded().values() for words in one.told if words not in told}
    assert not missing, "the changelog has lost these words, by which changes are recorded; put them back"
    assert all(len(set(one.told)) == len(one.told) for one in recorded().values()), "one line, one change"


def test_changes_are_found_and_need_words_of_their_own() -> None:
    known = {
        "a": Public("1", ("first",)),
        "b": Public("1", ("first",)),
        "c": Public(REMOVED, ("first", "gone")),
    }
    changed = changes(known, {"a": "2", "d": "1"})
    assert changed == {"a": "2", "b": REMOVED, "d": "1"}
    new = with_changes(known, changed, "second")
    assert new["a"] == Public("2", ("first", "second"))
    assert new["b"] == Public(REMOVED, ("first", "second"))
    assert changes(new, {"a": "2", "d": "1"}) == {}
    with pytest.raises(ValueError, match="earlier change of a"):
        with_changes(known, changed, "first")


def test_only_the_next_version_counts() -> None:
    text = "# Changelog\n\n## Unreleased\n\n- A line\n  of two.\n\n## 0.1.0\n\n- Another.\n"
    assert unreleased(text) == "- A line of two."
