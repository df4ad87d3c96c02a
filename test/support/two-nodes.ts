/** Two servers on one database, as the chaos tests of the limits need them. */
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { closeConnections } from './load.ts';
import { openTestPool } from './pool.ts';
import { openServer, type RunningServer, startServer } from './server-process.ts';
import { useTestDatabase } from './test-database.ts';

export interface TwoNodes {
  readonly db: Database;
  /** In two processes, of which the first may serve others, so that they share nothing but what is between nodes. */
  readonly nodes: readonly [RunningServer, RunningServer];
  /** One node after the other. */
  url(n: number): string;
}

/** `redisUrl` is asked for when everything that was set up before is ready. */
export function useTwoNodes(redisUrl: (node: number) => string | undefined): TwoNodes {
  const database = useTestDatabase();
  let db: Database | undefined;
  let nodes: [RunningServer, RunningServer] | undefined;
  beforeAll(async () => {
    const envOf = (node: number) => {
      const url = redisUrl(node);
      const env = { DATABASE_URL: database.url, DRAGOMAN_LOG_LEVEL: 'warn' };
      return url === undefined ? env : { ...env, REDIS_URL: url };
    };
    db = openTestPool(database.url);
    nodes = await Promise.all([openServer(envOf(0)), startServer(envOf(1))]);
  });
  afterAll(async () => {
    closeConnections();
    const codes = await Promise.all(nodes?.map((node) => node.stop()) ?? []);
    await db?.end();
    if (codes.some((code) => code !== 0)) throw new Error(`the nodes exited with ${codes.join(' and ')}`);
  });
  return {
    get db() {
      if (db === undefined) throw new Error('the database is not open yet');
      return db;
    },
    get nodes() {
      if (nodes === undefined) throw new Error('the nodes are not started yet');
      return nodes;
    },
    url(n) {
      return this.nodes[n % 2 === 0 ? 0 : 1].url;
    },
  };
}
