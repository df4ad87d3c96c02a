-- Up Migration

-- A team's glossaries. The version grows with every change of the glossary or of one of its dictionaries.
CREATE TABLE glossaries (
  team_id    uuid NOT NULL REFERENCES teams (id),
  id         uuid NOT NULL,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  version    bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, id)
);

-- One row for each language pair, with all its entries in one column: gzip of lines "source TAB target". They are
-- always read and written as a whole, and a row for each of 200,000 entries would make every change slow. What
-- lists and names dictionaries never reads that column, which Postgres keeps apart from the row.
-- A dictionary's version is the glossary's at its last change: whoever has read it knows by that alone whether
-- it changed.
CREATE TABLE glossary_dictionaries (
  team_id     uuid NOT NULL,
  glossary_id uuid NOT NULL,
  source_lang text NOT NULL,
  target_lang text NOT NULL,
  version     bigint NOT NULL,
  entry_count integer NOT NULL CHECK (entry_count > 0),
  entry_bytes integer NOT NULL CHECK (entry_bytes > 0),
  entries     bytea NOT NULL,
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, glossary_id, source_lang, target_lang),
  FOREIGN KEY (team_id, glossary_id) REFERENCES glossaries (team_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN glossary_dictionaries.entry_bytes IS 'of the entries before they were compressed';
-- Compressed already: Postgres need not try again.
ALTER TABLE glossary_dictionaries ALTER COLUMN entries SET STORAGE EXTERNAL;

-- Down Migration

DROP TABLE glossary_dictionaries;
DROP TABLE glossaries;
