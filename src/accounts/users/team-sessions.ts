/** The sessions of a team's members, for its owners. They see all, and end those of members they manage. */
import type { Actor } from '../../lib/actor.ts';
import { done } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/sessions.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { listMembers } from '../../store/postgres/users.ts';
import { membersOwnedBy } from './owned-members.ts';
import * as refusals from './refusals.ts';
import type { Session } from './sessions.ts';
import { recordInTeamsOf } from './users.ts';

/** More than anyone reads; sessions expire after half an hour without use. */
const mostShown = 500;

export type TeamSessions = ReturnType<typeof createTeamSessions>;

export function createTeamSessions(db: Database) {
  return {
    async list(teamId: string, by: Session) {
      const [sessions, isOwned] = await Promise.all([
        store.listSessionsOfTeam(db, teamId, mostShown),
        membersOwnedBy(db, teamId, by),
      ]);
      return sessions.map((session) => ({ ...session, isOwned: isOwned(session.userId) }));
    },
    /** The session ends on every node at once. */
    async end(teamId: string, id: string, by: Session, actor: Actor) {
      if (!isUuid(id)) return refusals.noSession;
      return inTransaction(db, async (connection) => {
        await lockTeam(connection, teamId);
        const userId = await store.findUserOfSession(connection, id);
        const member = (await listMembers(connection, teamId)).find((one) => one.id === userId);
        if (member === undefined) return refusals.noSession;
        const isOwned = await membersOwnedBy(connection, teamId, by);
        if (!isOwned(member.id)) return refusals.sessionNotYours;
        if (!(await store.endSession(connection, member.id, id))) return refusals.noSession;
        const { email } = member;
        await recordInTeamsOf(connection, actor, member.id, 'session.ended', id, { email });
        return done(undefined);
      });
    },
  };
}
