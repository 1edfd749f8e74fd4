"""The schema of a journal in PostgreSQL, and the procedure that appends to it."""

from typing import Any, Final

import psycopg

from pitboss.reason import because
from pitboss.store.errors import NotAJournal, OpenToOthers, version_error
from pitboss.store.journal import INDEXED
from pitboss.store.reading import Statements
from pitboss.store.tree import LEAF as LEAF_BYTES
from pitboss.store.tree import SPAN, WIDTH

VERSION: Final = 6
"""Schema version of the tables. A journal of another version is not opened."""
ROUTINES: Final = 6
"""Version of the procedures, functions and indexes, which a newer Pitboss replaces when it opens the journal.

An older Pitboss must be able to call the newer ones: a routine with other arguments gets another name.
"""
LEAF: Final = "\\x" + LEAF_BYTES.hex()
"""The prefix of every hashed leaf, as a bytea literal."""
CHANNEL: Final = "pitboss_journal"
CONFLICT: Final = "PB001"
"""The SQLSTATE of a version conflict."""
LOST: Final = "PB002"
"""The SQLSTATE of a journal that lacks an append known to its caller."""
ONCE: Final = "pitboss_appends_once"
"""The constraint that a repeated command violates."""

INDEXES: Final = "".join(
    f"CREATE INDEX IF NOT EXISTS pitboss_events_{kind.lower()} ON pitboss_events (stream, version)"
    f" WHERE kind = '{kind}';\n"
    for kind in INDEXED
)
"""The events of one kind, by stream."""

LOCK: Final = "pg_advisory_xact_lock(1346982978, hashtext(current_schema()::text))"
"""Advisory lock of a journal, held while its tables and routines are made."""
TURN: Final = "LOCK TABLE pitboss_turn IN EXCLUSIVE MODE"
"""The lock of the sequencer, held while an append assigns positions.

It is a table lock, which takes rights on the table: any database user could hold an advisory lock forever.
"""

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
    append bigint NOT NULL,
    stream integer NOT NULL,
    version bigint NOT NULL,
    kind text NOT NULL,
    schema integer NOT NULL,
    recorded bigint NOT NULL,
    salt bytea NOT NULL,
    data bytea NOT NULL,
    hash bytea NOT NULL,
    UNIQUE (stream, version));
-- Every append has its row, also one that is of no command: its sender, id and digest are missing.
CREATE TABLE IF NOT EXISTS pitboss_appends (
    number bigint PRIMARY KEY,
    sender text COLLATE "C",
    id text COLLATE "C",
    digest bytea,
    streams text[] NOT NULL,
    answer bigint[] NOT NULL,
    leaf bytea NOT NULL,
    CONSTRAINT {ONCE} UNIQUE (sender, id));
-- Of every 256 leaves, of every 256 of those, and so on.
CREATE TABLE IF NOT EXISTS pitboss_nodes (
    level integer NOT NULL,
    place bigint NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (level, place));
CREATE TABLE IF NOT EXISTS pitboss_snapshots (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    schema integer NOT NULL,
    data bytea NOT NULL,
    position bigint NOT NULL,
    hash bytea NOT NULL,
    seal bytea NOT NULL,
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

STATEMENTS: Final = Statements(prefix="pitboss_", placeholder="%s", answer="streams, answer", heads=HEADS)

CREATE_ROUTINES: Final = f"""
CREATE TABLE IF NOT EXISTS pitboss_turn ();
{INDEXES}

-- What could be overloaded is called by its schema: functions that others make in this one are not called.
-- Several appends, all or none of them. Of the streams of all: the names, the version expected of each (or
-- NULL) and the number of its last event in the lists; of the events, their kinds, schemas, what else of them
-- is hashed, salts and data; of the appends, the number of the last stream of each in the lists, and the
-- sender, id and digest of the command (or NULL). The answers stand one after the other: the first and the
-- last position of an append, and the version of each stream that it writes to. The journal must have the
-- append that its caller knows as the newest, by number and leaf; those of the last one come back.
CREATE OR REPLACE PROCEDURE pitboss_append_after(
    names text[], expected bigint[], lasts integer[],
    kinds text[], schemas integer[], labels bytea[], salts bytea[], datas bytea[],
    at bigint, parts integer[], senders text[], commands text[], digests bytea[],
    INOUT known bigint, INOUT known_leaf bytea, INOUT answers bigint[])
LANGUAGE plpgsql AS $$
DECLARE
    appends integer := pg_catalog.cardinality(parts);
    size bigint;
    place bigint;
    part_done integer := 0;
    done integer := 0;
    last integer;
    stream_id integer;
    stream_version bigint;
    hash bytea;
    hashes bytea;
    shift bigint;
    answer bigint[];
    written text[];
    ids integer[];
    versions bigint[];
    links bytea[];
    nothing text;
BEGIN
    {TURN};
    IF known > 0 AND NOT EXISTS (
        SELECT FROM pitboss_appends a WHERE a.number = known AND a.leaf = known_leaf) THEN
        RAISE EXCEPTION 'append % is not as it was', known USING ERRCODE = '{LOST}';
    END IF;
    SELECT a.number, a.answer[2] INTO size, place FROM pitboss_appends a ORDER BY a.number DESC LIMIT 1;
    IF NOT FOUND THEN
        size := 0;
        place := 0;
    END IF;
    FOR turn IN 1 .. appends LOOP
        last := lasts[parts[turn]];
        answer := ARRAY[place + done + 1, place + last];
        written := '{{}}';
        size := size + 1;
        hashes := '{LEAF}';
        FOR part IN part_done + 1 .. parts[turn] LOOP
            SELECT s.id, e.version INTO stream_id, stream_version
                FROM pitboss_streams s LEFT JOIN LATERAL (
                    SELECT n.version FROM pitboss_events n
                    WHERE n.stream = s.id ORDER BY n.version DESC LIMIT 1) e ON true
                WHERE s.name = names[part];
            IF stream_version IS NULL THEN
                SELECT a.version INTO stream_version FROM pitboss_anchors a WHERE a.stream = names[part];
                IF NOT FOUND THEN
                    stream_version := 0;
                END IF;
            END IF;
            IF expected[part] <> stream_version THEN
                RAISE EXCEPTION 'version conflict' USING ERRCODE = '{CONFLICT}',
                    DETAIL = pg_catalog.format('%s %s %s', names[part], expected[part], stream_version);
            END IF;
            IF stream_id IS NULL AND done < lasts[part] THEN
                INSERT INTO pitboss_streams (name) VALUES (names[part]) RETURNING id INTO stream_id;
            END IF;
            shift := stream_version - done;
            FOR item IN done + 1 .. lasts[part] LOOP
                hash := sha256(int8send(place + item) || int8send(shift + item) || labels[item]);
                hashes := hashes || hash;
                IF appends > 1 OR last <= 4 THEN
                    INSERT INTO pitboss_events VALUES (
                        place + item, size, stream_id, shift + item,
                        kinds[item], schemas[item], at, salts[item], datas[item], hash);
                ELSE
                    ids[item] := stream_id;
                    versions[item] := shift + item;
                    links[item] := hash;
                END IF;
            END LOOP;
            IF done < lasts[part] THEN
                done := lasts[part];
                answer := pg_catalog.array_append(answer, shift + done);
                written := pg_catalog.array_append(written, names[part]);
            END IF;
        END LOOP;
        IF appends = 1 THEN
            IF last > 4 THEN
                INSERT INTO pitboss_events
                    SELECT place + n, size, i, v, k, s, at, x, d, h
                    FROM unnest(ids, versions, kinds, schemas, salts, datas, links)
                    WITH ORDINALITY AS u(i, v, k, s, x, d, h, n);
            END IF;
            answers := answer;
        ELSE
            answers := pg_catalog.array_cat(answers, answer);
            part_done := parts[turn];
        END IF;
        known_leaf := sha256(hashes);
        INSERT INTO pitboss_appends
            VALUES (size, senders[turn], commands[turn], digests[turn], written, answer, known_leaf);
        IF size % {WIDTH} = 0 THEN
            CALL pitboss_complete(size);
        END IF;
    END LOOP;
    known := size;
    nothing := pg_notify('{CHANNEL}', (place + done)::text);
    -- The lock is free again when this commits, before the disk has it: the next writer need not wait
    -- for the disk, and many wait for it together. Nobody hears of it before the second commit.
    nothing := set_config('synchronous_commit', 'off', true);
    COMMIT;
    nothing := pg_logical_emit_message(true, 'pitboss', '');
END $$;

-- For servers of an older Pitboss, which know of no newest append.
CREATE OR REPLACE PROCEDURE pitboss_append_together(
    names text[], expected bigint[], lasts integer[],
    kinds text[], schemas integer[], labels bytea[], salts bytea[], datas bytea[],
    at bigint, parts integer[], senders text[], commands text[], digests bytea[], INOUT answers bigint[])
LANGUAGE plpgsql AS $$
DECLARE
    known bigint;
    known_leaf bytea;
BEGIN
    CALL pitboss_append_after(names, expected, lasts, kinds, schemas, labels, salts, datas, at, parts,
        senders, commands, digests, known, known_leaf, answers);
END $$;

-- Keep the nodes of the log's tree that are complete when it has so many leaves.
CREATE OR REPLACE PROCEDURE pitboss_complete(leaves bigint) LANGUAGE plpgsql AS $$
DECLARE
    depth integer := 0;
    done bigint := leaves;
    width integer;
    hashes bytea[];
BEGIN
    WHILE done > 0 AND done % {WIDTH} = 0 LOOP
        IF depth = 0 THEN
            SELECT pg_catalog.array_agg(a.leaf ORDER BY a.number) INTO hashes
                FROM pitboss_appends a WHERE a.number > done - {WIDTH} AND a.number <= done;
        ELSE
            SELECT pg_catalog.array_agg(n.hash ORDER BY n.place) INTO hashes
                FROM pitboss_nodes n WHERE n.level = depth AND n.place >= done - {WIDTH} AND n.place < done;
        END IF;
        width := {WIDTH};
        IF pg_catalog.cardinality(hashes) <> width THEN
            RAISE EXCEPTION 'hashes of the journal''s tree below level % are missing', depth + {SPAN};
        END IF;
        WHILE width > 1 LOOP
            width := width / 2;
            FOR item IN 1 .. width LOOP
                hashes[item] := sha256('\\x01'::bytea || hashes[2 * item - 1] || hashes[2 * item]);
            END LOOP;
        END LOOP;
        depth := depth + {SPAN};
        done := done / {WIDTH};
        INSERT INTO pitboss_nodes VALUES (depth, done - 1, hashes[1]);
    END LOOP;
END $$;

-- Commit in a way that waits for whatever the settings ask of a commit: this disk, and standbys. Commits are
-- durable in their order, so all that was visible before is durable afterwards. Without a synchronous standby
-- there is nothing to wait for once this disk has it.
CREATE OR REPLACE FUNCTION pitboss_settle() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_is_in_recovery() AND (
        pg_catalog.current_setting('synchronous_standby_names') <> ''
        OR pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()
    ) THEN
        PERFORM pg_logical_emit_message(true, 'pitboss', '');
    END IF;
END $$;
"""


_JOURNALS: Final = """
    SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = 'pitboss_meta' AND n.nspname = ANY (current_schemas(false)) ORDER BY n.nspname"""
_OPEN_SCHEMA: Final = """
    SELECT n.nspname FROM pg_namespace n
    WHERE n.oid = coalesce(
        (SELECT c.relnamespace FROM pg_class c WHERE c.oid = to_regclass('pitboss_meta')),
        (SELECT m.oid FROM pg_namespace m WHERE m.nspname = current_schema()))
    AND has_schema_privilege('public', n.oid, 'CREATE')"""
"""In PostgreSQL, the role ``public`` stands for every user."""


def create(db: psycopg.Connection[Any], url: str) -> None:
    """Make the tables once, however many servers start together, and update the routines."""
    _refuse_open_schema(db, url)
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
    """The version of the routines. Raises if there is no journal that this Pitboss can read."""
    schemas = [row[0] for row in db.execute(_JOURNALS)]
    if len(schemas) > 1:
        raise NotAJournal(because("database.several", database=url, schemas=tuple(schemas)))
    row = db.execute("SELECT version, routines FROM pitboss_meta").fetchone() if exists(db) else None
    if row is None:
        raise NotAJournal(because("database.no_journal", database=url))
    version, routines = row
    if version != VERSION:
        raise version_error(url, version, VERSION)
    return int(routines)


def _refuse_open_schema(db: psycopg.Connection[Any], url: str) -> None:
    """Refuse a schema in which any user may create: they could shadow the journal's tables and functions."""
    row = db.execute(_OPEN_SCHEMA).fetchone()
    if row is not None:
        raise OpenToOthers(because("database.open", database=url, schema=row[0]))


def exists(db: psycopg.Connection[Any]) -> bool:
    """Whether the tables of a journal exist."""
    row = db.execute("SELECT to_regclass('pitboss_meta') IS NOT NULL").fetchone()
    return row is not None and row[0]
