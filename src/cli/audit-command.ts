import type { Command } from 'commander';
import { auditLedger } from '../metering/books.ts';
import type { Disagreement } from '../store/postgres/ledger-audit.ts';
import { count, type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addAudit(program: Command, env: Environment): void {
  program
    .command('audit')
    .description('prove that balances, calls and usage agree, to the character')
    .option('--details', 'show everything that does not agree, not only how much of it there is')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { details?: boolean }) => {
      const { checks, disagreements } = await withDatabase(env, auditLedger);
      const human =
        disagreements.length === 0
          ? `The books agree (${checks.length} checks).`
          : `${options.details ? `${listAll(disagreements)}\n\n` : ''}${summarize(disagreements, checks.length)}`;
      print(options, { balanced: disagreements.length === 0, checks: checks.length, disagreements }, human);
      if (disagreements.length > 0) process.exitCode = 1;
    });
}

function listAll(disagreements: readonly Disagreement[]): string {
  return table([
    ['CHECK', 'TEAM', 'SUBJECT', 'EXPECTED', 'FOUND'],
    ...disagreements.map((row) => [row.check, row.teamId ?? '', row.subject, row.expected, row.found]),
  ]);
}

function summarize(disagreements: readonly Disagreement[], checkCount: number): string {
  const byCheck = Map.groupBy(disagreements, ({ check }) => check);
  const rows = [...byCheck].map(([check, found]) => [
    check,
    count(found.length),
    count(new Set(found.map(({ teamId }) => teamId)).size),
  ]);
  return [
    table([['CHECK', 'DISAGREEMENTS', 'TEAMS'], ...rows]),
    '',
    `The books don't agree: ${count(byCheck.size)} of ${count(checkCount)} checks failed.`,
    'Show everything: dragoman audit --details',
  ].join('\n');
}
