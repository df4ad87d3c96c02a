/** What a sign-in changes in teams: roles that groups give and take, and invitations that it accepts. */
import type { UserActor } from '../../lib/actor.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import {
  endLinksFor,
  endLinksMadeBy,
  endPasswordResets,
  lockLinksOf,
} from '../../store/postgres/access-links.ts';
import type { Connection } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/identities.ts';
import {
  acceptInvitation,
  listInvitationsFor,
  type OpenInvitation,
} from '../../store/postgres/invitations-by-address.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { removeMember } from '../../store/postgres/users.ts';
import { recordUserChange } from '../users/users.ts';
import type { Given } from './group-roles.ts';

interface Changes {
  readonly lost: readonly store.MembershipRow[];
  readonly given: readonly { teamId: string; role: TeamRole; from: TeamRole | undefined }[];
  readonly invitations: readonly OpenInvitation[];
}

type User = Pick<store.IdentifiedUser, 'id' | 'email'>;

/**
 * Locks the teams in which the person may get or lose a role, and then the person's links. Everybody who changes people
 * locks in this order, and users last: in another order, two could wait for each other. Returns the teams.
 */
export async function lockConcernedTeams(
  connection: Connection,
  user: User | undefined,
  vouchedEmail: string | undefined,
  groups: Given | undefined,
): Promise<ReadonlySet<string>> {
  const { lost, given, invitations } = await findChanges(connection, user, vouchedEmail, groups);
  const teams = new Set([...lost, ...given, ...invitations].map(({ teamId }) => teamId));
  for (const teamId of [...teams].toSorted()) await lockTeam(connection, teamId);
  await lockLinksOf(connection, user?.email ?? vouchedEmail ?? '', user?.id);
  return teams;
}

/** In the locked teams; what concerns another one since then waits for the next sign-in. Returns whether the user is in a team now. */
export async function updateMemberships(
  connection: Connection,
  user: User,
  vouchedEmail: string | undefined,
  groups: Given | undefined,
  actor: UserActor,
  locked: ReadonlySet<string>,
): Promise<boolean> {
  const { lost, given, invitations } = await findChanges(connection, user, vouchedEmail, groups);
  const isLocked = ({ teamId }: { teamId: string }) => locked.has(teamId);
  const by = { email: user.email, by: 'group' };
  for (const { teamId, role } of lost.filter(isLocked)) {
    await removeMember(connection, teamId, user.id);
    await endLinksMadeBy(connection, user.id, teamId);
    await endLinksFor(connection, teamId, user.email);
    await recordUserChange(connection, actor, teamId, user.id, 'user.removed', { ...by, role });
  }
  for (const { teamId, role, from } of given.filter(isLocked)) {
    await store.setRoleFromGroup(connection, teamId, user.id, role);
    if (from === role) continue;
    if (from !== undefined && role !== 'owner') await endLinksMadeBy(connection, user.id, teamId);
    if (from === undefined) await endPasswordResets(connection, user.email);
    const action = from === undefined ? 'user.joined' : 'user.role_changed';
    const details = from === undefined ? { ...by, role } : { ...by, from, to: role };
    await recordUserChange(connection, actor, teamId, user.id, action, details);
  }
  for (const invitation of invitations.filter(isLocked)) {
    const { teamId, role } = invitation;
    // A user who is in the team already keeps the role.
    if (!(await acceptInvitation(connection, invitation, user.id))) continue;
    // An owner of the user's other teams could use an earlier link to get into this team.
    await endPasswordResets(connection, user.email);
    const details = { email: user.email, role };
    await recordUserChange(connection, actor, teamId, user.id, 'user.joined', details);
  }
  return (await store.listMemberships(connection, user.id)).length > 0;
}

async function findChanges(
  connection: Connection,
  user: User | undefined,
  vouchedEmail: string | undefined,
  given: Given | undefined,
): Promise<Changes> {
  const memberships = user === undefined ? [] : await store.listMemberships(connection, user.id);
  const before = new Map(memberships.map((row) => [row.teamId, row]));
  const roles = given?.roles ?? new Map<string, TeamRole>();
  const lost = memberships.filter(
    ({ teamId, isFromGroup }) => isFromGroup && given !== undefined && !roles.has(teamId),
  );
  const changed = [...roles]
    .map(([teamId, role]) => ({ teamId, role, from: before.get(teamId)?.role }))
    .filter(({ teamId, role, from }) => from !== role || before.get(teamId)?.isFromGroup !== true);
  // Somebody whose address at the provider is another one by now must not accept what is meant for its next holder.
  const isVouchedFor = vouchedEmail !== undefined && (user === undefined || user.email === vouchedEmail);
  const invitations = isVouchedFor ? await listInvitationsFor(connection, vouchedEmail) : [];
  return { lost, given: changed, invitations };
}
