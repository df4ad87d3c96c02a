/** Checks signatures of passkeys. Call it in a transaction that holds the lock of the user's row. */
import type { Connection } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/passkeys.ts';
import { type ChallengeUse, isRightChallenge } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { type Assertion, signedChallenge, verifyAssertion } from './webauthn.ts';

export type PasskeyCheck =
  | { readonly kind: 'passkey' | 'wrong' }
  /** The signature is right and its number was used before: the passkey has a copy. */
  | { readonly kind: 'copied'; readonly name: string };

const wrong = { kind: 'wrong' } as const;

/** The challenge is used up, whatever the answer is. */
export async function checkPasskey(
  connection: Connection,
  party: RelyingParty | undefined,
  use: ChallengeUse,
  assertion: Assertion,
): Promise<PasskeyCheck> {
  const challenge = signedChallenge(assertion.response.clientDataJSON);
  if (!(await isRightChallenge(connection, use, challenge ?? ''))) return wrong;
  const credentialId = Buffer.from(assertion.id, 'base64url');
  const passkey = await store.findPasskey(connection, use.userId, credentialId);
  if (party === undefined || challenge === undefined || passkey?.host !== party.id) return wrong;
  const counter = await verifyAssertion(party, challenge, { id: use.userId }, passkey, assertion);
  if (counter === undefined) return wrong;
  // Authenticators that do not count, as those that synchronise, always send 0.
  const isCounting = counter > 0 || passkey.counter > 0;
  if (isCounting && counter <= passkey.counter) return { kind: 'copied', name: passkey.name };
  await store.usePasskey(connection, passkey.id, counter);
  return { kind: 'passkey' };
}
