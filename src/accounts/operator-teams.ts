/** Operations on teams for operators. The console and the command line use the same functions. */
import type { Actor } from '../lib/actor.ts';
import type { Outcome } from '../lib/outcome.ts';
import { done, refused } from '../lib/outcome.ts';
import type { Page } from '../lib/page.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import type { LimitChanges } from '../store/postgres/team-limits.ts';
import { type TeamFilter, type TeamPage, teamExists } from '../store/postgres/teams.ts';
import { type AuditEntry, createAuditLog } from './audit-log.ts';
import { type GivenCredit, giveCredit, type NewCredit } from './credit.ts';
import { resumeTeam, type SuspensionOfTeam, suspendTeam } from './suspension.ts';
import {
  createTeam,
  type LimitsOfTeam,
  type ListedTeam,
  listTeams,
  setTeamLimits,
  type Team,
} from './teams.ts';

export type { TeamFilter, TeamPage } from '../store/postgres/teams.ts';
export type { ListedTeam } from './teams.ts';

export interface OperatorTeams {
  list(filter: TeamFilter, page: TeamPage): Promise<ListedTeam[]>;
  create(name: string, monthlyQuota: number, actor: Actor): Promise<Team>;
  setLimits(teamId: string, changes: LimitChanges, actor: Actor): Promise<Outcome<LimitsOfTeam>>;
  /** Once this succeeds, no node answers a call of the team. */
  suspend(teamId: string, reason: string, actor: Actor): Promise<Outcome<SuspensionOfTeam>>;
  resume(teamId: string, reason: string, actor: Actor): Promise<Outcome<SuspensionOfTeam>>;
  giveCredit(credit: NewCredit, actor: Actor): Promise<Outcome<GivenCredit>>;
  /** The operators' actions on the team, on the console or on the command line, newest first. */
  history(teamId: string, page: Page): Promise<Outcome<AuditEntry[]>>;
}

/** Actions that only operators can perform. */
const operatorActions = [
  'team.created',
  'team.suspended',
  'team.resumed',
  'team.erased',
  'limits.changed',
  'settings.changed',
  'credit.added',
];

export function createOperatorTeams(db: Database): OperatorTeams {
  return {
    list: (filter, page) => listTeams(db, filter, page),
    create: (name, monthlyQuota, actor) => createTeam(db, name, monthlyQuota, actor),
    setLimits: async (teamId, changes, actor) => ofTeam(await setTeamLimits(db, teamId, changes, actor)),
    suspend: async (teamId, reason, actor) => ofTeam(await suspendTeam(db, teamId, reason, actor)),
    resume: async (teamId, reason, actor) => ofTeam(await resumeTeam(db, teamId, reason, actor)),
    giveCredit: (credit, actor) => giveCredit(db, credit, actor),
    async history(teamId, page) {
      if (!isUuid(teamId) || !(await teamExists(db, teamId))) return noTeam;
      return done(await createAuditLog(db).list(teamId, { actions: operatorActions }, page));
    },
  };
}

const noTeam = refused('not_found', 'There is no team with this id.');

function ofTeam<T>(record: T | undefined): Outcome<T> {
  return record === undefined ? noTeam : done(record);
}
