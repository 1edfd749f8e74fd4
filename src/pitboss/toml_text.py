"""Parses untrusted TOML: input that would crash or stall Python's parser is refused first."""

import re
import tomllib
from typing import Any, Final

_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'|#.*")
_MOST_DOTS: Final = 60
"""Most dots in a line, quotes apart: parsing time grows with the square of a dotted key's parts."""


class TomlFault(ValueError):
    """Text that is no TOML, or no TOML that is accepted here."""


class TooDeep(TomlFault):
    """TOML that is nested too deeply."""


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text; raises :class:`TomlFault` with what is wrong."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _MOST_DOTS and _QUOTED.sub("", line).count(".") > _MOST_DOTS:
            raise TooDeep(f"line {number} is nested too deeply: it has more than {_MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TooDeep("it is nested too deeply") from None
    except tomllib.TOMLDecodeError as fault:
        raise TomlFault(f"it is no TOML: {fault}") from None
    except ValueError:
        raise TomlFault("it is no TOML: it holds a number or a date that cannot be") from None
