-- Up Migration

-- Partitions that are attached and detached beside the calls, and an index by time.

-- Adds a partition to `parent`. Made on its own and attached, which keeps nobody from reading or writing `parent`.
CREATE FUNCTION add_partition(parent text, name text, lower_bound text, upper_bound text, storage text DEFAULT '')
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass(name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', name, parent, storage);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name)) THEN
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, lower_bound, upper_bound);
  END IF;
END $$;

-- Calls -------------------------------------------------------------------------------------------------------------------

-- No partition for everything else: beside one, none can be attached or detached without holding up calls. `calls_default`
-- takes ids from before the first month, as nodes with a clock that was never set make them. One whose clock is months
-- ahead can't charge.
ALTER TABLE calls DETACH PARTITION calls_default;
DO $$
DECLARE
  first_month date := (SELECT min(to_date(right(child.relname, 7), 'YYYY_MM')) FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
                        WHERE inhparent = 'calls'::regclass);
  partition record;
BEGIN
  IF EXISTS (SELECT FROM calls_default WHERE id >= first_call_id(first_month)) THEN
    RAISE EXCEPTION 'calls_default holds calls. Move them first, as docs/operate/alerts.md says under DragomanPartitionsMissing';
  END IF;
  EXECUTE format('ALTER TABLE calls ATTACH PARTITION calls_default FOR VALUES FROM (MINVALUE) TO (%L)', first_call_id(first_month));

  -- Calls of an hour are found without reading a month. Calls come in the order of time, so this index takes no room.
  CREATE INDEX calls_by_time ON ONLY calls USING brin (charged_at) WITH (autosummarize = on);
  FOR partition IN
    SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = 'calls'::regclass
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING brin (charged_at)', partition.name || '_by_time', partition.name);
    EXECUTE format('ALTER INDEX %I SET (autosummarize = on)', partition.name || '_by_time');
    EXECUTE format('ALTER INDEX calls_by_time ATTACH PARTITION %I', partition.name || '_by_time');
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION make_call_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month date;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('dragoman call partitions'));
  FOR month IN
    SELECT generate_series(this_month, this_month + make_interval(months => months_ahead), '1 month')::date
      FROM date_trunc('month', now() AT TIME ZONE 'UTC') AS this_month
  LOOP
    name := 'calls_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name));
    PERFORM add_partition('calls', name, first_call_id(month)::text, first_call_id((month + interval '1 month')::date)::text);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- Down Migration

DROP INDEX calls_by_time;
ALTER TABLE calls DETACH PARTITION calls_default;
ALTER TABLE calls ATTACH PARTITION calls_default DEFAULT;

CREATE OR REPLACE FUNCTION make_call_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month date;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('dragoman call partitions'));
  FOR month IN
    SELECT generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
                           date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => months_ahead),
                           interval '1 month')::date
  LOOP
    name := 'calls_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF calls FOR VALUES FROM (%L) TO (%L)',
                   name, first_call_id(month), first_call_id((month + interval '1 month')::date));
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

DROP FUNCTION add_partition(text, text, text, text, text);
