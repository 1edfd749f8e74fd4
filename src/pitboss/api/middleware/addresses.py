"""The address of a client: the peer of the connection, or the one that a trusted proxy reports."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send

Address = IPv4Address | IPv6Address
Networks = Sequence[IPv4Network | IPv6Network]
UNKNOWN: Final = "unknown"
FORWARDED: Final = b"x-forwarded-for"
_LONGEST: Final = 45
"""Characters of an IPv6 address with an IPv4 address in it."""
_MOST_CACHED: Final = 4096
"""Number of addresses whose parsed form is cached; each request needs its peer's."""


class ClientAddress:
    """Middleware: the client of a request is the address that sent it, and nothing else.

    ``X-Forwarded-For`` can be written by anybody, so it counts only from proxies that the floor's file names.
    """

    def __init__(self, app: ASGIApp, proxies: Networks) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            peer, port = scope.get("client") or (UNKNOWN, 0)
            said = ""
            if self._proxies:
                hops = (value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED)
                said = ",".join(hops)
            scope["client"] = client_address(peer, said, self._proxies), port
        await self._app(scope, receive, send)


def client_address(peer: str, forwarded: str, proxies: Networks) -> str:
    """The right-most hop that is not a trusted proxy; the peer itself unless that is an address."""
    here = parse_address(peer)
    if here is None:
        return UNKNOWN
    if proxies and _is_one(here, proxies):
        for hop in reversed(forwarded.split(",")):
            found = parse_address(hop.strip())
            if found is None:
                break
            if not _is_one(found, proxies):
                return str(found)
    return _written(here)


@lru_cache(_MOST_CACHED)
def _written(address: Address) -> str:
    return str(address)


@lru_cache(_MOST_CACHED)
def parse_address(text: str) -> Address | None:
    """An IP address without port and zone; an IPv4 address mapped into IPv6 is read as IPv4."""
    if len(text) > _LONGEST or "%" in text:
        return None
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _is_one(address: Address, proxies: Networks) -> bool:
    return any(address in network for network in proxies)
