-- Up Migration

-- Which engines a team may use, in its order of preference; null: all of them, in the operator's order.
ALTER TABLE teams
  ADD COLUMN engines text[] CHECK (cardinality(engines) > 0),
  ADD COLUMN is_cached boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN teams.is_cached IS 'whether translations of the team are kept in the cache';

-- What a team's cache entries are found and opened with, wrapped by the server's data key. Apart from `teams`, which
-- every request reads.
CREATE TABLE team_secrets (
  team_id uuid PRIMARY KEY REFERENCES teams (id),
  wrapped bytea NOT NULL
);

-- Down Migration

DROP TABLE team_secrets;
ALTER TABLE teams DROP COLUMN engines, DROP COLUMN is_cached;
