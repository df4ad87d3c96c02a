-- Up Migration

-- How long a call with this key waits before it is refused for its rate or a busy engine. 0: not at all.
ALTER TABLE api_keys ADD COLUMN max_wait_seconds smallint NOT NULL DEFAULT 0
  CONSTRAINT api_keys_max_wait_seconds CHECK (max_wait_seconds BETWEEN 0 AND 25);

-- Down Migration

ALTER TABLE api_keys DROP COLUMN max_wait_seconds;
