/** API processes on a Postgres and a Redis of the test's own, so that each of them can be killed. */
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../../src/store/postgres/database.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { openTestPool } from '../../support/pool.ts';
import { seedTeams, type TestTeam } from '../../support/seed-teams.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { type ThrowAwayServices, useThrowAwayServices } from '../../support/throw-away-services.ts';

export interface RigOptions {
  readonly nodes?: number;
  /** Settings of the stub engine. */
  readonly stub?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ChaosRig {
  readonly services: ThrowAwayServices;
  readonly db: Database;
  /** The nodes that are up. */
  readonly nodes: readonly ServerProcess[];
  start(env?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** kill -9, and off the list. */
  kill(node: ServerProcess): void;
  /** SIGTERM, and off the list; the exit code. */
  stop(node: ServerProcess): Promise<number | null>;
  newTeam(quota?: number, keys?: number): Promise<TestTeam>;
}

export function useChaosRig({ nodes = 2, stub = 'on', env = {} }: RigOptions = {}): ChaosRig {
  const services = useThrowAwayServices();
  const up: ServerProcess[] = [];
  let pool: Database | undefined;
  const db = () => {
    if (pool === undefined) throw new Error('the rig is not started yet');
    return pool;
  };
  const leave = (node: ServerProcess) => {
    const place = up.indexOf(node);
    if (place >= 0) up.splice(place, 1);
  };
  const start: ChaosRig['start'] = async (extra = {}) => {
    const node = await startServer({
      NODE_ENV: 'test',
      DATABASE_URL: services.current.databaseUrl,
      REDIS_URL: services.current.redisUrl,
      DRAGOMAN_STUB_ENGINE: stub,
      DRAGOMAN_APERTIUM_MODES: '/nonexistent',
      DRAGOMAN_LOG_LEVEL: 'error',
      // Every call is to meet the engine and its faults.
      DRAGOMAN_CACHE_MB: '0',
      ...env,
      ...extra,
    });
    up.push(node);
    return node;
  };
  const stop = (node: ServerProcess) => {
    leave(node);
    return node.stop();
  };
  beforeAll(async () => {
    await migrate(services.current.databaseUrl);
    pool = openTestPool(services.current.databaseUrl, 8);
    await Promise.all(Array.from({ length: nodes }, () => start()));
  });
  afterAll(async () => {
    await Promise.all([...up].map(stop));
    await pool?.end();
  });
  return {
    services,
    nodes: up,
    start,
    stop,
    get db() {
      return db();
    },
    kill(node) {
      leave(node);
      process.kill(node.pid, 'SIGKILL');
    },
    async newTeam(quota = 1_000_000_000, keys = 1) {
      const [team] = await seedTeams(db(), 1, { quota, keys });
      if (team === undefined) throw new Error('no team was made');
      return team;
    },
  };
}
