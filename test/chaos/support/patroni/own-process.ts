/** Processes of a cluster: under the account of Postgres, which refuses to run as root, with their log in a file. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, readProcess } from '../../../support/process-table.ts';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account of Debian's package where the tests run as root, and their own otherwise. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

export interface Command {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly logFile: string;
}

export function startAsServer({ command, env, folder, logFile }: Command): ChildProcess {
  const [file, ...args] = command;
  const log = openSync(logFile, 'a');
  const { PATH = '' } = process.env;
  const child = spawn(file, args, {
    // Nothing of this process's settings: those of Postgres, Patroni and etcd would mix with them.
    env: { PATH, HOME: folder, LANG: 'C.UTF-8', ...env },
    cwd: folder,
    stdio: ['ignore', log, log],
    ...serverAccount(),
  });
  closeSync(log);
  return child;
}

/** Returns once all of them are gone, dead or collected. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => isAlive(readProcess(pid)))) await delay(20);
}
