-- Up Migration

-- The last calls of each team, for its people to read: never a text, a key or an address. `id` is a UUIDv7 of the end of the call, so
-- that new rows are at the end of the list, however long their calls took. Partitioned by day, and dropped by day.
CREATE TABLE request_log (
  team_id      uuid NOT NULL,
  id           uuid NOT NULL,
  -- Null in a row that stands for several calls.
  request_id   uuid,
  -- Null if the call was refused on the console before its key was known.
  key_id       uuid,
  -- translate, rephrase, document; `not_logged`: the row counts calls that no row was written for.
  kind         text NOT NULL,
  mode         text,
  dialect      text,
  source_langs text[] NOT NULL,
  target_lang  text,
  engines      text[] NOT NULL,
  -- Null if the client disconnected before it had its answer.
  status       smallint,
  -- The code of the problem; null if the call was answered as asked.
  code         text,
  characters   integer NOT NULL,
  duration_ms  integer,
  calls        integer NOT NULL,
  PRIMARY KEY (team_id, id)
) PARTITION BY RANGE (id);

-- People look for calls that failed, which are few among many.
CREATE INDEX request_log_failed ON request_log (team_id, id) WHERE code IS NOT NULL;

-- The days of the request log from today on. Safe to run at any time, from any node.
CREATE OR REPLACE FUNCTION make_request_log_partitions(days_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day date;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('dragoman request log partitions'));
  FOR day IN
    SELECT generate_series(today, today + make_interval(days => days_ahead), '1 day')::date
      FROM date_trunc('day', now() AT TIME ZONE 'UTC') AS today
  LOOP
    name := 'request_log_' || to_char(day, 'YYYY_MM_DD');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name));
    PERFORM add_partition('request_log', name, first_call_id(day)::text, first_call_id(day + 1)::text);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

SELECT make_request_log_partitions(3);

-- Down Migration

DROP TABLE request_log;
DROP FUNCTION make_request_log_partitions(integer);
