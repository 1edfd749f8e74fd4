"""Read, decide, append, and again when somebody else was first."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from pitboss.access.identity import id_reused
from pitboss.access.registry import access_registry
from pitboss.round.refusal import Refusal
from pitboss.store.errors import Busy, CommandIdReused, VersionConflict
from pitboss.store.journal import CommandIdentity, Journal, ToStream
from pitboss.store.streams import Held, Streams

_MOST_TRIES: Final = 100

Events = tuple[Struct, ...]
Stream = tuple[Streams[Any], str]
Plan = Callable[..., Sequence[Events] | Refusal]
"""From the states of the streams that were read to events for the first of them, the second and so on."""


class Noted(Struct, frozen=True):
    """What was recorded, and what is shown this once only to whoever did it."""

    events: Events = ()
    """None for a command that had been recorded before."""
    shown: str = ""
    """A code for an enrolment, or the token of a device."""


def alone(answer: Events | Refusal) -> Sequence[Events] | Refusal:
    """A plan for one stream."""
    return answer if isinstance(answer, Refusal) else [answer]


def carry_out(
    journal: Journal, plan: Plan, reads: Sequence[Stream], command: CommandIdentity | None = None
) -> Noted | Refusal:
    """Decide by what was read and append it in one transaction, until nobody else is in between."""
    try:
        return _carry_out(journal, plan, reads, command)
    except CommandIdReused as reused:
        return id_reused(reused.command_id)


def _carry_out(
    journal: Journal, plan: Plan, reads: Sequence[Stream], command: CommandIdentity | None
) -> Noted | Refusal:
    for _ in range(_MOST_TRIES):
        held = [streams.refresh(name) for streams, name in reads]
        planned = plan(*(one.state for one in held))
        if isinstance(planned, Refusal):
            # A repetition of what was done is no refusal.
            repeated = command is not None and journal.find_command(command)
            return Noted() if repeated else planned
        try:
            return _append(journal, reads, held, planned, command)
        except VersionConflict:
            continue
    raise Busy("The streams of this command are written to without end by others: try again.")


def _append(
    journal: Journal,
    reads: Sequence[Stream],
    held: Sequence[Held[Any]],
    planned: Sequence[Events],
    command: CommandIdentity | None,
) -> Noted:
    encode = access_registry().encode
    if not any(planned):
        if command:
            # Also where there is nothing to record, an id is not to be used for two commands.
            journal.find_command(command)
        return Noted()
    # What was only read must be as it was read, too: nobody's power is taken away in between.
    only_read = [()] * (len(reads) - len(planned))
    batch = [
        ToStream(streams.stream(name), one.version, tuple(map(encode, events)))
        for (streams, name), one, events in zip(reads, held, [*planned, *only_read], strict=True)
    ]
    if journal.append(batch, command).repeated:
        return Noted()
    return Noted(tuple(event for events in planned for event in events))
