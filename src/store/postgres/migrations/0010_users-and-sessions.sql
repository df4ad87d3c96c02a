-- Up Migration

-- People who sign in to the console. They own nothing: keys, quota and usage are the team's.
CREATE TABLE users (
  id            uuid PRIMARY KEY,
  email         text NOT NULL CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  password_hash text NOT NULL,
  is_operator   boolean NOT NULL DEFAULT false,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_by_email ON users (email);
COMMENT ON COLUMN users.is_operator IS 'acts as an owner of every team of this installation';

CREATE TABLE team_members (
  team_id    uuid NOT NULL REFERENCES teams (id),
  user_id    uuid NOT NULL REFERENCES users (id),
  role       text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_members_by_user ON team_members (user_id);

-- Only the SHA-256 of a token is stored. How long a session lasts is decided where it is read.
CREATE TABLE sessions (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users (id),
  token_hash   bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  address      text NOT NULL,
  browser      text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at     timestamptz
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX sessions_by_token ON sessions (token_hash);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Links that an owner hands on: to join a team, or to choose a new password. Good once.
CREATE TABLE access_links (
  id         uuid PRIMARY KEY,
  team_id    uuid NOT NULL REFERENCES teams (id),
  kind       text NOT NULL CHECK (kind IN ('invitation', 'password_reset')),
  email      text NOT NULL,
  role       text CHECK (role IN ('owner', 'member', 'viewer')),
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  CHECK ((kind = 'invitation') = (role IS NOT NULL))
);
CREATE UNIQUE INDEX access_links_by_token ON access_links (token_hash);

-- Tries to sign in, by account and by address. In Postgres and not in Redis: it must hold when Redis is away.
CREATE TABLE sign_in_tries (
  subject    bytea PRIMARY KEY,
  tries      integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN sign_in_tries.subject IS 'a hash: what people type for an address may be their password';

-- The key that the playground of a team is charged to. Nobody has its secret.
CREATE TABLE playground_keys (
  team_id uuid PRIMARY KEY REFERENCES teams (id),
  key_id  uuid NOT NULL REFERENCES api_keys (id)
);

-- Down Migration

DROP TABLE playground_keys;
DROP TABLE sign_in_tries;
DROP TABLE access_links;
DROP TABLE sessions;
DROP TABLE team_members;
DROP TABLE users;
