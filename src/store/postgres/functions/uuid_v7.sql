-- A UUIDv7 of now, as src/lib/uuid-v7.ts makes them: rows that SQL inserts sort by time too.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
          || substr(random, 14, 3) || to_hex(8 + get_byte(uuid_send(random::uuid), 15) % 4) || substr(random, 18, 15))::uuid
    FROM (SELECT replace(gen_random_uuid()::text, '-', '') AS random) AS source
$$;
