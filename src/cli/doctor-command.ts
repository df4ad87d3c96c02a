/** `dragoman doctor`: checks everything the service needs and suggests a fix for each problem. */
import type { Command } from 'commander';
import { type Config, loadConfig, openConfig } from '../config/config.ts';
import { examineDatabase, examineEngines, examineRedis, type Finding, fault } from './examine.ts';
import { examineCertificate } from './examine-certificate.ts';
import { examineDataKeys, examineVault } from './examine-data-keys.ts';
import { examineDialects } from './examine-dialects.ts';
import { examineDocuments } from './examine-documents.ts';
import { examinePorts } from './examine-ports.ts';
import { examineProxies } from './examine-proxies.ts';
import { examinePublicUrl } from './examine-public-url.ts';
import {
  describeUnknownVariable,
  findUnknownVariables,
  unknownVariablesRemedy,
} from './find-unknown-variables.ts';
import { loadRouting } from './loaded-on-demand.ts';
import { type OutputOptions, print, table } from './print.ts';
import type { Environment } from './with-database.ts';

export function addDoctorCommand(program: Command, env: Environment): void {
  program
    .command('doctor')
    .description('check configuration, ports, database, Redis and engines')
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
    return [fault('configuration', error, '')];
  }
  const routing = await loadRouting(config).catch((error: unknown) => fault('configuration file', error, ''));
  const [{ database, schema }, redis, documents, { findings }, ports] = await Promise.all([
    examineDatabase(env),
    examineRedis(config.redisUrl),
    // Without its data key, the finding about the key says why.
    examineDocuments(await openConfig(env).catch(() => config)),
    'engines' in routing ? examineEngines(routing.engines, config) : { findings: [routing] },
    examinePorts(config),
  ]);
  const configuration = { check: 'configuration', ok: true, detail: 'complete' };
  const dataKeys = schema?.ok ? [await examineDataKeys(env)] : [];
  const dialects = schema?.ok ? await examineDialects(env, config.dialects) : [];
  return [
    configuration,
    ...(await examineVariables(env, config)),
    ...examineProxies(config),
    ...examinePublicUrl(config),
    ...(await examineCertificate(config)),
    ...ports,
    database,
    ...(schema ? [schema] : []),
    ...dataKeys,
    ...(await examineVault(env)),
    redis,
    documents,
    ...dialects,
    ...findings,
  ];
}

async function examineVariables(env: Environment, config: Config): Promise<Finding[]> {
  const unknown = await findUnknownVariables(env, config);
  return unknown.map((variable) => ({
    check: 'variable',
    ok: true,
    isWarning: true,
    detail: describeUnknownVariable(variable),
    remedy: unknownVariablesRemedy,
  }));
}

function describe(findings: readonly Finding[], healthy: boolean): string {
  const rows = findings.flatMap((finding) => [
    [finding.ok ? (finding.isWarning ? 'warning' : 'ok') : 'FAILED', finding.check, finding.detail],
    ...(finding.remedy ? [['', '', finding.remedy]] : []),
  ]);
  return `${table(rows)}\n\n${healthy ? 'Everything is in place. Next: dragoman serve' : 'Fix the problems above, then run: dragoman doctor'}`;
}
