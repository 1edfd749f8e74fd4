"""Which tests one worker runs one after the other, when several run at the same time."""

from collections import Counter
from typing import Any, Final
from zlib import crc32

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

BROWSERS: Final = 2
"""Workers that open a browser: one more would leave each of them too little of two cores."""
PART: Final = 20
"""Tests of a file that stay together, so that what their module sets up is not set up for each."""
WAITING: Final = "tests/server/"
"""Tests that wait for processes and clocks. They run beside those in a browser and the kernels, which keep
two cores busy meanwhile."""
LONGEST: Final = (
    "tests/analysis/test_every_deal.py",
    "tests/server/test_servers.py",
    "tests/store/test_kills.py",
    "tests/replay/test_every_shipped_round.py",
    "tests/floor/test_kills.py",
    "tests/round/test_round_properties.py",
)
"""Files whose tests take longest and share nothing. Each test is dealt out by itself, and not last: otherwise
one worker would be left with the last of them while the others have nothing to do."""


def in_kernels(nodeid: str) -> bool:
    """Whether a test runs kernels that the first worker to need them compiles."""
    return nodeid.startswith("tests/analysis/")


def in_browser(nodeid: str) -> bool:
    """Whether a test opens a browser."""
    return nodeid.startswith("tests/browser/")


def turn(nodeid: str, order: str = "") -> tuple[int, int]:
    """Which tests begin: in a browser; then kernels; then what waits; then the longest.

    The rest is mixed, file by file: otherwise all would wait for a database at once. An order that is named
    mixes the files of each kind, in another way for each name.
    """
    mixed = crc32(f"{order}{nodeid.partition('::')[0]}".encode())
    kinds = in_browser(nodeid), in_kernels(nodeid), nodeid.startswith(WAITING), nodeid.startswith(LONGEST)
    return (kinds.index(True), mixed if order else 0) if any(kinds) else (len(kinds), mixed)


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

    def remove_node(self, node: Any) -> str | None:
        """Deal out again what a worker has left that has ended, but for the test that has ended it.

        xdist's own would give that test to one worker after the other, for ever.
        """
        parts = self.assigned_work.pop(node)
        left = (nodeid for part in parts.values() for nodeid, is_done in part.items() if not is_done)
        ended: str | None = next(left, None)
        for name, part in parts.items():
            if ended in part:
                part[ended] = True
            if not all(part.values()):
                self.workqueue[name] = part
        for other in self.assigned_work:
            self._reschedule(other)
        return ended
