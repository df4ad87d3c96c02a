/** `dragoman doctor`: looks at everything the service needs and says what to do about each finding. */
import type { Command } from 'commander';
import { type Config, loadConfig } from '../config.ts';
import { OperatorError } from '../lib/errors.ts';
import { createLogger } from '../observability/logger.ts';
import { serverVersion } from '../store/postgres/database.ts';
import { pendingMigrations } from '../store/postgres/migrate.ts';
import { loadRouting, openEngines, redisVersion } from './loaded-on-demand.ts';
import { type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

interface Finding {
  check: string;
  ok: boolean;
  detail: string;
  remedy?: string;
}

export function addDoctorCommand(program: Command, env: Environment): void {
  program
    .command('doctor')
    .description('check configuration, database, Redis and engines')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const findings = await examine(env);
      const healthy = findings.every((finding) => finding.ok);
      print(options, { healthy, findings }, describe(findings, healthy));
      if (!healthy) process.exitCode = 1;
    });
}

async function examine(env: Environment): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(env);
  } catch (error) {
    const remedy = error instanceof OperatorError ? error.remedy : '';
    return [{ check: 'configuration', ok: false, detail: messageOf(error), remedy }];
  }
  const findings = await Promise.all([examineDatabase(env), examineRedis(config), examineEngines(config)]);
  return [{ check: 'configuration', ok: true, detail: 'complete' }, ...findings.flat()];
}

async function examineDatabase(env: Environment): Promise<Finding[]> {
  try {
    const [version, pending] = await withDatabase(
      env,
      async (db) => [await serverVersion(db), await pendingMigrations(db)] as const,
    );
    return [
      { check: 'database', ok: true, detail: `Postgres ${version}` },
      pending.length === 0
        ? { check: 'schema', ok: true, detail: 'up to date' }
        : {
            check: 'schema',
            ok: false,
            detail: `lacks ${pending.join(', ')}`,
            remedy: 'Run: dragoman migrate',
          },
    ];
  } catch (error) {
    const remedy = 'Start Postgres and check DATABASE_URL. For a throw-away one: scripts/dev-services start';
    return [{ check: 'database', ok: false, detail: messageOf(error), remedy }];
  }
}

async function examineRedis(config: Config): Promise<Finding[]> {
  try {
    return [{ check: 'redis', ok: true, detail: `Redis ${await redisVersion(config.redisUrl)}` }];
  } catch (error) {
    const remedy =
      'Start Redis or Valkey and check REDIS_URL. For a throw-away one: scripts/dev-services start';
    return [{ check: 'redis', ok: false, detail: messageOf(error), remedy }];
  }
}

async function examineEngines(config: Config): Promise<Finding[]> {
  const { engines } = await loadRouting(config);
  const registry = await openEngines(engines, config, createLogger('silent'));
  try {
    return await Promise.all(
      registry.engines.map(async (engine) => {
        const { healthy, detail } = await engine.health();
        const finding = { check: `engine ${engine.id}`, ok: healthy, detail };
        return healthy ? finding : { ...finding, remedy: 'Mend it as docs/run/engines.md describes.' };
      }),
    );
  } finally {
    await registry.close();
  }
}

function describe(findings: readonly Finding[], healthy: boolean): string {
  const rows = findings.flatMap((finding) => [
    [finding.ok ? 'ok' : 'FAULT', finding.check, finding.detail],
    ...(finding.remedy ? [['', '', finding.remedy]] : []),
  ]);
  return `${table(rows)}\n\n${healthy ? 'Everything is in place. Next: dragoman serve' : 'Mend the faults, then run: dragoman doctor'}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', ' ') || error.name : String(error);
}
