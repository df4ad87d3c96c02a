-- Ends a streamed call: charges what was sent, by the charge's own rules, and releases the rest of its hold. The arrays are the
-- lines of what was sent; where they are null, what was recorded counts. Returns the verdict of a charge, `released` if nothing
-- was sent, or `gone` if the stream was settled before. What was sent before the key expired is charged also afterwards.
CREATE OR REPLACE FUNCTION settle_stream(team uuid, stream uuid, sources text[], names text[], amounts integer[], texts integer[])
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  recorded streamed_calls;
  held holds;
  total integer;
  outcome text := 'released';
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  DELETE FROM streamed_calls WHERE team_id = team AND id = stream RETURNING * INTO recorded;
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  IF amounts IS NULL THEN
    sources := recorded.source_langs; names := recorded.engines; amounts := recorded.line_characters; texts := recorded.line_texts;
  END IF;
  SELECT * INTO held FROM holds WHERE team_id = team AND id = stream;
  total := (SELECT sum(amount) FROM unnest(amounts) AS amount);
  IF total > held.characters THEN
    RAISE EXCEPTION 'a streamed call of % characters cannot be settled with %', held.characters, total;
  END IF;
  PERFORM release_hold(team, stream);
  IF cardinality(amounts) > 0 THEN
    SELECT charged.verdict INTO outcome
      FROM charge_calls_with_tag(ARRAY[stream], ARRAY[team], ARRAY[held.key_id], ARRAY[held.mode], ARRAY[held.dialect], ARRAY[held.tag],
                        ARRAY[total], ARRAY[recorded.target_lang], ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                        ARRAY[sources::text], ARRAY[names::text], ARRAY[amounts::text], ARRAY[texts::text], true) AS charged;
  END IF;
  RETURN outcome;
END $$;
