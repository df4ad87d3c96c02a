-- Up Migration

-- Glossary entries and style rules, encrypted with a key of their team. The version before reads them in the clear alone, so they
-- are not encrypted before somebody turns it on, when every node has this version. An installation without teams is new.
CREATE TABLE team_text_keys (
  team_id uuid PRIMARY KEY REFERENCES teams (id),
  wrapped bytea NOT NULL
);
COMMENT ON COLUMN team_text_keys.wrapped IS 'by the data key; without it, nothing of what it encrypts can be read';

CREATE TABLE text_encryption (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_on   boolean NOT NULL
);
INSERT INTO text_encryption (is_on) SELECT NOT EXISTS (SELECT FROM teams);

-- Dictionaries are encrypted in their column `entries`. A list of style rules has other types, so it gets columns.
ALTER TABLE style_rule_lists
  ADD COLUMN sealed            bytea,
  ADD COLUMN rule_count        integer,
  ADD COLUMN instruction_count integer;
COMMENT ON COLUMN style_rule_lists.sealed IS 'rules and instructions, encrypted; the columns in the clear are then empty';

-- Down Migration

ALTER TABLE style_rule_lists DROP COLUMN instruction_count, DROP COLUMN rule_count, DROP COLUMN sealed;
DROP TABLE text_encryption;
DROP TABLE team_text_keys;
