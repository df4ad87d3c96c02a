/** Codes of six digits that change every 30 seconds (RFC 6238), as every authenticator app makes them. */
import { Secret, TOTP } from 'otpauth';

const period = 30;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
/** Codes of the step before and the step after, for clocks that differ and people who type slowly. */
const tolerance = 1;

export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** What an app reads: as text, and as the address in the QR code. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of the code; undefined if it is wrong. */
export function stepOf(secret: Buffer, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: tolerance });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / period) + delta;
}

function totpOf(secret: Buffer, label: string): TOTP {
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({ issuer: 'Dragoman', label, secret: new Secret({ buffer: bytes }), digits: 6, period });
}
