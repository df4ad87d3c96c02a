import type { Command } from 'commander';
import { readTeamSettings } from '../accounts/team-settings.ts';
import { type LimitsOfTeam, listTeams, readTeamLimits } from '../accounts/teams.ts';
import { toWire } from '../lib/wire-shape.ts';
import { createUsageReports } from '../metering/usage-report.ts';
import type { Database } from '../store/postgres/database.ts';
import { noTeam, teamArgument, teamIdOf } from './find-team.ts';
import { count, facts, type OutputOptions, print } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addTeamShowCommand(team: Command, env: Environment): void {
  team
    .command('show')
    .description('show a team: what it used this month, what is left, its limits, engines and keys')
    .argument('<team>', teamArgument)
    .option('--json', 'print JSON')
    .action(async (given: string, options: OutputOptions) => {
      const shown = await withDatabase(env, async (db) => readTeam(db, await teamIdOf(db, given)));
      print(options, { team: toWire(shown) }, describe(shown));
    });
}

type ShownTeam = Awaited<ReturnType<typeof readTeam>>;

async function readTeam(db: Database, id: string) {
  const [team] = await listTeams(db, { id });
  const [account, limits, settings] = [
    await createUsageReports(db, db).account(id),
    await readTeamLimits(db, id),
    await readTeamSettings(db, id),
  ];
  if (team === undefined || account === undefined || limits === undefined || settings === undefined)
    throw noTeam();
  const { quota, quotaUsed, credit, held } = account;
  const { teamId: _limitsOf, monthlyQuota, ...rates } = limits;
  const { teamId: _settingsOf, ...routing } = settings;
  return {
    id,
    name: team.name,
    createdAt: team.createdAt,
    suspended: team.suspended,
    activeKeys: team.activeKeys,
    monthlyQuota,
    quotaUsed,
    quotaLeft: Math.max(quota - quotaUsed, 0),
    credit,
    held,
    ...rates,
    ...routing,
  };
}

function describe(team: ShownTeam): string {
  const { suspended, engines } = team;
  return facts([
    ['Team', team.id],
    ['Name', team.name],
    ['Created', team.createdAt.toISOString()],
    [
      'State',
      suspended === null ? 'active' : `suspended since ${suspended.at.toISOString()}: ${suspended.reason}`,
    ],
    [
      'Quota',
      `${count(team.quotaUsed)} of ${count(team.monthlyQuota)} characters used this month, ${count(team.quotaLeft)} left`,
    ],
    ['Credit', `${count(team.credit)} characters`],
    ['Held', `${count(team.held)} characters, for documents and streamed calls in progress`],
    ...rateFacts(team),
    ['Engines', engines === null ? 'all' : engines.join(', then ')],
    ['Cache', team.cache ? 'on' : 'off'],
    ['Active keys', count(team.activeKeys)],
  ]);
}

type Rates = Omit<LimitsOfTeam, 'teamId' | 'monthlyQuota'>;

export function rateFacts(rates: Rates): [string, string][] {
  return [
    ['Requests', `${count(rates.requestsPerSecond)} per second, ${count(rates.requestsBurst)} at once`],
    ['Characters', `${count(rates.charactersPerMinute)} per minute`],
    ['Calls in flight', `${count(rates.callsInFlight)} per node`],
  ];
}
