import type { Command } from 'commander';
import { resumeTeam, type SuspensionOfTeam, suspendTeam } from '../accounts/suspension.ts';
import { toWire } from '../lib/wire-shape.ts';
import { commandLineActor } from './command-line-actor.ts';
import { noTeam, teamArgument, teamIdOf } from './find-team.ts';
import { parseReason } from './parse-reason.ts';
import { facts, type OutputOptions, print } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addTeamSuspensionCommands(team: Command, env: Environment): void {
  add(team, env, 'suspend', 'refuse all calls of a team, on every node at once', suspendTeam);
  add(team, env, 'resume', 'let a suspended team call again', resumeTeam);
}

function add(
  team: Command,
  env: Environment,
  name: string,
  description: string,
  change: typeof suspendTeam,
): void {
  team
    .command(name)
    .description(description)
    .argument('<team>', teamArgument)
    .requiredOption('--reason <text>', 'reason, recorded in the audit log; the team sees it', parseReason)
    .option('--json', 'print JSON')
    .action(async (given: string, options: OutputOptions & { reason: string }) => {
      const record = await withDatabase(env, async (db) =>
        change(db, await teamIdOf(db, given), options.reason, commandLineActor()),
      );
      if (record === undefined) throw noTeam();
      print(options, { team: toWire(record) }, describe(record));
    });
}

function describe({ teamId, suspended }: SuspensionOfTeam): string {
  return facts([
    ['Team', teamId],
    ['State', suspended === null ? 'active' : `suspended since ${suspended.at.toISOString()}`],
    ...(suspended === null ? [] : [['Reason', suspended.reason] as const]),
  ]);
}
