"""Liveness of servers: each sends a heartbeat every second and counts as dead after three without one.

Automatic tables are shared among the live servers (:mod:`pitboss.floor.dealer.assignment`). When a server is
killed, cut off or stuck, its heartbeats stop and the others take over its tables. Two servers that deal one
table for a moment do no harm: a Dealer's command ids follow from the table, so their acts are idempotent.
"""

import os
import secrets
import socket
from typing import Final, Protocol

ALIVE_SECONDS: Final = 3.0
"""A server without a heartbeat for this long counts as dead, to itself too."""
RENEW_SECONDS: Final = 1.0


class Roster(Protocol):
    """The live servers of a floor, as one of them sees them."""

    name: str
    """Name of this server."""

    def renew(self) -> tuple[str, ...]:
        """Send a heartbeat; return the names of all live servers, which share the tables."""

    def away(self) -> float | None:
        """Seconds for which no server had been alive, by one clock for all; ``None`` if unknown."""

    def leave(self) -> None:
        """Sign off: the others take over at once, without waiting for the timeout."""

    def close(self) -> None:
        """Sign off and release the database."""


class SoleServer:
    """The roster of a floor with one server."""

    def __init__(self) -> None:
        self.name = server_name()

    def renew(self) -> tuple[str, ...]:
        """The name of this server alone."""
        return (self.name,)

    def away(self) -> float | None:
        """Always ``None``: unknown."""
        return None

    def leave(self) -> None:
        """No-op: no other server takes over."""

    def close(self) -> None:
        """No-op: nothing is held."""


def server_name() -> str:
    """A unique name that shows people which server it is."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
