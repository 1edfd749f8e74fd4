"""Namespaces of command ids: an id belongs to its sender, so no sender can use up or probe another's."""

from typing import Final

from pitboss.access.roles import SYSTEM, Actor
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse

REUSED: Final = "command_id_reused"
"""The refusal code of a reused command id."""


def sender_of(actor: Actor) -> str:
    """The namespace of an actor's command ids, the same in all their roles.

    No client can send as ``system/…``, because nobody signs in as the software.
    """
    if actor.role == SYSTEM.role:
        return f"system/{actor.name}"
    return f"device/{actor.name}" if actor.role == "machine" else f"account/{actor.name}"


def id_reused(command_id: str) -> Refusal:
    """The refusal of a command id that the sender has used for another command."""
    return refuse(REUSED, because("command_id_reused", id=command_id))
