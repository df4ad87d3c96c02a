-- Up Migration

-- Windows of several lengths. Null in rows of the version before, which counts under other subjects.
ALTER TABLE sign_in_tries ADD COLUMN ends_at timestamptz;

-- Networks and browsers from which an account signed in lately: what others try does not keep them out.
CREATE TABLE known_origins (
  account      bytea NOT NULL,
  origin       bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, origin)
);
COMMENT ON TABLE known_origins IS 'hashes of accounts, networks and browsers, not the values themselves';

-- Down Migration

DROP TABLE known_origins;
ALTER TABLE sign_in_tries DROP COLUMN ends_at;
