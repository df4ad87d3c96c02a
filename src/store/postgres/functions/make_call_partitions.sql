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
