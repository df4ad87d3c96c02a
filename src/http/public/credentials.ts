import type { IncomingMessage } from 'node:http';
import { isRepeated } from '../repeated-header.ts';

/** The canonical scheme, the specified compatibility name, and the name that the DeepL libraries send. */
const schemes = new Set(['bearer', 'compat-auth-key', 'deepl-auth-key']);
const keyHeaders = ['compat-auth-key', 'deepl-auth-key'] as const;

export type Presented = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

/**
 * The key that a request presents, or undefined. If there is an `Authorization` header, only it counts, even
 * when it is malformed and another header has a valid key. Two `Authorization` headers count as malformed,
 * because a proxy in front may have checked the other one. Keys in query strings and bodies are ignored.
 */
export function presentedKey({ headers, rawHeaders }: Presented): string | undefined {
  if (headers.authorization !== undefined) {
    return isRepeated(rawHeaders, 'authorization') ? undefined : keyFromAuthorization(headers.authorization);
  }
  for (const name of keyHeaders) {
    const value = headers[name];
    if (value !== undefined) return String(value).trim();
  }
  return undefined;
}

function keyFromAuthorization(value: string): string | undefined {
  const [, scheme, key] = /^\s*([^\s]+) +([^\s]+)\s*$/.exec(value) ?? [];
  return scheme !== undefined && schemes.has(scheme.toLowerCase()) ? key : undefined;
}
