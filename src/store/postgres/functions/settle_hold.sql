-- Turns a hold into the charge of one call, by the charge's own rules, and closes it whatever the verdict. The verdict of
-- a charge, or `gone`: it was settled or released before, or has expired.
CREATE OR REPLACE FUNCTION settle_hold(team uuid, hold uuid, call uuid, target text,
                            sources text[], engines text[], amounts integer[], texts integer[])
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  open holds;
  outcome text;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  SELECT * INTO open FROM holds WHERE team_id = team AND id = hold AND expires_at > clock_timestamp();
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  IF (SELECT sum(amount) FROM unnest(amounts) AS amount) IS DISTINCT FROM open.characters THEN
    RAISE EXCEPTION 'a hold of % characters can not be settled with others', open.characters;
  END IF;
  PERFORM release_hold(team, hold);
  SELECT charged.verdict INTO outcome
    FROM charge_calls_with_tag(ARRAY[call], ARRAY[team], ARRAY[open.key_id], ARRAY[open.mode], ARRAY[open.dialect], ARRAY[open.tag],
                      ARRAY[open.characters], ARRAY[target], ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                      ARRAY[sources::text], ARRAY[engines::text], ARRAY[amounts::text], ARRAY[texts::text], false) AS charged;
  -- The previous version does not know the budget of a key.
  RETURN replace(outcome, 'key_quota_exceeded', 'quota_exceeded');
END $$;
