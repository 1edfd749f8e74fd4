"""Nothing public changes without a line in the changelog."""

import pytest

from tools.compatibility.record import (
    REMOVED,
    ROOT,
    Public,
    changes,
    newest_section,
    recorded,
    with_changes,
)
from tools.compatibility.surface import surface

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
HOW = """
Public things have changed that are not recorded:
  {}
Write a line about it in the newest section of CHANGELOG.md, then record the change with words of that line:
  python -m tools.compatibility.record "words of the line"
Without words it renews what the section tells of already.
docs/reference/compatibility.md says how public things may change.
"""


def test_public_things_are_as_recorded() -> None:
    changed = changes(recorded(), surface())
    assert not changed, HOW.format("\n  ".join(changed))


def test_every_change_of_a_public_thing_is_told_in_the_changelog() -> None:
    told = " ".join(CHANGELOG.split())
    missing = {words for one in recorded().values() for words in one.told if words not in told}
    assert not missing, "the changelog has lost these words, by which changes are recorded; put them back"
    assert all(len(set(one.told)) == len(one.told) for one in recorded().values()), "one line a version"


def test_changes_are_found_and_need_words_of_the_newest_section() -> None:
    old, new = "a line of an old version", "a line about the next version"
    known = {"a": Public("1", (old,)), "b": Public("1", (old,)), "c": Public("1", (old, new))}
    changed = changes(known, {"a": "2", "c": "2", "d": "1"})
    assert changed == {"a": "2", "b": REMOVED, "c": "2", "d": "1"}
    found = with_changes(known, changed, f"- {new}.", new)
    assert found == {
        "a": Public("2", (old, new)),
        "b": Public(REMOVED, (old, new)),
        "c": Public("2", (old, new)),
        "d": Public("1", (new,)),
    }
    assert changes(found, {"a": "2", "c": "2", "d": "1"}) == {}
    with pytest.raises(ValueError, match="for a, b, d"):
        with_changes(known, changed, f"- {new}.")
    with pytest.raises(ValueError, match="are no 20 characters or more of the newest section"):
        with_changes(known, changed, f"- {new}.", old)


def test_only_the_next_version_counts() -> None:
    text = "# Changelog\n\n## Unreleased\n\n- A line\n  of two.\n\n## 0.1.0\n\n- Another.\n"
    assert newest_section(text) == "- A line of two."
