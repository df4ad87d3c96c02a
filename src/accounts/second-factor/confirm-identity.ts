/**
 * Asks users again who they are, before a change that somebody at an unattended page, or with a copied token, must not
 * make. Sessions of single sign-on are not asked: their provider decides how often people prove who they are.
 */
import { done, type Outcome } from '../../lib/outcome.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import { proveSession } from '../../store/postgres/sessions.ts';
import { lockPassword } from '../../store/postgres/users.ts';
import type { Origin } from '../users/origin.ts';
import type { Session } from '../users/sessions.ts';
import { takeOwnAnswer, withPassword } from './own-changes.ts';
import * as refusals from './refusals.ts';
import type { FactorAnswer, FactorParts } from './take-answer.ts';

export interface IdentityProof {
  readonly password?: string | undefined;
  readonly answer?: FactorAnswer | undefined;
}

export type IdentityConfirmation = ReturnType<typeof createIdentityConfirmation>;

export function createIdentityConfirmation(db: Database, parts: FactorParts) {
  return {
    /** A code or a passkey for users with a second factor, the password for others. */
    async confirm(
      session: Session,
      { password, answer }: IdentityProof,
      origin: Origin,
    ): Promise<Outcome<undefined>> {
      if (session.hasFactor) {
        return inTransaction(db, async (connection) => {
          await lockPassword(connection, session.email);
          const taken = await takeOwnAnswer(connection, parts, session, answer, origin);
          if (!taken.ok) return taken;
          await proveSession(connection, session.id);
          return done(undefined);
        });
      }
      if (password === undefined) return refusals.passwordNeeded;
      return withPassword(db, session, password, origin, async (connection) => {
        await proveSession(connection, session.id);
        return done(undefined);
      });
    },
  };
}
