-- Up Migration

-- An erased team keeps its rows and its sums, and nothing that says whose they were. It stays suspended for ever.
ALTER TABLE team_balances
  ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT team_balances_erased_is_suspended CHECK (erased_at IS NULL OR suspended_at IS NOT NULL);

-- The audit log stays append-only but for erasure, which takes names and addresses out of a team's entries and leaves
-- what was done, and when. It says so for its own transaction.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('dragoman.erasing', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

-- Down Migration

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
ALTER TABLE team_balances DROP COLUMN erased_at;
