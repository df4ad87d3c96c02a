/** The Redis servers behind a connection: whether each answers, and whether it is a primary or a replica. */
import { Cluster, type Redis } from 'ioredis';
import { type RedisClient, withRedisTimeout } from './connection.ts';

export interface RedisServer {
  /** Host and port, never a password. */
  readonly address: string;
  readonly answers: boolean;
  /** Null if it does not answer, or may not tell this user. */
  readonly role: 'primary' | 'replica' | null;
  /** Replicas that follow it. */
  readonly replicas: number | null;
}

export interface RedisState {
  readonly isCluster: boolean;
  /** Of a cluster that cannot be reached, none is known. */
  readonly servers: readonly RedisServer[];
}

/** Longer than a call waits: an operator wants to know whether it answers at all. */
const answerTimeoutMs = 1_000;

/** Never rejects. */
export async function readRedisState(client: RedisClient): Promise<RedisState> {
  const isCluster = client instanceof Cluster;
  const servers = isCluster ? client.nodes('all') : [client];
  return { isCluster, servers: await Promise.all(servers.map(describeServer)) };
}

async function describeServer(server: Redis): Promise<RedisServer> {
  const { host = 'localhost', port = 6_379, path } = server.options;
  const address = path ?? (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
  try {
    await withRedisTimeout(server.ping(), answerTimeoutMs);
  } catch {
    return { address, answers: false, role: null, replicas: null };
  }
  // An access list may allow the commands of the service and not this one.
  const info = await withRedisTimeout(server.info('replication'), answerTimeoutMs).catch(() => '');
  const role = /^role:(\w+)/m.exec(info)?.[1];
  const replicas = /^connected_slaves:(\d+)/m.exec(info)?.[1];
  return {
    address,
    answers: true,
    role: role === undefined ? null : role === 'master' ? 'primary' : 'replica',
    replicas: replicas === undefined ? null : Number(replicas),
  };
}
