-- Up Migration

-- The second factor of people who sign in with a password: a secret that an app on their phone shares.
CREATE TABLE second_factors (
  user_id      uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  wrapped      bytea,
  plain        bytea,
  last_step    bigint,
  created_at   timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  CHECK (num_nonnulls(wrapped, plain) = 1)
);
COMMENT ON COLUMN second_factors.wrapped IS 'the secret, wrapped by the data key';
COMMENT ON COLUMN second_factors.plain IS 'the secret where the installation has no data key';
COMMENT ON COLUMN second_factors.last_step IS 'the time step of the last code that was used: it and earlier ones are refused';
COMMENT ON COLUMN second_factors.confirmed_at IS 'null: it is being set up, and nobody is asked for it';

-- One row for each code that was not used yet.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  hash    bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (user_id, hash)
);

-- Sign-ins whose password was right, and whose second factor is still missing.
CREATE TABLE pending_sign_ins (
  hash            bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  user_id         uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  password_digest bytea NOT NULL CHECK (octet_length(password_digest) = 32),
  tries           integer NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN pending_sign_ins.password_digest IS 'of the stored hash of the password that was checked: a sign-in ends when the password changes';
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id, created_at);

-- Whether the link to a new password also removes the second factor.
ALTER TABLE access_links ADD COLUMN resets_factor boolean NOT NULL DEFAULT false;

-- Down Migration

ALTER TABLE access_links DROP COLUMN resets_factor;
DROP TABLE pending_sign_ins;
DROP TABLE recovery_codes;
DROP TABLE second_factors;
