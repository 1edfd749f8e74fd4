"""The tables of a journal in PostgreSQL, and the one procedure that appends to it."""

from typing import Final

VERSION: Final = 1
CHANNEL: Final = "pitboss_journal"
CONFLICT: Final = "PB001"
"""The SQLSTATE of a stream that is not where it was expected."""

_LOCK: Final = "pg_advisory_xact_lock(1346982978, hashtext(current_schema()))"
"""One lock per journal. Whoever holds it gives out the next positions."""

CREATE: Final = f"""
SELECT {_LOCK};
CREATE TABLE IF NOT EXISTS pitboss_meta (version integer NOT NULL, archived bigint NOT NULL);
CREATE TABLE IF NOT EXISTS pitboss_streams (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    version bigint NOT NULL,
    position bigint NOT NULL,
    hash bytea NOT NULL) WITH (fillfactor = 50);
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
CREATE TABLE IF NOT EXISTS pitboss_commands (id text COLLATE "C" PRIMARY KEY, answer text NOT NULL);
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

CREATE OR REPLACE PROCEDURE pitboss_append(
    names text[], expected bigint[], counts integer[],
    kinds text[], schemas integer[], datas bytea[],
    at bigint, command text, INOUT answer text)
LANGUAGE plpgsql AS $$
DECLARE
    place bigint;
    opening bigint;
    item integer := 0;
    stream_id integer;
    stream_version bigint;
    link bytea;
    name_bytes bytea;
    kind_bytes bytea;
    ids integer[] := '{{}}';
    versions bigint[] := '{{}}';
    links bytea[] := '{{}}';
    after text[] := '{{}}';
BEGIN
    PERFORM {_LOCK};
    IF command IS NOT NULL THEN
        SELECT c.answer INTO answer FROM pitboss_commands c WHERE c.id = command;
    END IF;
    IF answer IS NULL THEN
        opening := coalesce((SELECT max(e.position) FROM pitboss_events e), 0);
        place := opening;
        FOR part IN 1 .. cardinality(names) LOOP
            SELECT s.id, s.version, s.hash INTO stream_id, stream_version, link
                FROM pitboss_streams s WHERE s.name = names[part];
            IF NOT FOUND THEN
                stream_version := 0;
                link := decode(repeat('00', 32), 'hex');
            END IF;
            IF expected[part] <> stream_version THEN
                RAISE EXCEPTION 'version conflict' USING ERRCODE = '{CONFLICT}',
                    DETAIL = format('%s %s %s', names[part], expected[part], stream_version);
            END IF;
            IF stream_id IS NULL THEN
                INSERT INTO pitboss_streams (name, version, position, hash)
                    VALUES (names[part], 0, 0, link) RETURNING id INTO stream_id;
            END IF;
            name_bytes := convert_to(names[part], 'UTF8');
            FOR number IN 1 .. counts[part] LOOP
                item := item + 1;
                place := place + 1;
                stream_version := stream_version + 1;
                kind_bytes := convert_to(kinds[item], 'UTF8');
                link := sha256(link || int8send(place) || int8send(stream_version)
                    || int8send(schemas[item]) || int8send(at)
                    || int4send(length(name_bytes)) || int4send(length(kind_bytes))
                    || name_bytes || kind_bytes || datas[item]);
                ids[item] := stream_id;
                versions[item] := stream_version;
                links[item] := link;
            END LOOP;
            UPDATE pitboss_streams SET version = stream_version, position = place, hash = link
                WHERE id = stream_id;
            after[part] := to_json(names[part]) || ':' || stream_version;
        END LOOP;
        INSERT INTO pitboss_events (position, stream, version, kind, schema, recorded, data, hash)
            SELECT opening + n, i, v, k, s, at, d, h
            FROM unnest(ids, versions, kinds, schemas, datas, links)
                WITH ORDINALITY AS u(i, v, k, s, d, h, n);
        answer := format('{{"first":%s,"last":%s,"versions":{{%s}}}}',
            opening + 1, place, array_to_string(after, ','));
        IF command IS NOT NULL THEN
            INSERT INTO pitboss_commands VALUES (command, answer);
        END IF;
        PERFORM pg_notify('{CHANNEL}', place::text);
    END IF;
    -- The lock is free again when this commits, before the disk has it: the next writer need not wait
    -- for the disk, and many wait for it together. Nobody hears of it before the second commit.
    PERFORM set_config('synchronous_commit', 'off', true);
    COMMIT;
    PERFORM pg_logical_emit_message(true, 'pitboss', '');
END $$;

CREATE OR REPLACE FUNCTION pitboss_settle() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_is_in_recovery() AND pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() THEN
        PERFORM pg_logical_emit_message(true, 'pitboss', '');
    END IF;
END $$;

INSERT INTO pitboss_meta SELECT {VERSION}, 0 WHERE NOT EXISTS (SELECT FROM pitboss_meta);
"""
