"""The state of a witness: the newest cosigned checkpoint of each log, and evidence against logs.

The state is one SQLite file. A checkpoint is compared and replaced in one exclusive transaction, across
processes too, and is durable before the cosignature is sent: a witness that forgot after a power cut could
cosign a second history.

The logs that a witness watches, and the keys that may sign for each.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.reason import Fault, because
from pitboss.store.owner_only import make_owner_only
from pitboss.tlog.checkpoint import cosigned
from pitboss.tlog.note import COSIGNATURE, BadNote, Note, NoteKey, NoteSignature, parse_note_key, signed_by

Logs = Mapping[str, tuple[NoteKey, ...]]
"""From the origin of a log to its keys: several after a change of key."""


def parse_logs(lines: Iterable[str]) -> Logs:
    """Parse logs, one verifier key a line; several lines of one origin are keys of one log.

    The origin of a log is the name of its key, unless another one follows after a space. Raises ``BadNote``.
    """
    found: dict[str, tuple[NoteKey, ...]] = {}
    for line in lines:
        text, _, named = line.strip().partition(" ")
        key = parse_note_key(text)
        origin = named.strip() or key.name
        if key not in found.get(origin, ()):
            found[origin] = (*found.get(origin, ()), key)
    return found


def read_log_file(path: Path) -> list[str]:
    """The lines of a file of verifier keys, without empty lines and comments (#)."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise BadNote(because("logs.unreadable", file=str(path), given=str(error.strerror))) from error
    except UnicodeDecodeError as error:
        raise BadNote(because("logs.utf8", file=str(path))) from error
    return [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]


def verified_signatures(note: Note, keys: Iterable[NoteKey]) -> tuple[NoteSignature, ...]:
    """The signatures of a log's keys on a note; empty if there are none or if one of them is wrong."""
    claimed = [(key, found) for key in keys if (found := note.by(key))]
    if not all(_is_signed(note, key) for key, _ in claimed):
        return ()
    return tuple(signature for _, found in claimed for signature in found)


def _is_signed(note: Note, key: NoteKey) -> bool:
    return cosigned(note, key) is not None if key.algorithm == COSIGNATURE else signed_by(note, key)


EvidenceKind = Literal["conflict", "unproved"]
"""``conflict``: two roots of one size, which proves misbehaviour. ``unproved``: the proof did not hold."""
MOST_EVIDENCE: Final = 100
"""Most refused notes that are kept per log and kind; later ones are dropped."""
BUSY_SECONDS: Final = 10.0

_SYNCHRONOUS: Final = "EXTRA"
"""Syncs the folder too: otherwise a power cut could bring back a rollback journal, and with it the past."""
_APPLICATION: Final = 0x50425749
_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE keys (public BLOB PRIMARY KEY) STRICT;
CREATE TABLE logs (
    origin TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    note TEXT NOT NULL,
    cosigned INTEGER NOT NULL
) STRICT;
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    kind TEXT NOT NULL,
    seen INTEGER NOT NULL,
    held TEXT NOT NULL,
    refused TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE
) STRICT;
"""


class BadState(Fault):
    """The state cannot be used; the reason is a sentence."""


class CosignedCheckpoint(Struct, frozen=True, kw_only=True):
    """The newest checkpoint of a log that the witness has cosigned."""

    origin: str
    size: int
    root: bytes
    note: str
    """The note with the log's signature and the witness's own."""
    cosigned: int
    """Seconds since 1970."""


class Evidence(Struct, frozen=True, kw_only=True):
    """A checkpoint that a log has signed and the witness has refused, with the one cosigned before."""

    origin: str
    kind: EvidenceKind
    seen: int
    """Seconds since 1970."""
    held: str
    refused: str


class Records:
    """The state within one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def knows_key(self, public: bytes) -> bool:
        """Whether a key belongs to this state."""
        return self._one("SELECT 1 FROM keys WHERE public = ?", public) is not None

    def add_key(self, public: bytes) -> None:
        """Register a key that cosigns with this state."""
        self._connection.execute("INSERT OR IGNORE INTO keys VALUES (?)", (public,))

    def held(self, origin: str) -> CosignedCheckpoint | None:
        """The newest cosigned checkpoint of a log; ``None`` if there is none."""
        row = self._one("SELECT origin, size, root, note, cosigned FROM logs WHERE origin = ?", origin)
        return None if row is None else _held(row)

    def logs(self) -> list[CosignedCheckpoint]:
        """The newest cosigned checkpoints of all logs, by name."""
        rows = self._connection.execute("SELECT origin, size, root, note, cosigned FROM logs ORDER BY origin")
        return [_held(row) for row in rows]

    def hold(self, held: CosignedCheckpoint) -> None:
        """Replace the newest cosigned checkpoint of a log."""
        self._connection.execute(
            "INSERT OR REPLACE INTO logs VALUES (?, ?, ?, ?, ?)",
            (held.origin, held.size, held.root, held.note, held.cosigned),
        )

    def add_evidence(self, evidence: Evidence) -> None:
        """Keep a refused checkpoint; the same pair of trees is kept once."""
        trees = "\0".join(note.rpartition("\n\n")[0] for note in (evidence.held, evidence.refused))
        digest = hashlib.sha256(trees.encode()).digest()
        if self.evidence_count(evidence.origin, evidence.kind) < MOST_EVIDENCE:
            self._connection.execute(
                "INSERT OR IGNORE INTO evidence (origin, kind, seen, held, refused, digest)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (evidence.origin, evidence.kind, evidence.seen, evidence.held, evidence.refused, digest),
            )

    def evidence(self, origin: str) -> Iterator[Evidence]:
        """The evidence against a log: conflicts first, oldest first."""
        rows = self._connection.execute(
            "SELECT origin, kind, seen, held, refused FROM evidence WHERE origin = ? ORDER BY kind, id",
            (origin,),
        )
        for origin_, kind, seen, held, refused in rows:
            yield Evidence(origin=origin_, kind=kind, seen=seen, held=held, refused=refused)

    def evidence_count(self, origin: str, kind: EvidenceKind) -> int:
        """Number of refused checkpoints of a kind that are kept of a log."""
        row = self._one("SELECT count(*) FROM evidence WHERE origin = ? AND kind = ?", origin, kind)
        return int(row[0]) if row else 0

    def _one(self, query: str, *values: object) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(query, values).fetchone()
        return row


class WitnessState:
    """The state file. Each transaction opens it again, so that a removed file is noticed."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path.absolute()

    def make(self) -> None:
        """Make the file, owner-only, if there is none. Raises :class:`BadState` for any other file."""
        make_owner_only(self.path)
        with self._connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if (application, version) == (0, 0) and not _has_tables(connection):
                for statement in _SCHEMA.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {_VERSION}")
            elif (application, version) != (_APPLICATION, _VERSION):
                raise BadState(because("state.version", file=str(self.path)))
            connection.execute("COMMIT")

    @contextmanager
    def changing(self) -> Iterator[Records]:
        """An exclusive transaction, durable when it ends. Raises :class:`BadState`."""
        with self._connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield Records(connection)
            connection.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[Records]:
        """A read transaction."""
        with self._connected() as connection:
            connection.execute("BEGIN")
            yield Records(connection)

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """A connection; uncommitted changes are rolled back when it closes."""
        try:
            # mode=rw: a removed file must not be replaced by an empty one that has forgotten everything.
            uri = f"{self.path.as_uri()}?mode=rw"
            with closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)) as found:
                found.execute("PRAGMA journal_mode = DELETE")
                found.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")
                yield found
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise BadState(because("state.unusable", file=str(self.path), given=str(error))) from error


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is not None


def _held(row: tuple[Any, ...]) -> CosignedCheckpoint:
    origin, size, root, note, cosigned = row
    return CosignedCheckpoint(origin=origin, size=size, root=root, note=note, cosigned=cosigned)
