"""House edges of the sheets, computed in the background, so that no request waits for them."""

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from pitboss.sheets.game import Game

if TYPE_CHECKING:
    from pitboss.analysis.odds import HouseEdge

LOG: Final = logging.getLogger("pitboss.edges")


class EdgeCountStopped(Exception):
    """Raised to abort a count when the server stops."""


class HouseEdges:
    """A cache of house edges by the hash of the sheet."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="edges")
        self._known: dict[str, Future[HouseEdge | None]] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()

    def of(self, game: Game) -> "HouseEdge | None":
        """The house edges of a sheet; ``None`` until they are computed, which the first call starts."""
        with self._lock:
            counted = self._known.get(game.hashes.sheet)
            if counted is None:
                counted = self._known[game.hashes.sheet] = self._pool.submit(self._count, game)
        return counted.result() if counted.done() else None

    def counting(self, game: Game) -> bool:
        """Whether the house edges of a sheet are still being computed."""
        with self._lock:
            counted = self._known.get(game.hashes.sheet)
        return counted is not None and not counted.done()

    def close(self) -> None:
        """Abort the computation."""
        self._stopping.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _count(self, game: Game) -> "HouseEdge | None":
        from pitboss.analysis.model import AnalysisFault
        from pitboss.analysis.odds import HouseEdge

        try:
            return HouseEdge(game, self._heard)
        except AnalysisFault as fault:
            LOG.warning("no theoretical win for %s: %s", game.sheet.id, fault)
        except EdgeCountStopped:
            pass
        return None

    def _heard(self, what: str, done: int, of: int) -> None:
        if self._stopping.is_set():
            raise EdgeCountStopped
