import type { Command } from 'commander';
import { auditLedger } from '../metering/ledger-operations.ts';
import type { Audit } from '../store/postgres/ledger-audit.ts';
import type { Disagreement } from '../store/postgres/ledger-findings.ts';
import { addAuditLogCommands } from './audit-log-commands.ts';
import { count, type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

interface AuditOptions extends OutputOptions {
  readonly details?: boolean;
  readonly full?: boolean;
}

export function addAudit(program: Command, env: Environment): void {
  const audit = program
    .command('audit')
    .description('check that balances, calls and usage agree, to the character')
    .option('--full', 'also check the calls of closed hours again; takes longer for a larger ledger')
    .option('--details', 'list every disagreement, not only how many there are')
    .option('--json', 'print JSON')
    .action(async (options: AuditOptions) => {
      const audit = await withDatabase(env, (db) => auditLedger(db, options.full ?? false));
      const { checks, closedUntil, disagreements } = audit;
      const balanced = disagreements.length === 0;
      const human = balanced ? agreement(audit) : disagreement(audit, options);
      print(options, { balanced, checks, closed_until: closedUntil ?? null, disagreements }, human);
      if (!balanced) process.exitCode = 1;
    });
  addAuditLogCommands(audit, env);
}

function agreement({ checks, closedUntil }: Audit): string {
  const extent =
    closedUntil === undefined
      ? 'all stored calls were checked'
      : `hours before ${closedUntil.toISOString().slice(0, 16)}Z were checked when they were closed`;
  return `The ledger is consistent (${checks} checks; ${extent}).`;
}

function disagreement({ checks, disagreements }: Audit, { details, full }: AuditOptions): string {
  return [
    ...(details ? [listAll(disagreements), ''] : []),
    summarize(disagreements, checks),
    ...(details ? [] : [`Show everything: dragoman audit ${full ? '--full ' : ''}--details`]),
    'What to do: docs/operate/observe.md#when-the-ledger-is-inconsistent',
  ].join('\n');
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
    `The ledger is inconsistent: ${count(byCheck.size)} of ${count(checkCount)} checks failed.`,
  ].join('\n');
}
