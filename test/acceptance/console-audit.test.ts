/** Failed sign-ins, lockouts and exports in the audit log: told, counted, and never so many that they fill it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { throttleSubject } from '../../src/accounts/users/sign-in-throttle.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call } from '../support/api-client.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn, testPassword } from '../support/console-client.ts';
import { holdTable } from '../support/hold-table.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';

const service = useServer({
  DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
  DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
});
let db: Database;
let team: string;
let email: string;
let owner: ConsoleUser;
let count = 0;

beforeAll(() => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
});
afterAll(() => db.end());
beforeEach(async () => {
  await db.query('TRUNCATE sign_in_tries, known_origins');
  count += 1;
  team = await seedTeam(db, `Harbour ${count}`);
  email = `owner${count}@example.org`;
  await seedUser(db, team, email);
  owner = await signIn(service.server.consoleUrl, email);
});

interface Entry {
  readonly action: string;
  readonly actor: object;
  readonly address: string;
  readonly subject: { readonly id: string };
  readonly details: Record<string, unknown>;
}
async function entriesOf(action: string): Promise<Entry[]> {
  const { body } = await owner.get<{ entries: Entry[] }>(`/teams/${team}/audit?action=${action}&limit=100`);
  return body.entries.toReversed();
}
const guess = (address: string, account = email, password = 'wrong password 1') =>
  call(`${service.server.consoleUrl}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: account, password }),
  });
const attempts = (entries: readonly Entry[]) => entries.map(({ details }) => details.attempts);

describe('failed sign-ins', () => {
  test('are told with the account, the address and their number: the first, the tenth and the lockout', async () => {
    for (let i = 0; i < 14; i++) await guess('203.0.113.7');
    await expect.poll(async () => attempts(await entriesOf('sign_in.failed'))).toEqual([1, 10]);
    await expect.poll(async () => attempts(await entriesOf('sign_in.locked'))).toEqual([1]);
    const [first] = await entriesOf('sign_in.failed');
    expect(first).toMatchObject({
      actor: { type: 'unknown', id: null, name: null },
      address: '203.0.113.7',
      details: { email, attempts: 1, minutes: 15 },
    });
    expect(JSON.stringify(await entriesOf('sign_in.failed'))).not.toContain('wrong password');
  });

  test('of a flood from many networks leave at most 50 entries for the account in a day', async () => {
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 20 }, (_, i) => guess(`198.51.${round}.${i}`)));
    const written = async () =>
      (await entriesOf('sign_in.failed')).length + (await entriesOf('sign_in.locked')).length;
    await expect.poll(written).toBe(50);
    await guess('192.0.2.200');
    await guess('192.0.2.200', 'nobody@example.org');
    expect(await written()).toBe(50);
  });

  test('for an account that does not exist leave nothing: what was typed may be a password', async () => {
    const before = await db.query('SELECT count(*)::int AS count FROM audit_log');
    await guess('203.0.113.9', 'hunter2hunter2@example.org');
    await guess('203.0.113.9');
    await expect.poll(async () => attempts(await entriesOf('sign_in.failed'))).toEqual([1]);
    const after = await db.query('SELECT count(*)::int AS count FROM audit_log');
    expect(after.rows[0].count - before.rows[0].count).toBe(1);
  });

  test('that cannot be written keep nobody waiting: how long others wait would tell which accounts exist', async () => {
    const others = [`second${count}@example.org`, `third${count}@example.org`];
    for (const other of others) await seedUser(db, team, other, 'member');
    const held = await holdTable(service.env.DATABASE_URL ?? '', 'audit_log');
    for (const account of [email, ...others]) await guess('203.0.113.11', account);
    await held.waitingTransaction();
    const look = await call(`${service.server.consoleUrl}/api/links/look`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.11' },
      body: JSON.stringify({ token: 'A'.repeat(43) }),
    });
    expect(look.status).toBe(404);
    await held.release();
    await expect.poll(async () => attempts(await entriesOf('sign_in.failed'))).toEqual([1, 1, 1]);
  });

  test('are counted for accounts that do not exist as well, in one row however many they are', async () => {
    const stored = async (): Promise<number> =>
      (await db.query('SELECT count(*)::int AS count FROM sign_in_tries')).rows[0].count;
    const before = await stored();
    for (let i = 0; i < 5; i++) await guess('203.0.113.12', `nobody${i}@example.org`);
    const subject = throttleSubject('audit sign_in.failed', '', '203.0.113.12');
    const tries = async () =>
      (await db.query('SELECT tries FROM sign_in_tries WHERE subject = $1', [subject])).rows;
    await expect.poll(tries).toEqual([{ tries: 5 }]);
    // Beside it, only what is counted for the network, and for an account and this network.
    expect((await stored()) - before).toBe(1 + 1 + 5 * 2);
  });

  test('also those with a session: a wrong current password', async () => {
    await owner.send('POST', '/me/password', { current: 'wrong password 1', new: testPassword });
    await expect.poll(async () => attempts(await entriesOf('sign_in.failed'))).toEqual([1]);
  });
});

describe('exports', () => {
  const usage = (more = '') =>
    owner.get(
      `/teams/${team}/usage?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&by=day&group=key${more}`,
    );

  test('of usage, the audit log and requests are told; reading is not', async () => {
    expect((await usage()).status).toBe(200);
    expect((await owner.get(`/teams/${team}/audit`)).status).toBe(200);
    expect(await entriesOf('data.exported')).toEqual([]);
    expect((await usage('&export=csv')).status).toBe(200);
    expect((await owner.get(`/teams/${team}/audit?export=csv`)).status).toBe(200);
    expect((await owner.get(`/teams/${team}/requests/export`)).status).toBe(200);
    expect(await entriesOf('data.exported')).toMatchObject([
      {
        actor: { type: 'user', name: email },
        subject: { id: 'usage' },
        details: { data: 'usage', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      },
      { subject: { id: 'audit' } },
      { subject: { id: 'requests' } },
    ]);
  });

  test('that a script repeats leave 20 entries an hour', async () => {
    for (let i = 0; i < 25; i++) expect((await usage('&export=csv')).status).toBe(200);
    expect(await entriesOf('data.exported')).toHaveLength(20);
  });

  test('that are refused are not told', async () => {
    for (const wrong of ['from=%00', 'from=yesterday', 'to=2026-02-30', 'actor=%00', 'limit=x'])
      expect((await owner.get(`/teams/${team}/audit?export=csv&${wrong}`)).status, wrong).toBe(400);
    expect((await owner.get(`/teams/${team}/requests/export?from=yesterday`)).status).toBe(400);
    expect(await entriesOf('data.exported')).toEqual([]);
  });

  test('that cannot be told are refused, and keep the next one from nothing', async () => {
    await db.query('ALTER TABLE audit_log RENAME TO audit_log_elsewhere');
    try {
      expect((await owner.get(`/teams/${team}/requests/export`)).status).toBe(500);
    } finally {
      await db.query('ALTER TABLE audit_log_elsewhere RENAME TO audit_log');
    }
    expect((await owner.get(`/teams/${team}/requests/export`)).status).toBe(200);
  });

  test('that nobody waits for any longer keep the next one from nothing', async () => {
    const held = await holdTable(service.env.DATABASE_URL ?? '', 'audit_log');
    const leaving = new AbortController();
    const exported = fetch(`${service.server.consoleUrl}/api/teams/${team}/requests/export`, {
      headers: bearer(owner.token),
      signal: leaving.signal,
    });
    try {
      await held.waitingStatement();
      leaving.abort();
      await expect(exported).rejects.toThrow();
    } finally {
      await held.release();
    }
    await expect.poll(async () => (await owner.get(`/teams/${team}/requests/export`)).status).toBe(200);
  });
});
