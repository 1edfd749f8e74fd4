"""The streams of a floor, decoded with the floor's registry."""

from collections.abc import Callable

from pitboss.floor.registry import floor_registry
from pitboss.store import Journal
from pitboss.store.snapshots import Snapshots
from pitboss.store.streams import Evolve, StateT, StreamCache


class FloorStreams(StreamCache[StateT]):
    """All streams of one kind: ``table/7``, ``link/gold``."""

    def __init__(
        self,
        journal: Journal,
        kind: str,
        type_: type[StateT],
        evolve: Evolve[StateT],
        *,
        day: Callable[[int], str] | None = None,
        snapshots: Snapshots | None = None,
    ) -> None:
        super().__init__(journal, kind, type_, evolve, floor_registry(), day=day, snapshots=snapshots)
