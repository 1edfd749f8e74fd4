"""The streams of a floor, decoded with the floor's registry."""

from collections.abc import Callable
from typing import Any

from pitboss.floor.registry import floor_registry
from pitboss.floor.tables.table import TableState, at_command, evolve_table
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
        at_command: Callable[[StateT | None, Any], StateT | None] | None = None,
        snapshots: Snapshots | None = None,
    ) -> None:
        super().__init__(
            journal,
            kind,
            type_,
            evolve,
            floor_registry(),
            day=day,
            at_command=at_command,
            snapshots=snapshots,
        )


def table_streams(journal: Journal, snapshots: Snapshots | None = None) -> FloorStreams[TableState]:
    """The streams of tables, with the time of every command."""
    return FloorStreams(
        journal, "table", TableState, evolve_table, at_command=at_command, snapshots=snapshots
    )
