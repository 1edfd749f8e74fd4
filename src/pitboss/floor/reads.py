"""What one command reads: remembered, so that it can be read again when somebody else was first."""

from collections.abc import Iterable
from typing import Generic

from msgspec import Struct

from pitboss.floor.rulebook import Rulebook
from pitboss.floor.streams import Held, State, Streams
from pitboss.floor.table import TableState
from pitboss.jackpots import Link


class Part(Struct, Generic[State], frozen=True):
    """Events for one stream, after what is held of it."""

    streams: Streams[State]
    name: str
    held: Held[State]
    events: tuple[Struct, ...]

    def appended(self, position: int, now: int) -> None:
        """They stand in the journal from a position on."""
        self.streams.appended(self.name, self.held, self.events, position, now)


class Reads:
    """The streams that one command has asked for."""

    def __init__(self, rulebook: Rulebook, tables: Streams[TableState], links: Streams[Link]) -> None:
        self.rulebook = rulebook
        self._tables = tables
        self._links = links
        self._read: set[tuple[Streams[TableState] | Streams[Link], str]] = set()

    def table(self, name: str) -> Held[TableState]:
        """A table, as it was known."""
        self._read.add((self._tables, name))
        return self._tables.get(name)

    def link(self, name: str) -> Held[Link]:
        """A link, as it was known."""
        self._read.add((self._links, name))
        return self._links.get(name)

    def to_table(self, name: str, *events: Struct) -> Part[TableState]:
        """Events for a table."""
        return Part(self._tables, name, self.table(name), events)

    def to_link(self, name: str, *events: Struct) -> Part[Link]:
        """Events for a link."""
        return Part(self._links, name, self.link(name), events)

    def behind(self, written: Iterable[Part[TableState] | Part[Link]]) -> bool:
        """Whether something was read that had changed by now, now up to date; decide again then.

        Streams that are written to are left out: the append itself finds out.
        """
        others = self._read - {(part.streams, part.name) for part in written if part.events}
        known = [streams.get(name).version for streams, name in others]
        return known != [streams.refresh(name).version for streams, name in others]

    def refresh(self) -> None:
        """Bring all of it up to date."""
        self.rulebook.refresh()
        for streams, name in self._read:
            streams.refresh(name)
