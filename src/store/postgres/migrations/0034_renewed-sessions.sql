-- Up Migration

-- A session whose tokens are replaced every few minutes. All null for a session that keeps its first token, as all did in the
-- version before, which reads `token_hash` alone.
ALTER TABLE sessions
  ADD COLUMN token_expires_at        timestamptz,
  ADD COLUMN former_token_hash       bytea,
  ADD COLUMN former_token_expires_at timestamptz,
  ADD COLUMN refresh_hash            bytea,
  ADD COLUMN former_refresh_hash     bytea,
  ADD COLUMN refresh_seed            bytea,
  ADD COLUMN renewed_at              timestamptz,
  ADD COLUMN is_renewal_used         boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN sessions.token_expires_at IS 'null: the token lasts as long as the session';
COMMENT ON COLUMN sessions.refresh_seed IS 'the present tokens are derived from it and the former refresh token, which only the browser has';
COMMENT ON COLUMN sessions.is_renewal_used IS 'whether a token of the last renewal was used, so that its answer has arrived';
CREATE UNIQUE INDEX sessions_by_former_token ON sessions (former_token_hash) WHERE former_token_hash IS NOT NULL;
CREATE UNIQUE INDEX sessions_by_refresh ON sessions (refresh_hash) WHERE refresh_hash IS NOT NULL;
CREATE UNIQUE INDEX sessions_by_former_refresh ON sessions (former_refresh_hash) WHERE former_refresh_hash IS NOT NULL;

-- Refresh tokens of the renewals before. Whoever presents one has a copy, so the session ends.
CREATE TABLE spent_refresh_tokens (
  hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  spent_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX spent_refresh_tokens_by_session ON spent_refresh_tokens (session_id, spent_at);

-- Somebody who is not signed in: a failed try to sign in, a token that was used twice. Not valid, so that no row is read under
-- the lock: the rows that are there have passed a narrower check.
ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_type_check,
  ADD CONSTRAINT audit_log_actor_type_check CHECK (actor_type IN ('key', 'user', 'command_line', 'unknown')) NOT VALID;

-- Down Migration

-- Entries of unknown people stay, because the log is append-only; the narrower check holds for new ones.
ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_type_check,
  ADD CONSTRAINT audit_log_actor_type_check CHECK (actor_type IN ('key', 'user', 'command_line')) NOT VALID;
DROP TABLE spent_refresh_tokens;
-- Their browsers would not renew them.
UPDATE sessions SET ended_at = coalesce(ended_at, now()) WHERE refresh_hash IS NOT NULL;
ALTER TABLE sessions
  DROP COLUMN token_expires_at,
  DROP COLUMN former_token_hash,
  DROP COLUMN former_token_expires_at,
  DROP COLUMN refresh_hash,
  DROP COLUMN former_refresh_hash,
  DROP COLUMN refresh_seed,
  DROP COLUMN renewed_at,
  DROP COLUMN is_renewal_used;
