"""Which automatic tables this server deals: each has one of the servers that are alive, and all agree."""

from collections.abc import Callable
from hashlib import blake2b

from pitboss.store.live_servers import ALIVE_SECONDS, RENEW_SECONDS, Roster


def dealer_of(table: str, servers: tuple[str, ...]) -> str | None:
    """The server that deals a table. When one comes or goes, only its own tables change hands."""
    return max(servers, key=lambda server: blake2b(f"{server}\0{table}".encode()).digest(), default=None)


class Duty:
    """The part of one server. Times are those of its monotonic clock, in seconds."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self.servers: tuple[str, ...] = ()
        """That were alive when this one last said so."""
        self._renewed = float("-inf")
        self._dealers: dict[str, str | None] = {}
        self.barred: Callable[[], bool] = lambda: False
        """Whether this server must not deal, although it is alive: it lets the others have its tables."""

    def renew(self, now: float) -> bool:
        """Say that this server is alive, if it is time to; whether tables may have changed hands."""
        if self.barred():
            if self._renewed > float("-inf"):
                self.leave()
            return False
        if now - self._renewed < RENEW_SECONDS:
            return False
        lapsed = now - self._renewed >= ALIVE_SECONDS
        servers = self._roster.renew()
        self._renewed = now
        changed = lapsed or servers != self.servers
        if changed:
            self.servers, self._dealers = servers, {}
        return changed

    def deals(self, table: str, now: float) -> bool:
        """Whether a table is this server's; after a while without :meth:`renew`, none is."""
        if now - self._renewed >= ALIVE_SECONDS:
            return False
        if table not in self._dealers:
            self._dealers[table] = dealer_of(table, self.servers)
        return self._dealers[table] == self._roster.name

    def leave(self) -> None:
        """Deal no more, and let the others know."""
        self._renewed, self.servers, self._dealers = float("-inf"), (), {}
        self._roster.leave()
