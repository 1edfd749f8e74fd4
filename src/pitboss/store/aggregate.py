"""An aggregate: one kind of stream, with its events, its state, and the fold from the events to the state."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from pitboss.store.codec import Registry
from pitboss.store.journal import HEAD

StateT = TypeVar("StateT", bound=Struct)
Evolve = Callable[[StateT | None, Any, int], StateT | None]
"""Folds an event, given its position, into a state."""


class Aggregate(Struct, Generic[StateT], frozen=True, kw_only=True):
    """What the registry, the caches, the snapshots and the audit need to know of a kind of stream."""

    kind: str
    """``table`` of the streams ``table/7`` and ``table/8``."""
    name: str = ""
    """The name of its only stream, if it has one only."""
    state: type[StateT]
    events: tuple[type[Struct], ...]
    evolve: Evolve[StateT]
    by_day: bool = False
    """Whether a snapshot is saved as each gaming day begins, so that a report folds only what came later."""
    sparse: bool = False
    """Whether most names have no stream: all are read once, and a name without one is assumed empty."""
    at_command: Callable[[StateT | None, Any], StateT | None] | None = None
    """Folds the command that begins an append, before its events; without it, commands change no state."""

    def stream(self, name: str = "") -> str:
        """The full name of a stream in the journal."""
        return f"{self.kind}/{name or self.name}"

    def fold(self, state: StateT | None, event: Struct, position: int) -> StateT | None:
        """The state after an event, or after the command that begins an append."""
        if type(event).__name__ != HEAD:
            return self.evolve(state, event, position)
        return self.at_command(state, event) if self.at_command else state


def registry_of(aggregates: Iterable[Aggregate[Any]], *others: type[Struct]) -> Registry:
    """The registry of the events of aggregates and of others; an event may belong to several aggregates."""
    registry = Registry()
    for kind in dict.fromkeys((*others, *(kind for found in aggregates for kind in found.events))):
        registry.register(kind)
    return registry
