/** Databases for tests: a template is migrated once per run, and each test file gets a clone of it. */
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import pg from 'pg';

/** A server where databases may be made; scripts/dev-services starts one. */
const serverUrl =
  process.env.DRAGOMAN_TEST_POSTGRES ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;

export function databaseUrl(name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Kept across the files that a worker runs, each of which makes a database and drops it: to connect costs Postgres more than that. */
const shared = globalThis as { dragomanAdmin?: pg.Pool };

function adminPool(): pg.Pool {
  if (shared.dragomanAdmin === undefined) {
    shared.dragomanAdmin = new pg.Pool({
      connectionString: serverUrl,
      idleTimeoutMillis: 60_000,
      allowExitOnIdle: true,
    });
    shared.dragomanAdmin.on('error', () => undefined);
  }
  return shared.dragomanAdmin;
}

export async function asAdmin<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await adminPool().connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Set by those who share a server, to tell their databases apart. */
const prefix = process.env.DRAGOMAN_TEST_PREFIX ?? 'dragoman_test';

export function randomDatabaseName(): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

export async function createDatabase(name: string, template?: string): Promise<void> {
  const from = template === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
  await asAdmin((client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}${from}`));
}

/** Fails when somebody is still connected: a test that leaks a connection fails. */
export async function dropDatabase(name: string): Promise<void> {
  await asAdmin(async (client) => {
    await waitUntilUnused(client, name);
    await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)}`);
  });
}

// A closed connection leaves the list a moment after its client is gone, on a busy machine seconds after.
async function waitUntilUnused(client: pg.ClientBase, name: string): Promise<void> {
  for (let tries = 0; tries < 1_500; tries++) {
    const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the database ${name} is still in use: a connection was leaked`);
}
