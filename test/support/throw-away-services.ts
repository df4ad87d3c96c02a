/** Postgres and Redis servers of a test's own, to be killed (scripts/dev-services). */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { memoryFolder } from './memory-folder.ts';
import { isAlive, readProcess } from './process-table.ts';

const script = fileURLToPath(new URL('../../scripts/dev-services', import.meta.url));
const run = promisify(execFile);

interface Services {
  databaseUrl: string;
  redisUrl: string;
  postgresPid: number;
  redisPid: number;
  dir: string;
}

export interface ThrowAwayServices {
  readonly current: Services;
  /** kill -9 of the postmaster; returns once it is gone. */
  killPostgres(): Promise<void>;
  /** Starts the killed server again, on the same data and port. */
  restartPostgres(): Promise<void>;
}

export function useThrowAwayServices(): ThrowAwayServices {
  let services: Services | undefined;
  const current = () => {
    if (services === undefined) throw new Error('the services are not started yet');
    return services;
  };
  beforeAll(async () => {
    const dir = join(memoryFolder(), `dragoman-test-services-${randomBytes(6).toString('hex')}`);
    const { stdout } = await run(script, ['start', '--json', '--dir', dir]);
    services = JSON.parse(stdout) as Services;
  });
  afterAll(async () => {
    if (services !== undefined) await run(script, ['stop', '--dir', services.dir]);
  });
  return {
    get current() {
      return current();
    },
    async killPostgres() {
      process.kill(current().postgresPid, 'SIGKILL');
      while (isAlive(readProcess(current().postgresPid)))
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async restartPostgres() {
      const { stdout } = await run(script, ['restart-postgres', '--json', '--dir', current().dir]);
      services = JSON.parse(stdout) as Services;
    },
  };
}
