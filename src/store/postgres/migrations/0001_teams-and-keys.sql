-- Up Migration

-- Everything a team owns is keyed by team_id, so that storage can be split by team later on.
CREATE TABLE teams (
  id         uuid PRIMARY KEY,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The row that every writer of a team's money and keys locks first, so that a revocation stands either
-- before or after whatever else happens to the team, never in the middle of it.
CREATE TABLE team_balances (
  team_id uuid PRIMARY KEY REFERENCES teams (id),
  quota   bigint NOT NULL CHECK (quota >= 0)
);
COMMENT ON COLUMN team_balances.quota IS 'characters included per calendar month (UTC)';

-- The one table that is found without knowing the team: a request brings nothing but its key. Only the
-- SHA-256 of a key is ever stored.
-- last_used_at changes often and is in no index: with room left on each page, the update stays on it.
CREATE TABLE api_keys (
  id           uuid PRIMARY KEY,
  team_id      uuid NOT NULL REFERENCES teams (id),
  key_hash     bytea NOT NULL CHECK (octet_length(key_hash) = 32),
  name         text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  mode         text NOT NULL CHECK (mode IN ('live', 'test')),
  scopes       text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at   timestamptz
) WITH (fillfactor = 85);

CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (key_hash);
CREATE INDEX api_keys_by_team ON api_keys (team_id, id);

-- Down Migration

DROP TABLE api_keys;
DROP TABLE team_balances;
DROP TABLE teams;
