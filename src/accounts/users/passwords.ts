/** Passwords: argon2id with the parameters that OWASP recommends, which are the library's own. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const minLength = 12;
const maxLength = 200;

export const passwordRule = `A password has ${minLength} to ${maxLength} characters.`;

export function isPassword(value: string): boolean {
  const { length } = [...value];
  return length >= minLength && length <= maxLength && value.isWellFormed();
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'));
}

let nobodysHash: Promise<string> | undefined;

/** Whether this is the password. Without a hash it takes the same time to say no: who listens learns nothing. */
export async function isPasswordRight(storedHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(newPassword());
  const matches = await verify(storedHash ?? (await nobodysHash), password.normalize('NFC'));
  return matches && storedHash !== undefined;
}

/** 144 random bits. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
