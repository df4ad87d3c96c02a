/**
 * Streamed calls: the whole call is held before the first text is sent, each part is recorded before it is
 * sent, and in the end what was sent is charged. The rules are in SQL (migration 0020).
 */
import type { CallDialect } from '../../lib/call-dialect.ts';
import type { Database, Queryable } from './database.ts';
import type { HoldVerdict } from './holds.ts';
import type { Verdict } from './ledger.ts';

export interface NewStream {
  readonly teamId: string;
  /** The id of the call, its hold and its row in the ledger. */
  readonly id: string;
  readonly keyId: string;
  readonly mode: string;
  readonly dialect: CallDialect;
  readonly tag?: string | undefined;
  readonly characters: number;
  readonly target: string;
  readonly lifetimeMs: number;
}

export async function beginStream(db: Database, stream: NewStream): Promise<HoldVerdict> {
  const { teamId, id, keyId, mode, dialect, tag = '', characters, target, lifetimeMs } = stream;
  const { rows } = await db.query<{ verdict: HoldVerdict }>(
    'SELECT begin_stream_with_tag($1, $2, $3, $4, $5, $6, $7, $8, make_interval(secs => $9)) AS verdict',
    [teamId, id, keyId, mode, dialect, tag, characters, target, lifetimeMs / 1_000],
  );
  return rows[0]?.verdict ?? 'key_revoked';
}

/** What was sent. The arrays are parallel, as in `ChargeRow`. */
export interface SentLines {
  readonly sources: readonly string[];
  readonly engines: readonly string[];
  readonly characters: readonly number[];
  readonly texts: readonly number[];
}

export interface StreamId {
  readonly teamId: string;
  readonly id: string;
}

/** Records all that will have been sent with the next part. Returns false if nothing more may be sent. */
export async function recordSent(db: Database, stream: StreamId, lines: SentLines): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE streamed_calls SET source_langs = $3, engines = $4, line_characters = $5, line_texts = $6
      WHERE team_id = $1 AND id = $2 AND expires_at > clock_timestamp()`,
    [stream.teamId, stream.id, lines.sources, lines.engines, lines.characters, lines.texts],
  );
  return rowCount === 1;
}

/** `released`: nothing was sent. `gone`: another process, or a revocation, has settled it. */
export type StreamVerdict = Verdict | 'released' | 'gone';

/** Without lines, what was recorded is charged. */
export async function settleStream(
  db: Database,
  { teamId, id }: StreamId,
  lines?: SentLines,
): Promise<StreamVerdict> {
  const { rows } = await db.query<{ verdict: StreamVerdict }>(
    'SELECT settle_stream($1, $2, $3, $4, $5, $6) AS verdict',
    [teamId, id, lines?.sources, lines?.engines, lines?.characters, lines?.texts],
  );
  return rows[0]?.verdict ?? 'gone';
}

/** Call under the team's lock, before a change after which what was sent could not be charged. */
export async function settleStreams(db: Queryable, teamId: string, keyId?: string): Promise<void> {
  await db.query('SELECT settle_streams($1, $2)', [teamId, keyId]);
}

/** The streams whose process died, or froze for longer than a call may take. */
export async function expiredStreams(db: Database, limit: number): Promise<StreamId[]> {
  const { rows } = await db.query<StreamId>(
    `SELECT team_id AS "teamId", id FROM streamed_calls WHERE expires_at < statement_timestamp() ORDER BY expires_at LIMIT $1`,
    [limit],
  );
  return rows;
}
