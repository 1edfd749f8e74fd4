"""Faults that verification finds in a record."""

from msgspec import Struct

from pitboss.reason import Reason, because
from pitboss.store.journal import Recorded
from pitboss.words import say


class RecordFault(Struct, frozen=True, kw_only=True):
    """What is wrong in a record, and where."""

    position: int
    """Position of the event, or of the first event that the fault may lie in."""
    stream: str | None
    version: int | None
    reason: Reason
    kind: str | None = None
    recorded: int | None = None
    """When the event was recorded, in microseconds since 1970."""
    due: Reason | None = None
    """The expected value, where it is known."""

    @property
    def message(self) -> str:
        """The reason in English."""
        return say(self.reason)

    @property
    def should(self) -> str:
        """The expected value in English; empty where it is not known."""
        return say(self.due) if self.due else ""


class FaultFound(Exception):
    """Raised to end verification at the first fault."""

    def __init__(self, fault: RecordFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def fault_of(event: Recorded, why: Reason, due: Reason | None = None) -> RecordFault:
    """The fault of an event; ``why`` continues a sentence that begins with the event's name."""
    return RecordFault(
        position=event.position,
        stream=event.stream,
        version=event.version,
        reason=because(
            "fault.event",
            kind=event.kind,
            position=event.position,
            stream=event.stream,
            version=event.version,
            why=why,
        ),
        kind=event.kind,
        recorded=event.recorded,
        due=due,
    )


def fault_at(position: int, reason: Reason) -> RecordFault:
    """A fault at a position, or from there on."""
    return RecordFault(position=position, stream=None, version=None, reason=reason)
