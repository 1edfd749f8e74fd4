"""Attacks on a journal's database by an insider with a motive."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from campaign.databases import DatabaseRow, FloorCopy, RecordedFloor
from campaign.judging import Tampering
from campaign.sample import secrets_in
from campaign.values import changed
from pitboss.store.private import private_file

_CHIPS: Final = 500_000
"""Cents that nobody has bought."""
Prefixed = Callable[[FloorCopy, str], None]
"""A change, given what the names of the database's tables begin with."""


def insiders(kept: RecordedFloor) -> Iterator[tuple[str, Tampering]]:
    """All that is done to a floor as it is played."""
    own = _SQLITE if kept.database == "SQLite" else _POSTGRES
    for name, change in {**_BOTH, **own}.items():
        yield name, partial(_with_prefix, change)


def archivists() -> Iterator[tuple[str, Tampering]]:
    """What is done to a floor whose old days are archived."""
    yield (
        "the archives and their rows undone: nothing was ever archived",
        partial(_with_prefix, _never_archived),
    )


def _with_prefix(change: Prefixed, copy: FloorCopy) -> None:
    change(copy, "pitboss_" if "//" in copy.url else "")


def _snapshot(stream: str, edit: Callable[[Any], None]) -> Prefixed:
    return lambda copy, prefix: _in_snapshot(copy, prefix, stream, edit)


def _running(statement: str) -> Prefixed:
    return lambda copy, prefix: copy.run(statement.format(p=prefix))


def _in_snapshot(copy: FloorCopy, prefix: str, stream: str, edit: Callable[[Any], None]) -> None:
    rows = [row for row in copy.rows(f"{prefix}snapshots") if row["stream"] == stream]
    data = json.loads(rows[-1]["data"])
    edit(data)
    copy.change(f"{prefix}snapshots", rows[-1], {"data": json.dumps(data).encode()})


def _richer(data: Any) -> None:
    chips = data["state"]["money"]["chips"]
    chips["ann"] += _CHIPS


def _higher(data: Any) -> None:
    pool = data["state"]["pool"]
    data["state"]["pool"] = f"{int(pool.partition('/')[0]) + _CHIPS}/1"


def _paying(data: Any) -> None:
    text = data[-1]["sheet_toml"]
    data[-1]["sheet_toml"] = text.replace('straight_flush = "40 to 1"', 'straight_flush = "400 to 1"')
    assert data[-1]["sheet_toml"] != text


def _promoted(data: Any) -> None:
    data["state"]["roles"] = ["shift_manager"]


def _generous(data: Any) -> None:
    data["state"]["adjust"]["most"] *= 10


def _older_snapshot(copy: FloorCopy, prefix: str) -> None:
    """The state of one version under the number of a later one: what happened in between is forgotten."""
    table = f"{prefix}snapshots"
    row = next(row for row in copy.rows(table) if row["stream"] == "table/3CP-1")
    copy.change(table, row, {"version": row["version"] + 2})


def _answers(copy: FloorCopy, prefix: str) -> None:
    columns = ("streams", "answer") if prefix else ("first", "last", "versions")
    _exchange(copy, f"{prefix}appends", columns)


def _exchanging(table: str, *columns: str) -> Prefixed:
    return lambda copy, prefix: _exchange(copy, f"{prefix}{table}", columns)


def _exchange(copy: FloorCopy, table: str, columns: tuple[str, ...]) -> None:
    rows = copy.rows(table)
    one, other = rows[len(rows) // 2], rows[len(rows) // 2 + 1]
    aside = {name: changed(changed(one[name])) for name in columns}
    copy.change(table, one, aside)
    copy.change(table, _moved(copy, table, other), {name: one[name] for name in columns})
    moved = next(row for row in copy.rows(table) if all(row[name] == aside[name] for name in columns))
    copy.change(table, moved, {name: other[name] for name in columns})


def _moved(copy: FloorCopy, table: str, row: DatabaseRow) -> DatabaseRow:
    """A row as it stands now: on PostgreSQL a change moves rows."""
    content = {name: value for name, value in row.items() if name != "ctid"}
    return next(found for found in copy.rows(table) if content.items() <= found.items())


def _other_sender(copy: FloorCopy, prefix: str) -> None:
    table = f"{prefix}appends"
    row = next(row for row in copy.rows(table) if row["sender"] == "account/ann")
    copy.change(table, row, {"sender": "account/eve"})


def _empty_stream(copy: FloorCopy, prefix: str) -> None:
    last = max(row["id"] for row in copy.rows(f"{prefix}streams"))
    copy.add(f"{prefix}streams", {"id": last + 1, "name": "table/eve"})


def _false_archive(copy: FloorCopy, prefix: str) -> None:
    """No key is needed for it: what is left goes on from anchors that anybody can write."""
    events = copy.rows(f"{prefix}events")
    position = events[len(events) // 2]["position"]
    names = {row["id"]: row["name"] for row in copy.rows(f"{prefix}streams")}
    last = {names[event["stream"]]: event for event in events if event["position"] <= position}
    for stream, event in last.items():
        anchor = {name: event[name] for name in ("version", "position", "hash")}
        copy.add(f"{prefix}anchors", {"stream": stream, **anchor})
    column = "UPDATE pitboss_meta SET archived" if prefix else "UPDATE archived SET position"
    copy.run(f"{column} = {position}")
    copy.run(f"DELETE FROM {prefix}events WHERE position <= {position}")


def _cutting(where: str) -> Prefixed:
    return lambda copy, prefix: cut(copy, prefix, where)


def cut(copy: FloorCopy, prefix: str, where: str) -> None:
    """Delete the events behind the newest checkpoint, the first, or half of all, and what speaks of them."""
    events = copy.rows(f"{prefix}events")
    signed = [event["position"] for event in events if event["kind"] == "CheckpointSigned"]
    places = {"signed": signed[-1], "signed first": signed[0]}
    position = places.get(where) or events[len(events) // 2]["position"]
    left = {event["stream"] for event in events if event["position"] <= position}
    copy.run(f"DELETE FROM {prefix}events WHERE position > {position}")
    last = "answer[2]" if prefix else "last"
    copy.run(f"DELETE FROM {prefix}appends WHERE {last} > {position}")
    copy.run(f"DELETE FROM {prefix}nodes WHERE place >= (SELECT count(*) FROM {prefix}appends) / 256")
    copy.run(f"DELETE FROM {prefix}streams WHERE id NOT IN ({', '.join(map(str, sorted(left)))})")
    if where == "half":
        copy.run(f"DELETE FROM {prefix}snapshots")


def _other_secret(copy: FloorCopy, prefix: str) -> None:
    """Replace an administrator's password hash by that of a known password."""
    table, secrets = f"{prefix}private", secrets_in(copy.folder)
    assert secrets is not None
    rows = {row["owner"]: row for row in copy.rows(table) if row["kind"] == "secret"}
    copy.change(table, rows[secrets.owner[0]], {"value": rows[secrets.thief[0]]["value"]})


def _other_session(copy: FloorCopy, prefix: str) -> None:
    """Write an administrator's name into the row of one's own session."""
    table, secrets = f"{prefix}private", secrets_in(copy.folder)
    assert secrets is not None
    row = next(row for row in copy.rows(table) if row["kind"] == "session")
    copy.change(table, row, {"owner": secrets.owner[0]})


def _no_guards(copy: FloorCopy, prefix: str) -> None:
    if prefix:
        copy.run("DROP TRIGGER pitboss_events_stay ON pitboss_events")
        return
    with closing(sqlite3.connect(copy.url)) as db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("DROP TRIGGER events_go_only_to_archives")


def _no_index(copy: FloorCopy, prefix: str) -> None:
    if prefix:
        copy.run("ALTER TABLE pitboss_events DROP CONSTRAINT pitboss_events_stream_version_key")
    else:
        copy.run("DROP INDEX events_by_stream")


_NOT_OF_THE_JOURNAL: Final = (
    "archived",
    "pitboss_meta",
    "pitboss_turn",
    "private",
    "pitboss_private",
    "pitboss_training",
)


def emptied(copy: FloorCopy, prefix: str) -> None:
    """Delete every row of the journal."""
    for table in copy.tables():
        if table not in _NOT_OF_THE_JOURNAL:
            copy.run(f"DELETE FROM {table}")


def _never_archived(copy: FloorCopy, prefix: str) -> None:
    copy.run(f"DELETE FROM {prefix}anchors")
    copy.run("UPDATE pitboss_meta SET archived = 0" if prefix else "UPDATE archived SET position = 0")
    for archive in copy.folder.glob("*.pbj"):
        archive.unlink()


def _no_file(copy: FloorCopy, prefix: str) -> None:
    Path(copy.url).unlink()


def _no_private_file(copy: FloorCopy, prefix: str) -> None:
    private_file(Path(copy.url)).unlink()


_BOTH: Final[dict[str, Prefixed]] = {
    "a snapshot of a table with 5,000.00 more in chips": _snapshot("table/3CP-1", _richer),
    "a snapshot of a link with a higher display": _snapshot("link/spade", _higher),
    "a snapshot of a sheet that pays more": _snapshot("sheet/rws-three-card-v3", _paying),
    "a snapshot of an account with another role": _snapshot("account/ann", _promoted),
    "a snapshot of the amounts with higher ones": _snapshot("floor/amounts", _generous),
    "an older snapshot in the place of a newer": _older_snapshot,
    "two commands' answers exchanged": _answers,
    "two commands' digests exchanged": _exchanging("appends", "digest"),
    "a command's row given to another sender": _other_sender,
    "two streams' names exchanged": _exchanging("streams", "name"),
    "a stream added that has no events": _empty_stream,
    "a false archive: half of the history deleted, anchors and archived written by hand": _false_archive,
    "the tail since the last signed checkpoint cut off, with its commands": _cutting("signed"),
    "half of the journal cut off, with its commands": _cutting("half"),
    "the last event deleted": _running(
        "DELETE FROM {p}events WHERE position = (SELECT max(position) FROM {p}events)"
    ),
    "private: a password's hash replaced by that of somebody else": _other_secret,
    "private: a session given to somebody else": _other_session,
    "the guards against changes dropped": _no_guards,
    "an index dropped": _no_index,
    "a table of somebody else's beside the journal's": _running("CREATE TABLE notes (line TEXT)"),
    "a column added to the events": _running("ALTER TABLE {p}events ADD COLUMN note TEXT"),
    "the whole database empty, beside its keys and witness": emptied,
}
_SQLITE: Final[dict[str, Prefixed]] = {
    **{f"user_version {number}": _running(f"PRAGMA user_version = {number}") for number in (0, -1, 99)},
    "application_id of something else": _running("PRAGMA application_id = 7"),
    "a trigger of somebody else's on the commands": _running(
        "CREATE TRIGGER other AFTER INSERT ON appends BEGIN DELETE FROM anchors; END"
    ),
    "the file deleted, beside its keys and witness": _no_file,
    "private: the file deleted": _no_private_file,
}
_POSTGRES: Final[dict[str, Prefixed]] = {
    # Said to be of the newest version, so no server replaces it.
    "a routine that appends replaced by one that forgets": _running(
        "CREATE OR REPLACE PROCEDURE pitboss_append_together(names text[], expected bigint[],"
        " lasts integer[], kinds text[], schemas integer[], labels bytea[], salts bytea[], datas bytea[],"
        " at bigint, parts integer[], senders text[], commands text[], digests bytea[],"
        " INOUT answers bigint[])"
        " LANGUAGE plpgsql AS $$ BEGIN answers := ARRAY[1, 1, 1]; END $$"
    ),
    "a trigger of somebody else's on the commands": _running(
        "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN DELETE FROM pitboss_anchors; RETURN NEW; END $$;"
        " CREATE TRIGGER other AFTER INSERT ON pitboss_appends FOR EACH ROW EXECUTE FUNCTION other()"
    ),
}
