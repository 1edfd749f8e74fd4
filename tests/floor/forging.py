"""Appends that no server has made: a command with events that somebody has thought up."""

from typing import Any

from msgspec import Raw, Struct

from pitboss.access.roles import Actor
from pitboss.commands.record import CommandRecorded, encode_command, this_build
from pitboss.floor import floor_registry
from pitboss.floor.commands import FloorCommand
from pitboss.store import Journal, ToStream
from pitboss.store.journal import wall_clock


def forge(
    journal: Journal, command: FloorCommand, by: Actor, *parts: tuple[str, Struct], **inputs: Any
) -> None:
    """Append events, each with its stream, behind a command, as if they followed from it."""
    told: dict[str, Any] = {"at": wall_clock(), "build": this_build(), "events": len(parts)}
    head = CommandRecorded(command=Raw(encode_command(command)), by=by, **told | inputs)
    heads = {head.stream: head.version for head in journal.heads()}
    streams: dict[str, list[Struct]] = {parts[0][0]: [head]}
    for stream, event in parts:
        streams.setdefault(stream, []).append(event)
    encode = floor_registry().encode
    journal.append(
        [
            ToStream(stream, heads.get(stream, 0), tuple(map(encode, events)))
            for stream, events in streams.items()
        ]
    )
