/** Destinations for events on the command line. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { seedTeam } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let env: Record<string, string>;
let team: string;
beforeAll(async () => {
  db = openTestPool(database.url);
  env = { DATABASE_URL: database.url, DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64') };
  team = await seedTeam(db, 'Harbour');
});
afterAll(() => db.end());

interface Destination {
  id: string;
  address: string;
  event_types: string[];
  secret?: string | null;
}

test('a webhook of a team is created, listed without its secret, tested and deleted', async () => {
  const { destination } = await dragomanJson<{ destination: Destination }>(
    [
      'webhook',
      'create',
      'https://example.org/hooks',
      '--name',
      'Chat',
      '--events',
      'key.created, key.revoked',
      '--team',
      'Harbour',
    ],
    env,
  );
  expect(destination).toMatchObject({
    event_types: ['key.created', 'key.revoked'],
    secret: expect.stringMatching(/^whsec_/),
  });
  const listed = await runDragoman(['webhook', 'list', '--team', team], env);
  expect(listed.stdout).toContain('https://example.org/hooks');
  expect(listed.stdout).not.toContain('whsec_');
  const { delivery } = await dragomanJson<{ delivery: { id: string } }>(
    ['webhook', 'test', destination.id, '--team', team],
    env,
  );
  const { rows } = await db.query('SELECT state FROM event_deliveries WHERE id = $1', [delivery.id]);
  expect(rows).toEqual([{ state: 'waiting' }]);
  // It is of the team, and not of the installation.
  expect(await runDragoman(['webhook', 'delete', destination.id], env)).toMatchObject({ code: 1 });
  await dragomanJson(['webhook', 'delete', destination.id, '--team', team], env);
  expect((await runDragoman(['webhook', 'list', '--team', team], env)).stdout).toContain(
    'There are no destinations.',
  );
  const { rows: entries } = await db.query(
    "SELECT action, actor_type FROM audit_log WHERE action LIKE 'destination.%' ORDER BY id",
  );
  expect(entries.map(({ action, actor_type }) => [action, actor_type])).toEqual([
    ['destination.created', 'command_line'],
    ['destination.tested', 'command_line'],
    ['destination.deleted', 'command_line'],
  ]);
});

test('one of the installation gets every event but the audit log, unless it asks for it', async () => {
  const { destination } = await dragomanJson<{ destination: Destination }>(
    ['webhook', 'create', 'https://example.org/hooks', '--name', 'Operations'],
    env,
  );
  expect(destination.event_types).toContain('engine.unhealthy');
  expect(destination.event_types).not.toContain('audit.entry');
});

test.each([
  ['a private address', ['https://192.168.1.1/'], {}, 'not public'],
  ['mail without a mail server', ['owner@example.org'], {}, 'DRAGOMAN_SMTP_HOST'],
  ['no data key', ['https://example.org/'], { DRAGOMAN_DATA_KEY: '' }, 'DRAGOMAN_DATA_KEY'],
  ['an unknown event', ['https://example.org/', '--events', 'moon.full'], {}, 'moon.full'],
])('%s is refused with the reason', async (_what, args, changes, words) => {
  const refused = await runDragoman(['webhook', 'create', '--name', 'X', ...args], { ...env, ...changes });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
});
