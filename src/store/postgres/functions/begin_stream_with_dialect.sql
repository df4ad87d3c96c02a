-- For nodes of the previous version, which know neither tags nor the budgets of keys.
CREATE OR REPLACE FUNCTION begin_stream_with_dialect(
    team uuid, stream uuid, key uuid, key_mode text, call_dialect text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT replace(begin_stream_with_tag(team, stream, key, key_mode, call_dialect, '', amount, target, lifetime), 'key_quota_exceeded', 'quota_exceeded')
$$;
