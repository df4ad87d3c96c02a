-- Gives back what is held; false where nothing is.
CREATE OR REPLACE FUNCTION release_hold(team uuid, hold uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  amount integer;
  holder uuid;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  DELETE FROM holds WHERE team_id = team AND id = hold RETURNING characters, key_id INTO amount, holder;
  IF amount IS NULL THEN RETURN false; END IF;
  UPDATE team_balances SET held = held - amount WHERE team_id = team;
  UPDATE key_limits SET held = held - amount WHERE key_id = holder AND monthly_characters IS NOT NULL;
  RETURN true;
END $$;
