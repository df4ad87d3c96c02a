/** The permissions of a key. By default `translate` only: a leaked key cannot create keys or read usage. */
export const scopes = ['translate', 'usage', 'keys', 'glossaries', 'audit'] as const;

export type Scope = (typeof scopes)[number];

export const defaultScopes: readonly Scope[] = ['translate'];

export function isScope(value: string): value is Scope {
  return (scopes as readonly string[]).includes(value);
}
