"""TOML that somebody sends: read only where reading it costs no more than its length.

The standard parser takes time that grows with the square of a key's dots, and runs out of stack in nested
arrays; neither is in any file that people write.
"""

import re
import tomllib
from typing import Any, Final

_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'|#.*")
_MOST_DOTS: Final = 60
"""On one line, outside of quotes."""


def read_toml(text: str) -> dict[str, Any]:
    """The data of a text; raises :class:`ValueError` with what is wrong."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _MOST_DOTS and _QUOTED.sub("", line).count(".") > _MOST_DOTS:
            raise ValueError(f"line {number} is nested too deeply: it has more than {_MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
