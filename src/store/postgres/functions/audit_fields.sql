-- The fields of an audit entry as texts, in the form over which their digests are made: the time in microseconds since 1970,
-- the details as Postgres writes them.
CREATE OR REPLACE FUNCTION audit_fields(
  id uuid, at timestamptz, action text, subject_id text, actor_type text, actor_id uuid, actor_name text, address text,
  request_id uuid, details jsonb)
RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[id::text, (extract(epoch FROM at) * 1000000)::bigint::text, action, subject_id, actor_type, actor_id::text,
               actor_name, address, request_id::text, details::text];
$$;
