-- The audit log stays append-only but for erasure, which takes names and addresses out of a team's entries and leaves what was
-- done, and when, and for retention, which removes the oldest entries and records it. Each says so for its own transaction.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'UPDATE' AND current_setting('dragoman.erasing', true) = 'yes')
     OR (TG_OP = 'DELETE' AND current_setting('dragoman.trimming', true) = 'yes') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
