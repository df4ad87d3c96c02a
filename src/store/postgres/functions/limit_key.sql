-- Sets all limits of a key; without any, its row goes. What its streamed calls have sent is charged first, so that a lower limit
-- never leaves it unpaid. A budget counts what the key was charged this month before it had one, and what is held for it.
-- False: the key has ended, and stays ended. Call it under the team's lock, like every change of a team's keys.
CREATE OR REPLACE FUNCTION limit_key(team uuid, key uuid, until timestamptz, from_networks text[], with_engines text[], of_pairs text[],
                                     a_second integer, a_minute integer, a_month bigint)
  RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  this_month date;
  moment timestamptz;
  used_before bigint := 0;
  held_now bigint := 0;
BEGIN
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  moment := greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only));
  IF NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL)
     OR EXISTS (SELECT FROM key_limits WHERE key_id = key AND expires_at <= moment) THEN
    RETURN false;
  END IF;
  PERFORM settle_streams(team, key);
  IF num_nonnulls(until, from_networks, with_engines, of_pairs, a_second, a_minute, a_month) = 0 THEN
    DELETE FROM key_limits WHERE key_id = key;
    RETURN true;
  END IF;
  this_month := greatest(date_trunc('month', moment AT TIME ZONE 'UTC')::date, balance.period);
  IF a_month IS NOT NULL THEN
    SELECT coalesce(sum(characters), 0) INTO used_before FROM usage_hourly
     WHERE team_id = team AND hour >= this_month::timestamp AT TIME ZONE 'UTC' AND key_id = key;
    SELECT coalesce(sum(characters), 0) INTO held_now FROM holds WHERE team_id = team AND key_id = key;
  END IF;
  -- The team enters the month of the budget, as with a hold: otherwise a clock that steps back would find the key in a later month
  -- than its charges.
  UPDATE team_balances SET period = this_month, quota_used = 0, month_used = 0 WHERE team_id = team AND period < this_month;
  INSERT INTO key_limits AS own (key_id, team_id, expires_at, networks, engines, language_pairs, requests_per_second,
                                 characters_per_minute, monthly_characters, period, used, held)
  VALUES (key, team, until, from_networks, with_engines, of_pairs, a_second, a_minute, a_month, this_month, used_before, held_now)
  ON CONFLICT (key_id) DO UPDATE
    SET expires_at = excluded.expires_at, networks = excluded.networks, engines = excluded.engines,
        language_pairs = excluded.language_pairs, requests_per_second = excluded.requests_per_second,
        characters_per_minute = excluded.characters_per_minute, monthly_characters = excluded.monthly_characters,
        period = excluded.period, used = excluded.used, held = excluded.held;
  RETURN true;
END $$;
