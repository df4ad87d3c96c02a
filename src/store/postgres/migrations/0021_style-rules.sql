-- Up Migration

-- A team's lists of style rules. A list is always read and written as a whole, and is at most some tens of kB, so its
-- rules and instructions are columns and not tables. The version grows with every change.
CREATE TABLE style_rule_lists (
  team_id             uuid NOT NULL REFERENCES teams (id),
  id                  uuid NOT NULL,
  name                text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  language            text NOT NULL,
  version             bigint NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  configured_rules    jsonb NOT NULL,
  custom_instructions jsonb NOT NULL,
  PRIMARY KEY (team_id, id)
);
COMMENT ON COLUMN style_rule_lists.configured_rules IS 'group → rule → option, by the names that callers sent';

-- Down Migration

DROP TABLE style_rule_lists;
