/**
 * What an operator may do (docs/decisions/0058-roles-of-operators.md). A `full` operator may do everything. The other roles
 * may call the routes that name them, and none includes another.
 */
export const limitedOperatorRoles = ['support', 'billing', 'read-only'] as const;

export type LimitedOperatorRole = (typeof limitedOperatorRoles)[number];

/** Of somebody whose groups give several roles, the first one counts. */
export const operatorRoles = ['full', ...limitedOperatorRoles] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** A role that this version does not know, from a newer one, may do nothing. */
export function isAmong(role: OperatorRole | null, limited: readonly LimitedOperatorRole[]): boolean {
  return role === 'full' || limited.some((one) => one === role);
}
