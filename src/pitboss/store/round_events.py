"""The events of a round as kinds of the journal."""

from functools import cache
from typing import get_args

from pitboss.round import events
from pitboss.store.codec import Registry


@cache
def round_registry() -> Registry:
    """Every event of :mod:`pitboss.round.events`."""
    registry = Registry()
    for type_ in get_args(events.Event):
        registry.register(type_)
    return registry
