"""Rate limits: token buckets, in the memory of one process.

Lock-out, which must hold on all servers, is recorded. These limits keep one place from trying many accounts
and from making the server hash without end.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import Final

MonotonicClock = Callable[[], float]
"""Seconds of a monotonic clock."""
_MOST_KEYS: Final = 10_000
_NOISE: Final = 1e-6
"""Tolerance for rounding errors, in seconds."""


@lru_cache(_MOST_KEYS)
def limited_place(where: str) -> str:
    """The key of an address in rate limits: for IPv6 its /64, which one customer has."""
    try:
        address = IPv6Address(where)
    except ValueError:
        return where
    return str(IPv6Network((address.packed[:8] + bytes(8), 64)))


class Buckets:
    """A token bucket for every key: ``size`` tokens, refilled by one every ``every`` seconds."""

    def __init__(
        self, size: int, every: float, *, clock: MonotonicClock = time.monotonic, most_keys: int = _MOST_KEYS
    ) -> None:
        self._size = size
        self._every = every
        self._clock = clock
        self._most = most_keys
        self._lock = threading.Lock()
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each bucket will be full again, least recently used first."""

    def take(self, key: str) -> float:
        """Take a token and return 0; if there is none, return the seconds until there is one."""
        with self._lock:
            now = self._clock()
            full_at = max(self._full_at.get(key, now), now) + self._every
            wait = full_at - now - self._size * self._every
            if wait > _NOISE:
                return wait
            self._set(key, full_at)
            return 0.0

    def charge(self, key: str, tokens: float) -> None:
        """Take what something has cost, as measured afterwards: more than is there becomes a debt."""
        with self._lock:
            now = self._clock()
            self._set(key, max(self._full_at.get(key, now), now) + tokens * self._every)

    def owed(self, key: str) -> float:
        """The seconds until a bucket in debt holds something again; 0 for any other."""
        with self._lock:
            now = self._clock()
            wait = self._full_at.get(key, now) - now - self._size * self._every
            return wait if wait > _NOISE else 0.0

    def _set(self, key: str, full_at: float) -> None:
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        while len(self._full_at) > self._most:
            self._full_at.popitem(last=False)
