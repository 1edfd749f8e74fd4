"""The record of what is public: of each thing its signature, and the changelog's words for its changes.

``python -m tools.compatibility.record "words of a line" [PART ...]`` records what has changed under these
words, which stand in the newest section of CHANGELOG.md: everything, or what has a part in its name.
A thing that the section tells of already needs no words; one that is no more stays in the record as removed.
"""

import json
import sys
from pathlib import Path

from msgspec import Struct

from tools.compatibility.surface import surface

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "compatibility" / "public.json"
REMOVED = "removed"
LEAST = 20
"""Characters of a line that are enough to find it by."""


class Public(Struct, array_like=True, frozen=True):
    """One public thing, as it is recorded."""

    signature: str
    told: tuple[str, ...]
    """Words of the changelog for the version it came with and for each that changed it, oldest first."""


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


def with_changes(
    known: dict[str, Public], changed: dict[str, str], section: str, words: str = ""
) -> dict[str, Public]:
    """The record with changes that the newest section of the changelog tells.

    What it tells of a thing already covers further changes before the release; any other takes words of it.
    Raises :class:`ValueError` where there are none.
    """
    if words and (len(words) < LEAST or words not in section):
        raise ValueError(f"{words!r} are no {LEAST} characters or more of the newest section of CHANGELOG.md")
    new = {}
    for name, signature in changed.items():
        told = known[name].told if name in known else ()
        if not told or told[-1] not in section:
            told = (*told, words)
        new[name] = Public(signature, told)
    if untold := [name for name, one in new.items() if not one.told[-1]]:
        raise ValueError(f"give words of the newest section of CHANGELOG.md for {', '.join(untold)}")
    return dict(sorted((known | new).items()))


def newest_section(changelog: str) -> str:
    """The section of the changelog for the next version, each line break a space."""
    section = changelog.partition("\n## ")[2].partition("\n## ")[0].partition("\n")[2]
    return " ".join(section.split())


def main(words: str = "", *parts: str) -> None:
    section = newest_section((ROOT / "CHANGELOG.md").read_text("utf-8"))
    known = recorded()
    changed = changes(known, surface())
    if parts:
        changed = {name: at for name, at in changed.items() if any(part in name for part in parts)}
    try:
        new = with_changes(known, changed, section, " ".join(words.split()))
    except ValueError as fault:
        sys.exit(str(fault))
    lines = (f"{json.dumps(name)}: {json.dumps([one.signature, one.told])}" for name, one in new.items())
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(f"{len(changed)} of {len(new)} recorded.")


if __name__ == "__main__":
    main(*sys.argv[1:])
