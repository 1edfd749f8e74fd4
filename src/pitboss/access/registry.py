"""The registry of events about people."""

from functools import cache
from typing import Any, Final, get_args

from pitboss.access.events import AccountEvent, ProposalEvent, ProposalMade, TokenIssued
from pitboss.commands.record import CommandRecorded
from pitboss.store.codec import Registry


@cache
def access_registry() -> Registry:
    """The kinds of events of accounts and proposals, and of the command that begins an append."""
    registry = Registry()
    registry.register(CommandRecorded)
    for type_ in (*get_args(AccountEvent), *get_args(ProposalEvent)):
        lifts = dict.fromkeys((1, 2, 3), _as_written) if type_ in _MORE_PERMISSIONS else {}
        registry.register(type_, schema=len(lifts) + 1, upcasters=lifts)
    return registry


def _as_written(data: dict[str, Any]) -> dict[str, Any]:
    """Each later version only knows more permissions than the one before."""
    return data


_MORE_PERMISSIONS: Final = (TokenIssued, ProposalMade)
