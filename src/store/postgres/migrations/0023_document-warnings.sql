-- Up Migration

-- What a client should know about a translated document: codes, and sentences that name languages but never a text.
ALTER TABLE documents ADD COLUMN warnings jsonb;

-- Down Migration

ALTER TABLE documents DROP COLUMN warnings;
