"""The record of what is public: of each thing its signature, and the changelog's words for every change.

``python -m tests.compatibility.record "words of a line"`` records what has changed under these words, which
stand in the newest section of CHANGELOG.md. A thing that is no more stays in the record as removed.
"""

import json
import sys
from pathlib import Path

from msgspec import Struct

from tests.compatibility.surface import surface

ROOT = Path(__file__).parents[2]
RECORD = Path(__file__).with_name("public.json")
REMOVED = "removed"


class Public(Struct, array_like=True, frozen=True):
    """One public thing, as it is recorded."""

    signature: str
    told: tuple[str, ...]
    """Words of the changelog for its first appearance and for every change since, oldest first."""


def recorded() -> dict[str, Public]:
    data = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return {name: Public(signature, tuple(told)) for name, (signature, told) in data.items()}


def changes(known: dict[str, Public], now: dict[str, str]) -> dict[str, str]:
    """The things that are not as recorded, with their signatures now."""
    whole = dict.fromkeys(known, REMOVED) | now
    return {
        name: signature
        for name, signature in whole.items()
        if name not in known or known[name].signature != signature
    }


def with_changes(known: dict[str, Public], changed: dict[str, str], words: str) -> dict[str, Public]:
    """The record with changes under some words; raises :class:`ValueError` for words used before."""
    if again := [name for name in changed if name in known and words in known[name].told]:
        raise ValueError(
            f"these words tell of an earlier change of {', '.join(again)}: write a line of its own"
        )
    new = {
        name: Public(signature, (*(known[name].told if name in known else ()), words))
        for name, signature in changed.items()
    }
    return dict(sorted((known | new).items()))


def unreleased(changelog: str) -> str:
    """The newest section of the changelog, which is that of the next version; each line break a space."""
    section = changelog.partition("\n## ")[2].partition("\n## ")[0].partition("\n")[2]
    return " ".join(section.split())


def main(words: str) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    if len(words) < 20 or " ".join(words.split()) not in unreleased(changelog):
        sys.exit("Give some words, 20 characters or more, of a line in the newest section of CHANGELOG.md.")
    known = recorded()
    changed = changes(known, surface())
    try:
        new = with_changes(known, changed, " ".join(words.split()))
    except ValueError as fault:
        sys.exit(str(fault))
    lines = (f"{json.dumps(name)}: {json.dumps([one.signature, one.told])}" for name, one in new.items())
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(f"{len(changed)} of {len(new)} recorded.")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
