/** The ledger's queries. The rules of a charge are in `functions/charge_calls_with_tag.sql`. */
import type { CallDialect } from '../../lib/call-dialect.ts';
import { arrayLiteral } from './array-literal.ts';
import type { Connection, Database, Queryable } from './database.ts';

/** A call as the ledger records it. The arrays are parallel: one line per source language and engine. */
export interface ChargeRow {
  readonly id: string;
  readonly team: string;
  readonly key: string;
  readonly mode: string;
  readonly dialect: CallDialect;
  /** A reporting tag; empty for none. */
  readonly tag?: string | undefined;
  readonly characters: number;
  readonly target: string;
  /** By the database's clock. */
  readonly deadline: Date;
  readonly sources: readonly string[];
  readonly engines: readonly string[];
  readonly line_characters: readonly number[];
  readonly line_texts: readonly number[];
  /** HMACs, in hexadecimal, of a call with an Idempotency-Key. */
  readonly idem?: string;
  readonly body?: string;
}

const verdicts = [
  'charged',
  'replayed',
  'conflict',
  'key_revoked',
  'team_suspended',
  'too_late',
  'quota_exceeded',
  'key_quota_exceeded',
] as const;
export type Verdict = (typeof verdicts)[number];

export interface VerdictRow {
  readonly callId: string;
  readonly verdict: Verdict;
  /** The characters charged, now or earlier under the same Idempotency-Key. */
  readonly characters: number;
  /** What the team can spend: quota plus credit, minus holds. */
  readonly available: number;
  /** What is left of the key's own budget; undefined without one. */
  readonly keyAvailable?: number;
}

/**
 * During an upgrade the function may be from a newer version, with verdicts that this version does not know.
 * Such a call counts as undecided (503, to be retried on a newer node), never as an error of this program.
 */
function isKnown(verdict: string | null): verdict is Verdict {
  return (verdicts as readonly (string | null)[]).includes(verdict);
}

type VerdictFields = [
  callId: string,
  verdict: string | null,
  characters: number,
  available: string,
  keyAvailable: string | null,
];

/** Returns one verdict per call, except for calls of unknown teams and verdicts of a newer version. */
export async function chargeCalls(db: Queryable, batch: readonly ChargeRow[]): Promise<VerdictRow[]> {
  const { rows } = await db.query<VerdictFields>({
    name: 'charge-calls',
    text: 'SELECT * FROM charge_calls_with_tag($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, false)',
    values: chargeColumns.map((column) => arrayLiteral(batch.map(column))),
    rowMode: 'array',
  });
  return rows.flatMap(([callId, verdict, characters, available, keyAvailable]) => {
    if (!isKnown(verdict)) return [];
    const ofKey = keyAvailable !== null && { keyAvailable: Number(keyAvailable) };
    return { callId, verdict, characters, available: Number(available), ...ofKey };
  });
}

/** The arguments of `charge_calls_with_tag`, in order. */
const chargeColumns: readonly ((row: ChargeRow) => string | number | undefined)[] = [
  (row) => row.id,
  (row) => row.team,
  (row) => row.key,
  (row) => row.mode,
  (row) => row.dialect,
  (row) => row.tag ?? '',
  (row) => row.characters,
  (row) => row.target,
  (row) => row.deadline.toISOString(),
  (row) => row.idem,
  (row) => row.body,
  (row) => arrayLiteral(row.sources),
  (row) => arrayLiteral(row.engines),
  (row) => arrayLiteral(row.line_characters),
  (row) => arrayLiteral(row.line_texts),
];

/** What a team can spend this month: quota plus credit, minus holds; undefined for an unknown team. */
export async function readAvailable(db: Database, teamId: string): Promise<number | undefined> {
  const { rows } = await db.query<{ available: string }>({
    name: 'read-available',
    text: `SELECT greatest(quota - CASE WHEN period < date_trunc('month', now() AT TIME ZONE 'UTC') THEN 0
                                       ELSE quota_used END, 0) + credit - held AS available
             FROM team_balances WHERE team_id = $1`,
    values: [teamId],
  });
  return rows[0] === undefined ? undefined : Number(rows[0].available);
}

export async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await db.query<{ ms: string }>(
    'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms',
  );
  return Number(rows[0]?.ms);
}

export interface CreditEntry {
  readonly id: string;
  readonly teamId: string;
  readonly amount: number;
  readonly reason: string;
  readonly author: string;
}

/** Returns the team's credit after the entry; undefined for an unknown team. Idempotent by the entry's ID. */
export async function addCredit(db: Queryable, entry: CreditEntry): Promise<number | undefined> {
  const { rows } = await db.query<{ credit: string | null }>(
    'SELECT add_credit($1, $2, $3, $4, $5) AS credit',
    [entry.teamId, entry.id, entry.amount, entry.reason, entry.author],
  );
  const credit = rows[0]?.credit;
  return credit === null || credit === undefined ? undefined : Number(credit);
}

export async function findCreditEntry(
  connection: Connection,
  teamId: string,
  id: string,
): Promise<{ amount: number; reason: string; creditNow: number } | undefined> {
  const { rows } = await connection.query<{ amount: string; reason: string; credit: string }>(
    `SELECT e.amount, e.reason, b.credit FROM credit_entries e JOIN team_balances b USING (team_id)
      WHERE e.team_id = $1 AND e.id = $2`,
    [teamId, id],
  );
  const [row] = rows;
  return row && { amount: Number(row.amount), reason: row.reason, creditNow: Number(row.credit) };
}

/** Newest first. */
export async function listCreditEntries(
  db: Database,
  teamId: string,
): Promise<(Omit<CreditEntry, 'teamId'> & { readonly createdAt: Date })[]> {
  const { rows } = await db.query<Omit<CreditEntry, 'amount'> & { amount: string; createdAt: Date }>(
    `SELECT id, amount, reason, author, created_at AS "createdAt" FROM credit_entries
      WHERE team_id = $1 ORDER BY created_at DESC, id DESC`,
    [teamId],
  );
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

export async function setQuota(db: Queryable, teamId: string, quota: number): Promise<boolean> {
  // What streamed calls have sent must still be covered.
  await db.query('SELECT settle_streams($1, NULL) FROM team_balances WHERE team_id = $1 AND quota > $2', [
    teamId,
    quota,
  ]);
  const { rowCount } = await db.query('UPDATE team_balances SET quota = $2 WHERE team_id = $1', [
    teamId,
    quota,
  ]);
  return rowCount === 1;
}
