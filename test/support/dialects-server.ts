/**
 * A server with its listener for other dialects, a team with a key, and another team for a network whose clients need no
 * key. Tests are inside that network, or anywhere else, by the address that they forward.
 */
import { afterAll, beforeAll } from 'vitest';
import type { Env } from './command-line.ts';
import { documentsEnv } from './document-client.ts';
import { createKey, createTeam } from './seed.ts';
import { openServer, type RunningServer } from './server-process.ts';
import { useTestDatabase } from './test-database.ts';

export const insideAddress = '10.1.2.3';
/** Forwarded by default, so that no test is inside the network by mistake. */
export const outsideAddress = '192.0.2.7';
export const listedOrigin = 'https://intranet.example.org';

export interface DialectsServer {
  readonly env: Env;
  readonly server: RunningServer;
  readonly team: string;
  readonly key: string;
  readonly keylessTeam: string;
  readonly keylessKey: string;
}

export function useDialectsServer(more: Env = {}): DialectsServer {
  const database = useTestDatabase();
  const env = { ...documentsEnv().env, ...more, DATABASE_URL: database.url };
  let made: DialectsServer | undefined;
  beforeAll(async () => {
    const [team, keylessTeam] = [await createTeam(env, 'team'), await createTeam(env, 'keyless')];
    const { plain: key } = await createKey(env, team);
    const { plain: keylessKey } = await createKey(env, keylessTeam);
    const server = await openServer({
      ...env,
      DRAGOMAN_DIALECTS_PORT: '0',
      DRAGOMAN_DIALECTS_ORIGINS: listedOrigin,
      DRAGOMAN_DIALECTS_KEYLESS_KEY: keylessKey,
      DRAGOMAN_DIALECTS_KEYLESS_NETWORKS: '10.0.0.0/8',
      DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1, ::1',
    });
    made = { env, server, team, key, keylessTeam, keylessKey };
  });
  afterAll(async () => {
    const code = await made?.server.stop();
    if (code !== 0) throw new Error(`the server exited with ${code}:\n${made?.server.log()}`);
  });
  const get = () => {
    if (made === undefined) throw new Error('the server is not started yet');
    return made;
  };
  return {
    get env() {
      return get().env;
    },
    get server() {
      return get().server;
    },
    get team() {
      return get().team;
    },
    get key() {
      return get().key;
    },
    get keylessTeam() {
      return get().keylessTeam;
    },
    get keylessKey() {
      return get().keylessKey;
    },
  };
}
