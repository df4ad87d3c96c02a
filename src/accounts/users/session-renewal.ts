/**
 * Replaces the tokens of a session every few minutes (docs/decisions/0053-sessions-of-a-browser.md). The new tokens are
 * derived from the presented refresh token and a seed, so whoever presents it again, because an answer was lost or
 * several tabs ask at once, gets the same ones. A refresh token that is presented again later is a copy: the session ends.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { done, type Outcome } from '../../lib/outcome.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/session-renewals.ts';
import { endSession } from '../../store/postgres/sessions.ts';
import type { Origin } from './origin.ts';
import { renewedMeanwhile, sessionEnded } from './refusals.ts';
import { hashToken } from './secret-tokens.ts';
import { recordInTeamsOf } from './users.ts';

export interface RenewedTokens {
  readonly token: string;
  readonly tokenExpiresIn: number;
  readonly refreshToken: string;
  readonly expiresAt: Date;
}

/**
 * Does not wait with the requests of clients that are not signed in: a flood of them must not sign out everybody else. A
 * made-up token costs one look-up, like a made-up session.
 */
export async function renewSession(
  db: Database,
  refreshToken: string,
  origin: Origin,
): Promise<Outcome<RenewedTokens>> {
  const id = await store.findSessionOfRefresh(db, hashToken(refreshToken));
  if (id === undefined) return sessionEnded;
  return inTransaction(db, (connection) => renew(connection, id, refreshToken, origin));
}

async function renew(
  connection: Connection,
  id: string,
  refreshToken: string,
  origin: Origin,
): Promise<Outcome<RenewedTokens>> {
  const session = await store.lockSessionOfRefresh(connection, id, hashToken(refreshToken));
  if (session?.isValid !== true) return sessionEnded;
  const { userId, email, presented } = session;
  if (presented === 'overtaken') return renewedMeanwhile;
  if (presented === 'reused' || (presented === 'repeated' && session.seed === null)) {
    await endSession(connection, userId, id);
    const { address, requestId } = origin;
    const actor = { type: 'unknown', address, requestId } as const;
    await recordInTeamsOf(connection, actor, userId, 'session.copied', id, { email });
    return sessionEnded;
  }
  const seed = presented === 'repeated' && session.seed !== null ? session.seed : randomBytes(32);
  const token = derive(refreshToken, seed, 'token');
  const next = derive(refreshToken, seed, 'refresh');
  const hashes = { token: hashToken(token), refresh: hashToken(next) };
  const renewal =
    presented === 'repeated'
      ? await store.repeatRenewal(connection, id)
      : await store.renewTokens(connection, id, hashes, seed);
  return done({ token, refreshToken: next, ...renewal });
}

/** Postgres has the seed and only a hash of the refresh token, so its content does not give the next tokens away. */
function derive(refreshToken: string, seed: Buffer, use: 'token' | 'refresh'): string {
  return createHmac('sha256', refreshToken).update(seed).update(use).digest('base64url');
}
