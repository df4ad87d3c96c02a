-- Holds characters of a team: `held`, or the verdict of a charge that says why not. A repeated hold is the same hold.
CREATE OR REPLACE FUNCTION place_hold_with_dialect(team uuid, hold uuid, key uuid, key_mode text, call_dialect text, amount integer, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  available bigint;
  this_month date;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'place_hold_with_dialect needs read committed, not %', current_setting('transaction_isolation');
  END IF;
  -- First the lock, then everything that is decided by, in statements of their own (see charge_calls_with_dialect).
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL) THEN
    RETURN 'key_revoked';
  END IF;
  IF balance.suspended_at IS NOT NULL THEN RETURN 'team_suspended'; END IF;
  IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN RETURN 'held'; END IF;
  -- The month in which a charge would be booked now (see charge_calls_with_dialect).
  this_month := date_trunc('month', greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) AT TIME ZONE 'UTC');
  IF balance.period < this_month THEN balance.period := this_month; balance.quota_used := 0; balance.month_used := 0; END IF;
  available := greatest(balance.quota - balance.quota_used, 0) + balance.credit - balance.held;
  IF amount > available THEN RETURN 'quota_exceeded'; END IF;
  INSERT INTO holds (team_id, id, key_id, mode, dialect, characters, expires_at)
  VALUES (team, hold, key, key_mode, call_dialect, amount, clock_timestamp() + lifetime);
  -- The team enters the month whose quota is held. If the clock steps back, the hold is still charged to that month: the quota of
  -- the month before may be used up.
  UPDATE team_balances
     SET held = held + amount, period = balance.period, quota_used = balance.quota_used, month_used = balance.month_used
   WHERE team_id = team;
  RETURN 'held';
END $$;
