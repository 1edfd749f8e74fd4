"""Assignment of automatic tables to live servers by rendezvous hashing: all servers agree without talking."""

from collections.abc import Callable
from hashlib import blake2b

from pitboss.store.live_servers import ALIVE_SECONDS, RENEW_SECONDS, Roster


def dealer_of(table: str, servers: tuple[str, ...]) -> str | None:
    """The server that deals a table. When a server joins or leaves, only its own tables move."""
    return max(servers, key=lambda server: blake2b(f"{server}\0{table}".encode()).digest(), default=None)


class TableAssignment:
    """Which tables this server deals. Times are seconds of its monotonic clock."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self.servers: tuple[str, ...] = ()
        """The servers that were alive at the last heartbeat."""
        self._renewed = float("-inf")
        self._dealers: dict[str, str | None] = {}
        self.barred: Callable[[], bool] = lambda: False
        """This server is alive and must not deal: the others take its tables."""

    def renew(self, now: float) -> bool:
        """Send this server's heartbeat if it is due; True if tables may have moved."""
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
        """Whether this server deals a table; never when its own heartbeat is overdue."""
        if now - self._renewed >= ALIVE_SECONDS:
            return False
        if table not in self._dealers:
            self._dealers[table] = dealer_of(table, self.servers)
        return self._dealers[table] == self._roster.name

    def leave(self) -> None:
        """Stop dealing and withdraw this server's heartbeat."""
        self._renewed, self.servers, self._dealers = float("-inf"), (), {}
        self._roster.leave()
