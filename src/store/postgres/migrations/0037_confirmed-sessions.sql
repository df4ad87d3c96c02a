-- Up Migration

-- When the user of a session last proved who they are after it began.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
COMMENT ON COLUMN sessions.proven_at IS 'null: when the session began';

-- Down Migration

ALTER TABLE sessions DROP COLUMN proven_at;
