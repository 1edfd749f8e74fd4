"""The record of a refused act: an append without version checks, so it never conflicts."""

from msgspec import Raw

from pitboss.access.aggregates import access_registry
from pitboss.access.commands import NoteRefusedAttempt
from pitboss.access.events import AttemptRefused
from pitboss.access.roles import SYSTEM
from pitboss.commands.record import CommandRecorded, encode_command, this_build
from pitboss.store.journal import ToStream


def note_refused_attempt(command: NoteRefusedAttempt, at: int) -> list[ToStream]:
    """The append to the account's stream, which expects no version."""
    head = CommandRecorded(
        command=Raw(encode_command(command)), by=SYSTEM, at=at, build=this_build(), events=1
    )
    refused = AttemptRefused(command.operation, command.subject, command.act, command.code)
    encode = access_registry().encode
    return [ToStream(f"account/{command.account}", None, (encode(head), encode(refused)))]
