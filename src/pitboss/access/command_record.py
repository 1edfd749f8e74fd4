"""Orders, and the record of them: every append begins with the command that it follows from.

The record says what was asked, who answers for it, on whose screen, under which id, and every input of the
decision that stands in no stream: the instant, the gaming day by the floor's hours, the versions of streams
that were read and not written, digests of what was made for it. So the decision can be made again by anybody.
What comes from outside and is itself an event (a shoe that was made ready, cards that were turned over, a
secret that was chosen) is taken from that event. A secret is no part of a command: the command says that one
was checked, and by which door.
"""

from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from pitboss.access.events import Means
from pitboss.access.identity import sender_of
from pitboss.access.roles import Actor
from pitboss.build import build_hash
from pitboss.store.codec import from_plain, to_plain
from pitboss.store.journal import CommandIdentity

_ENCODER: Final = msgspec.json.Encoder(enc_hook=to_plain)
_BUILD_CHARACTERS: Final = 16


class Signed(Struct, frozen=True):
    """A second person who has signed, and with what."""

    by: Actor
    means: Means


class Order(Struct, frozen=True, kw_only=True):
    """A command that somebody gives."""

    command: Struct
    by: Actor
    """Who answers for it."""
    id: str | None = None
    """Given by its sender, so that it can be sent again; without one it cannot."""
    entered: Actor | None = None
    """On whose screen, where whoever answers for it does so on another's."""
    second: Signed | None = None
    """Who signed too, where it moves more than the first moves alone."""

    @property
    def sender(self) -> Actor:
        """Whose id it is: of whoever's screen it was entered on."""
        return self.entered or self.by


class CommandRecorded(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=True):
    """The first event of every append: the command that all the others follow from."""

    command: Raw
    """As JSON, tagged with its type."""
    by: Actor
    entered: Actor | None = None
    second: Signed | None = None
    id: str = ""
    at: int
    """The instant that it was decided at, in microseconds since 1970."""
    build: str
    """The beginning of the hash of the build that decided."""
    day: date | None = None
    """The gaming day and shift of the instant by the floor's hours, where the decision asked for them."""
    shift: str = ""
    read: dict[str, int] = {}
    """The version of every stream that was read, and neither written nor held fast."""
    made: tuple[str, ...] = ()
    """SHA-256 of codes and tokens that were made for it."""
    events: int
    """How many follow in the same append."""


class StreamChange(Struct, frozen=True):
    """Events for one stream."""

    kind: str
    name: str
    events: tuple[Struct, ...]

    @property
    def key(self) -> tuple[str, str]:
        """Which stream."""
        return self.kind, self.name


Changes = tuple[StreamChange, ...]
"""All that follows from a command; the first is for the stream that the command is about."""


class Done(Struct, frozen=True, kw_only=True):
    """A command that was recorded."""

    first: int
    last: int
    events: tuple[Struct, ...] = ()
    """Of the stream that it was about; none for a command that had been recorded before."""
    repeated: bool = False
    shown: str = ""
    """A code or a token that was made for it, shown this once and to whoever sent it only."""


def encode_command(command: Struct) -> bytes:
    """A command as it is recorded. The same command always has the same bytes."""
    return _ENCODER.encode(command)


class _Tagged(Struct, frozen=True):
    type: str


_TAGGED: Final = msgspec.json.Decoder(_Tagged)


def command_tag(recorded: CommandRecorded) -> str:
    """The name of a recorded command's type."""
    return _TAGGED.decode(recorded.command).type


@cache
def command_decoder(union: Any) -> msgspec.json.Decoder[Any]:
    """What reads recorded commands of a union."""
    return msgspec.json.Decoder(union, dec_hook=from_plain)


def identity_of(order: Order, command: bytes) -> CommandIdentity | None:
    """Sender, id and digest of an order; none for one without an id."""
    if order.id is None:
        return None
    who = _ENCODER.encode((order.by, order.entered, order.second))
    return CommandIdentity(
        sender=sender_of(order.sender), id=order.id, digest=sha256(command + b"\n" + who).digest()
    )


def recorded_identity(head: CommandRecorded) -> CommandIdentity | None:
    """The same of a command that stands in the journal."""
    order = Order(command=head, by=head.by, id=head.id or None, entered=head.entered, second=head.second)
    return identity_of(order, bytes(head.command))


@cache
def this_build() -> str:
    """The build as a command is recorded with it."""
    return build_hash()[:_BUILD_CHARACTERS]
