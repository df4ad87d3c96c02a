/** Every request that needs a key is limited, and none can cost Postgres more than it should. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type Answer, bearer, call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { runDragoman } from '../support/command-line.ts';
import { seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { countKeyReads, type KeyReadCounter } from '../support/key-read-counter.ts';
import { createLimitedTeam } from '../support/limited-team.ts';
import { openTestPool } from '../support/pool.ts';
import { openConnection } from '../support/raw-socket.ts';
import { readMetric } from '../support/read-metric.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const settings = { DRAGOMAN_MAX_KEYS_PER_TEAM: '10', DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '3' };
let db: Database;
let counter: KeyReadCounter;
let server: RunningServer;

beforeAll(async () => {
  counter = await countKeyReads(database.url);
  db = openTestPool(database.url);
  // The console believes what a proxy forwards, so that a test can come from any address.
  server = await openServer({
    ...settings,
    DATABASE_URL: counter.url,
    DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await counter.stop();
  await db.end();
});

const scopes = ['translate', 'usage', 'keys', 'glossaries', 'audit'] as const;
const slow = { requestsPerSecond: 1, requestsBurst: 20, charactersPerMinute: 1_000_000 };
const newTeam = (limits: Parameters<typeof createLimitedTeam>[1] = slow) =>
  createLimitedTeam(db, limits, [...scopes]);

/** What is let in of a burst at least: on a machine too busy for Redis to answer, a node starts with a tenth. */
const leastOfBurst = () => (server.log().includes('Redis is unreachable') ? 1 : slow.requestsBurst);

/** Each test comes from an address of its own. */
let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;
const unknownKey = () => `svc_live_${randomBytes(20).toString('hex')}`;

function ask(path: string, key: string, init: RequestInit & { from?: string } = {}) {
  const { from, headers, ...rest } = init;
  const forwarded = from === undefined ? {} : { 'x-forwarded-for': from };
  return call<ProblemAnswer>(`${server.url}${path}`, {
    ...rest,
    headers: { ...bearer(key), ...forwarded, ...headers },
  });
}

const many = <T>(count: number, send: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n)));
const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const post = (body: string, type = 'application/json') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

/** Sends 25 at once, again if the machine is so slow that as many came back meanwhile, and returns all answers. */
async function untilRefused(send: () => Promise<Answer<ProblemAnswer>>): Promise<Answer<ProblemAnswer>[]> {
  const answers: Answer<ProblemAnswer>[] = [];
  do answers.push(...(await many(25, send)));
  while (count(answers, 429) === 0);
  return answers;
}

const useUp = (key: string) => untilRefused(() => ask('/v1/account', key));

/**
 * One comes back in a second, so of five at once one is refused, unless they take five seconds. Three times are fewer than the
 * 20 that a limit of their own would admit.
 */
async function firstRefused(
  send: () => Promise<Answer<ProblemAnswer>>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<Answer<ProblemAnswer>> {
  for (let round = 0; round < 3; round++) {
    await prepare();
    const refused = (await many(5, send)).find(({ status }) => status === 429);
    if (refused !== undefined) return refused;
  }
  throw new Error('none of fifteen requests was refused');
}

async function refusals(teamId: string): Promise<number> {
  const { rows } = await db.query<{ calls: number }>(
    "SELECT coalesce(sum(calls), 0)::int AS calls FROM refused_calls WHERE team_id = $1 AND code = 'rate_limited'",
    [teamId],
  );
  return rows[0]?.calls ?? 0;
}

describe("a team's other requests", () => {
  test('of 300 at once the burst and the rate are answered, the rest is told when to come back', async () => {
    const { id, key } = await newTeam();
    const startedAt = performance.now();
    const answers = await many(300, (n) => ask(n % 2 === 0 ? '/v1/account' : '/v1/usage', key));
    const elapsed = (performance.now() - startedAt) / 1_000;
    const [served, refused] = [count(answers, 200), count(answers, 429)];
    expect(served + refused).toBe(300);
    expect(served).toBeGreaterThanOrEqual(leastOfBurst());
    expect(served).toBeLessThanOrEqual(slow.requestsBurst + slow.requestsPerSecond * elapsed);
    for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
      expect(body.code).toBe('rate_limited');
      expect(headers.get('retry-after')).toMatch(/^[12]$/);
      expect(headers.get('ratelimit-policy')).toBe('"other-requests";q=20;w=20');
      expect(headers.get('ratelimit')).toMatch(/^"other-requests";r=[01];t=\d+$/);
    }
    await expect.poll(() => refusals(id)).toBe(refused);
  });

  test('a client that waits as it is told is let in', async () => {
    const { key } = await newTeam();
    // Alone: of several at once, one that comes later may take what another waits for.
    const refusedAlone = async () => {
      for (;;) {
        await useUp(key);
        const answer = await ask('/v1/account', key);
        if (answer.status === 429) return answer;
      }
    };
    const fallbacks = () => readMetric(server.opsUrl, 'dragoman_limiter_fallbacks_total');
    let before: number;
    let waited: Answer;
    do {
      before = await fallbacks();
      const { headers } = await refusedAlone();
      await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after')) * 1_000));
      waited = await ask('/v1/usage', key);
      // A node that has lost Redis meanwhile estimates.
    } while ((await fallbacks()) > before);
    expect(waited.status).toBe(200);
  });

  test('polling uses up nothing of the translate calls, and calls nothing of the rest', async () => {
    const { key } = await newTeam();
    const hola = { text: ['Hola'], source_lang: 'es', target_lang: 'es' };
    await useUp(key);
    const calls = await untilRefused(() => translate<ProblemAnswer>(server.url, key, hola));
    expect(count(calls, 200)).toBeGreaterThanOrEqual(leastOfBurst());
    const other = await newTeam();
    await many(25, () => translate<ProblemAnswer>(server.url, other.key, hola));
    const created = await call<{ id: string }>(`${server.url}/v1/keys`, {
      ...post('{"name":"app"}'),
      headers: { ...bearer(other.key), 'content-type': 'application/json' },
    });
    expect(created.status).toBe(201);
    const revoked = await ask(`/v1/keys/${created.body.id}`, other.key, { method: 'DELETE' });
    expect(revoked.status).toBe(204);
  });

  test('invalid requests count, and over the limit they still hear what is wrong with them', async () => {
    const { key } = await newTeam();
    const invalid = [
      ['/v1/keys', post('{"name":7}'), 400],
      ['/v1/keys', post('{{{'), 400],
      ['/v1/keys', post('x', 'text/plain'), 415],
      ['/v1/keys', post('x'.repeat(1_100_000)), 413],
    ] as const;
    const send = () => Promise.all(invalid.map(([path, init]) => ask(path, key, init)));
    await firstRefused(
      () => ask('/v1/account', key),
      () => many(10, send),
    );
    expect((await send()).map(({ status }) => status)).toEqual(invalid.map(([, , status]) => status));
  });

  test.each([
    ['OPTIONS', '/v1/translate'],
    ['OPTIONS', '/v1/keys'],
    ['HEAD', '/v1/account'],
    ['GET', '/v1/languages'],
    ['GET', '/v1/keys'],
    ['GET', '/v1/glossaries'],
    ['GET', '/v1/audit'],
    ['GET', '/v1/documents'],
    ['GET', '/v2/usage'],
    ['POST', '/v2/document/01a1dd01-735d-75c5-a1fc-6551c020c92d/result'],
    ['GET', '/v3/glossaries'],
    ['GET', '/v3/style_rules'],
  ])('%s %s is limited', async (method, path) => {
    const { key } = await newTeam();
    const { headers, body } = await firstRefused(
      () => ask(path, key, { method }),
      () => useUp(key),
    );
    expect(headers.get('retry-after')).toMatch(/^[12]$/);
    if (method !== 'HEAD') expect(body.code).toBe('rate_limited');
    if (/^\/v[23]/.test(path)) expect(body.message).toContain('per second');
  });
});

describe('reads of keys', () => {
  test('a flood with one key costs one at a time', async () => {
    const { key } = await newTeam();
    await ask('/v1/account', key);
    counter.reset();
    await many(300, () => ask('/v1/account', key));
    expect(counter.reads).toBeGreaterThan(0);
    expect(counter.mostAtOnce).toBe(1);
  });

  test('of 300 unknown keys of an address as many reach Postgres as it may try, a few at a time', async () => {
    const from = newAddress();
    counter.reset();
    const startedAt = performance.now();
    const answers = await many(300, () => ask('/v1/account', unknownKey(), { from }));
    const elapsed = (performance.now() - startedAt) / 1_000;
    expect(counter.reads).toBeGreaterThanOrEqual(60);
    expect(counter.reads).toBeLessThanOrEqual(60 + elapsed);
    expect(counter.mostAtOnce).toBeLessThanOrEqual(4);
    expect(count(answers, 401)).toBe(counter.reads);
    expect(count(answers, 429)).toBe(300 - counter.reads);
    for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
      expect([body.code, headers.get('retry-after')]).toEqual([
        'rate_limited',
        expect.stringMatching(/^[12]$/),
      ]);
    }
    // An IPv4 address that a listener for both families shows as IPv6 is the same.
    await firstRefused(() => ask('/v1/account', unknownKey(), { from: `::ffff:${from}` }));
  });

  test('below the limit nothing tells unknown keys from none, and other addresses are not touched', async () => {
    const from = newAddress();
    const visible = async (key: string, address: string) => {
      const { status, headers, body } = await ask('/v1/account', key, { from: address });
      const named = [...headers].filter(([name]) => !['x-request-id', 'x-trace-id', 'date'].includes(name));
      return JSON.stringify([status, named, body]);
    };
    const malformed = await visible('svc_live_short', from);
    expect(malformed).toContain('unauthorized');
    expect(await visible(unknownKey(), from)).toBe(malformed);
    await many(100, () => ask('/v1/account', unknownKey(), { from }));
    // No key and malformed ones reach no database, so nothing about them changes.
    expect(await visible('svc_live_short', from)).toBe(malformed);
    expect(await visible(unknownKey(), newAddress())).toBe(malformed);
  });

  test('a good key works on behind an address that tries keys, and is revoked there at once', async () => {
    const from = newAddress();
    const { key } = await newTeam();
    const minted = await call<{ id: string; key: string }>(`${server.url}/v1/keys`, {
      ...post('{"name":"app"}'),
      headers: { ...bearer(key), 'content-type': 'application/json' },
    });
    for (const good of [key, minted.body.key])
      expect((await ask('/v1/account', good, { from })).status).toBe(200);
    await many(100, () => ask('/v1/account', unknownKey(), { from }));
    await firstRefused(() => ask('/v1/account', unknownKey(), { from }));
    expect((await ask('/v1/account', key, { from })).status).toBe(200);
    expect((await ask(`/v1/keys/${minted.body.id}`, key, { method: 'DELETE', from })).status).toBe(204);
    const { status, body } = await ask('/v1/account', minted.body.key, { from });
    expect([status, body.code]).toEqual([401, 'key_revoked']);
  });
});

describe('keys of a team', () => {
  const create = (key: string) => ask('/v1/keys', key, post('{"name":"app"}'));

  test('30 at once, on the API: as many as fit, then conflict; a revoked one makes room', async () => {
    const { id, key } = await newTeam({});
    const answers = await many(30, () => create(key));
    expect([count(answers, 201), count(answers, 409)]).toEqual([9, 21]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict');
    const active = await db.query<{ id: string }>(
      'SELECT id FROM api_keys WHERE team_id = $1 AND revoked_at IS NULL ORDER BY id DESC',
      [id],
    );
    expect(active.rows).toHaveLength(10);
    await ask(`/v1/keys/${active.rows[0]?.id}`, key, { method: 'DELETE' });
    const again = await many(5, () => create(key));
    expect([count(again, 201), count(again, 409)]).toEqual([1, 4]);
  });

  test('the console and the command line keep the same number', async () => {
    const { id, key } = await newTeam({});
    await many(30, () => create(key));
    await seedUser(db, id, 'owner@example.org');
    const owner = await signIn(server.consoleUrl, 'owner@example.org');
    const answer = await owner.send('POST', `/teams/${id}/keys`, {
      name: 'app',
      mode: 'live',
      scopes: ['translate'],
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    const args = ['key', 'create', '--team', id, '--name', 'app'];
    const { code, stderr } = await runDragoman(args, { ...settings, DATABASE_URL: database.url });
    expect([code, stderr]).toEqual([1, expect.stringContaining('10 active keys')]);
  });
});

describe('the console', () => {
  test('a user who asks as fast as possible is held up, and nobody else is', async () => {
    const team = await seedTeam(db, 'console');
    for (const name of ['fast', 'calm']) await seedUser(db, team, `${name}@example.org`);
    const fast = await signIn(server.consoleUrl, 'fast@example.org');
    const calm = await signIn(server.consoleUrl, 'calm@example.org');
    const startedAt = performance.now();
    const answers = await many(150, (n) => fast.get(n % 2 === 0 ? '/me' : `/teams/${team}/people`));
    const elapsed = (performance.now() - startedAt) / 1_000;
    expect(count(answers, 200) + count(answers, 429)).toBe(150);
    expect(count(answers, 200)).toBeLessThanOrEqual(30 + 3 * elapsed);
    const { headers, body } = answers.find(({ status }) => status === 429) ?? {};
    expect([body?.code, headers?.get('retry-after')]).toEqual(['rate_limited', '1']);
    expect((await calm.get('/me')).status).toBe(200);
  });

  test.each([
    ['sessions that nobody has', '/api/me', { headers: bearer('x'.repeat(43)) }],
    ['links that nobody has', '/api/links/look', post(`{"token":"${'x'.repeat(43)}"}`)],
    ['pages', '/reference', {}],
  ])('%s are held up by address', async (_what, path, init) => {
    const from = newAddress();
    const send = async (address: string) => {
      const headers = { ...('headers' in init ? init.headers : {}), 'x-forwarded-for': address };
      const response = await fetch(`${server.consoleUrl}${path}`, { ...init, headers });
      await response.arrayBuffer();
      return response.status;
    };
    const startedAt = performance.now();
    const statuses = await many(200, () => send(from));
    const elapsed = (performance.now() - startedAt) / 1_000;
    const held = statuses.filter((status) => status === 429).length;
    expect(held).toBeGreaterThanOrEqual(200 - 60 - 6 * elapsed);
    expect(await send(newAddress())).not.toBe(429);
  });
});

test('a large body that is refused unread does not block the requests after it', async () => {
  const { key } = await newTeam();
  const body = 'x'.repeat(200_000);
  await using connection = openConnection(Number(new URL(server.url).port));
  connection.send(
    `POST /v1/translate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  connection.send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => connection.statuses()).toEqual([415, 200]);
});
