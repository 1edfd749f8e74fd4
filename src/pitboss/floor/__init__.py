"""One casino floor as a service over one journal. Each command is one append of all its events.

The service is loaded when one of its names is first used: a client sends commands, and loads nothing that
carries them out.
"""

from pitboss.access.roles import SYSTEM, Actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboss.commands.record import Done, Order
    from pitboss.floor.aggregates import floor_registry
    from pitboss.floor.service import Floor

__all__ = ["SYSTEM", "Actor", "Done", "Floor", "Order", "floor_registry"]

_MODULES = {
    "Done": "commands.record",
    "Floor": "floor.service",
    "Order": "commands.record",
    "floor_registry": "floor.aggregates",
}

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _MODULES:
            raise AttributeError(f"module 'pitboss.floor' has no name {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"pitboss.{_MODULES[name]}"), name)
        return found
