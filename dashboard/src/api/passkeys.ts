/** Passkeys, by the functions that browsers have for them. Loaded with the pages that use them. */
import { t } from '../lib/messages.ts';
import type { paths } from './schema.d.ts';

type Posted<Path extends keyof paths> = paths[Path] extends {
  post: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** What the server wants to have signed. */
export type PasskeyQuestion = Posted<'/api/sign-in/passkey'>;
type PasskeyCreation = Posted<'/api/me/second-factor/passkeys/setup'>;

/** Why this page can have no passkeys; undefined if it can. `origin`: the address at which the server accepts them. */
export function passkeyObstacle(origin: string | null): string | undefined {
  if (origin === null)
    return t(
      'Passkeys are not possible at the address of this dashboard: browsers need https:// and a host name for them. The operator can change it.',
    );
  if (
    origin !== location.origin &&
    isOnlyThisMachine(new URL(origin).hostname) &&
    !isOnlyThisMachine(location.hostname)
  )
    return t(
      'Passkeys do not work at this address yet. The operator can turn them on with the setting DRAGOMAN_CONSOLE_URL.',
    );
  if (origin !== location.origin)
    return t('Passkeys work only at {origin}. Open the dashboard there.', { origin });
  if (!hasPasskeys()) return t('This browser has no passkeys, or is too old for them. Use a newer one.');
  return undefined;
}

/** `localhost` is what the server accepts until an operator sets its address. To people elsewhere, it is their own machine. */
function isOnlyThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** Over plain HTTP, browsers hide them, except on `localhost`. */
function hasPasskeys(): boolean {
  return (
    isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  );
}

/** The browser makes a passkey, after the person agreed. `signal`: they closed the dialog that asks for it. */
export async function makePasskey({ options, origin }: PasskeyCreation, signal: AbortSignal) {
  refuseElsewhere(origin);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await inWords(navigator.credentials.create({ publicKey, signal }));
  const { id, response } = made.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
}

/** The person proves with a passkey who they are. */
export async function signWithPasskey({ options, origin }: PasskeyQuestion, signal: AbortSignal) {
  refuseElsewhere(origin);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = await inWords(navigator.credentials.get({ publicKey, signal }));
  const { id, response } = signed.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

function refuseElsewhere(origin: string): void {
  const obstacle = passkeyObstacle(origin);
  if (obstacle !== undefined) throw new Error(obstacle);
}

async function inWords(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await asked;
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Error(t('You already have a passkey on this device. Use another device or security key.'));
    if (!(error instanceof DOMException)) throw error;
  }
  // Browsers do not say whether the person declined, the time ran out, or there was no such passkey.
  throw new Error(t('The passkey was not used: you cancelled, or the browser found none. Try again.'));
}
