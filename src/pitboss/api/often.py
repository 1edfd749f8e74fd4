"""How often one place and one account may ask: more than people and their pages do, less than a fault would.

Signing in and registering have narrower limits in :mod:`pitboss.access.doors`, because each costs a hash.
"""

from typing import Any, Final

from litestar import Request

from pitboss.access.limits import Buckets
from pitboss.api.errors import TooMany

PLACE_AT_ONCE: Final = 10_000
PLACE_PER_SECOND: Final = 2_000
"""A floor of terminals may be behind one address."""
ACCOUNT_AT_ONCE: Final = 1_000
ACCOUNT_PER_SECOND: Final = 100
_PROBES: Final = frozenset({"/health", "/ready", "/metrics"})


class Often:
    """The buckets of one server."""

    def __init__(self, places: Buckets | None = None, accounts: Buckets | None = None) -> None:
        self._places = places or Buckets(PLACE_AT_ONCE, 1 / PLACE_PER_SECOND)
        self._accounts = accounts or Buckets(ACCOUNT_AT_ONCE, 1 / ACCOUNT_PER_SECOND)

    async def place(self, request: Request[Any, Any, Any]) -> None:
        """One more request from where it comes from; those who watch over the server are let through.

        It waits for nothing; but if it were not asynchronous, each request would be sent through a thread.
        """
        if request.scope["path"] in _PROBES:
            return
        where = request.client.host if request.client else "unknown"
        if seconds := self._places.take(where):
            raise TooMany("from one place", seconds)

    def account(self, name: str) -> None:
        """One more request of an account."""
        if seconds := self._accounts.take(name):
            raise TooMany(f"of {name}", seconds)
