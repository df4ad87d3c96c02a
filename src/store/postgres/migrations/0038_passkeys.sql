-- Up Migration

-- A factor may now consist of passkeys alone. It still has a row here, so that the previous version asks for a code too, where
-- recovery codes work.
ALTER TABLE second_factors DROP CONSTRAINT second_factors_check;
ALTER TABLE second_factors ADD CONSTRAINT second_factors_one_secret CHECK (num_nonnulls(wrapped, plain) <= 1) NOT VALID;
COMMENT ON TABLE second_factors IS 'a person whom the sign-in asks for more than a password: for a code of an app, if there is a secret, or for a passkey';

-- Secrets of apps that are being set up. The previous version has them in second_factors, without confirmed_at.
CREATE TABLE app_setups (
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  wrapped    bytea,
  plain      bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(wrapped, plain) = 1)
);

CREATE TABLE passkeys (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key    bytea NOT NULL CHECK (octet_length(public_key) <= 2048),
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  host          text NOT NULL,
  name          text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_used_at  timestamptz
);
COMMENT ON COLUMN passkeys.public_key IS 'in COSE, as the authenticator gave it';
COMMENT ON COLUMN passkeys.counter IS 'of signatures; 0 for authenticators that do not count';
COMMENT ON COLUMN passkeys.host IS 'the host of the dashboard for which it was made: browsers offer it nowhere else';
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- What an authenticator has to sign: one for each sign-in that waits, and one for each session and purpose.
CREATE TABLE passkey_challenges (
  bound_to   bytea PRIMARY KEY CHECK (octet_length(bound_to) = 32),
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash       bytea NOT NULL CHECK (octet_length(hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN passkey_challenges.bound_to IS 'digest of the purpose, and of the session or the sign-in';
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id);

-- Down Migration

DROP TABLE passkey_challenges;
DROP TABLE passkeys;
DROP TABLE app_setups;
-- People with passkeys alone keep their row, and sign in with recovery codes: their password alone opens nothing.
ALTER TABLE second_factors DROP CONSTRAINT second_factors_one_secret;
ALTER TABLE second_factors ADD CONSTRAINT second_factors_check CHECK (num_nonnulls(wrapped, plain) = 1) NOT VALID;
COMMENT ON TABLE second_factors IS NULL;
