/** Translations that were made before: what is saved, what is charged, and what nobody can read. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataKeys } from '../../src/lib/data-keys.ts';
import { readOrSetTeamSecret } from '../../src/store/postgres/team-secrets.ts';
import { entryId, expandSecret } from '../../src/translate/cache/sealed-entries.ts';
import { TeamSecrets } from '../../src/translate/cache/team-secrets.ts';
import { bearer, post, translate } from '../support/api-client.ts';
import { dragomanJson, type Env } from '../support/command-line.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { withPool } from '../support/pool.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { openServer, type RunningServer, startServer } from '../support/server-process.ts';
import { shorterLimits } from '../support/shorter-limits.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let redis: OwnRedis;
let nodes: RunningServer[];
let env: Env;
let team: string;
let key: string;
let countedAtStart: Counts[];

interface Counts {
  readonly hit: number;
  readonly miss: number;
}

beforeAll(async () => {
  redis = await OwnRedis.start();
  env = {
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
    DRAGOMAN_AUTH_CACHE_MS: '0',
  };
  team = await createTeam(env);
  key = (await createKey(env, team)).plain;
  const patient = shorterLimits({ redisPatienceMs: 60_000, redisWritePatienceMs: 60_000 }).env;
  nodes = await Promise.all([openServer(env), startServer({ ...env, ...patient })]);
  // A cache that is late is done without, and on a busy machine Redis is late for a new node.
  const other = (await createKey(env, await createTeam(env))).plain;
  for (const node of nodes.keys())
    await untilRedisHasMore(() => ask(node, [`Start ${randomUUID()}.`], other));
  countedAtStart = await Promise.all([...nodes.keys()].map(countAll));
});

async function untilRedisHasMore(cause: () => Promise<unknown>): Promise<void> {
  const size = () => redis.cli('dbsize').then(Number);
  const atStart = await size();
  for (let tries = 0; tries < 50 && (await size()) === atStart; tries++) {
    await cause();
    await delay(100);
  }
  expect(await size()).toBeGreaterThan(atStart);
}
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await redis.kill();
});

const texts = ['The canary in the kitchen is yellow.', 'The house is big.'];
const answers = (body: unknown) =>
  (body as { translations: { text: string }[] }).translations.map(({ text }) => text);
const ask = (node: number, text = texts, plain = key) =>
  translate(nodes[node]?.url ?? '', plain, { text, source_lang: 'EN', target_lang: 'ES' });

async function counted(node: number): Promise<Counts> {
  const [now, atStart] = [await countAll(node), countedAtStart[node] ?? { hit: 0, miss: 0 }];
  return { hit: now.hit - atStart.hit, miss: now.miss - atStart.miss };
}

async function countAll(node: number): Promise<Counts> {
  const metrics = await (await fetch(`${nodes[node]?.opsUrl}/metrics`)).text();
  const of = (result: string) =>
    Number(
      new RegExp(`^dragoman_cache_texts_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0,
    );
  return { hit: of('hit'), miss: of('miss') };
}

test('a text that was translated before comes from memory, on another node from Redis, and is charged like any other', async () => {
  const entries = async () => (await redis.cli('keys', 'cache:*')).split('\n').filter(Boolean).length;
  const before = await entries();
  const first = await ask(0);
  expect(await counted(0)).toEqual({ hit: 0, miss: 2 });
  const again = await ask(0);
  expect(await counted(0)).toEqual({ hit: 2, miss: 2 });
  expect(again.body).toEqual(first.body);
  await expect.poll(entries).toBe(before + 2);
  const elsewhere = await ask(1);
  expect(await counted(1)).toEqual({ hit: 2, miss: 0 });
  expect(answers(elsewhere.body)).toEqual(answers(first.body));
  const account = await fetch(`${nodes[0]?.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
  expect(await account.json()).toMatchObject({ quota_used: 3 * texts.join('').length });
});

test('Cache-Control: no-store neither reads nor writes it', async () => {
  const before = await counted(0);
  const text = ['A text that is not to be kept.'];
  const headers = { ...bearer(key), 'cache-control': 'no-store' };
  const body = JSON.stringify({ text, source_lang: 'EN', target_lang: 'ES' });
  const send = () => post(`${nodes[0]?.url}/v1/translate`, headers, body);
  await send();
  await send();
  expect(await counted(0)).toEqual(before);
  await ask(0, text);
  expect(await counted(0)).toEqual({ ...before, miss: before.miss + 1 });
});

test('another team has nothing of it, and a team can do without', async () => {
  const other = (await createKey(env, await createTeam(env))).plain;
  const before = await counted(0);
  await ask(0, texts, other);
  expect(await counted(0)).toEqual({ ...before, miss: before.miss + 2 });
  await dragomanJson(['team', 'set-engines', team, '--cache', 'off'], env);
  await ask(0);
  expect(await counted(0)).toEqual({ ...before, miss: before.miss + 2 });
  await dragomanJson(['team', 'set-engines', team, '--cache', 'on'], env);
});

test('whoever reads Redis and knows the texts, the team and how it is done finds and opens nothing', async () => {
  const names = (await redis.cli('keys', 'cache:*')).split('\n');
  expect(names.length).toBeGreaterThanOrEqual(4);
  const dump = names.join('\n') + (await Promise.all(names.map((name) => redis.cli('get', name)))).join('\n');
  const known = [...texts, ...answers((await ask(0)).body), 'EN', 'es', team, key.slice(9)];
  for (const secret of known.filter((text) => text.length > 4)) expect(dump).not.toContain(secret);

  // Every id that can be made without the secret: of the text and of the whole identity, hashed, or under what an
  // attacker knows in its place.
  const secrets = [
    Buffer.alloc(32),
    Buffer.from(team),
    Buffer.from(team.replaceAll('-', ''), 'hex'),
    Buffer.from(key),
  ];
  for (const secret of secrets) expect(dump).not.toContain(expandSecret(secret).alias);
  for (const text of texts) {
    const identity = { route: 'apertium en>es', options: '{}', text };
    const guesses = [
      ...['sha256', 'sha1', 'md5'].flatMap((name) =>
        codings.map((coding) => createHash(name).update(text).digest(coding)),
      ),
      ...secrets.flatMap((secret) => [
        entryId(expandSecret(secret), identity),
        ...codings.map((coding) => createHmac('sha256', secret).update(text).digest(coding)),
      ]),
    ];
    for (const guess of guesses) expect(dump).not.toContain(guess);
  }

  // With Postgres and the data key it is another matter: the attack above looks in the right place.
  const dataKeys = new DataKeys(Buffer.from(env.DRAGOMAN_DATA_KEY ?? '', 'base64'));
  const found = await withPool(database.url, (db) =>
    new TeamSecrets(dataKeys, (id, offered) => readOrSetTeamSecret(db, id, offered)).find(team),
  );
  expect(dump).toContain(`cache:{${found?.alias}}:`);
});

const codings = ['hex', 'base64', 'base64url'] as const;

test('without Redis calls are served as before', async () => {
  await redis.kill();
  expect(answers((await ask(0, ['The house is red.'])).body)).toEqual(['La casa es roja.']);
});
