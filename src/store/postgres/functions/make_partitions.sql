-- All partitions that are written in the time to come. Safe to run at any time, from any node.
CREATE OR REPLACE FUNCTION make_partitions(months_ahead integer, hours_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  start timestamptz;
  name text;
  made integer := make_call_partitions(months_ahead);
BEGIN
  FOR start IN
    SELECT generate_series(this_month, this_month + make_interval(months => months_ahead), '1 month') AT TIME ZONE 'UTC'
      FROM date_trunc('month', now() AT TIME ZONE 'UTC') AS this_month
  LOOP
    name := 'usage_hourly_' || to_char(start AT TIME ZONE 'UTC', 'YYYY_MM');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name)) OR start < first_partition_end('usage_hourly');
    PERFORM add_partition('usage_hourly', name, start::text, ((start AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')::text,
                          'WITH (fillfactor = 70)');
    made := made + 1;
  END LOOP;
  FOR start IN
    SELECT generate_series(this_hour, this_hour + make_interval(hours => hours_ahead), '1 hour')
      FROM date_trunc('hour', now(), 'UTC') AS this_hour
  LOOP
    name := 'idempotency_keys_' || to_char(start AT TIME ZONE 'UTC', 'YYYY_MM_DD_HH24');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name)) OR start < first_partition_end('idempotency_keys');
    PERFORM add_partition('idempotency_keys', name, start::text, (start + interval '1 hour')::text);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
