-- Up Migration

-- Long work places a hold when it is accepted and turns it into a charge when it is done. What is held can't be spent by
-- anything else. Everybody who writes here locks the team's balance first, as for a charge.
ALTER TABLE team_balances ADD COLUMN held bigint NOT NULL DEFAULT 0 CHECK (held >= 0);
COMMENT ON COLUMN team_balances.held IS 'the sum of the open holds, in characters';

-- The open holds, and no others: one that is settled is a row in `calls`, one that is released is nothing.
CREATE TABLE holds (
  team_id    uuid NOT NULL REFERENCES teams (id),
  id         uuid NOT NULL,
  key_id     uuid NOT NULL,
  mode       text NOT NULL,
  characters integer NOT NULL CHECK (characters >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (team_id, id)
);
CREATE INDEX holds_by_expiry ON holds (expires_at);

-- Charges a batch of calls. All arrays are parallel, one element per call; those of a call's lines are array
-- literals, because calls have unequal numbers of lines. `idempotency_hmacs` and `body_hmacs` are hexadecimal, and null
-- for a call without an Idempotency-Key. One row out per call, in the order in:
--   charged         the call has its row in the ledger, from this charge or from an earlier one with its id
--   replayed        its Idempotency-Key was charged within 24 hours with the same body; `characters` says how much
--   conflict        its Idempotency-Key was charged within 24 hours with another body
--   key_revoked     the key was revoked, or does not belong to the team
--   team_suspended  the team is suspended
--   too_late        the deadline has passed, by this server's clock
--   quota_exceeded  quota and credit together, less what is held, don't cover it: whole or not at all
-- The verdict of a call of an unknown team is null. `available` is what the team has left after the call, for the
-- look before its next one.
--
-- Guarantees: a call is charged at most once, whatever is repeated; a call whose key's revocation or whose team's
-- suspension is committed is never charged; no figure goes below zero; each call is decided on its own, in the order
-- of the batch.
--
-- Typed arrays and not JSON: a batch is read three times, and taking JSON apart was most of the charge's time.
CREATE OR REPLACE FUNCTION charge_calls(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], amounts integer[], targets text[], deadlines timestamptz[],
    idempotency_hmacs text[], body_hmacs text[],
    line_sources text[], line_engines text[], line_amounts text[], line_texts text[])
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint)
  LANGUAGE plpgsql VOLATILE
  -- Every table here is reached by its key. A plan that was made while the ledger was small must not scan it later.
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  -- A team whose row is held for longer must not hold up the others of the batch: they are tried apart then.
  SET lock_timeout = 2000
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz;
  this_month date;
  this_hour timestamptz;
  call record;
  earlier record;
  current_team uuid;
  quota_left bigint;
  credit_left bigint;
  held bigint;
  part_of_quota integer;
  outcome text;
  size integer := cardinality(call_ids);
  outcomes text[] := array_fill(NULL::text, ARRAY[size]);
  counted integer[] := amounts;
  left_over bigint[] := array_fill(NULL::bigint, ARRAY[size]);
  quota_parts integer[] := array_fill(NULL::integer, ARRAY[size]);
  any_charged boolean := false;
BEGIN
  -- Under another level, or as a STABLE function, the statements below would share one old snapshot, and a
  -- key that was revoked while this batch waited for the lock would still look active.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'charge_calls needs read committed, not %', current_setting('transaction_isolation');
  END IF;

  -- First the locks, in id order, as every writer of a team takes them; everything else is read afterwards.
  PERFORM 1 FROM team_balances WHERE team_id = ANY (teams) ORDER BY team_id FOR UPDATE;

  moment := clock_timestamp();
  this_month := date_trunc('month', moment AT TIME ZONE 'UTC')::date;
  this_hour := date_trunc('hour', moment);

  FOR call IN
    SELECT b.position, b.id, b.team, b.characters, b.deadline, b.idempotency_hmac, b.body_hmac,
           coalesce(key.is_revoked, true) AS is_revoked,
           done.id IS NOT NULL AS is_done,
           balance.suspended_at IS NOT NULL AS is_suspended,
           balance.quota, balance.credit, balance.held,
           CASE WHEN balance.period < this_month THEN 0 ELSE balance.quota_used END AS quota_used
      FROM unnest(call_ids, teams, keys, amounts, deadlines, idempotency_hmacs, body_hmacs)
           WITH ORDINALITY AS b (id, team, key, characters, deadline, idempotency_hmac, body_hmac, position)
      -- One probe of an index for each call: a plan for tables that were small when it was made reads all of them.
      CROSS JOIN LATERAL (SELECT * FROM team_balances WHERE team_id = b.team LIMIT 1) AS balance
      LEFT JOIN LATERAL (SELECT revoked_at IS NOT NULL AS is_revoked FROM api_keys
                          WHERE id = b.key AND team_id = b.team LIMIT 1) AS key ON true
      LEFT JOIN LATERAL (SELECT id FROM calls WHERE team_id = b.team AND id = b.id LIMIT 1) AS done ON true
     ORDER BY b.team, b.position
  LOOP
    IF call.team IS DISTINCT FROM current_team THEN
      current_team := call.team;
      -- A quota that was lowered below what is used leaves nothing, not less than nothing.
      quota_left := greatest(call.quota - call.quota_used, 0);
      credit_left := call.credit;
      held := call.held;
    END IF;
    part_of_quota := least(call.characters, quota_left);
    outcome := CASE
      WHEN call.is_done THEN 'charged'
      WHEN call.is_revoked THEN 'key_revoked'
      WHEN call.is_suspended THEN 'team_suspended'
      WHEN call.deadline < moment THEN 'too_late' END;

    IF outcome IS NULL AND call.idempotency_hmac IS NOT NULL THEN
      SELECT i.characters, i.body_hmac INTO earlier FROM idempotency_keys i
        WHERE i.team_id = call.team AND i.key_hmac = decode(call.idempotency_hmac, 'hex') AND i.created_at > moment - interval '24 hours';
      IF FOUND THEN
        outcome := CASE WHEN earlier.body_hmac = decode(call.body_hmac, 'hex') THEN 'replayed' ELSE 'conflict' END;
        IF outcome = 'replayed' THEN counted[call.position] := earlier.characters; END IF;
      END IF;
    END IF;

    IF outcome IS NULL AND call.characters > quota_left + credit_left - held THEN
      outcome := 'quota_exceeded';
    END IF;

    IF outcome IS NULL THEN
      outcome := 'charged';
      quota_left := quota_left - part_of_quota;
      credit_left := credit_left - (call.characters - part_of_quota);
      quota_parts[call.position] := part_of_quota;
      any_charged := true;
      IF call.idempotency_hmac IS NOT NULL THEN
        -- What stands there already is older than a day.
        INSERT INTO idempotency_keys AS i (team_id, key_hmac, body_hmac, call_id, characters, created_at)
        VALUES (call.team, decode(call.idempotency_hmac, 'hex'), decode(call.body_hmac, 'hex'), call.id, call.characters, moment)
        ON CONFLICT (team_id, key_hmac) DO UPDATE
          SET body_hmac = excluded.body_hmac, call_id = excluded.call_id,
              characters = excluded.characters, created_at = excluded.created_at;
      END IF;
    END IF;
    outcomes[call.position] := outcome;
    left_over[call.position] := greatest(quota_left + credit_left - held, 0);
  END LOOP;

  IF any_charged THEN
    WITH accepted AS MATERIALIZED (
      SELECT b.id, b.team, b.key, b.mode, b.characters, b.target, b.quota_part, b.sources::text[] AS sources,
             b.engines::text[] AS engines, b.amounts::integer[] AS amounts, b.texts::integer[] AS texts
        FROM unnest(call_ids, teams, keys, modes, amounts, targets, quota_parts, line_sources, line_engines, line_amounts, line_texts)
             AS b (id, team, key, mode, characters, target, quota_part, sources, engines, amounts, texts)
       WHERE b.quota_part IS NOT NULL
    ), written AS (
      INSERT INTO calls (team_id, id, key_id, mode, charged_at, period, characters, from_quota, from_credit,
                         target_lang, source_langs, engines, line_characters, line_texts)
      SELECT team, id, key, mode, moment, this_month, characters, quota_part, characters - quota_part,
             target, sources, engines, amounts, texts FROM accepted
    ), paid AS (
      UPDATE team_balances balance
         SET period = greatest(balance.period, this_month),
             quota_used = CASE WHEN balance.period < this_month THEN 0 ELSE balance.quota_used END + total.from_quota,
             credit = balance.credit - total.from_credit
        FROM (SELECT team, sum(quota_part) AS from_quota, sum(characters - quota_part) AS from_credit
                FROM accepted GROUP BY team) AS total
       WHERE balance.team_id = total.team
    )
    INSERT INTO usage_hourly AS u (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
    SELECT team, this_hour, key, mode, line.source, target, line.engine,
           sum(line.characters), count(*) FILTER (WHERE line.number = 1), sum(line.texts)
      FROM accepted,
           unnest(sources, engines, amounts, texts) WITH ORDINALITY AS line (source, engine, characters, texts, number)
     GROUP BY team, key, mode, line.source, target, line.engine
     ORDER BY team, key, mode, line.source, target, line.engine
    ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine) DO UPDATE
      SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
  END IF;

  RETURN QUERY SELECT * FROM unnest(call_ids, outcomes, counted, left_over);
END $$;

-- Holds characters of a team: `held`, or the verdict of a charge that says why not. A repeated hold is the same hold.
CREATE FUNCTION place_hold(team uuid, hold uuid, key uuid, key_mode text, amount integer, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  available bigint;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'place_hold needs read committed, not %', current_setting('transaction_isolation');
  END IF;
  -- First the lock, then everything that is decided by, in statements of their own (see charge_calls).
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL) THEN
    RETURN 'key_revoked';
  END IF;
  IF balance.suspended_at IS NOT NULL THEN RETURN 'team_suspended'; END IF;
  IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN RETURN 'held'; END IF;
  available := greatest(balance.quota - CASE WHEN balance.period < date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')
                                             THEN 0 ELSE balance.quota_used END, 0) + balance.credit - balance.held;
  IF amount > available THEN RETURN 'quota_exceeded'; END IF;
  INSERT INTO holds (team_id, id, key_id, mode, characters, expires_at)
  VALUES (team, hold, key, key_mode, amount, clock_timestamp() + lifetime);
  UPDATE team_balances SET held = held + amount WHERE team_id = team;
  RETURN 'held';
END $$;

-- Gives back what is held; false where nothing is.
CREATE FUNCTION release_hold(team uuid, hold uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  amount integer;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  DELETE FROM holds WHERE team_id = team AND id = hold RETURNING characters INTO amount;
  IF amount IS NULL THEN RETURN false; END IF;
  UPDATE team_balances SET held = held - amount WHERE team_id = team;
  RETURN true;
END $$;

-- Turns a hold into the charge of one call, by the charge's own rules, and closes it whatever the verdict. The verdict of
-- a charge, or `gone`: it was settled or released before, or has expired.
CREATE FUNCTION settle_hold(team uuid, hold uuid, call uuid, target text,
                            sources text[], engines text[], amounts integer[], texts integer[])
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  open holds;
  outcome text;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  SELECT * INTO open FROM holds WHERE team_id = team AND id = hold AND expires_at > clock_timestamp();
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  IF (SELECT sum(amount) FROM unnest(amounts) AS amount) IS DISTINCT FROM open.characters THEN
    RAISE EXCEPTION 'a hold of % characters can not be settled with others', open.characters;
  END IF;
  PERFORM release_hold(team, hold);
  SELECT charged.verdict INTO outcome
    FROM charge_calls(ARRAY[call], ARRAY[team], ARRAY[open.key_id], ARRAY[open.mode], ARRAY[open.characters], ARRAY[target],
                      ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                      ARRAY[sources::text], ARRAY[engines::text], ARRAY[amounts::text], ARRAY[texts::text]) AS charged;
  RETURN outcome;
END $$;

-- Files that are translated. Neither texts nor file names are here in plain: what a document says and what it is called
-- is sealed under keys of its own, and those are wrapped by the server's data key. Deleting a key deletes what it opens.
CREATE TABLE documents (
  team_id       uuid NOT NULL REFERENCES teams (id),
  id            uuid NOT NULL,
  key_id        uuid NOT NULL,
  mode          text NOT NULL,
  secret_hash   bytea NOT NULL,
  state         text NOT NULL CHECK (state IN ('queued', 'translating', 'done', 'error')),
  format        text NOT NULL,
  bytes         integer NOT NULL,
  characters    integer NOT NULL CHECK (characters >= 0),
  source_lang   text NOT NULL,
  is_detected   boolean NOT NULL,
  target_lang   text NOT NULL,
  options       jsonb NOT NULL,
  sealed_name   bytea NOT NULL,
  source_key    bytea,
  source_file   text,
  result_key    bytea,
  result_file   text,
  place         integer NOT NULL,
  runner        uuid,
  starts        integer NOT NULL DEFAULT 0,
  translated    integer NOT NULL DEFAULT 0 CHECK (translated BETWEEN 0 AND characters),
  call_id       uuid,
  error_code    text,
  error_detail  text,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at    timestamptz,
  finished_at   timestamptz,
  fetched_at    timestamptz,
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (team_id, id)
);
CREATE INDEX documents_by_expiry ON documents (expires_at);
CREATE INDEX documents_under_way ON documents (place, id) WHERE state IN ('queued', 'translating');
COMMENT ON COLUMN documents.secret_hash IS 'SHA-256 of the document key that the upload was answered with';
COMMENT ON COLUMN documents.place IS 'how many documents the team had under way before: the order in which teams take turns';
COMMENT ON COLUMN documents.runner IS 'who translates it; whoever took it last may finish it';
COMMENT ON COLUMN documents.options IS 'formality, glossary, engines; never a text';

-- Files that are to be deleted once they are due. A file's name is written here before the file is written, and crossed
-- out by the transaction that takes it into use: a process that dies in between leaves nothing behind.
CREATE TABLE files_to_delete (
  name   text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX files_to_delete_by_due ON files_to_delete (due_at);

-- The processes that translate documents. What is locked by one that has not been seen for a while is taken up by others.
CREATE TABLE document_workers (
  id          uuid PRIMARY KEY,
  queue_id    text NOT NULL,
  concurrency integer NOT NULL,
  seen_at     timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Down Migration

DROP TABLE document_workers;
DROP TABLE files_to_delete;
DROP TABLE documents;
DROP FUNCTION settle_hold(uuid, uuid, uuid, text, text[], text[], integer[], integer[]);
DROP FUNCTION release_hold(uuid, uuid);
DROP FUNCTION place_hold(uuid, uuid, uuid, text, integer, interval);
-- The charge as it was: the same function, to which nothing is held.
DO $$
BEGIN
  EXECUTE replace(replace(replace(replace(replace(
    pg_get_functiondef('charge_calls'::regproc),
    E'  held bigint;\n', ''),
    'balance.credit, balance.held,', 'balance.credit,'),
    E'      held := call.held;\n', ''),
    'quota_left + credit_left - held THEN', 'quota_left + credit_left THEN'),
    'greatest(quota_left + credit_left - held, 0)', 'quota_left + credit_left');
END $$;
DROP TABLE holds;
ALTER TABLE team_balances DROP COLUMN held;
