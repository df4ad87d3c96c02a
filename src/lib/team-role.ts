/** What a user may do in a team: each role may also do what those before it may. */
export const teamRoles = ['viewer', 'member', 'owner'] as const;

export type TeamRole = (typeof teamRoles)[number];

export function hasRole(held: TeamRole, needed: TeamRole): boolean {
  return teamRoles.indexOf(held) >= teamRoles.indexOf(needed);
}
