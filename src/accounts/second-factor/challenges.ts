/**
 * What an authenticator signs: random, used once, and bound to one purpose in one session or one sign-in. Only hashes are
 * stored. Call these under the lock of the user's row, so that of many who send the same answer at once, one succeeds.
 */
import { createHash } from 'node:crypto';
import type { Connection } from '../../store/postgres/database.ts';
import { takeChallenge, writeChallenge } from '../../store/postgres/passkeys.ts';
import { hashToken, newToken } from '../users/secret-tokens.ts';

/** A signature for a sign-in must not confirm a change, nor one that adds a passkey prove anything. */
export type ChallengePurpose = 'add' | 'prove' | 'sign in';

export interface ChallengeUse {
  readonly userId: string;
  readonly purpose: ChallengePurpose;
  /** The ID of the session, or the token of the sign-in. */
  readonly within: string;
}

export async function newChallenge(connection: Connection, use: ChallengeUse): Promise<string> {
  const challenge = newToken();
  await writeChallenge(connection, { ...boundTo(use), hash: hashToken(challenge) });
  return challenge;
}

/** Whether the challenge is the one that was given for this use, within five minutes. No challenge is taken twice. */
export function isRightChallenge(
  connection: Connection,
  use: ChallengeUse,
  challenge: string,
): Promise<boolean> {
  return takeChallenge(connection, { ...boundTo(use), hash: hashToken(challenge) });
}

function boundTo({ userId, purpose, within }: ChallengeUse) {
  const digest = createHash('sha256')
    .update(JSON.stringify(['passkey', purpose, within]))
    .digest();
  return { userId, boundTo: digest };
}
