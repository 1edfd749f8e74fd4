"""Parses untrusted TOML: input that would crash or stall Python's parser is refused first."""

import re
import tomllib
from typing import Any, Final

from pitboss.reason import Unreadable, because

_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'|#.*")
_MOST_DOTS: Final = 60
"""Most dots in a line, quotes apart: parsing time grows with the square of a dotted key's parts."""
_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"^\s*([A-Za-z0-9_-]+)\s*=")


class TomlFault(Unreadable):
    """Text that is not TOML, or no TOML that is accepted here."""


class TooDeep(TomlFault):
    """TOML that is nested too deeply."""


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text; raises :class:`TomlFault` with what is wrong."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _MOST_DOTS and _QUOTED.sub("", line).count(".") > _MOST_DOTS:
            raise TooDeep(because("toml.deep_line", line=number, most=_MOST_DOTS))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TooDeep(because("toml.deep")) from None
    except tomllib.TOMLDecodeError as fault:
        raise TomlFault(because("toml.not_toml", why=because("toml.syntax", given=str(fault)))) from None
    except ValueError:
        raise TomlFault(because("toml.not_toml", why=because("toml.impossible"))) from None


def line_of(text: str, path: str) -> int | None:
    """The line of a path such as ``tables[2].limits.ante``, or of its nearest parent."""
    wanted = [part for part in re.split(r"[.\[\]]+", path) if part]
    best: tuple[int, int] | None = None
    here: list[str] = []
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            here = _section(header[1], header[2], counts)
            found = here
        elif key := _KEY.match(line):
            found = [*here, key[1]]
        else:
            continue
        alike = _shared(found, wanted)
        if alike == len(found) and (best is None or alike > best[0]):
            best = (alike, number)
    return best[1] if best else None


def _section(bracket: str, name: str, counts: dict[str, int]) -> list[str]:
    parts = name.split(".")
    if bracket == "[[":
        counts[name] = counts.get(name, -1) + 1
        return [*parts, str(counts[name])]
    return parts


def _shared(found: list[str], wanted: list[str]) -> int:
    count = 0
    for one, other in zip(found, wanted, strict=False):
        if one != other:
            break
        count += 1
    return count
