-- Holds the characters of a whole streamed call: `held`, or the verdict of a charge that says why not. The hold itself lasts
-- longer than the stream, so that only `settle_stream` ends it, also beside nodes of a version that knows no streams.
-- The stream ends with its key: nothing is recorded, and so nothing is sent, after the key has expired.
CREATE OR REPLACE FUNCTION begin_stream_with_tag(
    team uuid, stream uuid, key uuid, key_mode text, call_dialect text, call_tag text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  outcome text := place_hold_with_tag(team, stream, key, key_mode, call_dialect, call_tag, amount, lifetime + interval '1 day');
BEGIN
  IF outcome = 'held' THEN
    INSERT INTO streamed_calls (team_id, id, target_lang, expires_at)
    VALUES (team, stream, target, least(clock_timestamp() + lifetime, (SELECT own.expires_at FROM key_limits own WHERE own.key_id = key)))
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN outcome;
END $$;
