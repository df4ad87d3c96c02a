-- Holds characters of a team: `held`, or the verdict of a charge that says why not. A repeated hold is the same hold.
-- The key's own budget is held as well, if it has one.
CREATE OR REPLACE FUNCTION place_hold_with_tag(team uuid, hold uuid, key uuid, key_mode text, call_dialect text, call_tag text, amount integer, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  own key_limits;
  available bigint;
  this_month date;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'place_hold_with_tag needs read committed, not %', current_setting('transaction_isolation');
  END IF;
  -- First the lock, then everything that is decided by, in statements of their own (see charge_calls_with_tag).
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL) THEN
    RETURN 'key_revoked';
  END IF;
  SELECT * INTO own FROM key_limits WHERE key_id = key;
  IF own.expires_at <= greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) THEN RETURN 'key_revoked'; END IF;
  IF balance.suspended_at IS NOT NULL THEN RETURN 'team_suspended'; END IF;
  IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN RETURN 'held'; END IF;
  -- The month in which a charge would be booked now (see charge_calls_with_tag).
  this_month := date_trunc('month', greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) AT TIME ZONE 'UTC');
  IF balance.period < this_month THEN balance.period := this_month; balance.quota_used := 0; balance.month_used := 0; END IF;
  available := greatest(balance.quota - balance.quota_used, 0) + balance.credit - balance.held;
  IF amount > available THEN RETURN 'quota_exceeded'; END IF;
  IF own.monthly_characters IS NOT NULL
     AND amount > greatest(own.monthly_characters - CASE WHEN own.period < balance.period THEN 0 ELSE own.used END - own.held, 0) THEN
    RETURN 'key_quota_exceeded';
  END IF;
  INSERT INTO holds (team_id, id, key_id, mode, dialect, tag, characters, expires_at)
  VALUES (team, hold, key, key_mode, call_dialect, call_tag, amount, clock_timestamp() + lifetime);
  -- The team enters the month whose quota is held. If the clock steps back, the hold is still charged to that month: the quota of
  -- the month before may be used up.
  UPDATE team_balances
     SET held = held + amount, period = balance.period, quota_used = balance.quota_used, month_used = balance.month_used
   WHERE team_id = team;
  UPDATE key_limits
     SET held = key_limits.held + amount, used = CASE WHEN period < balance.period THEN 0 ELSE used END, period = greatest(period, balance.period)
   WHERE key_id = key AND monthly_characters IS NOT NULL;
  RETURN 'held';
END $$;
