-- Up Migration

-- The limits of a key below those of its team. Only a key with a limit has a row, so that nothing that calls read is rewritten or
-- locked. `used` and `held` are the key's share of the team's figures, and change with them, under the team's lock; they count only
-- for a key with a budget.
CREATE TABLE key_limits (
  key_id      uuid PRIMARY KEY REFERENCES api_keys (id),
  team_id     uuid NOT NULL,
  expires_at  timestamptz,
  -- Addresses and networks from which the key is accepted.
  networks    text[] CHECK (cardinality(networks) BETWEEN 1 AND 100),
  engines     text[] CHECK (cardinality(engines) BETWEEN 1 AND 100),
  -- `EN-DE`, `EN-*`, `*-DE`.
  language_pairs        text[] CHECK (cardinality(language_pairs) BETWEEN 1 AND 200),
  requests_per_second   integer CHECK (requests_per_second BETWEEN 1 AND 100000),
  characters_per_minute integer CHECK (characters_per_minute BETWEEN 1 AND 1000000000),
  monthly_characters    bigint CHECK (monthly_characters BETWEEN 0 AND 1000000000000000),
  -- The month of `used`.
  period      date NOT NULL,
  used        bigint NOT NULL CHECK (used >= 0),
  held        bigint NOT NULL CHECK (held >= 0),
  -- Housekeeping has revoked the key that expired.
  is_over     boolean NOT NULL DEFAULT false
);
CREATE INDEX key_limits_by_expiry ON key_limits (expires_at) WHERE NOT is_over AND expires_at IS NOT NULL;
CREATE INDEX key_limits_by_team ON key_limits (team_id);

-- The reporting tags that a team has used in a month.
CREATE TABLE reporting_tags (
  team_id  uuid NOT NULL,
  month    date NOT NULL,
  tag      text NOT NULL,
  PRIMARY KEY (team_id, month, tag)
);

ALTER TABLE holds ADD COLUMN tag text NOT NULL DEFAULT '';

-- The name under which usage with a reporting tag is booked: the tag, or `other tags` for those beyond the first thousand of a
-- team and month, so that no caller can fill the usage tables. A tag has no blanks, so none is called that.
-- Call it under the team's lock.
CREATE OR REPLACE FUNCTION enter_reporting_tag(team uuid, in_month date, name text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (SELECT FROM reporting_tags WHERE team_id = team AND month = in_month AND tag = name) THEN RETURN name; END IF;
  IF (SELECT count(*) FROM reporting_tags WHERE team_id = team AND month = in_month) >= 1000 THEN RETURN 'other tags'; END IF;
  INSERT INTO reporting_tags (team_id, month, tag) VALUES (team, in_month, name);
  RETURN name;
END $$;

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

-- For nodes of the previous version, which know neither tags nor the budgets of keys: a budget that is used up is told in the words
-- of the team's.
CREATE OR REPLACE FUNCTION charge_calls_with_dialect(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], dialects text[], amounts integer[], targets text[],
    deadlines timestamptz[], idempotency_hmacs text[], body_hmacs text[],
    line_sources text[], line_engines text[], line_amounts text[], line_texts text[])
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint)
  LANGUAGE sql VOLATILE
AS $$
  SELECT charged.call_id, replace(charged.verdict, 'key_quota_exceeded', 'quota_exceeded'), charged.characters, charged.available
    FROM charge_calls_with_tag(
      call_ids, teams, keys, modes, dialects, array_fill(''::text, ARRAY[cardinality(call_ids)]), amounts, targets, deadlines,
      idempotency_hmacs, body_hmacs, line_sources, line_engines, line_amounts, line_texts, false) AS charged
$$;

-- Holds characters of a team: `held`, or the verdict of a charge that says why not. A repeated hold is the same hold.
-- The key's own budget is held as well, if it has one.
CREATE OR REPLACE FUNCTION place_hold_with_tag(team uuid, hold uuid, key uuid, key_mode text, call_dialect text, call_tag text, amount integer, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  own key_limits;
  available bigint;
  this_month date;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'place_hold_with_tag needs read committed, not %', current_setting('transaction_isolation');
  END IF;
  -- First the lock, then everything that is decided by, in statements of their own (see charge_calls_with_tag).
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL) THEN
    RETURN 'key_revoked';
  END IF;
  SELECT * INTO own FROM key_limits WHERE key_id = key;
  IF own.expires_at <= greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) THEN RETURN 'key_revoked'; END IF;
  IF balance.suspended_at IS NOT NULL THEN RETURN 'team_suspended'; END IF;
  IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN RETURN 'held'; END IF;
  -- The month in which a charge would be booked now (see charge_calls_with_tag).
  this_month := date_trunc('month', greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) AT TIME ZONE 'UTC');
  IF balance.period < this_month THEN balance.period := this_month; balance.quota_used := 0; balance.month_used := 0; END IF;
  available := greatest(balance.quota - balance.quota_used, 0) + balance.credit - balance.held;
  IF amount > available THEN RETURN 'quota_exceeded'; END IF;
  IF own.monthly_characters IS NOT NULL
     AND amount > greatest(own.monthly_characters - CASE WHEN own.period < balance.period THEN 0 ELSE own.used END - own.held, 0) THEN
    RETURN 'key_quota_exceeded';
  END IF;
  INSERT INTO holds (team_id, id, key_id, mode, dialect, tag, characters, expires_at)
  VALUES (team, hold, key, key_mode, call_dialect, call_tag, amount, clock_timestamp() + lifetime);
  -- The team enters the month whose quota is held. If the clock steps back, the hold is still charged to that month: the quota of
  -- the month before may be used up.
  UPDATE team_balances
     SET held = held + amount, period = balance.period, quota_used = balance.quota_used, month_used = balance.month_used
   WHERE team_id = team;
  UPDATE key_limits
     SET held = key_limits.held + amount, used = CASE WHEN period < balance.period THEN 0 ELSE used END, period = greatest(period, balance.period)
   WHERE key_id = key AND monthly_characters IS NOT NULL;
  RETURN 'held';
END $$;

-- For nodes of the previous version, which know neither tags nor the budgets of keys.
CREATE OR REPLACE FUNCTION place_hold_with_dialect(team uuid, hold uuid, key uuid, key_mode text, call_dialect text, amount integer, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT replace(place_hold_with_tag(team, hold, key, key_mode, call_dialect, '', amount, lifetime), 'key_quota_exceeded', 'quota_exceeded')
$$;

-- Holds the characters of a whole streamed call: `held`, or the verdict of a charge that says why not. The hold itself lasts
-- longer than the stream, so that only `settle_stream` ends it, also beside nodes of a version that knows no streams.
-- The stream ends with its key: nothing is recorded, and so nothing is sent, after the key has expired.
CREATE OR REPLACE FUNCTION begin_stream_with_tag(
    team uuid, stream uuid, key uuid, key_mode text, call_dialect text, call_tag text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  outcome text := place_hold_with_tag(team, stream, key, key_mode, call_dialect, call_tag, amount, lifetime + interval '1 day');
BEGIN
  IF outcome = 'held' THEN
    INSERT INTO streamed_calls (team_id, id, target_lang, expires_at)
    VALUES (team, stream, target, least(clock_timestamp() + lifetime, (SELECT own.expires_at FROM key_limits own WHERE own.key_id = key)))
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN outcome;
END $$;

-- For nodes of the previous version, which know neither tags nor the budgets of keys.
CREATE OR REPLACE FUNCTION begin_stream_with_dialect(
    team uuid, stream uuid, key uuid, key_mode text, call_dialect text, amount integer, target text, lifetime interval)
  RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT replace(begin_stream_with_tag(team, stream, key, key_mode, call_dialect, '', amount, target, lifetime), 'key_quota_exceeded', 'quota_exceeded')
$$;

-- Gives back what is held; false where nothing is.
CREATE OR REPLACE FUNCTION release_hold(team uuid, hold uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  amount integer;
  holder uuid;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  DELETE FROM holds WHERE team_id = team AND id = hold RETURNING characters, key_id INTO amount, holder;
  IF amount IS NULL THEN RETURN false; END IF;
  UPDATE team_balances SET held = held - amount WHERE team_id = team;
  UPDATE key_limits SET held = held - amount WHERE key_id = holder AND monthly_characters IS NOT NULL;
  RETURN true;
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
    FROM charge_calls_with_tag(ARRAY[call], ARRAY[team], ARRAY[open.key_id], ARRAY[open.mode], ARRAY[open.dialect], ARRAY[open.tag],
                      ARRAY[open.characters], ARRAY[target], ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                      ARRAY[sources::text], ARRAY[engines::text], ARRAY[amounts::text], ARRAY[texts::text], false) AS charged;
  -- The previous version does not know the budget of a key.
  RETURN replace(outcome, 'key_quota_exceeded', 'quota_exceeded');
END $$;

-- Ends a streamed call: charges what was sent, by the charge's own rules, and releases the rest of its hold. The arrays are the
-- lines of what was sent; where they are null, what was recorded counts. Returns the verdict of a charge, `released` if nothing
-- was sent, or `gone` if the stream was settled before. What was sent before the key expired is charged also afterwards.
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
      FROM charge_calls_with_tag(ARRAY[stream], ARRAY[team], ARRAY[held.key_id], ARRAY[held.mode], ARRAY[held.dialect], ARRAY[held.tag],
                        ARRAY[total], ARRAY[recorded.target_lang], ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL],
                        ARRAY[sources::text], ARRAY[names::text], ARRAY[amounts::text], ARRAY[texts::text], true) AS charged;
  END IF;
  RETURN outcome;
END $$;

-- Sets all limits of a key; without any, its row goes. What its streamed calls have sent is charged first, so that a lower limit
-- never leaves it unpaid. A budget counts what the key was charged this month before it had one, and what is held for it.
-- False: the key has ended, and stays ended. Call it under the team's lock, like every change of a team's keys.
CREATE OR REPLACE FUNCTION limit_key(team uuid, key uuid, until timestamptz, from_networks text[], with_engines text[], of_pairs text[],
                                     a_second integer, a_minute integer, a_month bigint)
  RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  balance team_balances;
  this_month date;
  moment timestamptz;
  used_before bigint := 0;
  held_now bigint := 0;
BEGIN
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  moment := greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only));
  IF NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL)
     OR EXISTS (SELECT FROM key_limits WHERE key_id = key AND expires_at <= moment) THEN
    RETURN false;
  END IF;
  PERFORM settle_streams(team, key);
  IF num_nonnulls(until, from_networks, with_engines, of_pairs, a_second, a_minute, a_month) = 0 THEN
    DELETE FROM key_limits WHERE key_id = key;
    RETURN true;
  END IF;
  this_month := greatest(date_trunc('month', moment AT TIME ZONE 'UTC')::date, balance.period);
  IF a_month IS NOT NULL THEN
    SELECT coalesce(sum(characters), 0) INTO used_before FROM usage_hourly
     WHERE team_id = team AND hour >= this_month::timestamp AT TIME ZONE 'UTC' AND key_id = key;
    SELECT coalesce(sum(characters), 0) INTO held_now FROM holds WHERE team_id = team AND key_id = key;
  END IF;
  -- The team enters the month of the budget, as with a hold: otherwise a clock that steps back would find the key in a later month
  -- than its charges.
  UPDATE team_balances SET period = this_month, quota_used = 0, month_used = 0 WHERE team_id = team AND period < this_month;
  INSERT INTO key_limits AS own (key_id, team_id, expires_at, networks, engines, language_pairs, requests_per_second,
                                 characters_per_minute, monthly_characters, period, used, held)
  VALUES (key, team, until, from_networks, with_engines, of_pairs, a_second, a_minute, a_month, this_month, used_before, held_now)
  ON CONFLICT (key_id) DO UPDATE
    SET expires_at = excluded.expires_at, networks = excluded.networks, engines = excluded.engines,
        language_pairs = excluded.language_pairs, requests_per_second = excluded.requests_per_second,
        characters_per_minute = excluded.characters_per_minute, monthly_characters = excluded.monthly_characters,
        period = excluded.period, used = excluded.used, held = excluded.held;
  RETURN true;
END $$;

-- Down Migration

CREATE OR REPLACE FUNCTION charge_calls_with_dialect(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], dialects text[], amounts integer[], targets text[],
    deadlines timestamptz[], idempotency_hmacs text[], body_hmacs text[],
    line_sources text[], line_engines text[], line_amounts text[], line_texts text[])
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint)
  LANGUAGE plpgsql VOLATILE
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET lock_timeout = 2000
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
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'charge_calls_with_dialect needs read committed, not %', current_setting('transaction_isolation');
  END IF;

  IF to_regclass('idempotency_keys_' || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY_MM_DD_HH24')) IS NULL THEN
    PERFORM make_partitions(2, 1);
  END IF;

  PERFORM 1 FROM team_balances WHERE team_id = ANY (teams) ORDER BY team_id FOR UPDATE;

  moment := clock_timestamp();
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
      CROSS JOIN LATERAL (SELECT * FROM team_balances WHERE team_id = b.team LIMIT 1) AS balance
      LEFT JOIN LATERAL (SELECT revoked_at IS NOT NULL AS is_revoked FROM api_keys
                          WHERE id = b.key AND team_id = b.team LIMIT 1) AS key ON true
      LEFT JOIN LATERAL (SELECT id FROM calls WHERE team_id = b.team AND id = b.id LIMIT 1) AS done ON true
     ORDER BY b.team, b.position
  LOOP
    IF call.team IS DISTINCT FROM current_team THEN
      current_team := call.team;
      quota_left := greatest(call.quota - call.quota_used, 0);
      credit_left := call.credit;
      held := call.held;
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
  SELECT * INTO balance FROM team_balances WHERE team_id = team FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM api_keys WHERE id = key AND team_id = team AND revoked_at IS NULL) THEN
    RETURN 'key_revoked';
  END IF;
  IF balance.suspended_at IS NOT NULL THEN RETURN 'team_suspended'; END IF;
  IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN RETURN 'held'; END IF;
  this_month := date_trunc('month', greatest(clock_timestamp(), (SELECT closed_until FROM ledger_state WHERE is_only)) AT TIME ZONE 'UTC');
  IF balance.period < this_month THEN balance.period := this_month; balance.quota_used := 0; balance.month_used := 0; END IF;
  available := greatest(balance.quota - balance.quota_used, 0) + balance.credit - balance.held;
  IF amount > available THEN RETURN 'quota_exceeded'; END IF;
  INSERT INTO holds (team_id, id, key_id, mode, dialect, characters, expires_at)
  VALUES (team, hold, key, key_mode, call_dialect, amount, clock_timestamp() + lifetime);
  UPDATE team_balances
     SET held = held + amount, period = balance.period, quota_used = balance.quota_used, month_used = balance.month_used
   WHERE team_id = team;
  RETURN 'held';
END $$;

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

CREATE OR REPLACE FUNCTION release_hold(team uuid, hold uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
DECLARE
  amount integer;
BEGIN
  PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;
  DELETE FROM holds WHERE team_id = team AND id = hold RETURNING characters INTO amount;
  IF amount IS NULL THEN RETURN false; END IF;
  UPDATE team_balances SET held = held - amount WHERE team_id = team;
  RETURN true;
END $$;

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

DROP FUNCTION limit_key;
DROP FUNCTION begin_stream_with_tag;
DROP FUNCTION place_hold_with_tag;
DROP FUNCTION charge_calls_with_tag;
DROP FUNCTION enter_reporting_tag;
ALTER TABLE holds DROP COLUMN tag;
DROP TABLE reporting_tags;
DROP TABLE key_limits;
