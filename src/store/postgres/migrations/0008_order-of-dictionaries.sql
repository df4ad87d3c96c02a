-- Up Migration

-- Dictionaries are shown in the order in which they were made: client libraries compare them with what they sent.
ALTER TABLE glossary_dictionaries ADD COLUMN created_at timestamptz;
UPDATE glossary_dictionaries SET created_at = updated_at;
ALTER TABLE glossary_dictionaries
  ALTER COLUMN created_at SET DEFAULT clock_timestamp(),
  ALTER COLUMN created_at SET NOT NULL;

-- Down Migration

ALTER TABLE glossary_dictionaries DROP COLUMN created_at;
