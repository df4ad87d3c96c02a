import { randomBytes } from 'node:crypto';

/**
 * A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits. IDs sort by time, which keeps
 * B-tree inserts at the right-hand end and lets a table be partitioned by its ID.
 */
export function uuidV7(nowMs: number = Date.now()): string {
  const bytes = nextRandomBytes();
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest UUIDv7 of a time, for ranges. */
export function uuidV7From(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}

/** The time of a UUIDv7, in Unix milliseconds. */
export function uuidV7Time(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}

/** Also reads the digits without hyphens. Undefined if the value is neither. */
export function readUuid(value: string): string | undefined {
  const digits = value.replace(
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,
    '$1-$2-$3-$4-$5',
  );
  return isUuid(digits) ? digits.toLowerCase() : undefined;
}

/** The 32 digits of a UUID in upper case, as DeepL writes the IDs of documents. */
export function uuidDigits(uuid: string): string {
  return uuid.replaceAll('-', '').toUpperCase();
}

// Every request takes an ID, so one system call fetches random bytes for 256 of them.
const poolBytes = 16 * 256;
let pool = Buffer.alloc(0);
let used = 0;

function nextRandomBytes(): Buffer {
  if (used >= pool.length) {
    pool = randomBytes(poolBytes);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}
