-- Up Migration

-- Tables that stay quick and easy to tend with a hundred million calls: usage by months, Idempotency-Keys by hours, books
-- that are closed hour by hour, and a running total of the month.

-- What no call waits for comes first, so that the tables that calls write are held for as short as can be.

-- Until when what was written before partitions were made has its place; null when that is gone.
CREATE FUNCTION first_partition_end(parent text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
    FROM pg_inherits JOIN pg_class ON oid = inhrelid
   WHERE inhparent = parent::regclass AND pg_get_expr(relpartbound, oid) LIKE 'FOR VALUES FROM (MINVALUE)%'
$$;

-- All partitions that are written in the time to come. Safe to run at any time, from any node.
CREATE FUNCTION make_partitions(months_ahead integer, hours_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  start timestamptz;
  name text;
  made integer := make_call_partitions(months_ahead);
BEGIN
  FOR start IN
    SELECT generate_series(this_month, this_month + make_interval(months => months_ahead), '1 month') AT TIME ZONE 'UTC'
      FROM date_trunc('month', now() AT TIME ZONE 'UTC') AS this_month
  LOOP
    name := 'usage_hourly_' || to_char(start AT TIME ZONE 'UTC', 'YYYY_MM');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name)) OR start < first_partition_end('usage_hourly');
    PERFORM add_partition('usage_hourly', name, start::text, ((start AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')::text,
                          'WITH (fillfactor = 70)');
    made := made + 1;
  END LOOP;
  FOR start IN
    SELECT generate_series(this_hour, this_hour + make_interval(hours => hours_ahead), '1 hour')
      FROM date_trunc('hour', now(), 'UTC') AS this_hour
  LOOP
    name := 'idempotency_keys_' || to_char(start AT TIME ZONE 'UTC', 'YYYY_MM_DD_HH24');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name)) OR start < first_partition_end('idempotency_keys');
    PERFORM add_partition('idempotency_keys', name, start::text, (start + interval '1 hour')::text);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- The same by days, for reports over long times. Written when the last hour of a day is closed.
CREATE TABLE usage_daily (
  team_id     uuid NOT NULL,
  day         date NOT NULL,
  key_id      uuid NOT NULL,
  mode        text NOT NULL,
  source_lang text NOT NULL,
  target_lang text NOT NULL,
  engine      text NOT NULL,
  dialect     text NOT NULL,
  tag         text NOT NULL,
  characters  bigint NOT NULL,
  calls       bigint NOT NULL,
  texts       bigint NOT NULL,
  PRIMARY KEY (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag)
);

-- Closing the books -------------------------------------------------------------------------------------------------------

-- One row. Calls that were charged before `closed_until` are proved and summed up in `ledger_closings`; nothing is charged
-- into that time any more. `usage_daily` is complete from `days_from` to the day of `closed_until`. Null: not begun.
CREATE TABLE ledger_state (
  is_only      boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  closed_until timestamptz,
  days_from    date
);
INSERT INTO ledger_state DEFAULT VALUES;

-- By the month of the charge and that of the id, which is the partition: a month that is kept can be added up again.
ALTER TABLE ledger_closings ADD COLUMN id_month date NOT NULL DEFAULT '0001-01-01';
ALTER TABLE ledger_closings DROP CONSTRAINT ledger_closings_pkey, ADD PRIMARY KEY (team_id, month, id_month);
COMMENT ON TABLE ledger_closings IS 'sums of the calls in closed hours, by the month in which they were charged';
COMMENT ON COLUMN ledger_closings.id_month IS 'the partition that holds or held the calls; year 1: dropped before this was kept';

-- What did not agree when an hour was closed.
CREATE TABLE ledger_findings (
  check_name text NOT NULL,
  team_id    uuid,
  subject    text NOT NULL,
  expected   text NOT NULL,
  found      text NOT NULL,
  found_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What nodes of the version before call to drop months. Months are closed by hours now, and dropped by nodes of this one.
CREATE OR REPLACE FUNCTION drop_old_call_partitions(months_kept integer) RETURNS integer LANGUAGE sql AS $$ SELECT 0 $$;

-- Refusals are kept for a while; old ones are found by their minute.
CREATE INDEX IF NOT EXISTS refused_calls_by_minute ON refused_calls USING brin (minute);

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
  -- Planning a look into every hour of the Idempotency-Keys would take longer than the look.
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz;
  booked_at timestamptz;
  team_moment timestamptz;
  this_month date;
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
  moments timestamptz[] := array_fill(NULL::timestamptz, ARRAY[size]);
  any_charged boolean := false;
BEGIN
  -- Under another level, or as a STABLE function, the statements below would share one old snapshot, and a
  -- key that was revoked while this batch waited for the lock would still look active.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'charge_calls needs read committed, not %', current_setting('transaction_isolation');
  END IF;

  -- Housekeeping makes partitions ahead of time. After hours without it, or when the clock jumps, whoever charges first does.
  IF to_regclass('idempotency_keys_' || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY_MM_DD_HH24')) IS NULL THEN
    PERFORM make_partitions(2, 1);
  END IF;

  -- First the locks, in id order, as every writer of a team takes them; everything else is read afterwards.
  PERFORM 1 FROM team_balances WHERE team_id = ANY (teams) ORDER BY team_id FOR UPDATE;

  moment := clock_timestamp();
  -- A clock that steps back books nothing into hours that are closed.
  booked_at := greatest(moment, (SELECT closed_until FROM ledger_state WHERE is_only));
  this_month := date_trunc('month', booked_at AT TIME ZONE 'UTC')::date;

  FOR call IN
    SELECT b.position, b.id, b.team, b.characters, b.deadline, b.idempotency_hmac, b.body_hmac,
           coalesce(key.is_revoked, true) AS is_revoked,
           done.id IS NOT NULL AS is_done,
           balance.suspended_at IS NOT NULL AS is_suspended,
           balance.period, balance.quota, balance.credit, balance.held,
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
      -- Nor into a month that the team has left.
      team_moment := greatest(booked_at, call.period::timestamp AT TIME ZONE 'UTC');
    END IF;
    part_of_quota := least(call.characters, quota_left);
    outcome := CASE
      WHEN call.is_done THEN 'charged'
      WHEN call.is_revoked THEN 'key_revoked'
      WHEN call.is_suspended THEN 'team_suspended'
      WHEN call.deadline < moment THEN 'too_late' END;

    IF outcome IS NULL AND call.idempotency_hmac IS NOT NULL THEN
      SELECT i.characters, i.body_hmac INTO earlier FROM idempotency_keys i
        WHERE i.team_id = call.team AND i.key_hmac = decode(call.idempotency_hmac, 'hex') AND i.created_at > moment - interval '24 hours'
        ORDER BY i.created_at DESC LIMIT 1;
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
      moments[call.position] := team_moment;
      any_charged := true;
      IF call.idempotency_hmac IS NOT NULL THEN
        -- The team's lock keeps others from writing the same key; what stands there already is older than a day.
        INSERT INTO idempotency_keys (team_id, key_hmac, body_hmac, call_id, characters, created_at)
        VALUES (call.team, decode(call.idempotency_hmac, 'hex'), decode(call.body_hmac, 'hex'), call.id, call.characters, moment);
      END IF;
    END IF;
    outcomes[call.position] := outcome;
    left_over[call.position] := greatest(quota_left + credit_left - held, 0);
  END LOOP;

  IF any_charged THEN
    WITH accepted AS MATERIALIZED (
      SELECT b.id, b.team, b.key, b.mode, b.characters, b.target, b.quota_part, b.moment,
             -- In UTC, whatever time zone the server is set to.
             date_trunc('hour', b.moment, 'UTC') AS hour, date_trunc('month', b.moment AT TIME ZONE 'UTC')::date AS month,
             b.sources::text[] AS sources, b.engines::text[] AS engines, b.amounts::integer[] AS amounts, b.texts::integer[] AS texts
        FROM unnest(call_ids, teams, keys, modes, amounts, targets, quota_parts, moments, line_sources, line_engines, line_amounts,
                    line_texts)
             AS b (id, team, key, mode, characters, target, quota_part, moment, sources, engines, amounts, texts)
       WHERE b.quota_part IS NOT NULL
    ), written AS (
      INSERT INTO calls (team_id, id, key_id, mode, charged_at, period, characters, from_quota, from_credit,
                         target_lang, source_langs, engines, line_characters, line_texts)
      SELECT team, id, key, mode, moment, month, characters, quota_part, characters - quota_part,
             target, sources, engines, amounts, texts FROM accepted
    ), paid AS (
      UPDATE team_balances balance
         SET period = total.month,
             quota_used = CASE WHEN balance.period < total.month THEN 0 ELSE balance.quota_used END + total.from_quota,
             month_used = CASE WHEN balance.period < total.month THEN 0 ELSE balance.month_used END + total.from_quota + total.from_credit,
             credit = balance.credit - total.from_credit
        FROM (SELECT team, max(month) AS month, sum(quota_part) AS from_quota, sum(characters - quota_part) AS from_credit
                FROM accepted GROUP BY team) AS total
       WHERE balance.team_id = total.team
    )
    INSERT INTO usage_hourly AS u (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
    SELECT team, hour, key, mode, line.source, target, line.engine,
           sum(line.characters), count(*) FILTER (WHERE line.number = 1), sum(line.texts)
      FROM accepted,
           unnest(sources, engines, amounts, texts) WITH ORDINALITY AS line (source, engine, characters, texts, number)
     GROUP BY team, hour, key, mode, line.source, target, line.engine
     ORDER BY team, key, mode, line.source, target, line.engine
    ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag) DO UPDATE
      SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
  END IF;

  RETURN QUERY SELECT * FROM unnest(call_ids, outcomes, counted, left_over);
END $$;

-- Tables that calls write ---------------------------------------------------------------------------------------------------

-- First what every charge locks first: the charges under way end, and the others wait here while they hold nothing that this
-- migration needs.
LOCK TABLE team_balances IN ACCESS EXCLUSIVE MODE;

-- Usage -------------------------------------------------------------------------------------------------------------------

-- With room for two more dimensions. What was written before is one partition, up to a month that has not begun; the key
-- and the check are there already where the table is large (see prepare-migration.ts).
ALTER TABLE usage_hourly ADD COLUMN IF NOT EXISTS dialect text NOT NULL DEFAULT '', ADD COLUMN IF NOT EXISTS tag text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX IF NOT EXISTS usage_hourly_by_all ON usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag);
CREATE INDEX IF NOT EXISTS usage_hourly_by_hour ON usage_hourly USING brin (hour);
ALTER TABLE usage_hourly DROP CONSTRAINT usage_hourly_pkey;
ALTER TABLE usage_hourly ADD CONSTRAINT usage_hourly_before_pkey PRIMARY KEY USING INDEX usage_hourly_by_all;
ALTER TABLE usage_hourly RENAME TO usage_hourly_before;
ALTER INDEX usage_hourly_by_hour RENAME TO usage_hourly_before_by_hour;

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
  dialect     text NOT NULL DEFAULT '',
  tag         text NOT NULL DEFAULT '',
  PRIMARY KEY (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag)
) PARTITION BY RANGE (hour);
CREATE INDEX usage_hourly_by_hour ON usage_hourly USING brin (hour) WITH (autosummarize = on);

DO $$
DECLARE
  constraint_name text := (SELECT conname FROM pg_constraint WHERE conname LIKE 'usage_hourly_before_20%');
  until date := coalesce(to_date(right(constraint_name, 7), 'YYYY_MM'),
                         date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month');
BEGIN
  EXECUTE format('ALTER TABLE usage_hourly ATTACH PARTITION usage_hourly_before FOR VALUES FROM (MINVALUE) TO (%L)',
                 until::timestamp AT TIME ZONE 'UTC');
  IF constraint_name IS NOT NULL THEN
    EXECUTE format('ALTER TABLE usage_hourly_before DROP CONSTRAINT %I', constraint_name);
  END IF;
END $$;

-- Idempotency-Keys --------------------------------------------------------------------------------------------------------

-- By the hour, dropped whole. No unique key over all hours: the lock of the team is what keeps a key from being charged twice.
CREATE INDEX IF NOT EXISTS idempotency_keys_by_key ON idempotency_keys (team_id, key_hmac);
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey;
DROP INDEX idempotency_keys_by_age;
ALTER INDEX idempotency_keys_by_key RENAME TO idempotency_keys_before_by_key;
ALTER TABLE idempotency_keys RENAME TO idempotency_keys_before;
CREATE TABLE idempotency_keys (LIKE idempotency_keys_before INCLUDING DEFAULTS) PARTITION BY RANGE (created_at);
CREATE INDEX idempotency_keys_by_key ON idempotency_keys (team_id, key_hmac);
-- What was written before goes with this hour.
DO $$
DECLARE
  -- Not the hour in which this transaction began: keys were written until the lock was there.
  this_hour timestamptz := date_trunc('hour', clock_timestamp(), 'UTC');
  name text := 'idempotency_keys_' || to_char(this_hour AT TIME ZONE 'UTC', 'YYYY_MM_DD_HH24');
BEGIN
  EXECUTE format('ALTER TABLE idempotency_keys_before RENAME TO %I', name);
  EXECUTE format('ALTER TABLE idempotency_keys ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, this_hour + interval '1 hour');
END $$;

-- Balances ----------------------------------------------------------------------------------------------------------------

-- Of the period, from quota and credit. Null for a month that began before this was kept: its usage has to be added up.
ALTER TABLE team_balances ADD COLUMN month_used bigint CHECK (month_used >= 0);
ALTER TABLE team_balances ALTER COLUMN month_used SET DEFAULT 0;

-- Requests look a key up without the row that every charge of its team writes.
ALTER TABLE teams ADD COLUMN is_suspended boolean NOT NULL DEFAULT false;
CREATE FUNCTION copy_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE teams SET is_suspended = NEW.suspended_at IS NOT NULL WHERE id = NEW.team_id;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_suspension AFTER UPDATE OF suspended_at ON team_balances FOR EACH ROW EXECUTE FUNCTION copy_suspension();
UPDATE teams t SET is_suspended = true FROM team_balances b WHERE b.team_id = t.id AND b.suspended_at IS NOT NULL;

SELECT make_partitions(2, 1);

-- Down Migration

DROP INDEX refused_calls_by_minute;
DROP TRIGGER copy_suspension ON team_balances;
DROP FUNCTION copy_suspension();
ALTER TABLE teams DROP COLUMN is_suspended;
ALTER TABLE team_balances DROP COLUMN month_used;

-- The charge as it was.
DO $$
BEGIN
  EXECUTE replace(replace(replace(replace(replace(replace(replace(
    pg_get_functiondef('charge_calls'::regproc),
    'greatest(booked_at, call.period', 'greatest(moment, call.period'),
    'PERFORM make_partitions(2, 1);', 'NULL;'),
    'greatest(moment, (SELECT closed_until FROM ledger_state WHERE is_only))', 'moment'),
    E'        ORDER BY i.created_at DESC LIMIT 1;', ';'),
    'call.id, call.characters, moment);', E'call.id, call.characters, moment)
        ON CONFLICT (team_id, key_hmac) DO UPDATE
          SET body_hmac = excluded.body_hmac, call_id = excluded.call_id,
              characters = excluded.characters, created_at = excluded.created_at;'),
    E'             month_used = CASE WHEN balance.period < total.month THEN 0 ELSE balance.month_used END + total.from_quota + total.from_credit,\n', ''),
    ', engine, dialect, tag) DO UPDATE', ', engine) DO UPDATE');
END $$;

DROP TABLE ledger_findings;
DROP TABLE ledger_state;
-- Only what was dropped is closed, as before.
DELETE FROM ledger_closings WHERE to_regclass('calls_' || to_char(id_month, 'YYYY_MM')) IS NOT NULL;
CREATE TEMPORARY TABLE closings ON COMMIT DROP AS
  SELECT team_id, month, sum(calls) AS calls, sum(characters) AS characters, sum(from_quota) AS from_quota, sum(from_credit) AS from_credit
    FROM ledger_closings GROUP BY team_id, month;
TRUNCATE ledger_closings;
ALTER TABLE ledger_closings DROP COLUMN id_month, ADD PRIMARY KEY (team_id, month);
INSERT INTO ledger_closings SELECT * FROM closings;
DROP FUNCTION make_partitions(integer, integer);
DROP FUNCTION first_partition_end(text);

ALTER TABLE idempotency_keys RENAME TO idempotency_hours;
CREATE TABLE idempotency_keys (LIKE idempotency_hours INCLUDING DEFAULTS);
INSERT INTO idempotency_keys SELECT DISTINCT ON (team_id, key_hmac) * FROM idempotency_hours ORDER BY team_id, key_hmac, created_at DESC;
DROP TABLE idempotency_hours;
ALTER TABLE idempotency_keys ADD PRIMARY KEY (team_id, key_hmac);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

DROP TABLE usage_daily;
ALTER TABLE usage_hourly RENAME TO usage_months;
ALTER TABLE usage_months RENAME CONSTRAINT usage_hourly_pkey TO usage_months_pkey;
DROP INDEX usage_hourly_by_hour;
CREATE TABLE usage_hourly (LIKE usage_months) WITH (fillfactor = 70);
ALTER TABLE usage_hourly DROP COLUMN dialect, DROP COLUMN tag, ADD PRIMARY KEY (team_id, hour, key_id, mode, source_lang, target_lang, engine);
INSERT INTO usage_hourly
SELECT team_id, hour, key_id, mode, source_lang, target_lang, engine, sum(characters), sum(calls), sum(texts)
  FROM usage_months GROUP BY 1, 2, 3, 4, 5, 6, 7;
DROP TABLE usage_months;

CREATE OR REPLACE FUNCTION drop_old_call_partitions(months_kept integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  partition record;
  dropped integer := 0;
BEGIN
  IF months_kept < 1 THEN
    RAISE EXCEPTION 'the current month and the one before are always kept';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('dragoman call partitions'));
  FOR partition IN
    SELECT child.relname AS name, to_date(right(child.relname, 7), 'YYYY_MM') AS month,
           (to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' AS ends_at
      FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'calls'::regclass AND child.relname ~ '^calls_\d{4}_\d{2}$'
       AND to_date(right(child.relname, 7), 'YYYY_MM')
           < date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => months_kept)
     ORDER BY 1
  LOOP
    EXECUTE format(
      'INSERT INTO ledger_closings AS l (team_id, month, calls, characters, from_quota, from_credit)
       SELECT team_id, period, count(*), sum(characters), sum(from_quota), sum(from_credit) FROM %I GROUP BY team_id, period
       ON CONFLICT (team_id, month) DO UPDATE
         SET calls = l.calls + excluded.calls, characters = l.characters + excluded.characters,
             from_quota = l.from_quota + excluded.from_quota, from_credit = l.from_credit + excluded.from_credit',
      partition.name);
    EXECUTE format(
      'INSERT INTO ledger_closed_hours (team_id, hour)
       SELECT DISTINCT team_id, date_trunc(''hour'', charged_at, ''UTC'') FROM %I WHERE charged_at >= %L
       ON CONFLICT DO NOTHING',
      partition.name, partition.ends_at);
    DELETE FROM ledger_closed_hours WHERE hour < partition.ends_at;
    EXECUTE format('DROP TABLE %I', partition.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
