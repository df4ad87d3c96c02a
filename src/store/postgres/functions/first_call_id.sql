-- The smallest UUIDv7 of a month: 48 bits of milliseconds, the rest zero.
CREATE OR REPLACE FUNCTION first_call_id(month date) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM month::timestamp AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
