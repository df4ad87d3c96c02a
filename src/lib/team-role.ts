/**
 * What a user may do in a team. A translator translates and sees nothing of the team's affairs; a viewer sees them and
 * changes nothing. Neither includes the other.
 */
export const teamRoles = ['translator', 'viewer', 'member', 'owner'] as const;

export type TeamRole = (typeof teamRoles)[number];

/** The roles whose permissions a role has. */
const included: Readonly<Record<TeamRole, readonly TeamRole[]>> = {
  translator: ['translator'],
  viewer: ['viewer'],
  member: ['translator', 'viewer', 'member'],
  owner: teamRoles,
};

/** A role that this version does not know, from a newer one, has no permissions. */
export function hasRole(held: TeamRole, needed: TeamRole): boolean {
  return included[held]?.includes(needed) ?? false;
}

/** All roles with these permissions. */
export function rolesWith(needed: TeamRole): TeamRole[] {
  return teamRoles.filter((role) => hasRole(role, needed));
}
