"""Which command it is: whose, under which of their ids, and a digest of what they ask.

An id belongs to its sender, so nobody can use up, or ask about, an id of somebody else. The digest is over
what is asked as the floor understands it: the operation, what it is for, the command, who answers for it, on
whose screen and for which round. No password, PIN or code is ever part of a command.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any, Final, overload

import msgspec
from msgspec import Struct, structs

from pitboss.access.refusals import refuse
from pitboss.access.roles import SYSTEM, Actor
from pitboss.round.refusal import Refusal
from pitboss.store.codec import to_plain
from pitboss.store.journal import CommandIdentity

REUSED: Final = "command_id_reused"
"""The code of the refusal of a command whose sender has used its id for another one."""
_ENCODER: Final = msgspec.json.Encoder()


def sender_of(actor: Actor) -> str:
    """The namespace of somebody's command ids, whichever of their roles they act in.

    Nobody signs in as the software, so no client sends as ``system/…``.
    """
    if actor.role == SYSTEM.role:
        return f"system/{actor.name}"
    return f"device/{actor.name}" if actor.role == "machine" else f"account/{actor.name}"


@overload
def identify(sender: Actor, command_id: str, operation: str, *asked: object) -> CommandIdentity: ...
@overload
def identify(
    sender: Actor, command_id: str | None, operation: str, *asked: object
) -> CommandIdentity | None: ...
def identify(sender: Actor, command_id: str | None, operation: str, *asked: object) -> CommandIdentity | None:
    """The identity of a command that somebody sends under an id of theirs; none without an id."""
    if command_id is None:
        return None
    return CommandIdentity(sender=sender_of(sender), id=command_id, digest=digest_of(operation, *asked))


def digest_of(operation: str, *asked: object) -> bytes:
    """SHA-256 of what is asked: equal for equal values, and for no others."""
    return sha256(_ENCODER.encode([operation, *map(_canonical, asked)])).digest()


def id_reused(command_id: str) -> Refusal:
    """That an id was used for another command of the same sender."""
    message = f"the id {command_id} was used for something else before: send this command with a new id"
    return refuse(REUSED, message)


def _canonical(value: object) -> Any:
    """A value as plain JSON from which its types can be told.

    What has its default is left out: a field that a later version adds to a command does not change the
    digest of commands without it, so that a command may be sent again to a server of another version.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Struct):
        kind = type(value)
        found = ((name, default, getattr(value, name)) for name, default in _fields(kind))
        return {kind.__name__: {name: _canonical(item) for name, default, item in found if item != default}}
    if isinstance(value, tuple | list):
        return [_canonical(item) for item in value]
    if isinstance(value, Mapping):
        return {"": sorted([_canonical(key), _canonical(item)] for key, item in value.items())}
    assert isinstance(value, Fraction), f"{type(value).__name__} has no place in a command"
    return {"": to_plain(value)}


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, object], ...]:
    """The fields of a type with their defaults."""
    return tuple((field.name, _default(field)) for field in structs.fields(kind))


def _default(field: structs.FieldInfo) -> object:
    made: object = field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else made
