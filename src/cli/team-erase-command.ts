import type { Command } from 'commander';
import { type ErasureOutcome, eraseTeam } from '../accounts/erasure.ts';
import { OperatorError } from '../lib/errors.ts';
import { commandLineActor } from './command-line-actor.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { type OutputOptions, print } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addTeamEraseCommand(team: Command, env: Environment): void {
  team
    .command('erase')
    .description('remove everything that identifies a suspended team; its totals stay')
    .argument('<team>', teamArgument)
    .requiredOption('--confirm <name>', "the team's name, because this cannot be undone")
    .option('--json', 'print JSON')
    .action(async (given: string, options: OutputOptions & { confirm: string }) => {
      const { id, outcome } = await withDatabase(env, async (db) => {
        const team = await teamIdOf(db, given);
        return { id: team, outcome: await eraseTeam(db, team, options.confirm, commandLineActor()) };
      });
      if (outcome !== 'erased') throw refusals[outcome];
      const text = 'The team is erased. Backups contain it until they expire: see docs/run/data.md';
      print(options, { team: { id, erased: true } }, text);
    });
}

const refusals: Readonly<Record<Exclude<ErasureOutcome, 'erased'>, OperatorError>> = {
  not_found: new OperatorError('There is no team with this id.', 'See: dragoman team list'),
  not_suspended: new OperatorError(
    'Only a suspended team can be erased.',
    'First: dragoman team suspend TEAM --reason TEXT',
  ),
  another_name: new OperatorError(
    '--confirm does not match the name of the team.',
    'See: dragoman team list',
  ),
  already_erased: new OperatorError('The team is already erased.', 'There is nothing left to do.'),
};
