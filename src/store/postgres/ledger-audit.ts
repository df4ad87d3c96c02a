/**
 * The books, checked against each other. Every check is one query that returns what doesn't agree: the team, what
 * was expected and what was found. An empty answer to all of them is the proof.
 */
import type { Database } from './database.ts';

export interface Disagreement {
  check: string;
  teamId: string | null;
  subject: string;
  expected: string;
  found: string;
}

/** The first moment of the months that are kept call by call. Those before are proved by their closings. */
const keptFrom = `(SELECT min(to_date(right(child.relname, 7), 'YYYY_MM'))::timestamp AT TIME ZONE 'UTC'
                     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
                    WHERE inhparent = 'calls'::regclass AND child.relname ~ '^calls_\\d{4}_\\d{2}$')`;

/** Name of the check → SELECT team_id, subject, expected, found. */
const checks: Readonly<Record<string, string>> = {
  'quota used = Σ calls of the period': `
    SELECT b.team_id, b.period::text, (coalesce(sum(c.from_quota), 0) + coalesce(min(l.from_quota), 0))::text, b.quota_used::text
      FROM team_balances b
      LEFT JOIN calls c ON c.team_id = b.team_id AND c.period = b.period
      LEFT JOIN ledger_closings l ON l.team_id = b.team_id AND l.month = b.period
     GROUP BY b.team_id HAVING coalesce(sum(c.from_quota), 0) + coalesce(min(l.from_quota), 0) <> b.quota_used`,

  'credit = Σ entries − Σ calls': `
    SELECT b.team_id, 'credit', (coalesce(e.added, 0) - coalesce(c.spent, 0) - coalesce(l.spent, 0))::text, b.credit::text
      FROM team_balances b
      LEFT JOIN (SELECT team_id, sum(amount) AS added FROM credit_entries GROUP BY 1) e USING (team_id)
      LEFT JOIN (SELECT team_id, sum(from_credit) AS spent FROM calls GROUP BY 1) c USING (team_id)
      LEFT JOIN (SELECT team_id, sum(from_credit) AS spent FROM ledger_closings GROUP BY 1) l USING (team_id)
     WHERE coalesce(e.added, 0) - coalesce(c.spent, 0) - coalesce(l.spent, 0) <> b.credit`,

  'usage by the hour = lines of the calls': `
    WITH derived AS (
      SELECT c.team_id, date_trunc('hour', c.charged_at, 'UTC') AS hour, c.key_id, c.mode, line.source AS source_lang, c.target_lang,
             line.engine, sum(line.characters) AS characters, count(*) FILTER (WHERE line.number = 1) AS calls, sum(line.texts) AS texts
        FROM calls c, unnest(c.source_langs, c.engines, c.line_characters, c.line_texts)
                      WITH ORDINALITY AS line (source, engine, characters, texts, number)
       WHERE c.charged_at >= ${keptFrom}
       GROUP BY 1, 2, 3, 4, 5, 6, 7
    ), kept AS (
      SELECT * FROM usage_hourly WHERE hour >= ${keptFrom}
    )
    SELECT coalesce(d.team_id, k.team_id), concat_ws(' ', coalesce(d.hour, k.hour), coalesce(d.key_id, k.key_id)),
           concat_ws('/', d.characters, d.calls, d.texts), concat_ws('/', k.characters, k.calls, k.texts)
      FROM derived d FULL JOIN kept k USING (team_id, hour, key_id, mode, source_lang, target_lang, engine)
     WHERE (d.characters, d.calls, d.texts) IS DISTINCT FROM (k.characters, k.calls, k.texts)
       AND NOT EXISTS (SELECT 1 FROM ledger_closed_hours h
                        WHERE h.team_id = coalesce(d.team_id, k.team_id) AND h.hour = coalesce(d.hour, k.hour))`,

  'usage of closed months = closings and calls that are left': `
    WITH closed AS (
      SELECT team_id, month FROM ledger_closings
       UNION
      SELECT DISTINCT team_id, date_trunc('month', hour AT TIME ZONE 'UTC')::date FROM usage_hourly WHERE hour < ${keptFrom}
    ), booked AS (
      SELECT team_id, month, sum(characters) AS characters, sum(calls) AS calls
        FROM (SELECT team_id, month, characters, calls FROM ledger_closings
               UNION ALL
              SELECT team_id, period, characters, 1 FROM calls) AS each
       GROUP BY team_id, month
    ), used AS (
      SELECT team_id, date_trunc('month', hour AT TIME ZONE 'UTC')::date AS month, sum(characters) AS characters, sum(calls) AS calls
        FROM usage_hourly GROUP BY 1, 2
    )
    SELECT c.team_id, c.month::text, concat_ws('/', coalesce(b.characters, 0), coalesce(b.calls, 0)),
           concat_ws('/', coalesce(u.characters, 0), coalesce(u.calls, 0))
      FROM closed c LEFT JOIN booked b USING (team_id, month) LEFT JOIN used u USING (team_id, month)
     WHERE (coalesce(b.characters, 0), coalesce(b.calls, 0)) <> (coalesce(u.characters, 0), coalesce(u.calls, 0))`,

  'usage is kept by the hour of UTC': `
    SELECT team_id, hour::text, date_trunc('hour', hour, 'UTC')::text, hour::text
      FROM usage_hourly WHERE hour <> date_trunc('hour', hour, 'UTC')`,

  'a call = its lines, its quota and its credit': `
    SELECT team_id, id::text, characters::text,
           concat_ws('/', (SELECT sum(x) FROM unnest(line_characters) AS x), from_quota + from_credit, cardinality(source_langs))
      FROM calls
     WHERE characters <> (SELECT coalesce(sum(x), 0) FROM unnest(line_characters) AS x)
        OR from_quota + from_credit <> characters OR least(characters, from_quota, from_credit) < 0
        OR cardinality(source_langs) = 0
        OR cardinality(source_langs) <> ALL (ARRAY[cardinality(engines), cardinality(line_characters), cardinality(line_texts)])`,

  'a call stands in the month of its charge': `
    SELECT team_id, id::text, date_trunc('month', charged_at AT TIME ZONE 'UTC')::date::text, period::text
      FROM calls WHERE period <> date_trunc('month', charged_at AT TIME ZONE 'UTC')::date`,

  'every call fits a partition of its month': `SELECT team_id, id::text, 'a month', 'the default partition' FROM calls_default`,

  'a call was made with a key of its team, in its mode': `
    SELECT c.team_id, c.id::text, concat_ws('/', k.team_id, k.mode), concat_ws('/', c.team_id, c.mode)
      FROM calls c LEFT JOIN api_keys k ON k.id = c.key_id
     WHERE (k.team_id, k.mode) IS DISTINCT FROM (c.team_id, c.mode)`,

  'no call was charged after its key was revoked': `
    SELECT c.team_id, c.id::text, k.revoked_at::text, c.charged_at::text
      FROM calls c JOIN api_keys k ON k.id = c.key_id WHERE c.charged_at > k.revoked_at`,

  'an Idempotency-Key names a call of its team, with its characters': `
    SELECT i.team_id, i.call_id::text, i.characters::text, coalesce(c.characters::text, 'no call')
      FROM idempotency_keys i LEFT JOIN calls c ON c.team_id = i.team_id AND c.id = i.call_id
     WHERE c.characters IS DISTINCT FROM i.characters
       AND NOT EXISTS (SELECT 1 FROM ledger_closings l WHERE l.team_id = i.team_id AND l.month = date_trunc('month', i.created_at AT TIME ZONE 'UTC')::date)`,

  'every team has a balance': `
    SELECT t.id, 'balance', 'one', 'none' FROM teams t LEFT JOIN team_balances b ON b.team_id = t.id WHERE b.team_id IS NULL`,

  'calls and usage belong to teams': `
    SELECT x.team_id, x.origin, 'a team', 'none'
      FROM (SELECT DISTINCT team_id, 'calls' AS origin FROM calls UNION SELECT DISTINCT team_id, 'usage' FROM usage_hourly
            UNION SELECT DISTINCT team_id, 'closings' FROM ledger_closings) x
      LEFT JOIN teams t ON t.id = x.team_id WHERE t.id IS NULL`,

  'held = Σ open holds': `
    SELECT b.team_id, 'held', coalesce(sum(h.characters), 0)::text, b.held::text
      FROM team_balances b LEFT JOIN holds h ON h.team_id = b.team_id
     GROUP BY b.team_id HAVING coalesce(sum(h.characters), 0) <> b.held`,

  'a document under way has its hold, and a hold its document': `
    SELECT coalesce(d.team_id, h.team_id), coalesce(d.id, h.id)::text, coalesce(d.characters::text, 'no document'),
           coalesce(h.characters::text, 'no hold')
      FROM (SELECT * FROM documents WHERE state IN ('queued', 'translating')) d
      FULL JOIN holds h ON h.team_id = d.team_id AND h.id = d.id
     WHERE (d.characters, d.key_id, d.mode) IS DISTINCT FROM (h.characters, h.key_id, h.mode)`,

  'a document that is ready was charged, once': `
    SELECT d.team_id, d.id::text, d.characters::text, coalesce(c.characters::text, 'no call')
      FROM documents d LEFT JOIN calls c ON c.team_id = d.team_id AND c.id = d.call_id
     WHERE (d.state = 'done' AND (c.characters, c.key_id, c.mode) IS DISTINCT FROM (d.characters, d.key_id, d.mode))
        OR (d.state <> 'done' AND d.call_id IS NOT NULL)
     UNION ALL
    SELECT team_id, min(id::text), '1', count(*)::text FROM documents WHERE call_id IS NOT NULL
     GROUP BY team_id, call_id HAVING count(*) > 1`,

  'a hold was placed with a key of its team, in its mode': `
    SELECT h.team_id, h.id::text, concat_ws('/', k.team_id, k.mode), concat_ws('/', h.team_id, h.mode)
      FROM holds h LEFT JOIN api_keys k ON k.id = h.key_id
     WHERE (k.team_id, k.mode) IS DISTINCT FROM (h.team_id, h.mode)`,

  'the charge sees what is committed while it waits': `
    SELECT NULL::uuid, proname::text, 'volatile', provolatile::text FROM pg_proc
     WHERE proname IN ('charge_calls', 'place_hold', 'settle_hold', 'release_hold') AND provolatile <> 'v'`,
};

export const auditChecks = Object.keys(checks);

/** A large ledger takes its time to be read, and the pool's own limit is for calls. None is not to be had: 0 means that limit. */
const patienceMs = 24 * 3_600_000;

/**
 * Between two checks nothing is asked for a moment. It locks no row, so a machine that pauses for longer than a process of
 * the service may costs nobody anything; one that is gone must still not keep old rows for ever.
 */
const silence = '1min';

/** Runs every check on one snapshot, so that calls that are charged meanwhile don't look like disagreements. */
export async function findDisagreements(db: Database): Promise<Disagreement[]> {
  const connection = await db.connect();
  try {
    await connection.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
       SET LOCAL idle_in_transaction_session_timeout = '${silence}'`,
    );
    const found: Disagreement[] = [];
    for (const [check, sql] of Object.entries(checks)) {
      const question = { text: sql, rowMode: 'array' as const, query_timeout: patienceMs };
      const { rows } = await connection.query<[string | null, string, string, string]>(question);
      for (const [teamId, subject, expected, actual] of rows)
        found.push({ check, teamId, subject, expected, found: actual });
    }
    await connection.query('COMMIT');
    return found;
  } finally {
    connection.release(true);
  }
}
