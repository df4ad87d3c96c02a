-- Up Migration

-- Streamed calls in progress, each with a hold under the same id, which is also the id of its row in `calls` when it is settled.
-- The lines are what was sent: they are recorded before it is, so that after a crash they say what to charge.
CREATE TABLE streamed_calls (
  team_id         uuid NOT NULL REFERENCES teams (id),
  id              uuid NOT NULL,
  target_lang     text NOT NULL,
  source_langs    text[] NOT NULL DEFAULT '{}',
  engines         text[] NOT NULL DEFAULT '{}',
  line_characters integer[] NOT NULL DEFAULT '{}',
  line_texts      integer[] NOT NULL DEFAULT '{}',
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (team_id, id)
);
CREATE INDEX streamed_calls_by_expiry ON streamed_calls (expires_at);

-- Holds the characters of a whole streamed call: `held`, or the verdict of a charge that says why not. The hold itself lasts
-- longer than the stream, so that only `settle_stream` ends it, also beside nodes of a version that knows no streams.
CREATE OR REPLACE FUNCTION begin_stream(team uuid, stream uuid, key uuid, key_mode text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  outcome text := place_hold(team, stream, key, key_mode, amount, lifetime + interval '1 day');
BEGIN
  IF outcome = 'held' THEN
    INSERT INTO streamed_calls (team_id, id, target_lang, expires_at) VALUES (team, stream, target, clock_timestamp() + lifetime)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN outcome;
END $$;

-- Ends a streamed call: charges what was sent, by the charge's own rules, and releases the rest of its hold. The arrays are the
-- lines of what was sent; where they are null, what was recorded counts. Returns the verdict of a charge, `released` if nothing
-- was sent, or `gone` if the stream was settled before.
CREATE OR REPLACE FUNCTION settle_stream(team uuid, stream uuid, sources text[], names text[], amounts integer[], texts integer[])
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  recorded streamed_calls;
  held holds;
  total integer;
  outcome text := 'released';
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  DELETE FROM streamed_calls WHERE team_id = team AND id = stream RETURNING * INTO recorded;
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  IF amounts IS NULL THEN
    sources := recorded.source_langs; names := recorded.engines; amounts := recorded.line_characters; texts := recorded.line_texts;
  END IF;
  SELECT * INTO held FROM holds WHERE team_id = team AND id = stream;
  total := (SELECT sum(amount) FROM unnest(amounts) AS amount);
  IF total > held.characters THEN
    RAISE EXCEPTION 'a streamed call of % characters cannot be settled with %', held.characters, total;
  END IF;
  PERFORM release_hold(team, stream);
  IF cardinality(amounts) > 0 THEN
    SELECT charged.verdict INTO outcome
      FROM charge_calls(ARRAY[stream], ARRAY[team], ARRAY[held.key_id], ARRAY[held.mode], ARRAY[total], ARRAY[recorded.target_lang],
                        ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                        ARRAY[sources::text], ARRAY[names::text], ARRAY[amounts::text], ARRAY[texts::text]) AS charged;
  END IF;
  RETURN outcome;
END $$;

-- Ends the streamed calls of a team, or of one of its keys, at what was recorded. Run it in the transaction that revokes the key,
-- suspends the team or takes characters from it, and before that change: what was sent until then is charged, and nothing is
-- sent afterwards.
CREATE OR REPLACE FUNCTION settle_streams(team uuid, key uuid) RETURNS integer LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  stream uuid;
  ended integer := 0;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  FOR stream IN
    SELECT s.id FROM streamed_calls s JOIN holds h ON h.team_id = s.team_id AND h.id = s.id
     WHERE s.team_id = team AND (key IS NULL OR h.key_id = key)
  LOOP
    PERFORM settle_stream(team, stream, NULL, NULL, NULL, NULL);
    ended := ended + 1;
  END LOOP;
  RETURN ended;
END $$;

-- Adds credit (or takes it back, with a negative amount) under the team's lock; the entry's id makes it
-- idempotent. Returns the credit that the team has then, or nothing for an unknown team.
CREATE OR REPLACE FUNCTION add_credit(team uuid, entry uuid, amount bigint, reason text, author text)
  RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  result bigint;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  -- What streamed calls have sent must still be covered.
  IF amount < 0 THEN PERFORM settle_streams(team, NULL); END IF;
  INSERT INTO credit_entries (team_id, id, amount, reason, author)
  SELECT team_id, entry, amount, reason, author FROM team_balances WHERE team_id = team
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE team_balances SET credit = credit + amount WHERE team_id = team RETURNING credit INTO result;
  ELSE
    SELECT credit INTO result FROM team_balances WHERE team_id = team;
  END IF;
  RETURN result;
END $$;

-- Down Migration

-- Adds credit (or takes it back, with a negative amount) under the team's lock; the entry's id makes it
-- idempotent. Returns the credit that the team has then, or nothing for an unknown team.
CREATE OR REPLACE FUNCTION add_credit(team uuid, entry uuid, amount bigint, reason text, author text)
  RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  result bigint;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  INSERT INTO credit_entries (team_id, id, amount, reason, author)
  SELECT team_id, entry, amount, reason, author FROM team_balances WHERE team_id = team
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE team_balances SET credit = credit + amount WHERE team_id = team RETURNING credit INTO result;
  ELSE
    SELECT credit INTO result FROM team_balances WHERE team_id = team;
  END IF;
  RETURN result;
END $$;

SELECT count(settle_streams(team_id, NULL)) FROM (SELECT DISTINCT team_id FROM streamed_calls) AS teams;
DROP FUNCTION settle_streams(uuid, uuid);
DROP FUNCTION settle_stream(uuid, uuid, text[], text[], integer[], integer[]);
DROP FUNCTION begin_stream(uuid, uuid, uuid, text, integer, text, interval);
DROP TABLE streamed_calls;
