/**
 * Audits the ledger by checking its tables against each other. Each check is one query that returns the
 * disagreements: the team, what was expected and what was found. If no check returns a row, the ledger is
 * proved correct. Calls of closed hours were checked one by one when their hour was closed
 * (`ledger-closing.ts`); here only their totals count, unless a full audit is requested.
 */
import { type Connection, type Database, inTransaction } from './database.ts';
import { rangeChecks } from './ledger-checks.ts';
import { callTotals, readClosedUntil } from './ledger-closing.ts';
import { type Disagreement, findDisagreements, recordFindings } from './ledger-findings.ts';
import { checksOfStates } from './ledger-state-checks.ts';
import { sumTables } from './usage-sums.ts';

/** Totals of all calls by team and month: closed hours plus the open range, which is `$1` to `$2`. */
const booked = `
  SELECT team_id, month, sum(calls) AS calls, sum(characters) AS characters, sum(from_quota) AS from_quota, sum(from_credit) AS from_credit
    FROM (SELECT team_id, month, calls, characters, from_quota, from_credit FROM ledger_closings
           UNION ALL
          SELECT team_id, period, 1, characters, from_quota, from_credit FROM calls WHERE charged_at >= $1 AND charged_at < $2) AS each
   GROUP BY team_id, month`;

/** Name of the check → SELECT team_id, subject, expected, found. */
const checksOfSums: Readonly<Record<string, string>> = {
  'quota used = Σ calls of the period': `
    SELECT b.team_id, b.period::text, coalesce(c.from_quota, 0)::text, b.quota_used::text
      FROM team_balances b LEFT JOIN (${booked}) c ON c.team_id = b.team_id AND c.month = b.period
     WHERE coalesce(c.from_quota, 0) <> b.quota_used`,

  'used in the month = Σ calls of the period': `
    SELECT b.team_id, b.period::text, coalesce(c.characters, 0)::text, b.month_used::text
      FROM team_balances b LEFT JOIN (${booked}) c ON c.team_id = b.team_id AND c.month = b.period
     WHERE coalesce(c.characters, 0) <> b.month_used`,

  'credit = Σ entries − Σ calls': `
    SELECT b.team_id, 'credit', (coalesce(e.added, 0) - coalesce(c.spent, 0))::text, b.credit::text
      FROM team_balances b
      LEFT JOIN (SELECT team_id, sum(amount) AS added FROM credit_entries GROUP BY 1) e USING (team_id)
      LEFT JOIN (SELECT team_id, sum(from_credit) AS spent FROM (${booked}) AS months GROUP BY 1) c USING (team_id)
     WHERE coalesce(e.added, 0) - coalesce(c.spent, 0) <> b.credit`,

  'sums of closed hours belong to teams': `
    SELECT DISTINCT l.team_id, 'closings', 'a team', 'none' FROM ledger_closings l LEFT JOIN teams t ON t.id = l.team_id
     WHERE t.id IS NULL AND ($1::timestamptz, $2::timestamptz) IS NOT NULL`,

  'an Idempotency-Key names a call of its team, with its characters': `
    SELECT i.team_id, i.call_id::text, i.characters::text, coalesce(c.characters::text, 'no call')
      FROM idempotency_keys i
      LEFT JOIN LATERAL (SELECT characters FROM calls WHERE team_id = i.team_id AND id = i.call_id LIMIT 1) c ON true
     WHERE c.characters IS DISTINCT FROM i.characters AND i.created_at >= $1 AND i.created_at < $2
       AND i.created_at > now() - interval '25 hours'`,
};

/** The start of the oldest month whose calls are still stored. */
const keptFrom = `(SELECT min(to_date(right(child.relname, 7), 'YYYY_MM'))::timestamp AT TIME ZONE 'UTC'
                     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
                    WHERE inhparent = 'calls'::regclass AND child.relname ~ '^calls_\\d{4}_\\d{2}$')`;

/** All dimensions of usage, which are the primary key of `usage_daily`. */
const dayColumns = (table: string, day: string) =>
  `${table}.team_id, ${day} AS day, ${['key_id', 'mode', 'source_lang', 'target_lang', 'engine', 'dialect', 'tag'].map((column) => `${table}.${column}`).join(', ')}`;

/** The sums of all teams. A team that is named is the one whose sum differs; for other sums it is null. */
function sumCheck(table: string, columns: string): string {
  return `
    WITH days AS (
      SELECT day, ${columns}, sum(characters) AS characters, sum(calls) AS calls, sum(texts) AS texts FROM usage_daily, ledger_state
       WHERE day >= sums_from AND day < sums_until AND $1::timestamptz IS NOT NULL AND $2::timestamptz IS NOT NULL GROUP BY day, ${columns}
    )
    SELECT ${columns === 'team_id' ? 'team_id' : 'NULL::uuid'}, concat_ws(' ', day, ${columns}), concat_ws('/', d.characters, d.calls, d.texts),
           concat_ws('/', s.characters, s.calls, s.texts)
      FROM days d FULL JOIN ${table} s USING (day, ${columns})
     WHERE (d.characters, d.calls, d.texts) IS DISTINCT FROM (s.characters, s.calls, s.texts)`;
}

/** Checks closed hours again. The open range is `$1` to `$2`. */
const checksOfAll: Readonly<Record<string, string>> = {
  'sums of closed hours = their calls, where they are kept': `
    WITH kept AS (${callTotals.replace('$1', "'-infinity'").replace('$2', '$1')}),
    closed AS (
      SELECT * FROM ledger_closings WHERE to_regclass('calls_' || to_char(id_month, 'YYYY_MM')) IS NOT NULL AND $2::timestamptz IS NOT NULL
    )
    SELECT coalesce(k.team_id, c.team_id), concat_ws(' ', coalesce(k.month, c.month), coalesce(k.id_month, c.id_month)),
           concat_ws('/', k.calls, k.characters, k.from_quota, k.from_credit), concat_ws('/', c.calls, c.characters, c.from_quota, c.from_credit)
      FROM kept k FULL JOIN closed c USING (team_id, month, id_month)
     WHERE (k.calls, k.characters, k.from_quota, k.from_credit) IS DISTINCT FROM (c.calls, c.characters, c.from_quota, c.from_credit)
       AND coalesce(k.id_month, c.id_month) > '0001-01-01'`,

  'usage of a month = its calls': `
    WITH used AS (
      SELECT team_id, date_trunc('month', hour AT TIME ZONE 'UTC')::date AS month, sum(characters) AS characters, sum(calls) AS calls
        FROM usage_hourly GROUP BY 1, 2
    )
    SELECT coalesce(b.team_id, u.team_id), coalesce(b.month, u.month)::text, concat_ws('/', coalesce(b.characters, 0), coalesce(b.calls, 0)),
           concat_ws('/', coalesce(u.characters, 0), coalesce(u.calls, 0))
      FROM (${booked}) b FULL JOIN used u USING (team_id, month)
     WHERE (coalesce(b.characters, 0), coalesce(b.calls, 0)) <> (coalesce(u.characters, 0), coalesce(u.calls, 0))`,

  'usage by the day = usage by the hour': `
    WITH hours AS (
      SELECT ${dayColumns('u', "(u.hour AT TIME ZONE 'UTC')::date")}, sum(u.characters) AS characters, sum(u.calls) AS calls, sum(u.texts) AS texts
        FROM usage_hourly u, ledger_state s
       WHERE u.hour >= s.days_from::timestamp AT TIME ZONE 'UTC' AND u.hour < date_trunc('day', $1::timestamptz, 'UTC')
         AND $2::timestamptz IS NOT NULL
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), days AS (
      SELECT ${dayColumns('d', 'd.day')}, d.characters, d.calls, d.texts FROM usage_daily d
    )
    SELECT team_id, concat_ws(' ', day, key_id), concat_ws('/', h.characters, h.calls, h.texts), concat_ws('/', d.characters, d.calls, d.texts)
      FROM hours h FULL JOIN days d USING (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag)
     WHERE (h.characters, h.calls, h.texts) IS DISTINCT FROM (d.characters, d.calls, d.texts)`,

  ...Object.fromEntries(
    Object.values(sumTables).map(({ table, columns }) => [
      `${table} = usage by the day`,
      sumCheck(table, columns),
    ]),
  ),
};

/**
 * Reading a large ledger takes long, and the pool's own time-out is for calls. It cannot be disabled: 0 means
 * the pool's time-out.
 */
const queryTimeoutMs = 24 * 3_600_000;

/**
 * The connection is idle briefly between two checks. The transaction locks no rows, so a client that pauses
 * for longer than the service's own limit does no harm; but one that is gone must not keep old rows from
 * being vacuumed forever.
 */
const idleTimeout = '1min';

export interface Audit {
  readonly checks: number;
  /** Calls before this were verified when their hour was closed; undefined if all calls were read now. */
  readonly closedUntil: Date | undefined;
  readonly disagreements: Disagreement[];
}

/** The result of reading closed hours again, which replaces the findings from when they were closed. */
export interface Rereading {
  readonly disagreements: readonly Disagreement[];
  /** The start of the range that was read. */
  readonly from: Date | string;
  /** Earlier findings up to this time were in the snapshot; undefined if there were none. */
  readonly lastFinding: string | undefined;
}

type Checks = Readonly<Record<string, string>>;

/**
 * Runs every check on one snapshot, so that concurrent charges do not look like disagreements. `everything`
 * also reads the calls of closed hours and all usage again.
 */
export async function auditBooks(db: Database, everything: boolean): Promise<Audit & { reread?: Rereading }> {
  const connection = await db.connect();
  try {
    await connection.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
       SET LOCAL idle_in_transaction_session_timeout = '${idleTimeout}'`,
    );
    const closedUntil = await readClosedUntil(connection);
    const start = closedUntil ?? '-infinity';
    const open = [start, 'infinity'];
    const from = everything ? await readKeptFrom(connection) : 'infinity';
    const found = await readFindings(connection, from);
    const reread = everything
      ? [
          ...(await runChecks(connection, rangeChecks, [from, start])),
          ...(await runChecks(connection, checksOfAll, open)),
        ]
      : [];
    const disagreements = [
      ...found.before,
      ...reread,
      ...(await runChecks(connection, rangeChecks, [closedUntil ?? (everything ? from : start), 'infinity'])),
      ...(await runChecks(connection, checksOfSums, open)),
      ...(await runChecks(connection, checksOfStates, [])),
    ];
    await connection.query('COMMIT');
    const checks = [rangeChecks, checksOfSums, checksOfStates, ...(everything ? [checksOfAll] : [])]
      .map((some) => Object.keys(some).length)
      .reduce((sum, count) => sum + count, 0);
    return {
      checks,
      closedUntil: everything ? undefined : closedUntil,
      disagreements,
      ...(everything && { reread: { disagreements: reread, from, lastFinding: found.last } }),
    };
  } finally {
    connection.release(true);
  }
}

async function runChecks(connection: Connection, checks: Checks, values: unknown[]): Promise<Disagreement[]> {
  const disagreements: Disagreement[] = [];
  for (const [check, sql] of Object.entries(checks))
    disagreements.push(...(await findDisagreements(connection, check, sql, values, queryTimeoutMs)));
  return disagreements;
}

/** Findings from when hours were closed: all before `moment`, and the time of the latest of all. */
async function readFindings(
  connection: Connection,
  moment: Date | string,
): Promise<{ before: Disagreement[]; last: string | undefined }> {
  const { rows: before } = await connection.query<Disagreement>(
    `SELECT check_name AS check, team_id AS "teamId", subject, expected, found FROM ledger_findings
      WHERE found_at < $1 ORDER BY found_at`,
    [moment],
  );
  const { rows } = await connection.query<{ last: string | null }>(
    'SELECT max(found_at)::text AS last FROM ledger_findings',
  );
  return { before, last: rows[0]?.last ?? undefined };
}

async function readKeptFrom(connection: Connection): Promise<Date | string> {
  const { rows } = await connection.query<{ moment: Date | null }>(`SELECT ${keptFrom} AS moment`);
  return rows[0]?.moment ?? '-infinity';
}

/**
 * Removes findings that have been fixed, so that later audits report only the remaining ones. Findings in
 * months that were dropped cannot be read again, so they stay.
 */
export async function replaceFindings(
  db: Database,
  { disagreements, from, lastFinding }: Rereading,
): Promise<void> {
  await inTransaction(db, async (connection) => {
    await connection.query('DELETE FROM ledger_findings WHERE found_at >= $1 AND found_at <= $2', [
      from,
      lastFinding ?? '-infinity',
    ]);
    await recordFindings(connection, disagreements);
  });
}
