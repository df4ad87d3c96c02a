-- For nodes of the previous version, which know neither tags nor the budgets of keys.
CREATE OR REPLACE FUNCTION place_hold_with_dialect(team uuid, hold uuid, key uuid, key_mode text, call_dialect text, amount integer, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT replace(place_hold_with_tag(team, hold, key, key_mode, call_dialect, '', amount, lifetime), 'key_quota_exceeded', 'quota_exceeded')
$$;
