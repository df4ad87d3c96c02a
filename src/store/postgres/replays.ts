/** Charged Idempotency-Keys, and how often engines worked for one in addition to the charged call. */
import type { IdempotencyFingerprint } from '../../lib/idempotency.ts';
import type { Database } from './database.ts';

export type EarlierCharge = { body: 'another' } | { body: 'same'; callId: string; isReplayed: boolean };

interface KeyRow {
  readonly isSame: boolean;
  readonly callId: string;
  readonly replays: number;
}

/** Matches the charges under a key within the last 24 hours; `$1` is the team, `$2` the key. */
const isRecent = `team_id = $1 AND key_hmac = decode($2, 'hex')
              AND created_at > now() - interval '24 hours'`;

/**
 * Matches the latest of them. If the clock steps back after a key was used again, two charges are recent, and
 * `charge_calls` goes by the later one.
 */
const isLatest = `${isRecent}
              AND created_at = (SELECT max(created_at) FROM idempotency_keys WHERE ${isRecent})`;

/** Returns the charge under an Idempotency-Key within the last 24 hours; undefined if there was none. */
export async function findCharged(
  db: Database,
  teamId: string,
  { key, body }: IdempotencyFingerprint,
): Promise<EarlierCharge | undefined> {
  const { rows } = await db.query<KeyRow>({
    name: 'find-charged',
    text: `SELECT body_hmac = decode($3, 'hex') AS "isSame", call_id AS "callId", replays
             FROM idempotency_keys WHERE ${isRecent}
            ORDER BY created_at DESC LIMIT 1`,
    values: [teamId, key, body],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { callId, replays } = row;
  return row.isSame ? { body: 'same', callId, isReplayed: replays > 0 } : { body: 'another' };
}

/** Returns true for one caller only, until it gives the replay back. */
export async function claimReplay(
  db: Database,
  teamId: string,
  { key }: IdempotencyFingerprint,
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'claim-replay',
    text: `UPDATE idempotency_keys SET replays = 1
            WHERE ${isLatest} AND replays = 0
        RETURNING replays`,
    values: [teamId, key],
  });
  return rows.length === 1;
}

/** Decrements and does not reset to 0, because a concurrent call may have counted as well. */
export async function giveReplayBack(
  db: Database,
  teamId: string,
  { key }: IdempotencyFingerprint,
): Promise<void> {
  await db.query({
    name: 'give-replay-back',
    text: `UPDATE idempotency_keys SET replays = replays - 1
            WHERE ${isLatest} AND replays > 0`,
    values: [teamId, key],
  });
}

/** Counts a call that engines worked for while another one was charged under its key. */
export async function countReplay(
  db: Database,
  teamId: string,
  { key }: IdempotencyFingerprint,
  callId: string,
): Promise<void> {
  await db.query({
    name: 'count-replay',
    text: `UPDATE idempotency_keys SET replays = least(replays + 1, 1000)
            WHERE ${isLatest} AND call_id <> $3`,
    values: [teamId, key, callId],
  });
}
