-- Up Migration

-- The usage of all teams by day, once for each way in which operators group it: `usage_daily` has a row for every key, mode,
-- dialect and tag, so a year of a large installation is ten million rows, which take half a minute to add up. These are
-- hundreds of thousands at most. They are written from `usage_daily` after a day is closed, by housekeeping.
CREATE TABLE usage_of_teams (
  day         date NOT NULL,
  team_id     uuid NOT NULL,
  characters  bigint NOT NULL,
  calls       bigint NOT NULL,
  texts       bigint NOT NULL,
  PRIMARY KEY (day, team_id)
);

CREATE TABLE usage_of_engines (
  day         date NOT NULL,
  engine      text NOT NULL,
  characters  bigint NOT NULL,
  calls       bigint NOT NULL,
  texts       bigint NOT NULL,
  PRIMARY KEY (day, engine)
);

CREATE TABLE usage_of_pairs (
  day         date NOT NULL,
  source_lang text NOT NULL,
  target_lang text NOT NULL,
  characters  bigint NOT NULL,
  calls       bigint NOT NULL,
  texts       bigint NOT NULL,
  PRIMARY KEY (day, source_lang, target_lang)
);

-- The days from `sums_from` to `sums_until` (exclusive) are in all three tables. Null: none yet.
ALTER TABLE ledger_state ADD COLUMN sums_from date, ADD COLUMN sums_until date;

-- Down Migration

ALTER TABLE ledger_state DROP COLUMN sums_from, DROP COLUMN sums_until;
DROP TABLE usage_of_pairs;
DROP TABLE usage_of_engines;
DROP TABLE usage_of_teams;
