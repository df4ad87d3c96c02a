-- Up Migration

-- Calls that were refused have no row in the ledger. They are counted, in batches, by team and minute.
CREATE TABLE refused_calls (
  team_id uuid NOT NULL,
  minute  timestamptz NOT NULL,
  code    text NOT NULL,
  calls   bigint NOT NULL,
  PRIMARY KEY (team_id, minute, code)
) WITH (fillfactor = 70);

-- Down Migration

DROP TABLE refused_calls;
