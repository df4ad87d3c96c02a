-- Up Migration

-- Failed attempts to sign in as somebody without a team. Not valid, so that no row is read under the lock: the rows that are
-- there have passed a narrower check.
ALTER TABLE installation_log DROP CONSTRAINT installation_log_actor_type_check,
  ADD CONSTRAINT installation_log_actor_type_check CHECK (actor_type IN ('user', 'command_line', 'unknown')) NOT VALID;

-- Down Migration

-- Entries of unknown people stay, because the log is append-only; the narrower check holds for new ones.
ALTER TABLE installation_log DROP CONSTRAINT installation_log_actor_type_check,
  ADD CONSTRAINT installation_log_actor_type_check CHECK (actor_type IN ('user', 'command_line')) NOT VALID;
