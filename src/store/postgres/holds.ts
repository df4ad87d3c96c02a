/**
 * Holds reserve part of a team's balance for long work until it is charged. The rules are in SQL (migration
 * 0013); each function here locks the team's balance first, like every writer of a team.
 */
import type { CallDialect } from '../../lib/call-dialect.ts';
import type { Connection, Database } from './database.ts';
import type { Verdict } from './ledger.ts';

export interface NewHold {
  readonly teamId: string;
  readonly id: string;
  readonly keyId: string;
  readonly mode: string;
  readonly dialect: CallDialect;
  readonly tag?: string | undefined;
  readonly characters: number;
  readonly lifetimeMs: number;
}

export type HoldVerdict =
  | 'held'
  | Extract<Verdict, 'key_revoked' | 'team_suspended' | 'quota_exceeded' | 'key_quota_exceeded'>;

export async function placeHold(connection: Connection, hold: NewHold): Promise<HoldVerdict> {
  const { teamId, id, keyId, mode, dialect, tag = '', characters, lifetimeMs } = hold;
  const { rows } = await connection.query<{ verdict: HoldVerdict }>(
    `SELECT place_hold_with_tag($1, $2, $3, $4, $5, $6, $7, make_interval(secs => $8)) AS verdict`,
    [teamId, id, keyId, mode, dialect, tag, characters, lifetimeMs / 1_000],
  );
  return rows[0]?.verdict ?? 'key_revoked';
}

/** Charges a hold as one call of the ledger. The arrays are parallel, as in `ChargeRow`. */
export interface Settlement {
  readonly teamId: string;
  readonly holdId: string;
  readonly callId: string;
  readonly target: string;
  readonly sources: readonly string[];
  readonly engines: readonly string[];
  readonly characters: readonly number[];
  readonly texts: readonly number[];
}

export type SettleVerdict = 'charged' | 'gone' | Exclude<HoldVerdict, 'held'>;

/** Closes the hold, whatever the verdict. */
export async function settleHold(connection: Connection, settlement: Settlement): Promise<SettleVerdict> {
  const { teamId, holdId, callId, target, sources, engines, characters, texts } = settlement;
  const { rows } = await connection.query<{ verdict: SettleVerdict }>(
    'SELECT settle_hold($1, $2, $3, $4, $5, $6, $7, $8) AS verdict',
    [teamId, holdId, callId, target, sources, engines, characters, texts],
  );
  return rows[0]?.verdict ?? 'gone';
}

export async function releaseHold(connection: Connection, teamId: string, id: string): Promise<void> {
  await connection.query('SELECT release_hold($1, $2)', [teamId, id]);
}

/**
 * Releases holds that outlived their work, each in its own transaction. The hold of a document in progress is
 * released with the document, which expires shortly after: neither exists without the other.
 */
export async function releaseExpiredHolds(db: Database, limit: number): Promise<number> {
  const { rows } = await db.query<{ team_id: string; id: string }>(
    `SELECT team_id, id FROM holds h
      WHERE expires_at < statement_timestamp()
        AND NOT EXISTS (SELECT FROM documents d
                         WHERE d.team_id = h.team_id AND d.id = h.id AND d.state IN ('queued', 'translating'))
      ORDER BY expires_at LIMIT $1`,
    [limit],
  );
  for (const { team_id, id } of rows) await db.query('SELECT release_hold($1, $2)', [team_id, id]);
  return rows.length;
}
