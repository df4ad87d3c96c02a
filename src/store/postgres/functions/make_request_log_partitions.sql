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
