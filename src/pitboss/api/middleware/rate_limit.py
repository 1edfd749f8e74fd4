"""Rate limits of places and accounts: above what people and their pages ask, below what a fault would.

The number of their open streams is limited too. Signing in and registering have narrower limits in
:mod:`pitboss.access.sign_in`, because each costs a hash; connections have theirs in
:mod:`pitboss.api.middleware.connections`.
"""

from collections import Counter
from functools import partial
from typing import Any, Final

from litestar import Request

from pitboss.access.rate_limit import Buckets, limited_place
from pitboss.api.errors import TooManyStreams
from pitboss.api.middleware.requests import PROBES, at_end
from pitboss.reason import because
from pitboss.server.load import TooMany

PLACE_AT_ONCE: Final = 10_000
PLACE_PER_SECOND: Final = 2_000
"""A floor of terminals may be behind one address."""
ACCOUNT_AT_ONCE: Final = 1_000
ACCOUNT_PER_SECOND: Final = 100
SETTINGS_AT_ONCE: Final = 100
SETTINGS_SECONDS: Final = 60.0
"""Changes of its own limits that one account may make at once, and seconds per further one: each is
recorded for good."""
PLACE_STREAMS: Final = 2_000
ACCOUNT_STREAMS: Final = 50
"""Streams of one account; a page follows one stream."""
_COUNTED: Final = "pitboss_counted"
"""In the scope of a request that its place has been charged with."""


class RateLimits:
    """The token buckets of one server, and its open streams."""

    def __init__(self, places: Buckets | None = None, accounts: Buckets | None = None) -> None:
        self._places = places or Buckets(PLACE_AT_ONCE, 1 / PLACE_PER_SECOND)
        self._accounts = accounts or Buckets(ACCOUNT_AT_ONCE, 1 / ACCOUNT_PER_SECOND)
        self._settings = Buckets(SETTINGS_AT_ONCE, SETTINGS_SECONDS)
        self._streams: Counter[tuple[str, str]] = Counter()

    def take_place(self, scope: Any) -> None:
        """Charge a request to the place it comes from, once; probes of the server are free.

        Raises :class:`TooMany`.
        """
        if scope["path"] in PROBES or _COUNTED in scope:
            return
        scope[_COUNTED] = True
        if seconds := self._places.take(place_of(scope)):
            raise TooMany(because("too_many.place"), seconds)

    async def place(self, request: Request[Any, Any, Any]) -> None:
        """Async variant of :meth:`take_place`, for Litestar.

        It waits for nothing; but Litestar would run a plain function in a thread, for each request.
        """
        self.take_place(request.scope)

    def account(self, name: str) -> None:
        """Charge a request to its account."""
        if seconds := self._accounts.take(name):
            raise TooMany(because("too_many.account", name=name), seconds)

    def setting(self, name: str) -> None:
        """Charge an account for a change of its player's own limits."""
        if seconds := self._settings.take(name):
            raise TooMany(because("too_many.limits", name=name), seconds)

    def stream(self, request: Request[Any, Any, Any], name: str | None) -> None:
        """Count a stream of an account, or an anonymous one, while its request lasts."""
        here = ("place", place_of(request.scope))
        if self._streams[here] >= PLACE_STREAMS:
            raise TooManyStreams(because("too_many.streams_of_place", most=PLACE_STREAMS))
        keys = [here]
        if name is not None:
            keys.append(("account", name))
            if self._streams[keys[1]] >= ACCOUNT_STREAMS:
                raise TooManyStreams(because("too_many.streams", name=name, most=ACCOUNT_STREAMS))
        self._streams.update(keys)
        at_end(request.scope, partial(self._ended, keys))

    def _ended(self, keys: list[tuple[str, str]]) -> None:
        self._streams.subtract(keys)
        for key in keys:
            if self._streams[key] <= 0:
                del self._streams[key]


def place_of(scope: Any) -> str:
    """The place that a request is charged to."""
    client = scope.get("client")
    return limited_place(client[0] if client else "unknown")
