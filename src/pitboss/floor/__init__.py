"""One casino floor as a service over one journal. Each command is one append of all its events."""

from pitboss.access.roles import SYSTEM, Actor
from pitboss.commands.record import Done, Order
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.service import Floor

__all__ = ["SYSTEM", "Actor", "Done", "Floor", "Order", "floor_registry"]
