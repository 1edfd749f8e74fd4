"""Docstrings for the site: sessions become code, and names of Python lose their marks."""

import re
from typing import Any, Final

from griffe import Extension

_ROLE: Final = re.compile(r":\w+:`~?(?:[\w.]+\.)?(\w+)`")
_SESSION: Final = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.M | re.S)


class Plain(Extension):
    """Makes Markdown of the docstrings that are shown."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    """A docstring with its sessions fenced, and ``:class:`` and the like as plain code."""
    return _SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", _ROLE.sub(r"`\1`", text))
