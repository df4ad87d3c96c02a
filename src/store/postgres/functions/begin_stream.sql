-- For nodes of the previous version, which do not know the dialect of a call.
CREATE OR REPLACE FUNCTION begin_stream(team uuid, stream uuid, key uuid, key_mode text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT begin_stream_with_dialect(team, stream, key, key_mode, '', amount, target, lifetime)
$$;
