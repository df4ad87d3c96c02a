/**
 * Millions of charged calls, spread evenly over teams and over the months so far, with a roll-up and balances that
 * agree with them: `dragoman audit` finds nothing to say about it.
 */
import pg from 'pg';
import { makeOldMonth } from '../../test/support/old-month.ts';
import type { TestTeam } from '../../test/support/seed-teams.ts';

/** Calls per statement. */
const step = 200_000;
const connections = 2;
const charactersPerCall = 41;
const pairs = `ARRAY['es', 'fr', 'de']`;

const insertCalls = `
  INSERT INTO calls (team_id, id, key_id, mode, charged_at, period, characters, from_quota, from_credit,
                     target_lang, source_langs, engines, line_characters, line_texts)
  SELECT team, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3)
                || '8' || substr(digest, 4, 15))::uuid,
         key, 'live', at, date_trunc('month', at AT TIME ZONE 'UTC')::date, ${charactersPerCall}, ${charactersPerCall}, 0,
         (${pairs})[1 + n / 7 % 3], '{en}', '{stub}', '{${charactersPerCall}}', '{1}'
    FROM (SELECT n, ($1::uuid[])[1 + n % cardinality($1::uuid[])] AS team,
                 ($2::uuid[])[1 + n % cardinality($1::uuid[]) + cardinality($1::uuid[]) * (n / 1000 % 2)] AS key,
                 md5(n::text) AS digest, $6::timestamptz + (now() - $6::timestamptz) * (n::float8 / $5) AS at
            FROM generate_series($3::int, $4::int) AS n) AS call`;

const rollUp = `
  INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
  SELECT team_id, date_trunc('hour', charged_at, 'UTC'), key_id, mode, source_langs[1], target_lang, engines[1],
         sum(characters), count(*), count(*)
    FROM calls GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 2`;

const settle = (columns: readonly string[]) => `
  UPDATE team_balances b SET ${columns.map((column) => `${column} = spent.characters`).join(', ')}
    FROM (SELECT team_id, sum(from_quota) AS characters FROM calls
           WHERE period = date_trunc('month', now() AT TIME ZONE 'UTC')::date GROUP BY 1) AS spent
   WHERE spent.team_id = b.team_id`;

/** A node that runs already may have closed the hours that these calls are in. The version before an upgrade closes none. */
const reopen = `
  DO $$
  BEGIN
    IF to_regclass('ledger_state') IS NOT NULL THEN
      UPDATE ledger_state SET closed_until = NULL, days_from = NULL;
      DELETE FROM ledger_closings;
      DELETE FROM usage_daily;
    END IF;
    IF to_regclass('usage_of_teams') IS NOT NULL THEN
      UPDATE ledger_state SET sums_from = NULL, sums_until = NULL;
      DELETE FROM usage_of_teams;
      DELETE FROM usage_of_engines;
      DELETE FROM usage_of_pairs;
    END IF;
  END $$`;

/** `monthsBefore`: how many months it reaches back before this one. */
export async function seedLedger(
  url: string,
  teams: readonly TestTeam[],
  calls: number,
  monthsBefore = 0,
): Promise<void> {
  // No time-out of the service's: the roll-up takes longer than any of its queries.
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const teamIds = teams.map(({ id }) => id);
  const keyIds = [0, 1].flatMap((number) => teams.map(({ keys }) => keys[number]?.id));
  const now = new Date();
  const months = Array.from(
    { length: monthsBefore + 1 },
    (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBefore + i)),
  );
  for (const month of months.slice(0, -1)) await makeOldMonth(pool, month.toISOString().slice(0, 7));
  const starts = Array.from({ length: Math.ceil(calls / step) }, (_, i) => i * step).values();
  const worker = async () => {
    for (const from of starts) {
      const last = Math.min(calls, from + step) - 1;
      await pool.query(insertCalls, [teamIds, keyIds, from, last, calls, months[0]]);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.query(rollUp);
  // The version before an upgrade may not have all of them.
  const { rows } = await pool.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'team_balances'::regclass AND attname IN ('quota_used', 'month_used')",
  );
  await pool.query(settle(rows.map(({ name }) => name)));
  await pool.query(reopen);
  // Now, and not by the autovacuum in the middle of a measurement.
  await pool.query('VACUUM (ANALYZE) calls');
  await pool.query('VACUUM (ANALYZE) usage_hourly');
  await pool.end();
}
