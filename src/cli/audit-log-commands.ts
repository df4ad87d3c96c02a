/** `dragoman audit verify`, `head` and `export`: the chains of hashes over the audit logs. */
import { once } from 'node:events';
import type { Command } from 'commander';
import { exportLog } from '../accounts/audit-chain/export-log.ts';
import { type LogReport, verifyLog } from '../accounts/audit-chain/verify-log.ts';
import { writeHead } from '../accounts/audit-chain/wire-head.ts';
import { listTeams } from '../accounts/teams.ts';
import {
  type AuditHead,
  installationChain,
  listAuditChains,
  readAtOneMoment,
  readAuditHeads,
} from '../store/postgres/audit-chains.ts';
import type { Database } from '../store/postgres/database.ts';
import { describeFindings } from './describe-findings.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { count, type OutputOptions, print, table } from './print.ts';
import { readAuditHeadsOf } from './read-audit-heads.ts';
import { type Environment, withDatabase } from './with-database.ts';

interface LogOptions extends OutputOptions {
  readonly team?: string;
  readonly installation?: boolean;
}

export function addAuditLogCommands(audit: Command, env: Environment): void {
  withLogs(audit.command('verify'))
    .description('check that no entry of the audit logs was altered, deleted, inserted or moved')
    .option(
      '--against <file...>',
      'heads or exports that were kept elsewhere, to find what was cut off or replaced',
    )
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<LogOptions & { against?: string[] }>(command);
      const anchors = await readAuditHeadsOf(options.against ?? []);
      const { reports, names } = await withDatabase(env, (db) => verifyLogs(db, options, anchors));
      const isIntact = reports.every(({ findings }) => findings.length === 0);
      print(options, { intact: isIntact, logs: reports.map(toWire) }, describe(reports, names));
      if (!isIntact) process.exitCode = 1;
    });
  withLogs(audit.command('head'))
    .description('print the number and hash of the newest entry of the audit logs, to be kept elsewhere')
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<LogOptions>(command);
      const heads = await withDatabase(env, async (db) => [
        ...(await readAuditHeads(db, await chosenLogs(db, options))).values(),
      ]);
      const wire = heads.map(writeHead);
      const rows = wire.map(({ chain, number, hash }) => [chain, String(number), hash]);
      print(options, { heads: wire }, table([['LOG', 'ENTRY', 'HASH'], ...rows]));
    });
  withLogs(audit.command('export'))
    .description('print an audit log with its chain, as lines of JSON')
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<LogOptions>(command);
      await withDatabase(env, async (db) => {
        for (const chainId of await chosenLogs(db, options)) await printLog(db, chainId);
      });
    });
}

/** `audit` has an option `--json` too, and takes it wherever it is. */
function optionsOf<T>(command: Command): T {
  return command.optsWithGlobals<T & Record<string, unknown>>();
}

function withLogs(command: Command): Command {
  return command
    .option('--team <team>', `only the log of a team: ${teamArgument}`)
    .option('--installation', 'only the log of what belongs to no team')
    .option('--json', 'print JSON');
}

async function chosenLogs(db: Database, { team, installation }: LogOptions): Promise<string[]> {
  if (team === undefined && !installation) return listAuditChains(db);
  return [
    ...(installation ? [installationChain] : []),
    ...(team === undefined ? [] : [await teamIdOf(db, team)]),
  ];
}

async function verifyLogs(db: Database, options: LogOptions, anchors: readonly AuditHead[]) {
  const isChosen = options.team !== undefined || options.installation;
  const chosen = await chosenLogs(db, options);
  // A log that is gone as a whole is known only from what was kept.
  const chains = isChosen ? chosen : [...new Set([...chosen, ...anchors.map(({ chainId }) => chainId)])];
  const reports: LogReport[] = [];
  for (const chainId of chains) {
    const known = anchors.filter((anchor) => anchor.chainId === chainId);
    reports.push(await verifyLog(db, chainId, known));
  }
  const names = new Map((await listTeams(db)).map(({ id, name }) => [id, name]));
  return { reports, names: names.set(installationChain, 'installation') };
}

/** Of one moment: an erasure or retention in between would look like tampering. */
function printLog(db: Database, chainId: string): Promise<void> {
  return readAtOneMoment(db, async (connection) => {
    for await (const lines of exportLog(connection, chainId)) {
      // A slow reader must not have the whole log wait in memory.
      if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
    }
  });
}

function toWire({ chainId, head, first, entries, erased, pending, findings }: LogReport) {
  const { number, hash } = writeHead(head);
  const listed = findings.map(({ entryId, ...finding }) => ({ ...finding, entry: entryId }));
  return { chain: chainId, head: { number, hash }, ...{ first, entries, erased, pending }, findings: listed };
}

function describe(reports: readonly LogReport[], names: ReadonlyMap<string, string>): string {
  const damaged = reports.filter(({ findings }) => findings.length > 0);
  const entries = reports.reduce((sum, report) => sum + report.entries, 0);
  const pending = reports.reduce((sum, report) => sum + report.pending, 0);
  const waiting = `${count(pending)} entries are older than their chain and not linked yet; the housekeeping of a running server links them.`;
  return [
    ...damaged.flatMap(({ chainId, findings }) => [
      `${names.get(chainId) ?? 'no such team'} (${chainId})`,
      ...describeFindings(findings),
      '',
    ]),
    ...(pending > 0 ? [waiting] : []),
    damaged.length === 0
      ? `All audit logs are intact (${count(reports.length)} logs, ${count(entries)} entries).`
      : `${count(damaged.length)} of ${count(reports.length)} audit logs were tampered with.\nWhat to do: docs/operate/audit-log.md#when-a-log-was-tampered-with`,
  ].join('\n');
}
