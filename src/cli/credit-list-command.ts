import type { Command } from 'commander';
import { listCredit } from '../accounts/credit.ts';
import { toWire } from '../lib/wire-shape.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { count, type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addCreditListCommand(credit: Command, env: Environment): void {
  credit
    .command('list')
    .description('list the credit entries of a team, newest first')
    .requiredOption('--team <team>', teamArgument)
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { team: string }) => {
      const entries = await withDatabase(env, async (db) => listCredit(db, await teamIdOf(db, options.team)));
      const rows = entries.map(({ id, createdAt, amount, reason, author }) => [
        createdAt.toISOString(),
        count(amount),
        author,
        reason,
        id,
      ]);
      const human =
        rows.length === 0
          ? 'This team has no credit entries.'
          : table([['TIME', 'CHARACTERS', 'AUTHOR', 'REASON', 'ENTRY'], ...rows]);
      print(options, { entries: entries.map(toWire) }, human);
    });
}
