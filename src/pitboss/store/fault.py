"""The first thing in a record that is not as it must be."""

from msgspec import Struct

from pitboss.store.journal import Recorded


class RecordFault(Struct, frozen=True, kw_only=True):
    """What is wrong, and where."""

    position: int
    """Of the event, or of the first of the events among which the fault must lie."""
    stream: str | None
    version: int | None
    message: str
    kind: str | None = None
    recorded: int | None = None
    """When, in microseconds since 1970."""
    should: str = ""
    """What it should be, where that can be said."""


class FaultFound(Exception):
    """Ends the walk through a record."""

    def __init__(self, fault: RecordFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def fault_of(event: Recorded, why: str, should: str = "") -> RecordFault:
    """What is wrong with an event: ``why`` goes on after its name."""
    named = f"The event {event.kind} at position {event.position} ({event.stream} {event.version})"
    return RecordFault(
        position=event.position,
        stream=event.stream,
        version=event.version,
        message=f"{named} {why}.",
        kind=event.kind,
        recorded=event.recorded,
        should=should,
    )


def fault_at(position: int, message: str) -> RecordFault:
    """What is wrong at a position, or from there on."""
    return RecordFault(position=position, stream=None, version=None, message=message)
