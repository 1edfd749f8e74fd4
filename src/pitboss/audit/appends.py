"""Recorded appends: the command that each begins with, and the events that must follow from it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pitboss.commands.record import Changes, CommandRecorded
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.replay.differences import difference
from pitboss.store.fault import RecordFault, fault_of


class RecordedAppend(Struct, frozen=True):
    """A recorded command with all its events."""

    head: DecodedEvent
    command: CommandRecorded
    entries: tuple[DecodedEvent, ...]
    """The events after the head."""

    def of_stream(self, stream: str) -> tuple[DecodedEvent, ...]:
        """The events of one stream."""
        return tuple(entry for entry in self.entries if entry.recorded.stream == stream)

    @property
    def events(self) -> tuple[Struct, ...]:
        """The decoded events."""
        return events_of(self.entries)


def events_of(entries: Iterable[DecodedEvent]) -> tuple[Struct, ...]:
    """The decoded events of entries."""
    return tuple(entry.event for entry in entries)


def first_difference(append: RecordedAppend, again: Changes | Refusal) -> RecordFault | None:
    """The first recorded event that does not follow from its command."""
    head = append.head.recorded
    if isinstance(again, Refusal):
        return fault_of(head, because("fault.refused", why=again.reason), because("due.refused"))
    due = [(f"{change.kind}/{change.name}", event) for change in again for event in change.events]
    if due and due[0][0] != head.stream:
        return fault_of(head, because("fault.stream"), because("due.value", value=due[0][0]))
    return compare_events(append.entries, due, head=append.head)


def compare_events(
    entries: Sequence[DecodedEvent], due: Sequence[tuple[str, Struct]], head: DecodedEvent
) -> RecordFault | None:
    """The first recorded event that differs from the due one."""
    before = head
    for place, (stream, should) in enumerate(due):
        kind = type(should).__name__
        entry = entries[place] if place < len(entries) else None
        if entry is None or (entry.recorded.stream != stream and len(entries) < len(due)):
            why = because("fault.not_followed", kind=kind, stream=stream)
            return fault_of(before.recorded, why, because("due.behind", kind=kind))
        if entry.recorded.stream != stream:
            why = because("fault.stands_of", kind=kind, stream=stream)
            return fault_of(entry.recorded, why, because("due.value", value=kind))
        if entry.event != should:
            return _fault(entry, should)
        before = entry
    if len(entries) > len(due):
        return fault_of(entries[len(due)].recorded, because("fault.no_command"), because("due.nothing"))
    return None


def _fault(entry: DecodedEvent, should: Struct) -> RecordFault:
    found = difference(entry.event, should)
    if found is None or not found.path:
        kind = type(should).__name__
        why = because("fault.stands", kind=kind)
        return fault_of(entry.recorded, why, because("due.value", value=kind))
    return fault_of(entry.recorded, because("fault.says", path=found.path, found=found.found), found.due())
