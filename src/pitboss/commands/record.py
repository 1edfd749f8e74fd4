"""Orders, and their record: every append begins with the command that its events follow from.

The record holds the command, who answers for it, on whose screen, under which id, and every input of the
decision that no stream holds: the instant, the gaming day by the floor's hours, the versions of streams that
were read and not written, digests of codes and tokens made for it. So an audit can decide the command again.
Input that is itself an event (a shoe made ready, cards turned over, a secret chosen) is taken from that
event. A secret is no part of a command: the command says that one was checked, and how.
"""

from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from pitboss.build import build_hash
from pitboss.people import Actor, Means
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.store.codec import from_plain, to_plain
from pitboss.store.journal import CommandIdentity

_ENCODER: Final = msgspec.json.Encoder(enc_hook=to_plain)
_BUILD_CHARACTERS: Final = 16
REUSED: Final = "command_id_reused"
"""The refusal code of a reused command id."""


class Signed(Struct, frozen=True):
    """A second person's signature: who, and by which means."""

    by: Actor
    means: Means


class Order(Struct, frozen=True, kw_only=True):
    """A command with the person who gives it and its idempotency id."""

    command: Struct
    by: Actor
    """The person who answers for the command."""
    id: str | None = None
    """The sender's idempotency id; without one, the command cannot be retried safely."""
    entered: Actor | None = None
    """The signed-in person, if somebody else authorised the command on their screen."""
    second: Signed | None = None
    """The second signature, for an amount above what the first person moves alone."""

    @property
    def sender(self) -> Actor:
        """The owner of the id: the person on whose screen the command was entered."""
        return self.entered or self.by


class CommandRecorded(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=True):
    """The first event of every append: the command that all its other events follow from."""

    command: Raw
    """The command as JSON, tagged with its type."""
    by: Actor
    entered: Actor | None = None
    second: Signed | None = None
    id: str = ""
    at: int
    """When the command was decided, in microseconds since 1970."""
    build: str
    """The first characters of the hash of the build that decided."""
    day: date | None = None
    """The gaming day and shift by the floor's hours, if the decision used them."""
    shift: str = ""
    read: dict[str, int] = {}
    """The version of every stream that was read but neither written nor guarded."""
    made: tuple[str, ...] = ()
    """SHA-256 of the codes and tokens made for the command."""
    events: int
    """Number of events that follow in the same append."""


class StreamChange(Struct, frozen=True):
    """New events for one stream."""

    kind: str
    name: str
    events: tuple[Struct, ...]

    @property
    def key(self) -> tuple[str, str]:
        """The kind and name of the stream."""
        return self.kind, self.name


Changes = tuple[StreamChange, ...]
"""All changes of a command; the first is of the stream that the command is about."""


class Done(Struct, frozen=True, kw_only=True):
    """The result of a recorded command."""

    first: int
    last: int
    events: tuple[Struct, ...] = ()
    """New events of the stream that the command is about; none for a retry."""
    repeated: bool = False
    shown: str = ""
    """A code or token made for the command, shown once and to its sender only."""


def encode_command(command: Struct) -> bytes:
    """Encode a command for the record. Equal commands have equal bytes."""
    return _ENCODER.encode(command)


@cache
def command_decoder(union: Any) -> msgspec.json.Decoder[Any]:
    """A decoder for recorded commands of a union."""
    return msgspec.json.Decoder(union, dec_hook=from_plain)


def sender_of(actor: Actor) -> str:
    """The namespace of an actor's command ids, the same in all their roles.

    An id belongs to its sender, so no sender can use up or probe another's. No client can send as
    ``system/…``, because nobody signs in as the software.
    """
    if actor.role == "system":
        return f"system/{actor.name}"
    return f"device/{actor.name}" if actor.role == "machine" else f"account/{actor.name}"


def id_reused(command_id: str) -> Refusal:
    """The refusal of a command id that the sender has used for another command."""
    return refuse(REUSED, because("command_id_reused", id=command_id))


def identity_of(order: Order, command: bytes) -> CommandIdentity | None:
    """The idempotency key of an order: sender, id and digest; ``None`` without an id."""
    if order.id is None:
        return None
    who = _ENCODER.encode((order.by, order.entered, order.second))
    return CommandIdentity(
        sender=sender_of(order.sender), id=order.id, digest=sha256(command + b"\n" + who).digest()
    )


def recorded_identity(head: CommandRecorded) -> CommandIdentity | None:
    """The idempotency key of a recorded command."""
    order = Order(command=head, by=head.by, id=head.id or None, entered=head.entered, second=head.second)
    return identity_of(order, bytes(head.command))


@cache
def this_build() -> str:
    """The build's hash, shortened as commands record it."""
    return build_hash()[:_BUILD_CHARACTERS]
