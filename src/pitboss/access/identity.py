"""Whose an id is. It belongs to its sender, so nobody can use up, or ask about, an id of somebody else."""

from typing import Final

from pitboss.access.roles import SYSTEM, Actor
from pitboss.refusal import Refusal, refuse

REUSED: Final = "command_id_reused"
"""The code of the refusal of a command whose sender has used its id for another one."""


def sender_of(actor: Actor) -> str:
    """The namespace of somebody's command ids, whichever of their roles they act in.

    Nobody signs in as the software, so no client sends as ``system/…``.
    """
    if actor.role == SYSTEM.role:
        return f"system/{actor.name}"
    return f"device/{actor.name}" if actor.role == "machine" else f"account/{actor.name}"


def id_reused(command_id: str) -> Refusal:
    """That an id was used for another command of the same sender."""
    message = f"the id {command_id} was used for something else before: send this command with a new id"
    return refuse(REUSED, message)
