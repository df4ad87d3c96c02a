-- Up Migration

-- Accounts at the provider of single sign-on, and the users that they sign in as.
CREATE TABLE user_identities (
  issuer     text NOT NULL CHECK (char_length(issuer) BETWEEN 1 AND 500),
  subject    text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX user_identities_by_user ON user_identities (user_id);

-- Sign-ins that have left for the provider. Everything else that belongs to one is derived from a secret that only the
-- browser has.
CREATE TABLE provider_sign_ins (
  hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  started_at timestamptz NOT NULL DEFAULT now()
);

-- Null in sessions that began with a password.
ALTER TABLE sessions
  ADD COLUMN issuer           text,
  ADD COLUMN subject          text,
  ADD COLUMN provider_session text;
COMMENT ON COLUMN sessions.provider_session IS 'the claim "sid": which of its sessions the provider means when it ends one';

-- What a group at the provider gave, it also takes away.
ALTER TABLE team_members ADD COLUMN is_from_group boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN is_operator_from_group boolean NOT NULL DEFAULT false;

-- Down Migration

ALTER TABLE users DROP COLUMN is_operator_from_group;
ALTER TABLE team_members DROP COLUMN is_from_group;
ALTER TABLE sessions DROP COLUMN issuer, DROP COLUMN subject, DROP COLUMN provider_session;
DROP TABLE provider_sign_ins;
DROP TABLE user_identities;
