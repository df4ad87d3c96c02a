-- Ends the streamed calls of a team, or of one of its keys, at what was recorded. Run it in the transaction that revokes the key,
-- suspends the team or takes characters from it, and before that change: what was sent until then is charged, and nothing is
-- sent afterwards.
CREATE OR REPLACE FUNCTION settle_streams(team uuid, key uuid) RETURNS integer LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  stream uuid;
  ended integer := 0;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  FOR stream IN
    SELECT s.id FROM streamed_calls s JOIN holds h ON h.team_id = s.team_id AND h.id = s.id
     WHERE s.team_id = team AND (key IS NULL OR h.key_id = key)
  LOOP
    PERFORM settle_stream(team, stream, NULL, NULL, NULL, NULL);
    ended := ended + 1;
  END LOOP;
  RETURN ended;
END $$;
