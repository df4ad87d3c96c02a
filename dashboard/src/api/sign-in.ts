/** Starts the session of this browser, or of this tab alone on a shared computer. */
import { answered, client } from './client.ts';
import { keepSignedIn, type SignedInBrowser } from './keep-signed-in.ts';
import { canShareSession, keepDevice, readDevice, readSession } from './session-token.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly isShared: boolean;
}

/** The session, or what is needed for the second step. */
export function startSignIn({ email, password, isShared }: Credentials) {
  const renewable = !isShared && canShareSession();
  return answered(client.POST('/api/sign-in', { body: { email, password, renewable, ...readDevice() } }));
}

export function keepSignedInBrowser({ device, ...signedIn }: SignedInBrowser): void {
  keepSignedIn(signedIn);
  keepDevice(device);
}

/**
 * After a change of the password: the session in which it was changed is the only one that goes on, and somebody may have a
 * copy of its tokens. If this fails, the session stays as it is.
 */
export async function replaceSession(email: string, password: string): Promise<void> {
  const before = readSession();
  if (before === null) return;
  const answer = await startSignIn({ email, password, isShared: before.renewal === null });
  // Somebody with a second factor would have to give a code for it.
  if ('second_factor' in answer) return;
  keepSignedInBrowser(answer);
  const headers = { authorization: `Bearer ${before.token}` };
  await fetch('/api/sign-out', { method: 'POST', headers });
}
