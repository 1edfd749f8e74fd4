"""Tables and links as services over one journal: a command is one append of all that follows from it."""

from pitboss.access.command_record import Done, Order
from pitboss.access.roles import SYSTEM, Actor
from pitboss.floor.registry import floor_registry
from pitboss.floor.service import Floor

__all__ = ["SYSTEM", "Actor", "Done", "Floor", "Order", "floor_registry"]
