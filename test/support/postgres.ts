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

export async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
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

// A closed connection leaves the server's list a moment after its client is gone.
async function waitUntilUnused(client: pg.Client, name: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the database ${name} is still in use: a connection was leaked`);
}
