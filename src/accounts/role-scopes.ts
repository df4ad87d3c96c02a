/** Which role may create a key with which scopes. */
import { type Scope, scopes } from '../auth/scopes.ts';
import type { Problem } from '../lib/errors.ts';
import type { TeamRole } from '../lib/team-role.ts';
import { scopeForOwners } from './refusals.ts';

/** A member's key grants nothing that outlasts the member's rights. */
export const scopesByRole: Readonly<Record<TeamRole, readonly Scope[]>> = {
  translator: [],
  viewer: [],
  member: ['translate', 'usage', 'glossaries'],
  owner: scopes,
};

export function refuseScopes(role: TeamRole, wanted: readonly Scope[]): Problem | undefined {
  const missing = wanted.find((scope) => !scopesByRole[role].includes(scope));
  return missing === undefined ? undefined : scopeForOwners(missing);
}
