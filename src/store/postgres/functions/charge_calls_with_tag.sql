-- Charges a batch of calls. All arrays are parallel, one element per call; those of a call's lines are array
-- literals, because calls have unequal numbers of lines. `idempotency_hmacs` and `body_hmacs` are hexadecimal, and null
-- for a call without an Idempotency-Key. One row out per call, in the order in:
--   charged         the call has its row in the ledger, from this charge or from an earlier one with its id
--   replayed        its Idempotency-Key was charged within 24 hours with the same body; `characters` says how much
--   conflict        its Idempotency-Key was charged within 24 hours with another body
--   key_revoked     the key was revoked or has expired, by this server's clock, or does not belong to the team
--   team_suspended  the team is suspended
--   too_late        the deadline has passed, by this server's clock
--   quota_exceeded  quota and credit together, less what is held, don't cover it: whole or not at all
--   key_quota_exceeded  the key's own budget of this month, less what is held, doesn't cover it
-- The verdict of a call of an unknown team is null. `available` is what the team has left after the call, for the
-- look before its next one, and `key_available` what is left of the key's budget; null without a budget.
--
-- `tags` are reporting tags, empty for none. `ignores_expiry`: what was sent before its key expired is charged afterwards.
--
-- Guarantees: a call is charged at most once, whatever is repeated; a call whose key's revocation or whose team's
-- suspension is committed is never charged, nor one of a key that has expired; no figure goes below zero; each call is decided on its own, in the order
-- of the batch.
--
-- Typed arrays and not JSON: a batch is read three times, and taking JSON apart was most of the charge's time.
CREATE OR REPLACE FUNCTION charge_calls_with_tag(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], dialects text[], tags text[], amounts integer[], targets text[],
    deadlines timestamptz[], idempotency_hmacs text[], body_hmacs text[],
    line_sources text[], line_engines text[], line_amounts text[], line_texts text[],
    ignores_expiry boolean)
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint, key_available bigint)
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
  booked_tags text[] := tags;
  -- The keys of the batch that have a budget; the next three arrays are parallel to it.
  limited_keys uuid[] := '{}';
  own_lefts bigint[] := '{}';
  own_spent bigint[] := '{}';
  own_months date[] := '{}';
  slot integer;
  own_left_over bigint[] := array_fill(NULL::bigint, ARRAY[size]);
BEGIN
  -- Under another level, or as a STABLE function, the statements below would share one old snapshot, and a
  -- key that was revoked while this batch waited for the lock would still look active.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'charge_calls_with_tag needs read committed, not %', current_setting('transaction_isolation');
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
    SELECT b.position, b.id, b.team, b.key, b.characters, b.deadline, b.idempotency_hmac, b.body_hmac,
           coalesce(key.is_revoked, true) AS is_revoked,
           NOT ignores_expiry AND own.expires_at <= booked_at AS is_expired,
           own.monthly_characters AS budget, own.period AS own_period, own.used AS own_used, own.held AS own_held,
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
      LEFT JOIN LATERAL (SELECT expires_at, monthly_characters, period, used, held FROM key_limits
                          WHERE key_id = b.key AND team_id = b.team LIMIT 1) AS own ON true
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
    slot := NULL;
    IF call.budget IS NOT NULL THEN
      slot := array_position(limited_keys, call.key);
      IF slot IS NULL THEN
        limited_keys := limited_keys || call.key;
        slot := cardinality(limited_keys);
        own_months[slot] := date_trunc('month', team_moment AT TIME ZONE 'UTC')::date;
        -- A budget that was lowered below what is used leaves nothing, not less than nothing.
        own_lefts[slot] := greatest(call.budget - CASE WHEN call.own_period < own_months[slot] THEN 0 ELSE call.own_used END - call.own_held, 0);
        own_spent[slot] := 0;
      END IF;
    END IF;
    part_of_quota := least(call.characters, quota_left);
    outcome := CASE
      WHEN call.is_done THEN 'charged'
      WHEN call.is_revoked THEN 'key_revoked'
      WHEN call.is_expired THEN 'key_revoked'
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
    IF outcome IS NULL AND slot IS NOT NULL AND call.characters > own_lefts[slot] THEN
      outcome := 'key_quota_exceeded';
    END IF;

    IF outcome IS NULL THEN
      outcome := 'charged';
      quota_left := quota_left - part_of_quota;
      credit_left := credit_left - (call.characters - part_of_quota);
      quota_parts[call.position] := part_of_quota;
      moments[call.position] := team_moment;
      any_charged := true;
      IF slot IS NOT NULL THEN
        own_lefts[slot] := own_lefts[slot] - call.characters;
        own_spent[slot] := own_spent[slot] + call.characters;
      END IF;
      IF tags[call.position] <> '' THEN
        booked_tags[call.position] := enter_reporting_tag(call.team, date_trunc('month', team_moment AT TIME ZONE 'UTC')::date, tags[call.position]);
      END IF;
      IF call.idempotency_hmac IS NOT NULL THEN
        -- The team's lock keeps others from writing the same key; what stands there already is older than a day.
        INSERT INTO idempotency_keys (team_id, key_hmac, body_hmac, call_id, characters, created_at)
        VALUES (call.team, decode(call.idempotency_hmac, 'hex'), decode(call.body_hmac, 'hex'), call.id, call.characters, moment);
      END IF;
    END IF;
    outcomes[call.position] := outcome;
    left_over[call.position] := greatest(quota_left + credit_left - held, 0);
    IF slot IS NOT NULL THEN own_left_over[call.position] := own_lefts[slot]; END IF;
  END LOOP;

  IF any_charged THEN
    WITH accepted AS MATERIALIZED (
      SELECT b.id, b.team, b.key, b.mode, b.dialect, b.tag, b.characters, b.target, b.quota_part, b.moment,
             -- In UTC, whatever time zone the server is set to.
             date_trunc('hour', b.moment, 'UTC') AS hour, date_trunc('month', b.moment AT TIME ZONE 'UTC')::date AS month,
             b.sources::text[] AS sources, b.engines::text[] AS engines, b.amounts::integer[] AS amounts, b.texts::integer[] AS texts
        FROM unnest(call_ids, teams, keys, modes, dialects, booked_tags, amounts, targets, quota_parts, moments, line_sources, line_engines,
                    line_amounts, line_texts)
             AS b (id, team, key, mode, dialect, tag, characters, target, quota_part, moment, sources, engines, amounts, texts)
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
    INSERT INTO usage_hourly AS u (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts)
    SELECT team, hour, key, mode, line.source, target, line.engine, dialect, tag,
           sum(line.characters), count(*) FILTER (WHERE line.number = 1), sum(line.texts)
      FROM accepted,
           unnest(sources, engines, amounts, texts) WITH ORDINALITY AS line (source, engine, characters, texts, number)
     GROUP BY team, hour, key, mode, line.source, target, line.engine, dialect, tag
     ORDER BY team, key, mode, line.source, target, line.engine, dialect, tag
    ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag) DO UPDATE
      SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts;
  END IF;

  IF cardinality(limited_keys) > 0 THEN
    UPDATE key_limits own
       SET period = spent.month, used = CASE WHEN own.period < spent.month THEN 0 ELSE own.used END + spent.characters
      FROM unnest(limited_keys, own_spent, own_months) AS spent (key, characters, month)
     WHERE own.key_id = spent.key AND spent.characters > 0;
  END IF;

  RETURN QUERY SELECT * FROM unnest(call_ids, outcomes, counted, left_over, own_left_over);
END $$;
