/** The sessions of a team's members, for its owners. They see all, and end those of members they manage. */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/sessions.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { listMembers } from '../../store/postgres/users.ts';
import { membersOwnedBy } from './owned-members.ts';
import type { Session } from './sessions.ts';
import { recordInTeamsOf } from './users.ts';

export interface TeamSessions {
  list(teamId: string, by: Session): Promise<(store.TeamSessionRow & { isOwned: boolean })[]>;
  /** The session ends on every node at once. */
  end(teamId: string, id: string, by: Session, actor: Actor): Promise<Outcome<undefined>>;
}

/** More than anyone reads; sessions expire after half an hour without use. */
const mostShown = 500;

const notFound = refused('not_found', 'Nobody in your team has a session with this id. It may have ended.');
const notYours = refused(
  'forbidden',
  'This user also belongs to other teams, or is an operator. Ask an operator to end the session.',
);

export function createTeamSessions(db: Database): TeamSessions {
  return {
    async list(teamId, by) {
      const [sessions, isOwned] = await Promise.all([
        store.listSessionsOfTeam(db, teamId, mostShown),
        membersOwnedBy(db, teamId, by),
      ]);
      return sessions.map((session) => ({ ...session, isOwned: isOwned(session.userId) }));
    },
    async end(teamId, id, by, actor) {
      if (!isUuid(id)) return notFound;
      return inTransaction(db, async (connection) => {
        await lockTeam(connection, teamId);
        const userId = await store.findUserOfSession(connection, id);
        const member = (await listMembers(connection, teamId)).find((one) => one.id === userId);
        if (member === undefined) return notFound;
        const isOwned = await membersOwnedBy(connection, teamId, by);
        if (!isOwned(member.id)) return notYours;
        if (!(await store.endSession(connection, member.id, id))) return notFound;
        const { email } = member;
        await recordInTeamsOf(connection, actor, member.id, 'session.ended', id, { email });
        return done(undefined);
      });
    },
  };
}
