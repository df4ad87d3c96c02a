/** The passkeys of the signed-in user. The first one turns the second factor on, and removing the last way turns it off. */
import { ProblemError } from '../../lib/errors.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { isUuid, uuidV7 } from '../../lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/passkeys.ts';
import * as factors from '../../store/postgres/second-factors.ts';
import { lockPassword } from '../../store/postgres/users.ts';
import type { Origin } from '../users/origin.ts';
import type { Session } from '../users/sessions.ts';
import { isRightChallenge, newChallenge } from './challenges.ts';
import { recordOwn, startFactor, takeOwnAnswer, withPassword } from './own-changes.ts';
import * as refusals from './refusals.ts';
import type { RelyingParty } from './relying-party.ts';
import type { FactorAnswer, FactorParts } from './take-answer.ts';
import { creationOptions, type Registration, signedChallenge, verifyRegistration } from './webauthn.ts';

export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>;

export function createOwnPasskeys(db: Database, parts: FactorParts) {
  return {
    /** Needs the password, and the factor if it is on: whoever can add a passkey can sign in. */
    begin: (session: Session, password: string, answer: FactorAnswer | undefined, origin: Origin) =>
      withPassword(db, session, password, origin, async (connection) => {
        const { userId, email } = session;
        const party = parts.party();
        if (party === undefined) return refusals.noPasskeysAtAddress;
        const existing = await store.listPasskeys(connection, userId);
        if (existing.length >= refusals.maxPasskeys) return refusals.tooManyPasskeys;
        if ((await factors.readFactorState(connection, userId)) !== undefined) {
          const taken = await takeOwnAnswer(connection, parts, session, answer, origin);
          if (!taken.ok) return taken;
        }
        const challenge = await newChallenge(connection, addedIn(session));
        const options = creationOptions(party, { id: userId, email }, challenge, existing);
        return done({ options, origin: party.origin });
      }),
    /** Recovery codes, if this turned the factor on. */
    add: (session: Session, name: string, registration: Registration, origin: Origin) =>
      inTransaction(db, async (connection) => {
        await lockPassword(connection, session.email);
        const checked = await checkNew(connection, parts.party(), session, registration);
        if (!checked.ok) return checked;
        const { credential, host } = checked.value;
        const isFirst = (await factors.readFactorState(connection, session.userId)) === undefined;
        if (isFirst) await factors.turnOnWithoutApp(connection, session.userId);
        const row = { id: uuidV7(), name, host, ...credential };
        const passkey = await store.insertPasskey(connection, session.userId, row);
        // Somebody else added it in this moment. Nothing of this transaction may stay.
        if (passkey === undefined) throw new ProblemError(refusals.knownPasskey.problem);
        const recoveryCodes = isFirst ? await startFactor(connection, session, origin) : undefined;
        await recordOwn(connection, session, origin, 'user.passkey_added', { name });
        return done({ passkey, recoveryCodes });
      }),
    rename: (session: Session, id: string, name: string, origin: Origin) =>
      inTransaction(db, async (connection): Promise<Outcome<undefined>> => {
        await lockPassword(connection, session.email);
        const from = isUuid(id) ? await store.renamePasskey(connection, session.userId, id, name) : undefined;
        if (from === undefined) return refusals.noPasskey;
        if (from !== name)
          await recordOwn(connection, session, origin, 'user.passkey_renamed', { from, to: name });
        return done(undefined);
      }),
    remove: (
      session: Session,
      id: string,
      password: string,
      answer: FactorAnswer | undefined,
      origin: Origin,
    ) =>
      withPassword(db, session, password, origin, async (connection): Promise<Outcome<undefined>> => {
        const { userId } = session;
        const existing = await store.listPasskeys(connection, userId);
        // Before the answer is taken: a code is not used up for nothing.
        if (!existing.some((passkey) => passkey.id === id)) return refusals.noPasskey;
        const taken = await takeOwnAnswer(connection, parts, session, answer, origin);
        if (!taken.ok) return taken;
        const name = await store.deletePasskey(connection, userId, id);
        await recordOwn(connection, session, origin, 'user.passkey_removed', { name });
        const state = await factors.readFactorState(connection, userId);
        if (existing.length > 1 || state?.hasApp === true) return done(undefined);
        await factors.deleteFactor(connection, userId);
        await recordOwn(connection, session, origin, 'user.second_factor_off');
        return done(undefined);
      }),
  };
}

function addedIn({ userId, id }: Session) {
  return { userId, purpose: 'add', within: id } as const;
}

/** The challenge is used up, whatever the answer is. */
async function checkNew(
  connection: Connection,
  party: RelyingParty | undefined,
  session: Session,
  registration: Registration,
): Promise<Outcome<{ credential: store.StoredCredential; host: string }>> {
  const challenge = signedChallenge(registration.response.clientDataJSON);
  if (!(await isRightChallenge(connection, addedIn(session), challenge ?? ''))) return refusals.addingOver;
  if (party === undefined || challenge === undefined) return refusals.noPasskeysAtAddress;
  const existing = await store.listPasskeys(connection, session.userId);
  if (existing.length >= refusals.maxPasskeys) return refusals.tooManyPasskeys;
  const credential = await verifyRegistration(party, challenge, registration);
  if (credential === undefined) return refusals.unusablePasskey;
  if (await store.hasCredential(connection, credential.credentialId)) return refusals.knownPasskey;
  return done({ credential, host: party.id });
}
