/**
 * What browsers and authenticators are asked, and the checks of what they answer (WebAuthn, level 3). Answers come from
 * callers: the routes bound their sizes to a few kilobytes. The worst CBOR of that size, all depth or all empty items, takes a
 * few milliseconds (`npm run complexity`), and only somebody whose password was right gets so far.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { challengeSeconds, type StoredCredential } from '../../store/postgres/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** The members of the browser's answer that are checked, each in base64url. */
export interface Registration {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

export interface Assertion {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof transportNames)[number];

/** ES256, which every authenticator has, Ed25519, and RS256 for Windows Hello. */
const algorithms = [-7, -8, -257];
const timeout = challengeSeconds * 1_000;
/**
 * Of a key together with the extensions behind it: the library needs time with the square of how deep they are nested. A key
 * of RSA with 4,096 bits has 550.
 */
const maxKeyBytes = 1_024;

/** A passkey proves who somebody is without the password, so touching a key that was left in the computer is not enough. */
const userVerification = 'required';

export function creationOptions(
  party: RelyingParty,
  user: { readonly id: string; readonly email: string },
  challenge: string,
  existing: readonly StoredCredential[],
) {
  const { email } = user;
  return {
    rp: { id: party.id, name: 'Dragoman' },
    user: { id: userHandleOf(user.id), name: email, displayName: email },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout,
    // The authenticator refuses to make a second one for the same person.
    excludeCredentials: existing.map(describe),
    // Preferred, so that phones and password managers synchronise it; a security key without room still works.
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification },
    attestation: 'none' as const,
  };
}

export function requestOptions(party: RelyingParty, challenge: string, allowed: readonly StoredCredential[]) {
  return { challenge, timeout, rpId: party.id, allowCredentials: allowed.map(describe), userVerification };
}

function describe({ credentialId, transports }: StoredCredential) {
  return { type: 'public-key' as const, id: credentialId.toString('base64url'), transports };
}

/** Opaque to authenticators, and the same for all passkeys of a person. */
function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The challenge that was signed; undefined if the data is no answer of a page of our own, or is not JSON. */
export function signedChallenge(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (data === null || typeof data !== 'object') return undefined;
    const { challenge, crossOrigin, topOrigin } = data as Record<string, unknown>;
    // The dashboard is never shown in a frame of another page.
    if (typeof challenge !== 'string' || crossOrigin === true || topOrigin !== undefined) return undefined;
    return challenge;
  } catch {
    return undefined;
  }
}

/** The new credential; undefined if the answer is not right in every respect. */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  { id, response }: Registration,
): Promise<StoredCredential | undefined> {
  try {
    if (!hasPlainAttestation(response.attestationObject)) return undefined;
    const { clientDataJSON, attestationObject } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...frameOf(id), response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    if (credential.id !== id || credential.publicKey.length > maxKeyBytes) return undefined;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: knownTransports(response.transports ?? []),
    };
  } catch {
    // The library throws for whatever is not as it must be, and so do its readers of CBOR.
    return undefined;
  }
}

/**
 * None, which we ask for, or a signature of the new key itself, which browsers leave in place. Certificates are never read:
 * they would say which make it is, and every make is welcome.
 */
function hasPlainAttestation(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isPlain =
    format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  return isPlain && hasShortKey(decoded.get('authData'));
}

/** Authenticator data: the hash of the host, flags, a counter, the make, the length of the ID, the ID, the key, extensions. */
const offsets = { flags: 32, idLength: 53, id: 55 };
const hasKey = 0x40;

function hasShortKey(authenticatorData: Uint8Array): boolean {
  const data = Buffer.from(authenticatorData);
  // Without a key, the extensions would stand where its ID is.
  if ((data.readUInt8(offsets.flags) & hasKey) === 0) return false;
  return data.length - offsets.id - data.readUInt16BE(offsets.idLength) <= maxKeyBytes;
}

/** The authenticator's new count of signatures; undefined if the answer is not right in every respect. */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  user: { readonly id: string },
  { publicKey, transports }: StoredCredential,
  { id, response }: Assertion,
): Promise<number | undefined> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  // Not every authenticator returns it.
  if (userHandle && userHandle !== userHandleOf(user.id)) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...frameOf(id), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The caller compares the counters, because a lower one has an entry of its own in the audit log.
      credential: {
        id,
        publicKey: new Uint8Array(publicKey),
        counter: 0,
        transports: knownTransports(transports),
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

function frameOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

function knownTransports(given: readonly string[]): Transport[] {
  return transportNames.filter((name) => given.includes(name));
}
