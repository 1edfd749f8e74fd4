"""The aggregates about people, and the registry of their events."""

from functools import cache
from typing import Final, get_args

from pitboss.access.account import Account, evolve_account
from pitboss.access.events import AccountEvent, ProposalEvent
from pitboss.access.proposals import Proposals, evolve_proposals
from pitboss.commands.record import CommandRecorded
from pitboss.store.codec import Aggregate, Registry, registry_of

ACCOUNT: Final = Aggregate(
    kind="account", state=Account, events=get_args(AccountEvent), evolve=evolve_account
)
"""``account/ann``: everything recorded about a person or device."""
PROPOSALS: Final = Aggregate(
    kind="proposal", state=Proposals, events=get_args(ProposalEvent), evolve=evolve_proposals
)
"""``proposal/link/gold``: the proposals about a subject."""


@cache
def access_registry() -> Registry:
    """The events about people, and the command that begins an append."""
    return registry_of((ACCOUNT, PROPOSALS), CommandRecorded)
