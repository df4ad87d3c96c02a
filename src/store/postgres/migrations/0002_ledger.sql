-- Up Migration

-- One row per team: what is left. Only charge_calls, add_credit and set_team_quota write here, each under the
-- row's lock, and no lock is taken before it.
ALTER TABLE team_balances
  ADD COLUMN period     date   NOT NULL DEFAULT date_trunc('month', now() AT TIME ZONE 'UTC')::date,
  ADD COLUMN quota_used bigint NOT NULL DEFAULT 0 CHECK (quota_used >= 0),
  ADD COLUMN credit     bigint NOT NULL DEFAULT 0 CHECK (credit >= 0);
COMMENT ON COLUMN team_balances.period IS 'first day of the month (UTC) that quota_used belongs to';
COMMENT ON COLUMN team_balances.credit IS 'prepaid characters that do not expire';
-- Every charge updates the row and no index covers what changes: keep room on the page for it.
ALTER TABLE team_balances SET (fillfactor = 50);

CREATE TABLE credit_entries (
  team_id    uuid NOT NULL REFERENCES teams (id),
  id         uuid NOT NULL,
  amount     bigint NOT NULL CHECK (amount <> 0),
  reason     text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  author     text NOT NULL CHECK (char_length(author) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, id)
);

-- The ledger: one row per charged call, append-only. The id is the request id (UUIDv7), so a repeated charge
-- finds its row, and partitions are ranges of ids: a time column would have to be part of the key, and a
-- repeated charge would then insert twice.
-- A call whose texts are in several languages has one line for each language and engine, as parallel arrays.
CREATE TABLE calls (
  team_id         uuid NOT NULL,
  id              uuid NOT NULL,
  key_id          uuid NOT NULL,
  mode            text NOT NULL,
  charged_at      timestamptz NOT NULL,
  period          date NOT NULL,
  characters      integer NOT NULL CHECK (characters >= 0),
  from_quota      integer NOT NULL CHECK (from_quota >= 0),
  from_credit     integer NOT NULL CHECK (from_credit >= 0),
  target_lang     text NOT NULL,
  source_langs    text[] NOT NULL,
  engines         text[] NOT NULL,
  line_characters integer[] NOT NULL,
  line_texts      integer[] NOT NULL,
  PRIMARY KEY (team_id, id),
  CHECK (from_quota + from_credit = characters)
) PARTITION BY RANGE (id);

-- What no month takes. It stays empty as long as partitions are made ahead; a row here is an alert.
CREATE TABLE calls_default PARTITION OF calls DEFAULT;

-- Usage at any age, written in the transaction of the charge: exact at once. A call with several lines counts
-- as a call on its first one, so that sums over everything stay right.
CREATE TABLE usage_hourly (
  team_id     uuid NOT NULL,
  hour        timestamptz NOT NULL,
  key_id      uuid NOT NULL,
  mode        text NOT NULL,
  source_lang text NOT NULL,
  target_lang text NOT NULL,
  engine      text NOT NULL,
  characters  bigint NOT NULL,
  calls       bigint NOT NULL,
  texts       bigint NOT NULL,
  PRIMARY KEY (team_id, hour, key_id, mode, source_lang, target_lang, engine)
) WITH (fillfactor = 70);

-- What partitions held when retention dropped them, so that the books can be proved for ever.
CREATE TABLE ledger_closings (
  team_id     uuid NOT NULL,
  month       date NOT NULL,
  calls       bigint NOT NULL,
  characters  bigint NOT NULL,
  from_quota  bigint NOT NULL,
  from_credit bigint NOT NULL,
  PRIMARY KEY (team_id, month)
);

-- The smallest UUIDv7 of a month: 48 bits of milliseconds, the rest zero.
CREATE FUNCTION first_call_id(month date) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM month::timestamp AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the partitions from this month to `months_ahead` months later. Safe to run at any time, from any node.
CREATE FUNCTION make_call_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month date;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('dragoman call partitions'));
  FOR month IN
    SELECT generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
                           date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => months_ahead),
                           interval '1 month')::date
  LOOP
    name := 'calls_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF calls FOR VALUES FROM (%L) TO (%L)',
                   name, first_call_id(month), first_call_id((month + interval '1 month')::date));
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

SELECT make_call_partitions(2);

-- Closes and drops the partitions that are older than `months_kept` full months. The roll-up stays.
CREATE FUNCTION drop_old_call_partitions(months_kept integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  partition record;
  dropped integer := 0;
BEGIN
  IF months_kept < 1 THEN
    RAISE EXCEPTION 'the current month and the one before are always kept';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('dragoman call partitions'));
  FOR partition IN
    SELECT child.relname AS name, to_date(right(child.relname, 7), 'YYYY_MM') AS month
      FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'calls'::regclass AND child.relname ~ '^calls_\d{4}_\d{2}$'
       AND to_date(right(child.relname, 7), 'YYYY_MM')
           < date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => months_kept)
  LOOP
    EXECUTE format(
      'INSERT INTO ledger_closings
       SELECT team_id, %L, count(*), sum(characters), sum(from_quota), sum(from_credit) FROM %I GROUP BY team_id',
      partition.month, partition.name);
    EXECUTE format('DROP TABLE %I', partition.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- The first charge under an Idempotency-Key wins. Only HMACs are kept: that of the body under the key itself,
-- which is stored nowhere, so that no text can be guessed from it.
CREATE TABLE idempotency_keys (
  team_id    uuid NOT NULL,
  key_hmac   bytea NOT NULL,
  body_hmac  bytea NOT NULL,
  call_id    uuid NOT NULL,
  characters integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (team_id, key_hmac)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Charges a batch of calls. One element of `batch` per call:
--   { id, team, key, mode, characters, target, deadline, idem, body,
--     sources: [..], engines: [..], line_characters: [..], line_texts: [..] }
-- (idem and body: HMACs in hexadecimal, or absent). One row out per call of a known team:
--   charged         the call has its row in the ledger, from this charge or from an earlier one with its id
--   replayed        its Idempotency-Key was charged within 24 hours with the same body; `characters` says how much
--   conflict        its Idempotency-Key was charged within 24 hours with another body
--   key_revoked     the key was revoked, or does not belong to the team
--   too_late        the deadline has passed, by this server's clock
--   quota_exceeded  quota and credit together don't cover it: whole or not at all
-- `available` is what the team has left after the batch, for the look before its next call; `decided_at` is
-- this server's clock.
--
-- Guarantees: a call is charged at most once, whatever is repeated; a call whose key's revocation is committed
-- is never charged; no figure goes below zero; each call is decided on its own, in the order of the batch.
CREATE FUNCTION charge_calls(batch jsonb)
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint, decided_at timestamptz)
  LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz;
  this_month date;
  call record;
  earlier_characters integer;
  earlier_body bytea;
  current_team uuid;
  quota_left bigint;
  credit_left bigint;
  part_of_quota integer;
  outcome text;
  outcomes text[] := '{}';
  outcome_characters integer[] := '{}';
  positions bigint[] := '{}';
  quota_parts integer[] := '{}';
BEGIN
  -- Under another level, or as a STABLE function, the statements below would share one old snapshot, and a
  -- key that was revoked while this batch waited for the lock would still look active.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'charge_calls needs read committed, not %', current_setting('transaction_isolation');
  END IF;

  -- A team whose row is held for longer must not hold up the others of the batch: they are tried apart then.
  PERFORM set_config('lock_timeout', '2000', true);

  -- First the locks, in id order, as every writer of a team takes them; everything else is read afterwards.
  PERFORM 1 FROM team_balances
    WHERE team_id IN (SELECT (element ->> 'team')::uuid FROM jsonb_array_elements(batch) AS element)
    ORDER BY team_id FOR UPDATE;

  moment := clock_timestamp();
  this_month := date_trunc('month', moment AT TIME ZONE 'UTC')::date;

  FOR call IN
    SELECT b.position, b.id, b.team, b.characters, b.deadline, b.idem, b.body,
           k.id IS NULL OR k.revoked_at IS NOT NULL AS is_revoked,
           done.id IS NOT NULL AS is_done,
           balance.quota, balance.credit,
           CASE WHEN balance.period < this_month THEN 0 ELSE balance.quota_used END AS quota_used
      FROM ROWS FROM (jsonb_to_recordset(batch) AS
             (id uuid, team uuid, key uuid, characters integer, deadline timestamptz, idem text, body text))
           WITH ORDINALITY AS b (id, team, key, characters, deadline, idem, body, position)
      JOIN team_balances balance ON balance.team_id = b.team
      LEFT JOIN api_keys k ON k.id = b.key AND k.team_id = b.team
      LEFT JOIN calls done ON done.team_id = b.team AND done.id = b.id
     ORDER BY b.team, b.position
  LOOP
    IF call.team IS DISTINCT FROM current_team THEN
      current_team := call.team;
      -- A quota that was lowered below what is used leaves nothing, not less than nothing.
      quota_left := greatest(call.quota - call.quota_used, 0);
      credit_left := call.credit;
    END IF;
    part_of_quota := least(call.characters, quota_left);
    outcome := CASE
      WHEN call.is_done THEN 'charged'
      WHEN call.is_revoked THEN 'key_revoked'
      WHEN call.deadline < moment THEN 'too_late' END;

    IF outcome IS NULL AND call.idem IS NOT NULL THEN
      SELECT i.characters, i.body_hmac INTO earlier_characters, earlier_body FROM idempotency_keys i
        WHERE i.team_id = call.team AND i.key_hmac = decode(call.idem, 'hex')
          AND i.created_at > moment - interval '24 hours';
      IF FOUND THEN
        outcome := CASE WHEN earlier_body = decode(call.body, 'hex') THEN 'replayed' ELSE 'conflict' END;
      END IF;
    END IF;

    IF outcome IS NULL AND call.characters - part_of_quota > credit_left THEN
      outcome := 'quota_exceeded';
    END IF;

    IF outcome IS NULL THEN
      outcome := 'charged';
      quota_left := quota_left - part_of_quota;
      credit_left := credit_left - (call.characters - part_of_quota);
      positions := positions || call.position;
      quota_parts := quota_parts || part_of_quota;
      IF call.idem IS NOT NULL THEN
        -- What stands there already is older than a day.
        INSERT INTO idempotency_keys AS i (team_id, key_hmac, body_hmac, call_id, characters, created_at)
        VALUES (call.team, decode(call.idem, 'hex'), decode(call.body, 'hex'), call.id, call.characters, moment)
        ON CONFLICT (team_id, key_hmac) DO UPDATE
          SET body_hmac = excluded.body_hmac, call_id = excluded.call_id,
              characters = excluded.characters, created_at = excluded.created_at;
      END IF;
    END IF;
    outcomes[call.position] := outcome;
    outcome_characters[call.position] := CASE WHEN outcome = 'replayed' THEN earlier_characters ELSE call.characters END;
  END LOOP;

  IF cardinality(positions) > 0 THEN
    WITH accepted AS (
      SELECT b.*, a.quota_part
        FROM ROWS FROM (jsonb_to_recordset(batch) AS
               (id uuid, team uuid, key uuid, mode text, characters integer, target text,
                sources text[], engines text[], line_characters integer[], line_texts integer[]))
             WITH ORDINALITY AS b (id, team, key, mode, characters, target, sources, engines, line_characters, line_texts, position)
        JOIN unnest(positions, quota_parts) AS a (position, quota_part) ON a.position = b.position
    ), written AS (
      INSERT INTO calls (team_id, id, key_id, mode, charged_at, period, characters, from_quota, from_credit,
                         target_lang, source_langs, engines, line_characters, line_texts)
      SELECT team, id, key, mode, moment, this_month, characters, quota_part, characters - quota_part,
             target, sources, engines, line_characters, line_texts FROM accepted
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
    SELECT team, date_trunc('hour', moment), key, mode, line.source, target, line.engine,
           sum(line.characters), count(*) FILTER (WHERE line.number = 1), sum(line.texts)
      FROM accepted,
           unnest(sources, engines, line_characters, line_texts) WITH ORDINALITY AS line (source, engine, characters, texts, number)
     GROUP BY team, key, mode, line.source, target, line.engine
     ORDER BY team, key, mode, line.source, target, line.engine
    ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine) DO UPDATE
      SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
  END IF;

  RETURN QUERY
    SELECT b.id, outcomes[b.position], outcome_characters[b.position],
           greatest(balance.quota - CASE WHEN balance.period < this_month THEN 0 ELSE balance.quota_used END, 0) + balance.credit,
           moment
      FROM ROWS FROM (jsonb_to_recordset(batch) AS (id uuid, team uuid)) WITH ORDINALITY AS b (id, team, position)
      JOIN team_balances balance ON balance.team_id = b.team
     ORDER BY b.position;
END $$;

-- Adds credit (or takes it back, with a negative amount) under the team's lock; the entry's id makes it
-- idempotent. Returns the credit that the team has then, or nothing for an unknown team.
CREATE FUNCTION add_credit(team uuid, entry uuid, amount bigint, reason text, author text)
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

-- Down Migration

DROP FUNCTION add_credit;
DROP FUNCTION charge_calls;
DROP TABLE idempotency_keys;
DROP FUNCTION drop_old_call_partitions;
DROP FUNCTION make_call_partitions;
DROP TABLE ledger_closings;
DROP TABLE usage_hourly;
DROP TABLE calls;
DROP FUNCTION first_call_id;
DROP TABLE credit_entries;
ALTER TABLE team_balances DROP COLUMN period, DROP COLUMN quota_used, DROP COLUMN credit;
