"""The snapshots of a journal, each compared with the state folded from its events."""

from hashlib import sha256
from typing import Any

from msgspec import Struct

from pitboss.floor.aggregates import AGGREGATES
from pitboss.floor.sheets_in_force import KIND as SHEETS
from pitboss.floor.sheets_in_force import SCHEMA as SHEETS_SCHEMA
from pitboss.floor.sheets_in_force import read_taken
from pitboss.floor.tables.events import SheetTaken
from pitboss.reason import Reason, because
from pitboss.store import Journal, Recorded
from pitboss.store.codec import UNREADABLE
from pitboss.store.fault import RecordFault
from pitboss.store.journal import Snapshot, kind_and_name
from pitboss.store.snapshots import Snapshots, stream_of
from pitboss.store.streams import StreamState, read_held


class SnapshotChecks:
    """The snapshots of a journal when its audit began; ``key`` is the one that sealed them."""

    def __init__(self, journal: Journal, key: bytes | None) -> None:
        self._journal = journal
        self._seals = Snapshots(journal, key)
        self._left: dict[tuple[str, int], list[str]] = {}
        for name, version in journal.snapshot_names():
            self._left.setdefault((stream_of(name), version), []).append(name)
        self._sheets: dict[str, list[SheetTaken]] = {}
        self.compared: dict[tuple[str, int], bytes] = {}
        """SHA-256 of every snapshot that was compared."""

    def fault(self, recorded: Recorded, event: Struct, held: StreamState[Any]) -> RecordFault | None:
        """The fault in a stream's snapshots as of an event."""
        if isinstance(event, SheetTaken):
            self._sheets.setdefault(recorded.stream, []).append(event)
        names = self._left.pop((recorded.stream, recorded.version), None)
        for name in names or ():
            snapshot = self._load(name, recorded.version)
            if snapshot is None:
                continue  # A newer one has taken its place since the audit began.
            why = self._differs(snapshot, recorded, held) or self._doubt(snapshot)
            if why:
                return _fault(name, recorded.version, recorded.position, why)
            self.compared[name, recorded.version] = sha256(snapshot.data).digest()
        return None

    def left(self, archived: int) -> RecordFault | None:
        """The fault in snapshots whose event the walk did not meet.

        Where days were archived and not given, only the snapshots' seals can be checked.
        """
        anchors = {head.stream: head.version for head in self._journal.anchors()} if archived else {}
        for (stream, version), names in self._left.items():
            for name in names:
                snapshot = self._load(name, version)
                if snapshot is None:
                    continue
                if version > anchors.get(stream, 0) and not archived:
                    return _fault(name, version, snapshot.position, because("snapshot.no_version"))
                if why := self._doubt(snapshot):
                    return _fault(name, version, snapshot.position, why)
        return None

    def _load(self, name: str, version: int) -> Snapshot | None:
        found = self._journal.load_snapshot(name, version)
        return found if found and found.version == version else None

    def _doubt(self, snapshot: Snapshot) -> Reason | None:
        if self._seals.key is None:
            return None
        return self._seals.doubt(snapshot)

    def _differs(self, snapshot: Snapshot, recorded: Recorded, held: StreamState[Any]) -> Reason | None:
        if (snapshot.position, snapshot.hash) != (recorded.position, recorded.hash):
            return because("snapshot.other_event")
        kind, _ = kind_and_name(recorded.stream)
        try:
            if kind == SHEETS:
                found = read_taken(snapshot.data)
                same = snapshot.schema != SHEETS_SCHEMA or list(found) == self._sheets.get(recorded.stream)
            elif aggregate := AGGREGATES.get(kind):
                kept = read_held(snapshot, aggregate.state)
                # Nobody reads a state in the shape of another build.
                same = kept is None or (kept.state, kept.position) == (held.state, held.position)
            else:
                same = False
        except UNREADABLE:
            same = False
        return None if same else because("snapshot.other_state")


class ComparedSnapshots(Snapshots):
    """Snapshots that an audit has compared, which need no key to be believed."""

    def __init__(self, journal: Journal, compared: dict[tuple[str, int], bytes]) -> None:
        super().__init__(journal)
        self._compared = compared

    def load(self, name: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a name, or the newest up to a version, if it was compared."""
        found = self._journal.load_snapshot(name, at_most)
        if found and self._compared.get((name, found.version)) == sha256(found.data).digest():
            return found
        return None


def _fault(name: str, version: int, position: int, why: Reason) -> RecordFault:
    reason = because("fault.snapshot", name=name, version=version, why=why)
    return RecordFault(position=position, stream=stream_of(name), version=version, reason=reason)
