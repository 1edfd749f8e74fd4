"""The sheets in force, read from the journal: what was played can be settled again from the record."""

import threading
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.access.roles import SYSTEM, Actor
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables.events import SheetTaken
from pitboss.floor.tables.past_rounds import archived_versions
from pitboss.floor.tables.table import TableState
from pitboss.invariant import RecordBroken
from pitboss.people import Approval
from pitboss.sheets import Game
from pitboss.sheets.formats import SheetText
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal
from pitboss.store.journal import HEAD, kind_and_name
from pitboss.store.snapshots import Snapshots
from pitboss.store.streams import StreamState

KIND: Final = "sheet"
SCHEMA: Final = 3
"""The schema number of the sheets' snapshots."""
_DECODER: Final = msgspec.json.Decoder(tuple[SheetTaken, ...])


class Rulebook:
    """Every sheet of the journal: the newest text by id, and every text by hash."""

    def __init__(self, journal: Journal, snapshots: Snapshots | None = None) -> None:
        self._journal = journal
        self.snapshots = snapshots or Snapshots(journal)
        self._taken: dict[str, tuple[SheetTaken, ...]] = {}
        self._versions: dict[str, int] = {}
        self.games: dict[str, Game] = {}
        self.by_hash: dict[str, Game] = {}
        self._texts: dict[str, SheetText] = {}
        self._reading = threading.Lock()
        self.refresh()

    def version(self, sheet: str) -> int:
        """The version of a sheet's stream that has been read."""
        return self._versions.get(sheet, 0)

    def refresh(self) -> None:
        """Read the texts that other servers have recorded."""
        for head in self._journal.heads(KIND):
            _, sheet = kind_and_name(head.stream)
            if head.version > self.version(sheet):
                self._read(head.stream, sheet)

    def named(self, name: str) -> Game | None:
        """A sheet in force by its id or, in whichever case it is written, its short name (``3CP``).

        A short name that two sheets in force have names neither.
        """
        if name in self.games:
            return self.games[name]
        found = [game for game in self.games.values() if game.sheet.identity.short.lower() == name.lower()]
        return found[0] if len(found) == 1 else None

    def in_force(self, sheet: str) -> Game:
        """The newest text of a sheet, also if another server has just recorded it."""
        stream = f"{KIND}/{sheet}"
        head = self._journal.head(stream)
        if head and head.version > self.version(sheet):
            self._read(stream, sheet)
        return self.games[sheet]

    def text_in_force(self, sheet: str) -> SheetText:
        """The newest recorded text of a sheet that is known here."""
        return self._texts[self.games[sheet].hashes.sheet]

    def text_with_hash(self, sheet_hash: str) -> SheetText:
        """The recorded text that a round was opened with."""
        return self._texts[self.with_hash(sheet_hash).hashes.sheet]

    def game_of(self, table: TableState) -> Game:
        """The text that the table's last round was opened with; before the first round, the one in force."""
        return self.with_hash(table.round.hashes.sheet) if table.round else self.in_force(table.plate.sheet)

    def with_hash(self, sheet_hash: str) -> Game:
        """The text that a round was opened with, also if another server has just recorded it."""
        if sheet_hash not in self.by_hash:
            self.refresh()
        return self.by_hash[sheet_hash]

    def _read(self, stream: str, sheet: str) -> None:
        # One thread at a time: each text is taken once.
        with self._reading:
            kept = self.snapshots.load(stream)
            if kept and kept.schema == SCHEMA and kept.version > self.version(sheet):
                for event in read_taken(kept.data)[len(self._taken.get(sheet, ())) :]:
                    self._take(event)
                self._versions[sheet] = kept.version
            elif self.version(sheet) < archived_versions(self._journal, stream):
                self._by_hash_alone(stream, sheet)
            for recorded in self._journal.read_stream(stream, self.version(sheet)):
                if recorded.kind != HEAD:
                    self._take(floor_registry().decode(recorded))
                self._versions[sheet] = recorded.version

    def _by_hash_alone(self, stream: str, sheet: str) -> None:
        """Without the floor's key, archived texts are known by hash, and none of them as in force."""
        kept = self._journal.load_snapshot(stream)
        if kept and kept.schema == SCHEMA:
            for event in read_taken(kept.data):
                game = read_texts(event.sheet_toml, event.clauses_toml, event.format)
                self.by_hash[game.hashes.sheet] = game
                self._texts[game.hashes.sheet] = text_taken(event)
            self._versions[sheet] = archived_versions(self._journal, stream)

    def _take(self, event: SheetTaken) -> None:
        """Put a text in force, if it has the recorded hash."""
        game = read_texts(event.sheet_toml, event.clauses_toml, event.format)
        if game.hashes.sheet != event.hash:
            raise RecordBroken(
                f"the text of {event.sheet} has the hash {game.hashes.sheet}, and {event.hash} was taken"
            )
        self._texts[event.hash] = text_taken(event)
        self.games[event.sheet] = self.by_hash[event.hash] = game
        self._taken[event.sheet] = (*self._taken.get(event.sheet, ()), event)

    def save(self, sheet: str) -> None:
        """Save a snapshot, so that the texts survive the archiving of their gaming day."""
        data = msgspec.json.encode(self._taken[sheet])
        self.snapshots.save(f"{KIND}/{sheet}", self.version(sheet), SCHEMA, data)


def read_taken(data: bytes) -> tuple[SheetTaken, ...]:
    """The texts of a sheet in a snapshot, oldest first."""
    return _DECODER.decode(data)


def text_taken(event: SheetTaken) -> SheetText:
    """The text that an event brought into force."""
    return SheetText(event.sheet_toml, event.clauses_toml, event.format)


class SheetStreams:
    """The streams of the sheets, for the executor's appends."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook

    def stream(self, name: str) -> str:
        """The name of the stream in the journal."""
        return f"{KIND}/{name}"

    def get(self, name: str) -> StreamState[Struct]:
        """The version of a sheet's stream that is known here."""
        return StreamState(version=self._rulebook.version(name))

    def refresh(self, name: str) -> StreamState[Struct]:
        """The version of a sheet's stream in the journal."""
        self._rulebook.refresh()
        return self.get(name)

    def appended(
        self, name: str, held: StreamState[Struct], events: Iterable[Struct], first: int, now: int
    ) -> None:
        """Read a text that was just appended, and save the snapshot."""
        self.refresh(name)
        self._rulebook.save(name)


def sheet_taken(sheet_toml: str, clauses_toml: str, form: int, approval: Approval | None) -> SheetTaken:
    """The event that brings a sheet into force; raises ``SheetFault`` for a text that cannot be played."""
    game = read_texts(sheet_toml, clauses_toml, form)
    by = Actor(approval.first.name, approval.first.role) if approval else SYSTEM
    return SheetTaken(
        sheet=game.sheet.id,
        hash=game.hashes.sheet,
        format=form,
        sheet_toml=sheet_toml,
        clauses_toml=clauses_toml,
        by=by,
        approval=approval,
    )
