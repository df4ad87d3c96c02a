/** Whole installations on one machine: a Postgres and a Redis of their own, API processes, HAProxy in front of them. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { readDeployFile } from '../../test/support/deploy-files.ts';
import { freePort } from '../../test/support/free-port.ts';
import { adapt, type Haproxy, startHaproxy } from '../../test/support/haproxy.ts';
import { type ServerProcess, startServer } from '../../test/support/server-process.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../scripts/dev-services', import.meta.url));

export interface OwnServices {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly postgresPid: number;
  readonly redisPid: number;
  stop(): Promise<void>;
}

export async function startOwnServices(): Promise<OwnServices> {
  const dir = join(tmpdir(), `dragoman-bench-services-${randomBytes(6).toString('hex')}`);
  const { stdout } = await run(script, ['start', '--json', '--dir', dir]);
  return {
    ...(JSON.parse(stdout) as Omit<OwnServices, 'stop'>),
    async stop() {
      await run(script, ['stop', '--dir', dir]);
    },
  };
}

/** A database of this name on the same server, with the schema. */
export async function addDatabase({ databaseUrl }: OwnServices, name: string): Promise<string> {
  const url = new URL(databaseUrl);
  await withClient(databaseUrl, (client) => client.query(`CREATE DATABASE "${name}"`));
  url.pathname = `/${name}`;
  await migrate(url.href);
  return url.href;
}

/** The plain key number n of a database with many; the SQL below computes the same. */
export function plainKey(n: number): string {
  const digest = createHash('md5').update(String(n)).digest('hex');
  return `svc_live_${digest}${digest.slice(0, 8)}`;
}

export const keysPerTeam = 10;
const teamId = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Keys of as many teams as there are tens of them, with limits that no load reaches. */
export function seedKeys(url: string, keys: number): Promise<void> {
  return withClient(url, async (client) => {
    const teams = Math.ceil(keys / keysPerTeam);
    await client.query(
      `INSERT INTO teams (id, name, requests_per_second, requests_burst, characters_per_minute, calls_in_flight)
       SELECT ${teamId}, 'test', 100000, 1000000, 1000000000, 100000 FROM generate_series(0, $1::int - 1) AS n`,
      [teams],
    );
    await client.query(
      `INSERT INTO team_balances (team_id, quota)
       SELECT ${teamId}, 1000000000000 FROM generate_series(0, $1::int - 1) AS n`,
      [teams],
    );
    await client.query(
      `INSERT INTO api_keys (id, team_id, key_hash, name, mode, scopes)
       SELECT gen_random_uuid(), ${teamId.replace('to_hex(n)', `to_hex(n / ${keysPerTeam})`)},
              sha256(('svc_live_' || md5(n::text) || left(md5(n::text), 8))::bytea), 'key ' || n, 'live',
              '{translate,usage}'
         FROM generate_series(0, $1::int - 1) AS n`,
      [keys],
    );
    await client.query('VACUUM (ANALYZE)');
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type Nodes = readonly ServerProcess[];

export function startNodes(
  { redisUrl }: OwnServices,
  databaseUrl: string,
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Nodes> {
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_CACHE_MB: '0',
    DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  };
  return Promise.all(Array.from({ length: count }, () => startServer(settings, { keepsLog: false })));
}

export interface Balanced {
  readonly port: number;
  readonly haproxy: Haproxy;
}

/** The example of deploy/ in front of these nodes, without TLS: what that costs depends on the clients. */
export async function balance(nodes: Nodes): Promise<Balanced> {
  const port = await freePort();
  const servers = nodes.map(
    ({ port: publicPort, opsUrl }, i) =>
      `    server node${i + 1} 127.0.0.1:${publicPort} port ${new URL(opsUrl).port}\n`,
  );
  const [translating = ''] = readDeployFile('proxies/haproxy.cfg').split('# The dashboard:');
  const configuration = adapt(translating, {
    '    user haproxy\n    group haproxy\n': '',
    'log /dev/log local0': 'log 127.0.0.1:9 local0',
    // Not much lower: past a quarter of its sockets HAProxy closes a connection to a node after every call.
    'maxconn 20000': 'maxconn 8000',
    'bind :80\n': `bind 127.0.0.1:${port}\n`,
    '    bind :443 ssl crt /etc/haproxy/certs/translate.pem alpn h2,http/1.1\n': '',
    '    http-request redirect scheme https code 308 unless { ssl_fc }\n': '',
    ' check port 9090 ': ' check ',
    '    server node1 10.0.0.11:8080\n    server node2 10.0.0.12:8080\n': servers.join(''),
  });
  return { port, haproxy: await startHaproxy(configuration) };
}
