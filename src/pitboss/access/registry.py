"""The registry of events about people."""

from functools import cache
from typing import get_args

from pitboss.access.events import AccountEvent, ProposalEvent
from pitboss.commands.record import CommandRecorded
from pitboss.store.codec import Registry


@cache
def access_registry() -> Registry:
    """The kinds of events of accounts and proposals, and of the command that begins an append."""
    registry = Registry()
    registry.register(CommandRecorded)
    for type_ in (*get_args(AccountEvent), *get_args(ProposalEvent)):
        registry.register(type_)
    return registry
