-- Adds credit (or takes it back, with a negative amount) under the team's lock; the entry's id makes it
-- idempotent. Returns the credit that the team has then, or nothing for an unknown team.
CREATE OR REPLACE FUNCTION add_credit(team uuid, entry uuid, amount bigint, reason text, author text)
  RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  result bigint;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  -- What streamed calls have sent must still be covered.
  IF amount < 0 THEN PERFORM settle_streams(team, NULL); END IF;
  INSERT INTO credit_entries (team_id, id, amount, reason, author)
  SELECT team_id, entry, amount, reason, author FROM team_balances WHERE team_id = team
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE team_balances SET credit = credit + amount WHERE team_id = team RETURNING credit INTO result;
  ELSE
    SELECT credit INTO result FROM team_balances WHERE team_id = team;
  END IF;
  RETURN result;
END $$;
