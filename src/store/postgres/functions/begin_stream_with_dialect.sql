-- Holds the characters of a whole streamed call: `held`, or the verdict of a charge that says why not. The hold itself lasts
-- longer than the stream, so that only `settle_stream` ends it, also beside nodes of a version that knows no streams.
CREATE OR REPLACE FUNCTION begin_stream_with_dialect(
    team uuid, stream uuid, key uuid, key_mode text, call_dialect text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  outcome text := place_hold_with_dialect(team, stream, key, key_mode, call_dialect, amount, lifetime + interval '1 day');
BEGIN
  IF outcome = 'held' THEN
    INSERT INTO streamed_calls (team_id, id, target_lang, expires_at) VALUES (team, stream, target, clock_timestamp() + lifetime)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN outcome;
END $$;
