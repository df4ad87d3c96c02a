/** The second factor of the signed-in user: its state, the authenticator app, and new recovery codes. */
import { done, type Outcome } from '../../lib/outcome.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import { listPasskeys } from '../../store/postgres/passkeys.ts';
import * as store from '../../store/postgres/second-factors.ts';
import { lockPassword } from '../../store/postgres/users.ts';
import type { Origin } from '../users/origin.ts';
import type { Session } from '../users/sessions.ts';
import { askForPasskey } from './ask-for-passkey.ts';
import { checkFirstCode, sealNewSecret } from './check-code.ts';
import {
  answererOf,
  recordOwn,
  startFactor,
  takeOwnAnswer,
  withPassword,
  writeRecoveryCodes,
} from './own-changes.ts';
import * as refusals from './refusals.ts';
import { countAnswer, type FactorAnswer, type FactorParts } from './take-answer.ts';
import { describeSecret } from './totp.ts';

export type OwnFactor = ReturnType<typeof createOwnFactor>;

export function createOwnFactor(db: Database, parts: FactorParts) {
  const { keys } = parts;
  return {
    async read({ userId }: Session) {
      const state = await store.readFactorState(db, userId);
      const passkeys = await listPasskeys(db, userId);
      const party = parts.party();
      return {
        isOn: state !== undefined,
        since: state?.since,
        hasApp: state?.hasApp ?? false,
        recoveryCodesLeft: state?.recoveryCodesLeft,
        passkeys: passkeys.map((passkey) => ({ ...passkey, worksHere: passkey.host === party?.id })),
        passkeyOrigin: party?.origin,
      };
    },
    /** For an answer in this session. */
    ask: ({ userId, email, id }: Session) =>
      inTransaction(db, async (connection) => {
        await lockPassword(connection, email);
        return askForPasskey(connection, parts.party(), { userId, purpose: 'prove', within: id });
      }),
    /** Needs the password, so that an unattended page cannot lock its user out, and the factor if it is on. */
    begin: (session: Session, password: string, answer: FactorAnswer | undefined, origin: Origin) =>
      withPassword(db, session, password, origin, async (connection) => {
        const state = await store.readFactorState(connection, session.userId);
        if (state?.hasApp === true) return refusals.alreadyOn;
        if (state !== undefined) {
          const taken = await takeOwnAnswer(connection, parts, session, answer, origin);
          if (!taken.ok) return taken;
        }
        const { secret, stored } = sealNewSecret(keys, session.userId);
        await store.beginSetUp(connection, session.userId, stored);
        return done(describeSecret(secret, session.email));
      }),
    /** The first code proves that the app has the secret. Recovery codes, if this turned the factor on. */
    confirm: (session: Session, code: string, origin: Origin) =>
      inTransaction(db, async (connection): Promise<Outcome<{ recoveryCodes: string[] | undefined }>> => {
        const { userId } = session;
        await lockPassword(connection, session.email);
        const state = await store.readFactorState(connection, userId);
        if (state?.hasApp === true) return refusals.alreadyOn;
        const setUp = await store.readSetUp(connection, userId);
        if (setUp === undefined) return refusals.notBegun;
        const taken = await countAnswer(connection, answererOf(session, origin), async () => {
          const step = checkFirstCode(keys, userId, setUp, code);
          if (step === 'unreadable') return refusals.unreadable;
          if (step !== 'wrong') return done(step);
          await recordOwn(connection, session, origin, 'user.second_factor_failed');
          return refusals.wrongCode;
        });
        if (!taken.ok) return taken;
        await store.finishSetUp(connection, userId, taken.value);
        if (state === undefined)
          return done({ recoveryCodes: await startFactor(connection, session, origin) });
        await recordOwn(connection, session, origin, 'user.app_added');
        return done({ recoveryCodes: undefined });
      }),
    /** Removes the app. Without passkeys, that turns the factor off. */
    turnOff: (session: Session, password: string, answer: FactorAnswer | undefined, origin: Origin) =>
      withPassword(db, session, password, origin, async (connection): Promise<Outcome<undefined>> => {
        const { userId } = session;
        if ((await store.readFactorState(connection, userId))?.hasApp !== true) return refusals.noApp;
        const taken = await takeOwnAnswer(connection, parts, session, answer, origin);
        if (!taken.ok) return taken;
        const isLast = (await listPasskeys(connection, userId)).length === 0;
        if (isLast) await store.deleteFactor(connection, userId);
        else await store.removeApp(connection, userId);
        await recordOwn(connection, session, origin, isLast ? 'user.second_factor_off' : 'user.app_removed');
        return done(undefined);
      }),
    /** The former recovery codes end. */
    renewRecoveryCodes: (session: Session, answer: FactorAnswer | undefined, origin: Origin) =>
      inTransaction(db, async (connection) => {
        await lockPassword(connection, session.email);
        if ((await store.readFactorState(connection, session.userId)) === undefined) return refusals.notOn;
        const taken = await takeOwnAnswer(connection, parts, session, answer, origin);
        if (!taken.ok) return taken;
        await recordOwn(connection, session, origin, 'user.recovery_codes_renewed');
        return done({ recoveryCodes: await writeRecoveryCodes(connection, session.userId) });
      }),
  };
}
