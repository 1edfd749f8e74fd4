"""The tables of a journal in PostgreSQL, and the one procedure that appends to it."""

from typing import Any, Final

import psycopg

from pitboss.store.errors import NewerJournal, NotAJournal

VERSION: Final = 1
"""Of the tables. A journal of a newer version is not opened."""
ROUTINES: Final = 2
"""Of the procedure and the functions, which a newer Pitboss replaces when it opens the journal.

An older Pitboss must be able to call the newer ones: what takes other arguments gets another name.
"""
CHANNEL: Final = "pitboss_journal"

LOCK: Final = "pg_advisory_xact_lock(1346982978, hashtext(current_schema()))"
"""One lock per journal. Whoever holds it gives out the next positions."""

TABLES: Final = f"""
CREATE TABLE IF NOT EXISTS pitboss_meta (
    version integer NOT NULL,
    routines integer NOT NULL,
    archived bigint NOT NULL);
CREATE TABLE IF NOT EXISTS pitboss_streams (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS pitboss_events (
    position bigint PRIMARY KEY,
    stream integer NOT NULL,
    version bigint NOT NULL,
    kind text NOT NULL,
    schema integer NOT NULL,
    recorded bigint NOT NULL,
    data bytea NOT NULL,
    hash bytea NOT NULL,
    UNIQUE (stream, version));
-- Every append has its row, also one without a command's id.
CREATE TABLE IF NOT EXISTS pitboss_commands (
    id text COLLATE "C" CONSTRAINT pitboss_commands_once UNIQUE,
    streams text[] NOT NULL,
    answer bigint[] NOT NULL);
CREATE TABLE IF NOT EXISTS pitboss_snapshots (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    schema integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (stream, version));
CREATE TABLE IF NOT EXISTS pitboss_anchors (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    position bigint NOT NULL,
    hash bytea NOT NULL);

CREATE OR REPLACE FUNCTION pitboss_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.position <= (SELECT archived FROM pitboss_meta) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'a recorded event is never changed or deleted';
END $$;
CREATE OR REPLACE TRIGGER pitboss_events_stay BEFORE UPDATE OR DELETE ON pitboss_events
    FOR EACH ROW EXECUTE FUNCTION pitboss_events_stay();

INSERT INTO pitboss_meta SELECT {VERSION}, 0, 0 WHERE NOT EXISTS (SELECT FROM pitboss_meta);
"""

HEADS: Final = """
    SELECT s.name, coalesce(e.version, a.version), coalesce(e.position, a.position), coalesce(e.hash, a.hash)
    FROM pitboss_streams s
    LEFT JOIN LATERAL (
        SELECT version, position, hash FROM pitboss_events
        WHERE stream = s.id ORDER BY version DESC LIMIT 1) e ON true
    LEFT JOIN pitboss_anchors a ON a.stream = s.name """

CREATE_ROUTINES: Final = f"""
-- Several appends at once, each recorded or not by itself. Of the streams of all of them: the names, the
-- version expected of each (or NULL) and the number of its last event in the lists; of the events, their
-- kinds, schemas, what else of them is hashed, and data; of the appends, the number of the last stream of
-- each in the lists and the command's id (or NULL). The answers stand one after the other: of an append that
-- was recorded, its first and last position and the version of each of its streams; of another, 0, which of
-- its streams is not where it was expected (or 0: the command was recorded before), and its version.
CREATE OR REPLACE PROCEDURE pitboss_append_together(
    names text[], expected bigint[], lasts integer[],
    kinds text[], schemas integer[], labels bytea[], datas bytea[],
    at bigint, parts integer[], commands text[], INOUT answers bigint[])
LANGUAGE plpgsql AS $$
DECLARE
    place bigint;
    part_done integer := 0;
    item_done integer := 0;
    before integer;
    events integer;
    refused bigint[];
    answer bigint[];
    stream_id integer;
    stream_version bigint;
    link bytea;
    stream_ids integer[];
    stream_versions bigint[];
    stream_links bytea[];
    ids integer[];
    versions bigint[];
    links bytea[];
    nothing text;
BEGIN
    nothing := {LOCK};
    SELECT e.position INTO place FROM pitboss_events e ORDER BY e.position DESC LIMIT 1;
    IF place IS NULL THEN
        place := 0;
    END IF;
    answers := '{{}}';
    FOR turn IN 1 .. cardinality(parts) LOOP
        before := item_done;
        events := lasts[parts[turn]] - item_done;
        answer := ARRAY[place + 1, place + events];
        refused := NULL;
        FOR part IN part_done + 1 .. parts[turn] LOOP
            SELECT s.id, e.version, e.hash INTO stream_id, stream_version, link
                FROM pitboss_streams s LEFT JOIN LATERAL (
                    SELECT n.version, n.hash FROM pitboss_events n
                    WHERE n.stream = s.id ORDER BY n.version DESC LIMIT 1) e ON true
                WHERE s.name = names[part];
            IF stream_version IS NULL THEN
                SELECT a.version, a.hash INTO stream_version, link
                    FROM pitboss_anchors a WHERE a.stream = names[part];
                IF NOT FOUND THEN
                    stream_version := 0;
                    link := decode(repeat('00', 32), 'hex');
                END IF;
            END IF;
            IF expected[part] <> stream_version THEN
                refused := ARRAY[0, part - part_done, stream_version];
                EXIT;
            END IF;
            stream_ids[part] := stream_id;
            stream_versions[part] := stream_version;
            stream_links[part] := link;
            answer := answer || stream_version + lasts[part] - before;
            before := lasts[part];
        END LOOP;
        IF refused IS NULL THEN
            INSERT INTO pitboss_commands
                VALUES (commands[turn], names[part_done + 1 : parts[turn]], answer)
                ON CONFLICT (id) DO NOTHING;
            IF NOT FOUND THEN
                refused := ARRAY[0, 0, 0];
            END IF;
        END IF;
        IF refused IS NOT NULL THEN
            answers := answers || refused;
        ELSE
            before := item_done;
            FOR part IN part_done + 1 .. parts[turn] LOOP
                stream_id := stream_ids[part];
                IF stream_id IS NULL THEN
                    INSERT INTO pitboss_streams (name) VALUES (names[part]) RETURNING id INTO stream_id;
                END IF;
                stream_version := stream_versions[part];
                link := stream_links[part];
                FOR item IN before + 1 .. lasts[part] LOOP
                    place := place + 1;
                    stream_version := stream_version + 1;
                    link := sha256(
                        link || int8send(place) || int8send(stream_version)
                        || labels[item] || sha256(datas[item]));
                    IF events <= 4 THEN
                        INSERT INTO pitboss_events VALUES (
                            place, stream_id, stream_version,
                            kinds[item], schemas[item], at, datas[item], link);
                    ELSE
                        ids[item - item_done] := stream_id;
                        versions[item - item_done] := stream_version;
                        links[item - item_done] := link;
                    END IF;
                END LOOP;
                before := lasts[part];
            END LOOP;
            IF events > 4 THEN
                INSERT INTO pitboss_events
                    SELECT place - events + n, i, v, k, s, at, d, h
                    FROM unnest(
                        ids[1 : events], versions[1 : events], kinds[item_done + 1 : before],
                        schemas[item_done + 1 : before], datas[item_done + 1 : before], links[1 : events])
                    WITH ORDINALITY AS u(i, v, k, s, d, h, n);
            END IF;
            answers := answers || answer;
        END IF;
        part_done := parts[turn];
        item_done := lasts[part_done];
    END LOOP;
    nothing := pg_notify('{CHANNEL}', '');
    -- The lock is free again when this commits, before the disk has it: the next writer need not wait
    -- for the disk, and many wait for it together. Nobody hears of it before the second commit.
    nothing := set_config('synchronous_commit', 'off', true);
    COMMIT;
    nothing := pg_logical_emit_message(true, 'pitboss', '');
END $$;

CREATE OR REPLACE FUNCTION pitboss_settle() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_is_in_recovery() AND pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() THEN
        PERFORM pg_logical_emit_message(true, 'pitboss', '');
    END IF;
END $$;
"""


def create(db: psycopg.Connection[Any], url: str) -> None:
    """Make the tables, once, however many servers start together, and bring the routines up to date."""
    if not exists(db):
        with db.transaction():
            db.execute(f"SELECT {LOCK}")
            db.execute(TABLES)
    if check(db, url) < ROUTINES:
        with db.transaction():
            db.execute(f"SELECT {LOCK}")
            if check(db, url) < ROUTINES:
                db.execute(CREATE_ROUTINES)
                db.execute("UPDATE pitboss_meta SET routines = %s", (ROUTINES,))


def check(db: psycopg.Connection[Any], url: str) -> int:
    """The version of the routines, if there is a journal whose tables this Pitboss can read."""
    row = db.execute("SELECT version, routines FROM pitboss_meta").fetchone() if exists(db) else None
    if row is None:
        raise NotAJournal(f"{url} holds no journal of Pitboss.")
    version, routines = row
    if version > VERSION:
        raise NewerJournal(
            f"{url} is a journal of version {version}, written by a newer Pitboss; this one reads "
            f"versions up to {VERSION}: use the newer Pitboss."
        )
    return int(routines)


def exists(db: psycopg.Connection[Any]) -> bool:
    """Whether there are tables of a journal."""
    row = db.execute("SELECT to_regclass('pitboss_meta') IS NOT NULL").fetchone()
    return row is not None and row[0]
