"""Which tests one worker runs one after the other, when several run at the same time."""

from collections import Counter
from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

BROWSERS: Final = 2
"""Workers that open a browser: one more would leave each of them too little of two cores."""
PART: Final = 20
"""Tests of a file that stay together, so that what their module sets up is not set up for each."""
LONGEST: Final = (
    "tests/analysis/test_every_deal.py",
    "tests/server/test_servers.py",
    "tests/replay/test_every_shipped_round.py",
    "tests/floor/test_kills.py",
    "tests/round/test_round_properties.py",
    "tests/store/test_kills.py",
)
"""Files whose tests take longest and share nothing. Each test is dealt out by itself and early: otherwise one
worker would be left with the last of them while the others have nothing to do."""


def in_kernels(nodeid: str) -> bool:
    """Whether a test runs kernels that the first worker to need them compiles."""
    return nodeid.startswith("tests/analysis/")


def in_browser(nodeid: str) -> bool:
    """Whether a test opens a browser."""
    return nodeid.startswith("tests/browser/")


def turn(nodeid: str) -> int:
    """Which tests begin: in a browser, which wait more than they work; then kernels; then the longest."""
    if in_browser(nodeid):
        return 0
    if nodeid.startswith(LONGEST):
        return 2
    return 1 if in_kernels(nodeid) else 3


class Parts(LoadScopeScheduling):  # type: ignore[misc]
    """Deals out parts of files. Two workers have all tests in a browser, and one all that run kernels."""

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
        if file in LONGEST:
            return nodeid
        if in_kernels(nodeid):
            return "kernels"
        self._met[file] += 1
        return f"{file} {(self._met[file] - 1) // PART}"
