"""The kinds of events about people."""

from functools import cache
from typing import Any, Final, get_args

from pitboss.access.events import AccountEvent, IdentityShown, ProposalEvent, SessionOpened, SignInFailed
from pitboss.store.codec import Registry, Upcaster


@cache
def access_registry() -> Registry:
    """The events of accounts and proposals."""
    registry = Registry()
    for type_ in (*get_args(AccountEvent), *get_args(ProposalEvent)):
        upcasters = _UPCASTERS.get(type_, {})
        registry.register(type_, schema=len(upcasters) + 1, upcasters=upcasters)
    return registry


def _by_the_front_door(data: dict[str, Any]) -> dict[str, Any]:
    """Before devices had doors of their own there was one for all, and wrong attempts were not told."""
    return data | {"device": None}


_UPCASTERS: Final[dict[type, dict[int, Upcaster]]] = {
    SessionOpened: {1: _by_the_front_door},
    IdentityShown: {1: _by_the_front_door},
    SignInFailed: {1: _by_the_front_door},
}
