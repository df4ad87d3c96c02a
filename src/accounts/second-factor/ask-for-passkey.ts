/** What the browser needs to ask the person for a passkey. Call it under the lock of the user's row. */
import { done, type Outcome } from '../../lib/outcome.ts';
import type { Connection } from '../../store/postgres/database.ts';
import { listPasskeys } from '../../store/postgres/passkeys.ts';
import { type ChallengeUse, newChallenge } from './challenges.ts';
import * as refusals from './refusals.ts';
import type { RelyingParty } from './relying-party.ts';
import { requestOptions } from './webauthn.ts';

export interface PasskeyQuestion {
  readonly options: ReturnType<typeof requestOptions>;
  /** The address at which the page must be. */
  readonly origin: string;
}

export async function askForPasskey(
  connection: Connection,
  party: RelyingParty | undefined,
  use: ChallengeUse,
): Promise<Outcome<PasskeyQuestion>> {
  if (party === undefined) return refusals.noPasskeysAtAddress;
  const passkeys = await listPasskeys(connection, use.userId);
  const allowed = passkeys.filter(({ host }) => host === party.id);
  if (allowed.length === 0) return refusals.noPasskeyForAddress;
  const challenge = await newChallenge(connection, use);
  return done({ options: requestOptions(party, challenge, allowed), origin: party.origin });
}
