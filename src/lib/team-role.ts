/** What a user may do in a team. Each role includes the permissions of those before it. */
export const teamRoles = ['viewer', 'member', 'owner'] as const;

export type TeamRole = (typeof teamRoles)[number];

export function hasRole(held: TeamRole, needed: TeamRole): boolean {
  return teamRoles.indexOf(held) >= teamRoles.indexOf(needed);
}
