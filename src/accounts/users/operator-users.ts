/** All users of the installation, for operators: they end sessions and create links to new passwords. */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { listUsers, lockUser, type UserFilter, type UserPage } from '../../store/postgres/all-users.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { recordInstallationChange } from '../../store/postgres/installation-log.ts';
import { endSessions } from '../../store/postgres/sessions.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { findRole, listTeamsOfUser } from '../../store/postgres/users.ts';
import { makeLink } from './access-links.ts';
import * as refusals from './refusals.ts';
import type { Session } from './sessions.ts';
import { recordInTeamsOf } from './users.ts';

export type { ListedUser, UserFilter, UserPage } from '../../store/postgres/all-users.ts';

type Operator = Extract<Actor, { type: 'user' }>;

export type OperatorUsers = ReturnType<typeof createOperatorUsers>;

export function createOperatorUsers(db: Database) {
  return {
    list: (filter: UserFilter, page: UserPage) => listUsers(db, filter, page),
    /** On every node at once. Operators keep the session that they do it with. */
    endSessions: (userId: string, by: Session, actor: Operator) =>
      changeUser(db, userId, async (connection, email) => {
        const ended = await endSessions(connection, userId, by.id);
        if (ended > 0) await record(connection, actor, userId, 'user.signed_out', { email });
        return done({ ended });
      }),
    /** A link belongs to a team, so a user without one gets a new password on the command line. */
    async resetPassword(userId: string, actor: Operator) {
      const [team] = isUuid(userId) ? await listTeamsOfUser(db, userId) : [];
      return changeUser(
        db,
        userId,
        async (connection, email) => {
          // The user may have left the team before it was locked.
          const role = team && (await findRole(connection, team.id, userId));
          if (team === undefined || role === undefined) return refusals.noTeamForLink;
          const kind = 'password_reset';
          const link = await makeLink(connection, { teamId: team.id, kind, email, role: null });
          await record(connection, actor, userId, 'user.password_reset', { email });
          return done(link);
        },
        team?.id,
      );
    },
  };
}

async function changeUser<T>(
  db: Database,
  userId: string,
  change: (connection: Connection, email: string) => Promise<Outcome<T>>,
  lockedTeam?: string,
): Promise<Outcome<T>> {
  if (!isUuid(userId)) return refusals.noUser;
  return inTransaction(db, async (connection) => {
    if (lockedTeam !== undefined) await lockTeam(connection, lockedTeam);
    const email = await lockUser(connection, userId);
    return email === undefined ? refusals.noUser : change(connection, email);
  });
}

/** In the audit logs of the user's teams, and in that of the installation, also for users without a team. */
async function record(
  connection: Connection,
  actor: Operator,
  userId: string,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordInTeamsOf(connection, actor, userId, action, userId, details);
  await recordInstallationChange(connection, actor, { action, subjectId: userId, details });
}
