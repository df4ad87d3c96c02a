-- Up Migration

-- How often engines worked for a charged Idempotency-Key beyond the call that was charged. A repeat claims the first of them before
-- it asks an engine.
ALTER TABLE idempotency_keys ADD COLUMN replays smallint NOT NULL DEFAULT 0;

-- Down Migration

ALTER TABLE idempotency_keys DROP COLUMN replays;
