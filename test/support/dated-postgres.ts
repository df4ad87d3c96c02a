/** A Postgres of the test's own whose clock can be set, forward and back (libfaketime of Debian's package `faketime`). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { freePort } from './free-port.ts';
import { memoryFolder } from './memory-folder.ts';

export interface DatedPostgres extends AsyncDisposable {
  readonly url: string;
  /** From now on its clock goes on from this moment. */
  setClock(moment: Date): void;
}

export async function startDatedPostgres(moment: Date, timeZone: string): Promise<DatedPostgres> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (library === undefined) throw new Error('libfaketime is not installed. Run: apt-get install faketime');
  const folder = mkdtempSync(join(memoryFolder(), 'dragoman-dated-'));
  chmodSync(folder, 0o777);
  const [data, offset] = [join(folder, 'data'), join(folder, 'offset')];
  const setClock = (to: Date) => {
    const seconds = ((to.getTime() - Date.now()) / 1_000).toFixed(3);
    writeFileSync(offset, seconds.startsWith('-') ? seconds : `+${seconds}`);
  };
  setClock(moment);
  const port = await freePort();
  await asServerUser(
    folder,
    'initdb',
    `--pgdata=${data}`,
    '--auth=trust',
    '--username=dragoman',
    '--no-sync',
  );
  const clock = [
    `LD_PRELOAD=${library}`,
    `FAKETIME_TIMESTAMP_FILE=${offset}`,
    'FAKETIME_NO_CACHE=1',
    // What waits for a while waits for a real one.
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
    'DONT_FAKE_MONOTONIC=1',
  ];
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c TimeZone=${timeZone} -c fsync=off`;
  // It is up when it says so; pg_ctl itself would wait by the clock that is set.
  const control = [`--pgdata=${data}`, `--log=${join(folder, 'log')}`, `--options=${options}`];
  await asServerUser(folder, 'env', ...clock, join(binaries(), 'pg_ctl'), ...control, '--no-wait', 'start');
  const url = `postgres://dragoman@127.0.0.1:${port}/postgres`;
  await expect.poll(() => answers(url), { timeout: 120_000 }).toBe(true);
  return {
    url,
    setClock,
    async [Symbol.asyncDispose]() {
      const shared = sharedMemoryOf(data);
      await asServerUser(folder, 'pg_ctl', `--pgdata=${data}`, '--mode=immediate', 'stop');
      for (const path of [folder, ...shared]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** libfaketime shares the clock with children of a process in two files, and leaves them behind when the process is killed. */
function sharedMemoryOf(data: string): string[] {
  const postmaster = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0];
  const environment = readFileSync(`/proc/${postmaster}/environ`, 'utf8').split('\0');
  const names = environment.find((line) => line.startsWith('FAKETIME_SHARED='))?.match(/(?<=\/)\w+/g);
  return names?.map((name) => `/dev/shm/${name.includes('_sem_') ? 'sem.' : ''}${name}`) ?? [];
}

function binaries(): string {
  const newest = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (newest === undefined) throw new Error('Postgres is not installed. Run: apt-get install postgresql');
  return newest;
}

/** Postgres refuses to run as root: Debian's package brings a user for it. */
async function asServerUser(folder: string, command: string, ...args: string[]): Promise<void> {
  const file = command === 'env' ? command : join(binaries(), command);
  const isRoot = process.getuid?.() === 0;
  const [first, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', file, ...args] : [file, ...args];
  // The server keeps what it inherits: with a pipe, this would wait for its end.
  const child = spawn(first ?? file, rest, { cwd: folder, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
