/**
 * Reads the request log of a team. Every query looks at a bounded number of rows, whatever it filters by, so that a
 * search for something rare takes several short queries instead of a long one.
 */
import type { Database } from './database.ts';

/** Tens of milliseconds of work; docs/evidence/request-log.md has the figures. */
export const maxScannedRows = 10_000;

/**
 * Failed calls are scattered, so each is a page of the table. With a higher bound, Postgres would rather read and sort
 * all failed calls of the team than follow the index.
 */
const maxScannedFailures = 2_000;

export interface RequestFilter {
  readonly keyId?: string | undefined;
  readonly kind?: string | undefined;
  readonly mode?: string | undefined;
  readonly dialect?: string | undefined;
  /** In canonical case. */
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  readonly engine?: string | undefined;
  readonly status?: { readonly from: number; readonly to: number } | undefined;
  readonly code?: string | undefined;
  /** Only calls that ended with a problem, or without an answer. */
  readonly isFailed?: boolean | undefined;
  readonly requestId?: string | undefined;
}

/** The ids to look at: `from` ≤ id < `before`. */
export interface RequestRange {
  readonly from: string;
  readonly before: string;
}

export interface LoggedRequest {
  id: string;
  requestId: string | null;
  keyId: string | null;
  keyName: string | null;
  keyFingerprint: string | null;
  kind: string;
  mode: string | null;
  dialect: string | null;
  sourceLangs: string[];
  targetLang: string | null;
  engines: string[];
  status: number | null;
  code: string | null;
  characters: number;
  durationMs: number | null;
  calls: number;
}

export interface RequestPage {
  readonly rows: LoggedRequest[];
  /** The oldest row that was looked at, if there may be older ones; undefined at the end of the range. */
  readonly scannedTo: string | undefined;
}

/** Conditions on `$4` to `$14`. A parameter that is null matches every row. */
const conditions = `
      ($4::uuid IS NULL OR key_id = $4)
  AND ($5::text IS NULL OR kind = $5)
  AND ($6::text IS NULL OR mode = $6)
  AND ($7::text IS NULL OR dialect = $7)
  AND ($8::text IS NULL OR $8 = ANY (source_langs))
  AND ($9::text IS NULL OR target_lang = $9)
  AND ($10::text IS NULL OR $10 = ANY (engines))
  AND ($11::smallint IS NULL OR status >= $11)
  AND ($12::smallint IS NULL OR status <= $12)
  AND ($13::text IS NULL OR code = $13)
  AND ($14::uuid IS NULL OR request_id = $14)`;

/** Newest first. */
export async function readRequests(
  db: Database,
  teamId: string,
  { from, before }: RequestRange,
  filter: RequestFilter,
  limit: number,
): Promise<RequestPage> {
  const isFailed = filter.isFailed || filter.code !== undefined || (filter.status?.from ?? 0) >= 400;
  const most = isFailed ? maxScannedFailures : maxScannedRows;
  const scanned = `FROM request_log WHERE team_id = $1 AND id >= $2 AND id < $3 ${isFailed ? 'AND code IS NOT NULL' : ''}
                   ORDER BY id DESC`;
  const { rows } = await db.query<LoggedRequest>(
    `SELECT r.id, r.request_id AS "requestId", r.key_id AS "keyId", k.name AS "keyName",
            encode(substring(k.key_hash FOR 4), 'hex') AS "keyFingerprint", r.kind, r.mode, r.dialect,
            r.source_langs AS "sourceLangs", r.target_lang AS "targetLang", r.engines, r.status, r.code, r.characters,
            r.duration_ms AS "durationMs", r.calls
       FROM (SELECT * FROM (SELECT * ${scanned} LIMIT ${most}) AS scanned WHERE ${conditions} LIMIT $15) AS r
       LEFT JOIN api_keys k ON k.id = r.key_id AND k.team_id = $1
      ORDER BY r.id DESC`,
    [teamId, from, before, ...filterValues(filter), limit],
  );
  if (rows.length >= limit) return { rows, scannedTo: rows.at(-1)?.id };
  const last = await db.query<{ id: string }>(`SELECT id ${scanned} OFFSET ${most - 1} LIMIT 1`, [
    teamId,
    from,
    before,
  ]);
  return { rows, scannedTo: last.rows[0]?.id };
}

function filterValues(filter: RequestFilter): unknown[] {
  const { keyId, kind, mode, dialect, source, target, engine, status, code, requestId } = filter;
  return [keyId, kind, mode, dialect, source, target, engine, status?.from, status?.to, code, requestId];
}

/** The newest row of each team. Its index has it first, so this is a look at one row for each. */
export async function readNewestRequests(
  db: Database,
  teamIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ team: string; id: string }>({
    name: 'newest-requests',
    text: `SELECT team, newest.id FROM unnest($1::uuid[]) AS team,
                  LATERAL (SELECT id FROM request_log WHERE team_id = team ORDER BY id DESC LIMIT 1) AS newest`,
    values: [teamIds],
  });
  return new Map(rows.map(({ team, id }) => [team, id]));
}
