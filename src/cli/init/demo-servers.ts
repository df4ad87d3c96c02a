/** The temporary Postgres and Redis servers of a demonstration. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorError } from '../../lib/errors.ts';
import type { Environment } from '../with-database.ts';
import { shellQuote } from './shell-quote.ts';

const servicesScript = fileURLToPath(new URL('../../../scripts/dev-services', import.meta.url));

export interface DemoServers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/**
 * A new folder with a name that nobody else can predict. It is not in the demonstration's own folder, because
 * the path of a socket must be short, and Postgres under root runs as an account that may not get there.
 */
export async function createServersFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-demo-'));
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  return folder;
}

/** The script removes and creates its own folder, which therefore is one level below. */
const dirIn = (folder: string) => join(folder, 'servers');

export async function startServers(folder: string, env: Environment): Promise<DemoServers> {
  try {
    return JSON.parse(await runScript(['start', '--json', '--dir', dirIn(folder)], env)) as DemoServers;
  } catch (cause) {
    const { stderr = '', message = '' } = cause as { stderr?: string; message?: string };
    throw new OperatorError(
      `Temporary Postgres and Redis servers could not be started: ${stderr.trim() || message}`,
      'Install both, or name servers for the demonstration with --database-url and --redis-url.',
      { cause },
    );
  }
}

export async function removeServers(folder: string, env: Environment): Promise<void> {
  await runScript(['stop', '--dir', dirIn(folder)], env);
  await rm(folder, { recursive: true, force: true });
}

export function stopCommand(folder: string): string {
  return `${shellQuote(servicesScript)} stop --dir ${shellQuote(dirIn(folder))}`;
}

async function runScript(args: readonly string[], env: Environment): Promise<string> {
  // The script runs node.
  const path = [dirname(process.execPath), env.PATH ?? ''].join(delimiter);
  const { stdout } = await promisify(execFile)(servicesScript, args, { env: { ...env, PATH: path } });
  return stdout;
}
