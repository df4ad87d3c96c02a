-- For nodes of the previous version, which do not know the dialect of a call.
CREATE OR REPLACE FUNCTION place_hold(team uuid, hold uuid, key uuid, key_mode text, amount integer, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT place_hold_with_dialect(team, hold, key, key_mode, '', amount, lifetime)
$$;
