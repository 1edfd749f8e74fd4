"""The tables of a journal in PostgreSQL, and the one procedure that appends to it."""

from typing import Final

VERSION: Final = 1
CHANNEL: Final = "pitboss_journal"
CONFLICT: Final = "PB001"
"""The SQLSTATE of a stream that is not where it was expected."""

LOCK: Final = "pg_advisory_xact_lock(1346982978, hashtext(current_schema()))"
"""One lock per journal. Whoever holds it gives out the next positions."""

CREATE: Final = f"""
SELECT {LOCK};
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

-- Lists come as words in one text, and all data in one piece, because one value is far quicker to send and
-- to read than an array. The numbers are, for each stream, the version expected (or -1); for each stream, how
-- many events it gets; for each event, its schema; for each event, the size of its data.
CREATE OR REPLACE PROCEDURE pitboss_append(
    name_list text, kind_list text, number_list text, datas bytea,
    at bigint, command text, INOUT answer text)
LANGUAGE plpgsql AS $$
DECLARE
    names text[] := string_to_array(name_list, ' ');
    kinds text[] := string_to_array(kind_list, ' ');
    numbers bigint[] := string_to_array(number_list, ' ');
    streams integer := cardinality(names);
    items integer := cardinality(kinds);
    expected bigint;
    size integer;
    schema_number integer;
    place bigint;
    item integer := 0;
    start integer := 1;
    data bytea;
    stream_id integer;
    stream_version bigint;
    link bytea;
    name_bytes bytea;
    ids integer[];
    versions bigint[];
    parts bytea[];
    links bytea[];
    after text := '';
    nothing text;
BEGIN
    nothing := {LOCK};
    <<record>>
    BEGIN
        SELECT e.position INTO place FROM pitboss_events e ORDER BY e.position DESC LIMIT 1;
        IF place IS NULL THEN
            place := 0;
        END IF;
        FOR part IN 1 .. streams LOOP
            SELECT s.id, s.version, s.hash INTO stream_id, stream_version, link
                FROM pitboss_streams s WHERE s.name = names[part];
            IF stream_id IS NULL THEN
                stream_version := 0;
                link := decode(repeat('00', 32), 'hex');
            END IF;
            expected := numbers[part];
            IF expected >= 0 AND expected <> stream_version THEN
                SELECT c.answer INTO answer FROM pitboss_commands c WHERE c.id = command;
                IF answer IS NOT NULL THEN
                    ROLLBACK;
                    EXIT record;
                END IF;
                RAISE EXCEPTION 'version conflict' USING ERRCODE = '{CONFLICT}',
                    DETAIL = format('%s %s %s', names[part], expected, stream_version);
            END IF;
            IF stream_id IS NULL THEN
                INSERT INTO pitboss_streams (name, version, position, hash)
                    VALUES (names[part], 0, 0, link) RETURNING id INTO stream_id;
            END IF;
            name_bytes := convert_to(names[part], 'UTF8');
            FOR number IN 1 .. numbers[streams + part] LOOP
                item := item + 1;
                place := place + 1;
                stream_version := stream_version + 1;
                schema_number := numbers[2 * streams + item];
                size := numbers[2 * streams + items + item];
                data := substring(datas FROM start FOR size);
                start := start + size;
                link := sha256(link || int8send(place) || int8send(stream_version)
                    || int8send(schema_number) || int8send(at)
                    || int4send(length(name_bytes)) || int4send(octet_length(kinds[item]))
                    || name_bytes || convert_to(kinds[item], 'UTF8') || sha256(data));
                IF items <= 4 THEN
                    INSERT INTO pitboss_events
                        VALUES (place, stream_id, stream_version, kinds[item], schema_number, at, data, link);
                ELSE
                    ids[item] := stream_id;
                    versions[item] := stream_version;
                    parts[item] := data;
                    links[item] := link;
                END IF;
            END LOOP;
            UPDATE pitboss_streams SET version = stream_version, position = place, hash = link
                WHERE id = stream_id;
            after := after || ',' || to_json(names[part]) || ':' || stream_version;
        END LOOP;
        IF items > 4 THEN
            INSERT INTO pitboss_events
                SELECT place - item + n, i, v, k, s, at, d, h
                FROM unnest(
                    ids, versions, kinds, numbers[2 * streams + 1 : 2 * streams + items], parts, links
                ) WITH ORDINALITY AS u(i, v, k, s, d, h, n);
        END IF;
        answer := '{{"first":' || place - item + 1 || ',"last":' || place
            || ',"versions":{{' || substr(after, 2) || '}}}}';
        IF command IS NOT NULL THEN
            INSERT INTO pitboss_commands VALUES (command, answer) ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN
                ROLLBACK;
                SELECT c.answer INTO answer FROM pitboss_commands c WHERE c.id = command;
                EXIT record;
            END IF;
        END IF;
        nothing := pg_notify('{CHANNEL}', '');
        -- The lock is free again when this commits, before the disk has it: the next writer need not wait
        -- for the disk, and many wait for it together. Nobody hears of it before the second commit.
        nothing := set_config('synchronous_commit', 'off', true);
    END;
    COMMIT;
    nothing := pg_logical_emit_message(true, 'pitboss', '');
END $$;

CREATE OR REPLACE FUNCTION pitboss_settle() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_is_in_recovery() AND pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() THEN
        PERFORM pg_logical_emit_message(true, 'pitboss', '');
    END IF;
END $$;

INSERT INTO pitboss_meta SELECT {VERSION}, 0 WHERE NOT EXISTS (SELECT FROM pitboss_meta);
"""
