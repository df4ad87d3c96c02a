/**
 * What a request costs the main thread that everybody shares, in processor time of that thread alone. Each of these texts
 * once took seconds or hours; the bounds leave room for slow machines and none for the old growth.
 */

import { beforeAll, expect, test } from 'vitest';
import { collidingWords } from '../complexity/colliding-words.ts';
import { bearer, post } from '../support/api-client.ts';
import { isLong, leewayInGate } from '../support/long-form.ts';
import { median } from '../support/median.ts';
import { mainThreadWorkedMs } from '../support/process-table.ts';
import { createKey, createTeam, liftLimits, setLimits } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';

const context = useServerProcess({
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_LOG_LEVEL: 'warn',
});
let key: string;
let limitedKey: string;
let emptyKey: string;

const call = (text: string[], rest: object = {}) =>
  JSON.stringify({ text, source_lang: 'EN', target_lang: 'EO', ...rest });

async function costOf(send: () => Promise<{ status: number }>): Promise<{ status: number; ms: number }> {
  const before = mainThreadWorkedMs(context.server.pid);
  const { status } = await send();
  return { status, ms: mainThreadWorkedMs(context.server.pid) - before };
}

const translate = (withKey: string, body: string) =>
  costOf(() => post(`${context.server.url}/v1/translate`, bearer(withKey), body));

beforeAll(async () => {
  const { env } = context;
  const team = await createTeam(env, 'large');
  await liftLimits(env, team);
  key = (await createKey(env, team)).plain;
  const limited = await createTeam(env, 'limited');
  await setLimits(env, limited, { requestsPerSecond: 1, requestsBurst: 1 });
  limitedKey = (await createKey(env, limited)).plain;
  emptyKey = (await createKey(env, await createTeam(env, 'empty', 0))).plain;
  for (let i = 0; i < 50; i++) await translate(key, call(['A {name} <b>text</b>']));
});

const nested = (k: number) => '{a,plural,x{'.repeat(k) + '}@}'.repeat(k);
const blanks = `a${' '.repeat(90_000)}b`;
const marks = `a${'\u0301\u0327'.repeat(45_000)}`;
const house = { entries: { house: 'domo' } };

test.each<[string, string, number]>([
  ['32 plurals inside each other that are not valid', call([nested(32)]), 400],
  ['6,000 of them', call([nested(6_000)]), 1_000],
  ['a long run of blanks in HTML', call([blanks], { tag_handling: 'html' }), 1_000],
  [
    'a long run of blanks whose formatting is preserved',
    call([blanks], { preserve_formatting: true }),
    1_000,
  ],
  ['a letter with 90,000 marks, and a glossary', call([marks], { glossary: house }), 2_000],
])('%s', async (_name, body, boundMs) => {
  const { status, ms } = await translate(key, body);
  expect([200, 503]).toContain(status);
  expect(ms).toBeLessThan(leewayInGate(boundMs));
});

test('glossary terms that collide under a hash without a key', async () => {
  const words = collidingWords();
  const [sought = '', ...terms] = words.slice(0, 4_001);
  const entries = Object.fromEntries(terms.map((term) => [term, 'x']));
  const body = call([`${sought} `.repeat(800)], { glossary: { entries } });
  const { status, ms } = await translate(key, body);
  expect(status).toBe(200);
  expect(ms).toBeLessThan(leewayInGate(1_500));
});

test('an answer is not much larger than what was sent', async () => {
  const entity = `&#${'0'.repeat(4_000)}34; the house ${'"'.repeat(40_000)} is big`;
  const spelled = await post(
    `${context.server.url}/v1/translate`,
    bearer(key),
    call([entity], { tag_handling: 'html' }),
  );
  expect(spelled.status).toBe(200);
  expect(JSON.stringify(spelled.body).length).toBeLessThan(2_000_000);
  const entries = { a: 'x'.repeat(1_024) };
  const terms = await post(
    `${context.server.url}/v1/translate`,
    bearer(key),
    call(['a '.repeat(24_000)], { glossary: { entries } }),
  );
  expect(terms.status).toBe(413);
});

test('a call that its team cannot pay for is taken apart at most once', async () => {
  const { status, ms } = await translate(emptyKey, call([nested(32)]));
  expect(status).toBe(456);
  expect(ms).toBeLessThan(leewayInGate(400));
});

const rounds = isLong ? 1_000 : 60;

test('a call refused for its rate, or without a valid key, costs next to nothing', async () => {
  const body = call(
    Array.from({ length: 1_000 }, (_, i) => `${'A sentence with {name} in it. '.repeat(3)}${i}`),
  );
  expect(body.length).toBeGreaterThan(90_000);
  const unknown = `svc_live_${'x'.repeat(40)}`;
  const costs: Record<string, number> = {};
  for (const [name, withKey, refusal] of [
    ['429', limitedKey, 429],
    ['401', unknown, 401],
  ] as const) {
    const refused: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const { status, ms } = await translate(withKey, body);
      if (status === refusal) refused.push(ms);
    }
    // One call a second is let in, and an address may try so many unknown keys before they are refused otherwise.
    expect(refused.length).toBeGreaterThan(name === '429' ? rounds / 2 : 50);
    costs[name] = median(refused);
  }
  process.stderr.write(
    `a refused call of ${body.length} bytes costs the main thread ${JSON.stringify(costs)} ms\n`,
  );
  // About 1 ms on a quiet machine. When everything was prepared first, a 429 cost 40 to 50.
  for (const ms of Object.values(costs)) expect(ms).toBeLessThan(leewayInGate(4));
});
