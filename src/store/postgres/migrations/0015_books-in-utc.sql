-- Up Migration

-- The books in UTC, whatever time zone the server is set to, and in one month for every reader: that of the charge. A call
-- that arrives before midnight and is charged after it stands in the partition of its id, the old month's, and in the
-- period, the usage and the closing of the new one.

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

  -- First the locks, in id order, as every writer of a team takes them; everything else is read afterwards.
  PERFORM 1 FROM team_balances WHERE team_id = ANY (teams) ORDER BY team_id FOR UPDATE;

  moment := clock_timestamp();
  this_month := date_trunc('month', moment AT TIME ZONE 'UTC')::date;

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
      -- A clock that steps back over the end of a month books nothing into a month that the team has left.
      team_moment := greatest(moment, call.period::timestamp AT TIME ZONE 'UTC');
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
      moments[call.position] := team_moment;
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
    ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine) DO UPDATE
      SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
  END IF;

  RETURN QUERY SELECT * FROM unnest(call_ids, outcomes, counted, left_over);
END $$;

-- What dropped partitions held, by the month of the charge: a month's calls are those of its closing and those that are
-- still there. Both may be, since a partition also holds the calls that arrived before midnight and were charged after it.
COMMENT ON TABLE ledger_closings IS 'sums of the calls that retention dropped, by the month in which they were charged';

-- Hours of kept months of which some calls were dropped with the month before. They can't be added up from single calls
-- any more; the month can.
CREATE TABLE ledger_closed_hours (
  team_id uuid NOT NULL,
  hour    timestamptz NOT NULL,
  PRIMARY KEY (team_id, hour)
);

-- Closes and drops the partitions that are older than `months_kept` full months. The roll-up stays.
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

-- Usage that was written by a server in a time zone of half or quarter hours: each of its hours is split in two of UTC, by
-- the calls that are still there. What was dropped counts for the first of the two.
DO $$
DECLARE
  wrong record;
BEGIN
  FOR wrong IN
    SELECT DISTINCT team_id FROM usage_hourly WHERE hour <> date_trunc('hour', hour, 'UTC') ORDER BY team_id
  LOOP
    PERFORM 1 FROM team_balances WHERE team_id = wrong.team_id FOR UPDATE;
    WITH moved AS (
      DELETE FROM usage_hourly WHERE team_id = wrong.team_id AND hour <> date_trunc('hour', hour, 'UTC') RETURNING *
    ), late AS (
      SELECT m.team_id, m.hour, m.key_id, m.mode, m.source_lang, m.target_lang, m.engine, sum(line.characters) AS characters,
             count(*) FILTER (WHERE line.number = 1) AS calls, sum(line.texts) AS texts
        FROM moved m
        JOIN calls c ON c.team_id = m.team_id AND c.key_id = m.key_id AND c.mode = m.mode AND c.target_lang = m.target_lang
             AND c.charged_at >= date_trunc('hour', m.hour, 'UTC') + interval '1 hour' AND c.charged_at < m.hour + interval '1 hour'
       CROSS JOIN LATERAL unnest(c.source_langs, c.engines, c.line_characters, c.line_texts)
             WITH ORDINALITY AS line (source, engine, characters, texts, number)
       WHERE line.source = m.source_lang AND line.engine = m.engine
       GROUP BY m.team_id, m.hour, m.key_id, m.mode, m.source_lang, m.target_lang, m.engine
    ), placed AS (
      SELECT m.team_id, date_trunc('hour', m.hour, 'UTC') AS hour, m.key_id, m.mode, m.source_lang, m.target_lang, m.engine,
             m.characters - coalesce(l.characters, 0) AS characters, m.calls - coalesce(l.calls, 0) AS calls,
             m.texts - coalesce(l.texts, 0) AS texts
        FROM moved m LEFT JOIN late l USING (team_id, hour, key_id, mode, source_lang, target_lang, engine)
       UNION ALL
      SELECT team_id, date_trunc('hour', hour, 'UTC') + interval '1 hour', key_id, mode, source_lang, target_lang, engine,
             characters, calls, texts FROM late
    )
    INSERT INTO usage_hourly AS u (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
    SELECT team_id, hour, key_id, mode, source_lang, target_lang, engine, sum(characters), sum(calls), sum(texts)
      FROM placed GROUP BY team_id, hour, key_id, mode, source_lang, target_lang, engine
    HAVING (sum(characters), sum(calls), sum(texts)) <> (0, 0, 0)
        ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine) DO UPDATE
       SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
  END LOOP;
END $$;

-- Closings that were made by the month of the calls' ids, brought to the month of their charge. Only for teams whose books
-- agree over all months together: what is missing altogether stays for the audit to name.
DO $$
#variable_conflict use_column
DECLARE
  team uuid;
  one record;
  moved bigint;
  moved_calls bigint;
  moved_quota bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('dragoman call partitions'));
  CREATE TEMPORARY TABLE months ON COMMIT DROP AS
    SELECT team_id, month, sum(closed) AS closed, sum(closed_calls) AS closed_calls, sum(kept) AS kept, sum(kept_calls) AS kept_calls,
           sum(used) AS used, sum(used_calls) AS used_calls
      FROM (SELECT team_id, l.month, l.characters AS closed, l.calls AS closed_calls, 0 AS kept, 0 AS kept_calls, 0 AS used, 0 AS used_calls
              FROM ledger_closings l
             UNION ALL
            SELECT team_id, period, 0, 0, sum(characters), count(*), 0, 0 FROM calls
             WHERE team_id IN (SELECT team_id FROM ledger_closings) GROUP BY 1, 2
             UNION ALL
            SELECT team_id, date_trunc('month', hour AT TIME ZONE 'UTC')::date, 0, 0, 0, 0, sum(characters), sum(calls) FROM usage_hourly
             WHERE team_id IN (SELECT team_id FROM ledger_closings) GROUP BY 1, 2) AS each
     GROUP BY team_id, month;
  FOR team IN
    SELECT team_id FROM months GROUP BY team_id
    HAVING (sum(closed + kept), sum(closed_calls + kept_calls)) = (sum(used), sum(used_calls))
       AND bool_or((closed + kept, closed_calls + kept_calls) <> (used, used_calls))
  LOOP
    moved := 0; moved_calls := 0; moved_quota := 0;
    FOR one IN SELECT m.* FROM months m WHERE m.team_id = team ORDER BY m.month LOOP
      INSERT INTO ledger_closings AS l (team_id, month, calls, characters, from_quota, from_credit)
      VALUES (team, one.month, moved_calls, moved, moved_quota, moved - moved_quota)
      ON CONFLICT (team_id, month) DO UPDATE
        SET calls = l.calls + excluded.calls, characters = l.characters + excluded.characters,
            from_quota = l.from_quota + excluded.from_quota, from_credit = l.from_credit + excluded.from_credit;
      -- What this month has too much belongs to the next.
      moved := moved + one.closed + one.kept - one.used;
      moved_calls := moved_calls + one.closed_calls + one.kept_calls - one.used_calls;
      moved_quota := CASE WHEN moved < 0 THEN moved
                          ELSE (SELECT least(moved, l.from_quota) FROM ledger_closings l WHERE l.team_id = team AND l.month = one.month) END;
      UPDATE ledger_closings l
         SET calls = l.calls - moved_calls, characters = l.characters - moved, from_quota = l.from_quota - moved_quota,
             from_credit = l.from_credit - (moved - moved_quota)
       WHERE l.team_id = team AND l.month = one.month;
    END LOOP;
  END LOOP;
  DELETE FROM ledger_closings WHERE (calls, characters, from_quota, from_credit) = (0, 0, 0, 0);
  -- Kept months of which some calls are closed: their hours can't be added up from single calls.
  INSERT INTO ledger_closed_hours (team_id, hour)
  SELECT DISTINCT u.team_id, u.hour
    FROM ledger_closings l JOIN usage_hourly u ON u.team_id = l.team_id
         AND u.hour >= l.month::timestamp AT TIME ZONE 'UTC' AND u.hour < (l.month + interval '1 month') AT TIME ZONE 'UTC'
   WHERE EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('calls_' || to_char(l.month, 'YYYY_MM')));
END $$;

-- Down Migration

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
DROP TABLE ledger_closed_hours;
COMMENT ON TABLE ledger_closings IS NULL;
-- The charge as it was: the same function, with one moment for all teams and the hours of the server's time zone.
DO $$
BEGIN
  EXECUTE replace(replace(replace(replace(
    pg_get_functiondef('charge_calls'::regproc),
    E'greatest(moment, call.period::timestamp AT TIME ZONE \'UTC\')', 'moment'),
    E'date_trunc(\'hour\', b.moment, \'UTC\')', E'date_trunc(\'hour\', b.moment)'),
    'period = total.month,', 'period = greatest(balance.period, total.month),'),
    'balance.period, balance.quota,', 'balance.quota,');
END $$;
