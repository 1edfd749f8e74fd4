"""Faults that verification finds in a record."""

from msgspec import Struct

from pitboss.store.journal import Recorded


class RecordFault(Struct, frozen=True, kw_only=True):
    """What is wrong in a record, and where."""

    position: int
    """Position of the event, or of the first event that the fault may lie in."""
    stream: str | None
    version: int | None
    message: str
    kind: str | None = None
    recorded: int | None = None
    """When the event was recorded, in microseconds since 1970."""
    should: str = ""
    """The expected value, where it is known."""


class FaultFound(Exception):
    """Raised to end verification at the first fault."""

    def __init__(self, fault: RecordFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def fault_of(event: Recorded, why: str, should: str = "") -> RecordFault:
    """The fault of an event; ``why`` continues a sentence that begins with the event's name."""
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
    """A fault at a position, or from there on."""
    return RecordFault(position=position, stream=None, version=None, message=message)
