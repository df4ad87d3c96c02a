/**
 * Single sign-on (docs/decisions/0055-single-sign-on.md). Everything that binds a sign-in to its browser is derived from a
 * secret that only that browser has, so another browser cannot finish it, and the database holds nothing of use.
 */
import { createHmac } from 'node:crypto';
import type { SignInConfig } from '../../config/single-sign-on.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { Logger } from '../../observability/logger.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/identities.ts';
import { queueByNetwork } from '../users/check-password.ts';
import type { Origin } from '../users/origin.ts';
import { hashToken, newToken } from '../users/secret-tokens.ts';
import type { Session, SignedIn } from '../users/sessions.ts';
import { recordInTeamsOf } from '../users/users.ts';
import { admitPerson } from './admit-person.ts';
import { Provider, type SignInSecrets } from './provider.ts';
import { notOffered, signInExpired } from './refusals.ts';

/** What the provider sent to the browser. */
export type ProviderAnswer = Readonly<Record<string, string>>;

export type SingleSignOn = ReturnType<typeof createSingleSignOn>;

export function createSingleSignOn(
  db: Database,
  { singleSignOn: settings, passwords }: SignInConfig,
  logger: Logger,
) {
  if (settings === undefined) return off;
  const provider = new Provider(settings, logger);
  const warnOfUnknownTeams = (count: number) =>
    logger.warn('groups are mapped to teams that do not exist, or that have the same name', { count });
  return {
    name: settings.name as string | undefined,
    async start(origin: Origin): Promise<Outcome<{ url: string; secret: string }>> {
      const secret = newToken();
      const url = await provider.authorizationUrl(secretsOf(secret));
      if (!url.ok) return url;
      const stored = await queueByNetwork(origin.address, async () =>
        done(await store.insertProviderSignIn(db, hashToken(secret))),
      );
      return stored.ok ? done({ url: url.value, secret }) : stored;
    },
    async finish(
      secret: string,
      answer: ProviderAnswer,
      isRenewable: boolean,
      origin: Origin,
    ): Promise<Outcome<SignedIn>> {
      const taken = await queueByNetwork(origin.address, async () =>
        (await store.takeProviderSignIn(db, hashToken(secret))) ? done(undefined) : signInExpired,
      );
      if (!taken.ok) return taken;
      const identity = await provider.identityOf(answer, secretsOf(secret));
      if (!identity.ok) return identity;
      const { groups } = settings;
      const rules = { groups, breakGlass: passwords.breakGlass };
      return admitPerson(db, { identity: identity.value, rules, origin, isRenewable, warnOfUnknownTeams });
    },
    /** Ends the sessions that the provider says have ended. */
    async endByProvider(token: string, origin: Origin): Promise<Outcome<undefined>> {
      // Not in the queue of people who are not signed in: a provider that does not answer would stop their sign-ins.
      const logout = await provider.readLogout(token);
      if (!logout.ok) return logout;
      const { issuer, subject, providerSession, at } = logout.value;
      // The provider's clock may be behind the database's.
      const latest = new Date(at.getTime() + clockToleranceMs);
      const meant = { ...(subject && { subject }), ...(providerSession && { providerSession }), at: latest };
      return inTransaction(db, async (connection) => {
        // A sign-in that is being finished: its session is not visible yet.
        if (subject !== undefined) await store.lockAccount(connection, { issuer, subject });
        else if (providerSession !== undefined)
          await store.lockProviderSession(connection, issuer, providerSession);
        const { address, requestId } = origin;
        for (const { id, userId, email } of await store.endSessionsOfAccount(connection, issuer, meant))
          await recordInTeamsOf(
            connection,
            { type: 'unknown', address, requestId },
            userId,
            'session.ended_by_provider',
            id,
            { email },
          );
        return done(undefined);
      });
    },
    /** Where somebody who signed in with the provider signs out there as well. */
    async signOutUrl({ issuer }: Session): Promise<string | null> {
      return issuer === null ? null : ((await provider.signOutUrl()) ?? null);
    },
  };
}

const clockToleranceMs = 1_000;

/** Everything is refused: single sign-on is not set up. */
const off = {
  name: undefined,
  start: async (_: Origin) => notOffered,
  finish: async (..._: [string, ProviderAnswer, boolean, Origin]) => notOffered,
  endByProvider: async (_: string, __: Origin) => notOffered,
  signOutUrl: async (_: Session) => null,
};

function secretsOf(secret: string): SignInSecrets {
  const derive = (use: string) => createHmac('sha256', secret).update(use).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
