"""Which tests one worker runs one after the other, when several run at the same time."""

from collections import Counter
from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

BROWSERS: Final = 2
"""Workers that open a browser: one more would leave each of them too little of two cores."""
PART: Final = 20
"""Tests of a file that stay together, so that what their module sets up is not set up for each."""


def in_browser(nodeid: str) -> bool:
    """Whether a test opens a browser."""
    return nodeid.startswith("tests/browser/")


class Parts(LoadScopeScheduling):  # type: ignore[misc]
    """Deals out parts of files; the files with tests in a browser go to two workers as a whole."""

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)
        self._part_of: dict[str, str] = {}
        self._met: Counter[str] = Counter()
        self._browsers: dict[str, int] = {}

    def _split_scope(self, nodeid: str) -> str:
        if nodeid not in self._part_of:
            self._part_of[nodeid] = self._part(nodeid)
        return self._part_of[nodeid]

    def _part(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if in_browser(nodeid):
            place = self._browsers.setdefault(file, len(self._browsers))
            return f"browser {place % BROWSERS}"
        self._met[file] += 1
        return f"{file} {(self._met[file] - 1) // PART}"
