/** Codes for the day on which the phone is lost. Each is used once, and only its hash is stored. */
import { createHash, randomInt } from 'node:crypto';

const count = 10;
/** No letters and digits that look alike. 16 of these 32 are 80 bits, so a plain hash is enough. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 16;

/** `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    return letters.replaceAll(/(.{4})(?!$)/g, '$1-');
  });
}

/** However it was typed: without the hyphens, or in capitals. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`recovery code ${userId} ${letters}`).digest();
}
