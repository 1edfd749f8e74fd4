"""The sheets in force, from the journal itself: what was played can be settled again by the record."""

from typing import Final

import msgspec

from pitboss.floor.events import SheetTaken
from pitboss.floor.people import Actor
from pitboss.floor.registry import floor_registry
from pitboss.sheets import Game
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal, Snapshot

KIND: Final = "sheet"
_SCHEMA: Final = 1
_DECODER: Final = msgspec.json.Decoder(tuple[SheetTaken, ...])


class Rulebook:
    """Every sheet that the journal holds, by id the newest, by hash each."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._taken: dict[str, tuple[SheetTaken, ...]] = {}
        self.games: dict[str, Game] = {}
        self.by_hash: dict[str, Game] = {}
        self.refresh()

    def version(self, sheet: str) -> int:
        """How many texts of a sheet have been recorded."""
        return len(self._taken.get(sheet, ()))

    def refresh(self) -> None:
        """Read what other servers have taken in."""
        for head in self._journal.heads(KIND):
            sheet = head.stream.removeprefix(f"{KIND}/")
            if head.version > self.version(sheet):
                self._read(head.stream, sheet)

    def in_force(self, sheet: str) -> Game:
        """The newest text of a sheet, also if another server has just taken it in."""
        stream = f"{KIND}/{sheet}"
        head = self._journal.head(stream)
        if head and head.version > self.version(sheet):
            self._read(stream, sheet)
        return self.games[sheet]

    def with_hash(self, sheet_hash: str) -> Game:
        """The text that a round was opened with, also if only another server has read it yet."""
        if sheet_hash not in self.by_hash:
            self.refresh()
        return self.by_hash[sheet_hash]

    def _read(self, stream: str, sheet: str) -> None:
        kept = self._journal.load_snapshot(stream)
        if kept and kept.schema == _SCHEMA and kept.version > self.version(sheet):
            for event in _DECODER.decode(kept.data)[self.version(sheet) :]:
                self.take(event)
        for recorded in self._journal.read_stream(stream, self.version(sheet)):
            self.take(floor_registry().decode(recorded))

    def take(self, event: SheetTaken) -> None:
        """A sheet is in force from now on."""
        game = read_texts(event.sheet_toml, event.clauses_toml)
        self.games[event.sheet] = self.by_hash[event.hash] = game
        self._taken[event.sheet] = (*self._taken.get(event.sheet, ()), event)

    def save(self, sheet: str) -> None:
        """Keep a snapshot, so that the texts outlive the archiving of their day."""
        data = msgspec.json.encode(self._taken[sheet])
        self._journal.save_snapshot(Snapshot(f"{KIND}/{sheet}", self.version(sheet), _SCHEMA, data))


def sheet_taken(sheet_toml: str, clauses_toml: str, by: Actor) -> SheetTaken:
    """The event by which a sheet comes into force; raises ``SheetFault`` for one that cannot."""
    game = read_texts(sheet_toml, clauses_toml)
    return SheetTaken(game.sheet.id, game.hashes.sheet, sheet_toml, clauses_toml, by)
