/** What a key may do. A new key gets `translate` alone, so that a leaked one can neither mint keys nor read usage. */
export const scopes = ['translate', 'usage', 'keys', 'glossaries', 'audit'] as const;

export type Scope = (typeof scopes)[number];

export const defaultScopes: readonly Scope[] = ['translate'];

export function isScope(value: string): value is Scope {
  return (scopes as readonly string[]).includes(value);
}
