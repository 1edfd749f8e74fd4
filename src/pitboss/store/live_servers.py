"""Which servers of a floor are alive: each says so every second, and is taken for dead after three without.

Automatic tables are shared among them (:mod:`pitboss.floor.dealer.assignment`). A server that is killed, cut
off or stuck stops saying so, and the others take over its tables. Two servers that deal one table for a
moment do no harm: the ids of a Dealer's acts follow from the table.
"""

import os
import secrets
import socket
from typing import Final, Protocol

ALIVE_SECONDS: Final = 3.0
"""A server that has said nothing for so long is taken for dead, by itself too."""
RENEW_SECONDS: Final = 1.0


class Roster(Protocol):
    """The servers of one floor, as one of them sees it."""

    name: str
    """Of this server."""

    def renew(self) -> tuple[str, ...]:
        """Say that this server is alive; all that are, among whom the tables are shared."""

    def away(self) -> float | None:
        """For how many seconds no server had been alive, by one clock for all; none if that is not known."""

    def leave(self) -> None:
        """This server deals no more: the others need not wait until it is taken for dead."""

    def close(self) -> None:
        """Leave, and let go of the database."""


class SoleServer:
    """The roster of a server that shares its floor with nobody."""

    def __init__(self) -> None:
        self.name = server_name()

    def renew(self) -> tuple[str, ...]:
        """This server."""
        return (self.name,)

    def away(self) -> float | None:
        """It is not known."""
        return None

    def leave(self) -> None:
        """There is nobody to tell."""

    def close(self) -> None:
        """There is nothing to let go of."""


def server_name() -> str:
    """A name that no other server has, and that tells people which one it is."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
