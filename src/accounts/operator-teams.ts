/** Operations on teams for operators. The console and the command line use the same functions. */
import type { Actor } from '../lib/actor.ts';
import { done, type Outcome } from '../lib/outcome.ts';
import type { Page } from '../lib/page.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import type { LimitChanges } from '../store/postgres/team-limits.ts';
import { type TeamFilter, type TeamPage, teamExists } from '../store/postgres/teams.ts';
import { createAuditLog } from './audit-log.ts';
import { giveCredit, type NewCredit } from './credit.ts';
import { noTeam } from './refusals.ts';
import { resumeTeam, suspendTeam } from './suspension.ts';
import { readTeamSettings, type SettingChanges, setTeamSettings } from './team-settings.ts';
import { createTeam, listTeams, renameTeam, setTeamLimits } from './teams.ts';
import type { Session } from './users/sessions.ts';

export type { TeamFilter, TeamPage } from '../store/postgres/teams.ts';
export type { ListedTeam } from './teams.ts';

/** Actions that only operators can perform. */
const operatorActions = [
  'team.created',
  'team.renamed',
  'team.suspended',
  'team.resumed',
  'team.erased',
  'limits.changed',
  'settings.changed',
  'credit.added',
];

export type OperatorTeams = ReturnType<typeof createOperatorTeams>;

/**
 * `mappedNames`: of teams in which groups of single sign-on give roles. Whoever could move such a name to another team would
 * get into that one at the next sign-in, so only full operators do.
 */
export function createOperatorTeams(db: Database, mappedNames: ReadonlySet<string>) {
  return {
    list: (filter: TeamFilter, page: TeamPage) => listTeams(db, filter, page),
    create: (name: string, monthlyQuota: number, actor: Actor) => createTeam(db, name, monthlyQuota, actor),
    rename: (teamId: string, name: string, seen: string, by: Session, actor: Actor) => {
      const fixedNames = by.operatorRole === 'full' ? undefined : mappedNames;
      return renameTeam(db, { id: teamId, name, seen, fixedNames }, actor);
    },
    setLimits: async (teamId: string, changes: LimitChanges, actor: Actor) =>
      ofTeam(await setTeamLimits(db, teamId, changes, actor)),
    settings: async (teamId: string) => ofTeam(await readTeamSettings(db, teamId)),
    setSettings: (teamId: string, changes: SettingChanges, actor: Actor) =>
      setTeamSettings(db, teamId, changes, actor),
    /** Once this succeeds, no node answers a call of the team. */
    suspend: async (teamId: string, reason: string, actor: Actor) =>
      ofTeam(await suspendTeam(db, teamId, reason, actor)),
    resume: async (teamId: string, reason: string, actor: Actor) =>
      ofTeam(await resumeTeam(db, teamId, reason, actor)),
    giveCredit: (credit: NewCredit, actor: Actor) => giveCredit(db, credit, actor),
    /** The operators' actions on the team, on the console or on the command line, newest first. */
    async history(teamId: string, page: Page) {
      if (!isUuid(teamId) || !(await teamExists(db, teamId))) return noTeam;
      return done(await createAuditLog(db).list(teamId, { actions: operatorActions }, page));
    },
  };
}

function ofTeam<T>(record: T | undefined): Outcome<T> {
  return record === undefined ? noTeam : done(record);
}
