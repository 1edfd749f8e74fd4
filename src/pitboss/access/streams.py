"""Caches of the streams about people."""

from pitboss.access.account import Account, evolve_account
from pitboss.access.proposals import Proposals, evolve_proposals
from pitboss.access.registry import access_registry
from pitboss.store.journal import Journal
from pitboss.store.snapshots import Snapshots
from pitboss.store.streams import StreamCache


def account_streams(journal: Journal, snapshots: Snapshots | None = None) -> StreamCache[Account]:
    """The streams ``account/ann``: everything recorded about a person or device."""
    return StreamCache(journal, "account", Account, evolve_account, access_registry(), snapshots=snapshots)


def proposal_streams(journal: Journal, snapshots: Snapshots | None = None) -> StreamCache[Proposals]:
    """The streams ``proposal/link/gold``: the proposals about a subject."""
    return StreamCache(
        journal, "proposal", Proposals, evolve_proposals, access_registry(), snapshots=snapshots
    )
