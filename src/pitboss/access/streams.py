"""The streams of people in a journal."""

from pitboss.access.account import Account, evolve_account
from pitboss.access.proposals import Proposals, evolve_proposals
from pitboss.access.registry import access_registry
from pitboss.store.journal import Journal
from pitboss.store.snapshots import Snapshots
from pitboss.store.streams import StreamCache


def account_streams(journal: Journal, snapshots: Snapshots | None = None) -> StreamCache[Account]:
    """``account/ann``: all that is recorded of somebody."""
    return StreamCache(journal, "account", Account, evolve_account, access_registry(), snapshots=snapshots)


def proposal_streams(journal: Journal, snapshots: Snapshots | None = None) -> StreamCache[Proposals]:
    """``proposal/link/gold``: what is or was proposed about a subject."""
    return StreamCache(
        journal, "proposal", Proposals, evolve_proposals, access_registry(), snapshots=snapshots
    )
