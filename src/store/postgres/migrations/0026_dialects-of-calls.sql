-- Up Migration

-- Usage says how a call came in: over which protocol, or from the browser. What the previous version charges, and what was charged
-- before, has no dialect: an empty text, as in `usage_hourly`, whose key has had room for it since 0019.

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
CREATE OR REPLACE FUNCTION charge_calls_with_dialect(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], dialects text[], amounts integer[], targets text[],
    deadlines timestamptz[], idempotency_hmacs text[], body_hmacs text[],
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
    RAISE EXCEPTION 'charge_calls_with_dialect needs read committed, not %', current_setting('transaction_isolation');
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
      SELECT b.id, b.team, b.key, b.mode, b.dialect, b.characters, b.target, b.quota_part, b.moment,
             -- In UTC, whatever time zone the server is set to.
             date_trunc('hour', b.moment, 'UTC') AS hour, date_trunc('month', b.moment AT TIME ZONE 'UTC')::date AS month,
             b.sources::text[] AS sources, b.engines::text[] AS engines, b.amounts::integer[] AS amounts, b.texts::integer[] AS texts
        FROM unnest(call_ids, teams, keys, modes, dialects, amounts, targets, quota_parts, moments, line_sources, line_engines,
                    line_amounts, line_texts)
             AS b (id, team, key, mode, dialect, characters, target, quota_part, moment, sources, engines, amounts, texts)
       WHERE b.quota_part IS NOT NULL
    ), written AS (
      INSERT INTO calls (team_id, id, key_id, mode, dialect, charged_at, period, characters, from_quota, from_credit,
                         target_lang, source_langs, engines, line_characters, line_texts)
      SELECT team, id, key, mode, dialect, moment, month, characters, quota_part, characters - quota_part,
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
    INSERT INTO usage_hourly AS u (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, characters, calls, texts)
    SELECT team, hour, key, mode, line.source, target, line.engine, dialect,
           sum(line.characters), count(*) FILTER (WHERE line.number = 1), sum(line.texts)
      FROM accepted,
           unnest(sources, engines, amounts, texts) WITH ORDINALITY AS line (source, engine, characters, texts, number)
     GROUP BY team, hour, key, mode, line.source, target, line.engine, dialect
     ORDER BY team, key, mode, line.source, target, line.engine, dialect
    ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag) DO UPDATE
      SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
  END IF;

  RETURN QUERY SELECT * FROM unnest(call_ids, outcomes, counted, left_over);
END $$;

-- Holds characters of a team: `held`, or the verdict of a charge that says why not. A repeated hold is the same hold.
CREATE OR REPLACE FUNCTION place_hold_with_dialect(team uuid, hold uuid, key uuid, key_mode text, call_dialect text, amount integer, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  available bigint;
  this_month date;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'place_hold_with_dialect needs read committed, not %', current_setting('transaction_isolation');
  END IF;
  -- First the lock, then everything that is decided by, in statements of their own (see charge_calls_with_dialect).
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL) THEN
    RETURN 'key_revoked';
  END IF;
  IF balance.suspended_at IS NOT NULL THEN RETURN 'team_suspended'; END IF;
  IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN RETURN 'held'; END IF;
  -- The month in which a charge would be booked now (see charge_calls_with_dialect).
  this_month := date_trunc('month', greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) AT TIME ZONE 'UTC');
  IF balance.period < this_month THEN balance.period := this_month; balance.quota_used := 0; balance.month_used := 0; END IF;
  available := greatest(balance.quota - balance.quota_used, 0) + balance.credit - balance.held;
  IF amount > available THEN RETURN 'quota_exceeded'; END IF;
  INSERT INTO holds (team_id, id, key_id, mode, dialect, characters, expires_at)
  VALUES (team, hold, key, key_mode, call_dialect, amount, clock_timestamp() + lifetime);
  -- The team enters the month whose quota is held. If the clock steps back, the hold is still charged to that month: the quota of
  -- the month before may be used up.
  UPDATE team_balances
     SET held = held + amount, period = balance.period, quota_used = balance.quota_used, month_used = balance.month_used
   WHERE team_id = team;
  RETURN 'held';
END $$;

-- Holds the characters of a whole streamed call: `held`, or the verdict of a charge that says why not. The hold itself lasts
-- longer than the stream, so that only `settle_stream` ends it, also beside nodes of a version that knows no streams.
CREATE OR REPLACE FUNCTION begin_stream_with_dialect(
    team uuid, stream uuid, key uuid, key_mode text, call_dialect text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  outcome text := place_hold_with_dialect(team, stream, key, key_mode, call_dialect, amount, lifetime + interval '1 day');
BEGIN
  IF outcome = 'held' THEN
    INSERT INTO streamed_calls (team_id, id, target_lang, expires_at) VALUES (team, stream, target, clock_timestamp() + lifetime)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN outcome;
END $$;

-- Turns a hold into the charge of one call, by the charge's own rules, and closes it whatever the verdict. The verdict of
-- a charge, or `gone`: it was settled or released before, or has expired.
CREATE OR REPLACE FUNCTION settle_hold(team uuid, hold uuid, call uuid, target text,
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
    FROM charge_calls_with_dialect(ARRAY[call], ARRAY[team], ARRAY[open.key_id], ARRAY[open.mode], ARRAY[open.dialect],
                      ARRAY[open.characters], ARRAY[target], ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                      ARRAY[sources::text], ARRAY[engines::text], ARRAY[amounts::text], ARRAY[texts::text]) AS charged;
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
      FROM charge_calls_with_dialect(ARRAY[stream], ARRAY[team], ARRAY[held.key_id], ARRAY[held.mode], ARRAY[held.dialect],
                        ARRAY[total], ARRAY[recorded.target_lang], ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                        ARRAY[sources::text], ARRAY[names::text], ARRAY[amounts::text], ARRAY[texts::text]) AS charged;
  END IF;
  RETURN outcome;
END $$;

-- For nodes of the previous version, which do not know the dialect of a call.
CREATE OR REPLACE FUNCTION charge_calls(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], amounts integer[], targets text[], deadlines timestamptz[],
    idempotency_hmacs text[], body_hmacs text[],
    line_sources text[], line_engines text[], line_amounts text[], line_texts text[])
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint)
  LANGUAGE sql VOLATILE
AS $$
  SELECT * FROM charge_calls_with_dialect(
    call_ids, teams, keys, modes, array_fill(''::text, ARRAY[cardinality(call_ids)]), amounts, targets, deadlines,
    idempotency_hmacs, body_hmacs, line_sources, line_engines, line_amounts, line_texts)
$$;

-- For nodes of the previous version, which do not know the dialect of a call.
CREATE OR REPLACE FUNCTION place_hold(team uuid, hold uuid, key uuid, key_mode text, amount integer, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT place_hold_with_dialect(team, hold, key, key_mode, '', amount, lifetime)
$$;

-- For nodes of the previous version, which do not know the dialect of a call.
CREATE OR REPLACE FUNCTION begin_stream(team uuid, stream uuid, key uuid, key_mode text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT begin_stream_with_dialect(team, stream, key, key_mode, '', amount, target, lifetime)
$$;

-- First what every charge locks first: the charges under way end, and the others wait here while they hold nothing that this
-- migration needs.
LOCK TABLE team_balances IN ACCESS EXCLUSIVE MODE;
ALTER TABLE calls ADD COLUMN dialect text NOT NULL DEFAULT '';
ALTER TABLE holds ADD COLUMN dialect text NOT NULL DEFAULT '';

-- Down Migration

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

-- Holds characters of a team: `held`, or the verdict of a charge that says why not. A repeated hold is the same hold.
CREATE OR REPLACE FUNCTION place_hold(team uuid, hold uuid, key uuid, key_mode text, amount integer, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  available bigint;
  this_month date;
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
  -- The month in which a charge would be booked now (see charge_calls).
  this_month := date_trunc('month', greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) AT TIME ZONE 'UTC');
  IF balance.period < this_month THEN balance.period := this_month; balance.quota_used := 0; balance.month_used := 0; END IF;
  available := greatest(balance.quota - balance.quota_used, 0) + balance.credit - balance.held;
  IF amount > available THEN RETURN 'quota_exceeded'; END IF;
  INSERT INTO holds (team_id, id, key_id, mode, characters, expires_at)
  VALUES (team, hold, key, key_mode, amount, clock_timestamp() + lifetime);
  -- The team enters the month whose quota is held. If the clock steps back, the hold is still charged to that month: the quota of
  -- the month before may be used up.
  UPDATE team_balances
     SET held = held + amount, period = balance.period, quota_used = balance.quota_used, month_used = balance.month_used
   WHERE team_id = team;
  RETURN 'held';
END $$;

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

-- Turns a hold into the charge of one call, by the charge's own rules, and closes it whatever the verdict. The verdict of
-- a charge, or `gone`: it was settled or released before, or has expired.
CREATE OR REPLACE FUNCTION settle_hold(team uuid, hold uuid, call uuid, target text,
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

DROP FUNCTION begin_stream_with_dialect(uuid, uuid, uuid, text, text, integer, text, interval);
DROP FUNCTION place_hold_with_dialect(uuid, uuid, uuid, text, text, integer, interval);
DROP FUNCTION charge_calls_with_dialect(
  uuid[], uuid[], uuid[], text[], text[], integer[], text[], timestamptz[], text[], text[], text[], text[], text[], text[]);

LOCK TABLE team_balances IN ACCESS EXCLUSIVE MODE;
-- Usage must agree with calls that have lost their dialect when this migration is applied again.
WITH without AS (DELETE FROM usage_hourly WHERE dialect <> '' RETURNING *)
INSERT INTO usage_hourly AS u (team_id, hour, key_id, mode, source_lang, target_lang, engine, tag, characters, calls, texts)
SELECT team_id, hour, key_id, mode, source_lang, target_lang, engine, tag, sum(characters), sum(calls), sum(texts)
  FROM without GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag) DO UPDATE
  SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
WITH without AS (DELETE FROM usage_daily WHERE dialect <> '' RETURNING *)
INSERT INTO usage_daily AS u (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts)
SELECT team_id, day, key_id, mode, source_lang, target_lang, engine, '', tag, sum(characters), sum(calls), sum(texts)
  FROM without GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
ON CONFLICT (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag) DO UPDATE
  SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
ALTER TABLE holds DROP COLUMN dialect;
ALTER TABLE calls DROP COLUMN dialect;
