/** The data key is changed while nodes run: nothing that is cached is lost, and the old key can go afterwards. */
import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataKeys } from '../../src/lib/data-keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { translate } from '../support/api-client.ts';
import { dragomanJson, type Env, runDragoman } from '../support/command-line.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const [oldId, newId] = [oldKey, newKey].map((key) => new DataKeys(key).currentId);
const settings = {
  old: { DRAGOMAN_DATA_KEY: oldKey.toString('base64') },
  /** The first step: every node can open what the new key will wrap. */
  prepared: {
    DRAGOMAN_DATA_KEY: oldKey.toString('base64'),
    DRAGOMAN_DATA_KEYS_OLD: newKey.toString('base64'),
  },
  switched: {
    DRAGOMAN_DATA_KEY: newKey.toString('base64'),
    DRAGOMAN_DATA_KEYS_OLD: oldKey.toString('base64'),
  },
  done: { DRAGOMAN_DATA_KEY: newKey.toString('base64') },
};

let redis: OwnRedis;
let db: Database;
let teams: TestTeam[];
let env: Env;
const cached: CachedTexts[] = [];
const nodes: RunningServer[] = [];

beforeAll(async () => {
  redis = await OwnRedis.start();
  db = openTestPool(database.url, 2);
  teams = await seedTeams(db, 700);
  env = {
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  };
  // All but the last team have a secret from before secrets named their key.
  const old = teams.slice(0, -1);
  await db.query(
    'INSERT INTO team_secrets (team_id, wrapped) SELECT * FROM unnest($1::uuid[], $2::bytea[])',
    [old.map(({ id }) => id), old.map(({ id }) => wrapAsBefore(id))],
  );
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await db.end();
  await redis.kill();
});

function wrapAsBefore(teamId: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', oldKey, nonce).setAAD(Buffer.from(teamId));
  return Buffer.concat([nonce, cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()]);
}

async function startNode(keys: Env): Promise<RunningServer> {
  const node = await openServer({ ...env, ...keys });
  nodes.push(node);
  return node;
}

/** How many texts of this call came from the cache. */
async function hitsOf(node: RunningServer, key: string, text: string): Promise<number> {
  const before = await countHits(node);
  const { status } = await translate(node.url, key, { text: [text], source_lang: 'EN', target_lang: 'EO' });
  expect(status).toBe(200);
  return (await countHits(node)) - before;
}

async function countHits(node: RunningServer): Promise<number> {
  const metrics = await (await fetch(`${node.opsUrl}/metrics`)).text();
  return Number(/^dragoman_cache_texts_total\{result="hit"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

const [first, last] = [() => teams[0]?.key ?? '', () => teams.at(-1)?.key ?? ''];
const size = () => redis.cli('dbsize').then(Number);

/** Sends new texts until the translation of one gets into Redis: a cache that is late is done without. */
async function cacheText(node: RunningServer, key: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const [text, before] = [`a house ${randomUUID()}`, await size()];
    await hitsOf(node, key, text);
    for (let waits = 0; waits < 10; waits++) {
      await delay(50);
      if ((await size()) > before) return text;
    }
  }
  throw new Error('no translation gets into Redis');
}

interface CachedTexts {
  readonly key: string;
  /** Several: each can be asked for once only, then the node has it in its memory. */
  readonly texts: readonly string[];
}

/** That a node with nothing in its memory finds what others left in Redis; some tries, as above. */
async function expectCached(keys: Env): Promise<RunningServer> {
  const node = await startNode(keys);
  await cacheText(node, teams[1]?.key ?? '');
  for (const { key, texts } of cached) {
    let hits = 0;
    for (const text of texts) hits += await hitsOf(node, key, text);
    expect(hits).toBeGreaterThan(0);
  }
  return node;
}

const status = (keys: Env) =>
  dragomanJson<{ current: string; older: string[]; secrets: unknown[] }>(['data-key', 'status'], {
    ...env,
    ...keys,
  });
const dataKeyFinding = async (keys: Env) => {
  const { stdout } = await runDragoman(['doctor', '--json'], { ...env, ...keys });
  const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
  return findings.find(({ check }) => check === 'data key');
};

test('translations stay cached through a rotation, step by step', async () => {
  const before = await startNode(settings.old);
  for (const key of [first(), last()]) {
    cached.push({ key, texts: [await cacheText(before, key), await cacheText(before, key)] });
  }
  expect(await status(settings.switched)).toMatchObject({
    current: newId,
    older: [oldId],
    secrets: [{ table: 'team_secrets', keyId: oldId, use: 'older', secrets: 700 }],
  });
  expect(await dataKeyFinding(settings.switched)).toMatchObject({ ok: true, isWarning: true });

  await expectCached(settings.prepared);
  const switched = await expectCached(settings.switched);
  const rotate = () => dragomanJson<Rotated>(['data-key', 'rotate'], { ...env, ...settings.switched });
  // Twice at once, while a node makes new secrets and reads old ones.
  const load = Array.from({ length: 20 }, (_, i) => hitsOf(switched, teams[i * 30]?.key ?? '', `house ${i}`));
  const [one, two] = await Promise.all([rotate(), rotate(), ...load]);
  expect(one.rewrapped + two.rewrapped).toBe(700);

  // The old key is not needed any more.
  expect(await status(settings.done)).toMatchObject({
    secrets: [{ table: 'team_secrets', keyId: newId, use: 'current', secrets: 700 }],
  });
  expect(await dataKeyFinding(settings.done)).toMatchObject({
    ok: true,
    detail: `${newId} decrypts all secrets`,
  });
  await expectCached(settings.done);
});

interface Rotated {
  readonly rewrapped: number;
  readonly unreadable: number;
}

test('a node that has only the old key answers, without the shared cache', async () => {
  const behind = await startNode(settings.old);
  const text = cached[0]?.texts[0] ?? '';
  expect(await hitsOf(behind, first(), text)).toBe(0);
  // From its own memory.
  expect(await hitsOf(behind, first(), text)).toBe(1);
  expect(await status(settings.old)).toMatchObject({
    secrets: [{ keyId: newId, use: 'unreadable', secrets: 700 }],
  });
});

test('secrets whose key is lost are told, kept, and made anew when they are dropped', async () => {
  const lost = { DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64') };
  expect(await dataKeyFinding(lost)).toMatchObject({ ok: false });
  const refused = await runDragoman(['data-key', 'rotate', '--json'], { ...env, ...lost });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toEqual({ rewrapped: 0, unreadable: 700, dropped: 0 });
  const dropped = await dragomanJson(['data-key', 'rotate', '--drop-unreadable'], { ...env, ...lost });
  expect(dropped).toEqual({ rewrapped: 0, unreadable: 0, dropped: 700 });
  const node = await startNode(lost);
  await hitsOf(node, first(), 'a house');
  const secrets = async () => (await status(lost)).secrets;
  await expect.poll(secrets, { timeout: 120_000 }).toMatchObject([{ use: 'current', secrets: 1 }]);
});

test('without a data key there is nothing to rotate', async () => {
  const { code, stderr } = await runDragoman(['data-key', 'rotate'], env);
  expect(code).toBe(1);
  expect(stderr).toContain('DRAGOMAN_DATA_KEY');
});
