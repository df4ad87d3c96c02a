import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillIn, operations } from '../support/api-operations.ts';
import type { WireResponse } from '../support/http-wire.ts';
import { scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { WirePool } from '../support/wire-pool.ts';

const context = useServer({ DRAGOMAN_LOG_LEVEL: 'warn', DRAGOMAN_BAD_KEYS_PER_MINUTE: '0' });
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = (length: number) => Array.from({ length }, () => alphabet[randomInt(62)]).join('');
let pool: WirePool;
let realKey: string;

beforeAll(async () => {
  realKey = (await createKey(context.env, await createTeam(context.env))).plain;
  pool = new WirePool(context.server.port, 16);
});
afterAll(() => pool.close());

/** Every way to come without a valid key; each is made anew for every sample. */
const presentations: Readonly<Record<string, () => string>> = {
  'no key': () => '',
  'an empty header': () => 'Authorization: \r\n',
  'an unknown live key': () => `Authorization: Bearer svc_live_${random(40)}\r\n`,
  'an unknown test key': () => `Authorization: Bearer svc_test_${random(40)}\r\n`,
  'an unknown key in the compatibility header': () => `Compat-Auth-Key: svc_live_${random(40)}\r\n`,
  'a key that is too short': () => `Authorization: Bearer svc_live_${random(randomInt(40))}\r\n`,
  'a key that is too long': () => `Authorization: Bearer svc_live_${random(41 + randomInt(100))}\r\n`,
  'another prefix': () => `Authorization: Bearer sk_live_${random(40)}\r\n`,
  'a real key with one character changed': () => `Authorization: Bearer ${oneOff(realKey)}\r\n`,
  'a real key without its last character': () => `Authorization: Bearer ${realKey.slice(0, -1)}\r\n`,
  'a real key under another scheme': () => `Authorization: Basic ${realKey}\r\n`,
  'a real key behind a malformed Authorization': () =>
    `Authorization: ${random(8)}\r\nCompat-Auth-Key: ${realKey}\r\n`,
};

function oneOff(key: string): string {
  const at = 9 + randomInt(40);
  const other = alphabet[(alphabet.indexOf(key[at] ?? '') + 1 + randomInt(61)) % 62];
  return key.slice(0, at) + other + key.slice(at + 1);
}

/** Everything that a caller can see, but for what names the single call. */
function visible({ status, headers, body }: WireResponse): string {
  const own = ['x-request-id', 'x-trace-id', 'date'];
  const named = [...headers].filter(([name]) => !own.includes(name));
  return JSON.stringify([status, named, body]);
}

test('row 11: no, malformed and unknown keys get the same status, headers and body', async () => {
  const samples = scale(2_000, 100_000);
  const closed = operations.filter(({ scope }) => scope !== undefined);
  const kinds = Object.entries(presentations);
  const seen = new Map<string, Set<string>>();
  const sample = async (n: number) => {
    const { method, path, name } = closed[n % closed.length] ?? { method: '', path: '', name: '' };
    const [, present] = kinds[Math.floor(n / closed.length) % kinds.length] ?? ['', () => ''];
    const target = fillIn(path, '01a1dd01-735d-75c5-a1fc-6551c020c92d');
    const bytes = Buffer.from(
      `${method} ${target} HTTP/1.1\r\nHost: x\r\n${present()}Content-Length: 0\r\n\r\n`,
    );
    const { response, failure } = await pool.send({ method, bytes });
    if (response === undefined) throw new Error(`${name}: ${failure}`);
    const answers = seen.get(name) ?? new Set();
    seen.set(name, answers.add(visible(response)));
  };
  const next = { n: 0 };
  const client = async () => {
    while (next.n < samples) await sample(next.n++);
  };
  await Promise.all(Array.from({ length: 16 }, client));

  for (const [name, answers] of seen) expect([name, ...answers]).toHaveLength(2);
  // All routes of one version look alike, too: nothing says which paths need which scope.
  const versions = Map.groupBy(seen, ([name]) => /\/v\d/.exec(name)?.[0]);
  for (const [, group] of versions)
    expect(new Set(group.flatMap(([, answers]) => [...answers])).size).toBe(1);
  expect([...seen.values()].flatMap((answers) => [...answers])[0]).toContain('unauthorized');
  // The key itself is good: it is the way of presenting it that was not.
  const good = Buffer.from(`GET /v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${realKey}\r\n\r\n`);
  expect((await pool.send({ method: 'GET', bytes: good })).response?.status).toBe(200);
  report('row 11 auth oracle', { samples, routes: seen.size, kinds: kinds.length, differences: 0 });
});
