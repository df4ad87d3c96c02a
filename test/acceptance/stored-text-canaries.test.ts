/**
 * Who has a dump of the database, Redis and the store of documents has no glossary entry, no style rule and no text. The new data
 * key opens all of them after a rotation, and the old one nothing.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGlossaries } from '../../src/accounts/glossaries/glossaries.ts';
import { DataKeys } from '../../src/lib/data-keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { StoredTexts } from '../../src/store/postgres/stored-texts.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { documentsEnv, upload, watch } from '../support/document-client.ts';
import { findCanaries } from '../support/find-canaries.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { openTestPool } from '../support/pool.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const run = promisify(execFile);
const database = useTestDatabase();
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const documents = documentsEnv();
const folder = mkdtempSync(join(tmpdir(), 'dragoman-canaries-'));
let redis: OwnRedis;
let env: Record<string, string>;
let db: Database;
let server: RunningServer;
let team: TeamApi;
let glossaryId: string;
let styleId: string;

const canaries: string[] = [];
/** Long enough not to be there by chance, and with nothing that an engine would change. */
function canary(kind: string): string {
  const made = `canary${kind}z${randomBytes(6).toString('hex')}`;
  canaries.push(made);
  return made;
}

beforeAll(async () => {
  db = openTestPool(database.url);
  redis = await OwnRedis.start();
  env = {
    ...documents.env,
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    DRAGOMAN_DATA_KEY: oldKey.toString('base64'),
  };
  server = await openServer(env);
  team = await newTeam(server.url, { ...env });
});
afterAll(async () => {
  await server.stop();
  await redis.kill();
  rmSync(folder, { recursive: true });
  await db.end();
});

const source = canary('source');
const target = canary('target');
const earlier = canary('earlier');
const prompt = canary('prompt');
const option = canary('option');
const text = canary('text');
const file = canary('file');

async function ok<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await team.send<T>(method, path, body);
  expect([path, answer.status < 300 ? 'ok' : answer.body]).toEqual([path, 'ok']);
  return answer.body;
}

/** All that is stored anywhere, by place. */
async function steal(): Promise<Record<string, Buffer>> {
  const dump = await run('pg_dump', ['--inserts', database.url], { maxBuffer: 2 ** 28, encoding: 'buffer' });
  await redis.cli('config', 'set', 'rdbcompression', 'no', 'repl-diskless-sync-delay', '0');
  const copy = join(folder, 'copy.rdb');
  await redis.cli('--rdb', copy);
  const root = fileURLToPath(documents.env.DRAGOMAN_DOCUMENTS ?? '');
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  // There is something to be found everywhere.
  expect(files.length).toBeGreaterThan(0);
  expect(Number(await redis.cli('dbsize'))).toBeGreaterThan(0);
  return { dump: dump.stdout, redis: readFileSync(copy), documents: Buffer.concat(files) };
}

async function findAll(): Promise<string[]> {
  const places = await steal();
  return Object.entries(places).flatMap(([place, content]) =>
    findCanaries(content, canaries).map((found) => `${place}: ${found}`),
  );
}

const hidden = 'canaryhidden';
test.each<[string, Buffer]>([
  ['text', Buffer.from(`x${hidden}`)],
  ['text', Buffer.from(hidden.toUpperCase())],
  ['UTF-16 LE', Buffer.from(`x${hidden}`, 'utf16le')],
  ['UTF-16 BE', Buffer.from(`x${hidden}`, 'utf16le').swap16()],
  ['hexadecimal', Buffer.from(Buffer.from(hidden).toString('hex'))],
  ...[0, 1, 2].map((before): [string, Buffer] => [
    'base64',
    Buffer.from(Buffer.from(`${'x'.repeat(before)}${hidden}yz`).toString('base64')),
  ]),
  ['text', Buffer.concat([Buffer.from('x'), gzipSync(hidden)])],
  ['text', Buffer.from(`'\\x${gzipSync(hidden).toString('hex')}'`)],
  ['text', Buffer.from(`'\\x${Buffer.from(hidden).toString('hex')}'`)],
])('the search finds %s', (form, content) => {
  expect(findCanaries(content, [hidden])).toContainEqual(expect.stringContaining(`as ${form} in`));
});

test('no glossary entry, style rule or text is in a dump, Redis or the store of documents', async () => {
  const create = (entries: object[]) =>
    ok<{ id: string }>('POST', '/v1/glossaries', {
      name: 'Terms',
      dictionaries: [{ source_lang: 'EN', target_lang: 'EO', entries }],
    });
  ({ id: glossaryId } = await create([{ source: 'house', target: earlier }]));
  // The first version becomes an earlier one.
  await ok('PUT', `/v1/glossaries/${glossaryId}/dictionaries/EN/EO`, {
    entries: [{ source, target }],
  });
  ({ style_id: styleId } = await ok<{ style_id: string }>('POST', '/v3/style_rules', {
    name: 'Shop',
    language: 'eo',
    configured_rules: { numbers: { decimals: option } },
    custom_instructions: [{ label: 'Length', prompt }],
  }));
  await ok('POST', '/v1/translate', {
    text: [`${text} and ${source}.`, 'Other.'],
    context: canary('context'),
    source_lang: 'EN',
    target_lang: 'EO',
    glossary_id: glossaryId,
  });
  const uploaded = await upload(
    `${server.url}/v1/documents`,
    team.key,
    { name: `${canary('name')}.txt`, content: `${file}.\n` },
    { source_lang: 'EN', target_lang: 'EO', custom_instructions: canary('order') },
  );
  expect(uploaded.status).toBe(201);
  await watch(`${server.url}/v1/documents/${uploaded.body.id}`, team.key);
  expect(await findAll()).toEqual([]);
});

test('the search finds what is stored in the clear, and it is encrypted afterwards', async () => {
  const own = new StoredTexts(db, undefined);
  const glossaries = createGlossaries(db, own);
  const plain = canary('plain');
  const entries = Buffer.from(`house\t${plain}\n`);
  const packed = await glossaries.readEntryFile(team.id, entries, 'tsv');
  if (!packed.ok) throw new Error('not packed');
  const dictionaries = [{ source: 'en', target: 'eo', ...packed.value }];
  const created = await glossaries.create(team.id, { name: 'Plain', dictionaries }, testActor);
  if (!created.ok) throw new Error('not created');
  await db.query(
    `INSERT INTO style_rule_lists (team_id, id, language, name, configured_rules, custom_instructions)
     VALUES ($1, gen_random_uuid(), 'eo', 'Plain', '{}', jsonb_build_array(jsonb_build_object('id', '1', 'label', 'l', 'prompt', $2::text, 'sourceLanguage', null)))`,
    [team.id, canary('plainrule')],
  );
  const found = (await findAll()).map((each) => each.replace(/canary([a-z]+)z[0-9a-f]{12}/, '$1'));
  expect(found.toSorted()).toEqual([
    'dump: plain as text in gzip in a bytea',
    'dump: plainrule as text in the content',
  ]);
  const plainTexts = () => dragomanJson(['data-key', 'status'], env);
  expect(await plainTexts()).toMatchObject({ plain_texts: 2 });
  await refuseOtherVersion();
  expect(await dragomanJson(['data-key', 'encrypt-texts'], env)).toEqual({ encrypted: 2, left: 0 });
  expect(await plainTexts()).toMatchObject({ plain_texts: 0 });
  expect(await dragomanJson(['data-key', 'encrypt-texts'], env)).toEqual({ encrypted: 0, left: 0 });
  expect(await findAll()).toEqual([]);
  const read = await glossariesWith(oldKey).readEntries(team.id, created.value.id, {
    source: 'en',
    target: 'eo',
  });
  expect(read.ok && read.value.tsv.toString()).toBe(`house\t${plain}\n`);
  const lists = await ok<{ style_rules: { name: string; custom_instructions: object[] }[] }>(
    'GET',
    '/v3/style_rules?detailed=true',
  );
  expect(
    lists.style_rules.map(({ name, custom_instructions }) => [name, custom_instructions.length]),
  ).toContainEqual(['Plain', 1]);
});

/** A node of the version before could not read what is encrypted. */
async function refuseOtherVersion(): Promise<void> {
  await db.query(
    `INSERT INTO document_workers (id, queue_id, concurrency, seen_at, version)
     VALUES ($1, 'x', 1, now() + interval '1 hour', '0.0.9')`,
    [otherProcess],
  );
  const refused = await runDragoman(['data-key', 'encrypt-texts'], env);
  expect(refused.stderr).toContain('Processes of another version');
  await db.query('DELETE FROM document_workers WHERE id = $1', [otherProcess]);
}
const otherProcess = randomUUID();

const glossariesWith = (key: Buffer) => createGlossaries(db, new StoredTexts(db, new DataKeys(key)));

test('after a rotation the new key opens everything, and the old one nothing', async () => {
  const both = {
    ...env,
    DRAGOMAN_DATA_KEY: newKey.toString('base64'),
    DRAGOMAN_DATA_KEYS_OLD: oldKey.toString('base64'),
  };
  expect(await dragomanJson(['data-key', 'rotate'], both)).toMatchObject({ unreadable: 0 });
  const { secrets } = await dragomanJson<{ secrets: { table: string; use: string }[] }>(
    ['data-key', 'status'],
    env,
  );
  expect(secrets).toContainEqual(expect.objectContaining({ table: 'team_text_keys', secrets: 1 }));
  expect(secrets.map(({ use }) => use)).not.toContain('current');

  const pair = { source: 'en', target: 'eo' };
  await expect(glossariesWith(oldKey).readEntries(team.id, glossaryId, pair)).rejects.toThrow('encrypted');
  const read = await glossariesWith(newKey).readEntries(team.id, glossaryId, pair);
  expect(read.ok && read.value.tsv.toString()).toBe(`${source}\t${target}\n`);

  const other = await openServer({ ...env, DRAGOMAN_DATA_KEY: newKey.toString('base64') });
  try {
    const ask = async (path: string, body?: object) => {
      const response = await fetch(`${other.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${team.key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.text() };
    };
    const translated = await ask('/v1/translate', {
      text: [`a ${source} here`],
      source_lang: 'EN',
      target_lang: 'EO',
      glossary_id: glossaryId,
    });
    expect(translated).toMatchObject({ status: 200, body: expect.stringContaining(target) });
    expect((await ask(`/v3/style_rules/${styleId}`)).body).toContain(prompt);
  } finally {
    await other.stop();
  }
});

test('a node without the key refuses with a reason, and does not take ciphertext for a glossary', async () => {
  const without = new StoredTexts(db, undefined);
  const pair = { source: 'en', target: 'eo' };
  await expect(createGlossaries(db, without).readEntries(team.id, glossaryId, pair)).rejects.toMatchObject({
    problem: { code: 'service_unavailable' },
  });
});

test('an erased team has no key left, so that a backup of its texts stays closed', async () => {
  await runDragoman(['team', 'suspend', team.id, '--reason', 'leaves'], env);
  const { name } =
    (await db.query<{ name: string }>('SELECT name FROM teams WHERE id = $1', [team.id])).rows[0] ?? {};
  expect((await runDragoman(['team', 'erase', team.id, '--confirm', name ?? ''], env)).code).toBe(0);
  const { rows } = await db.query('SELECT FROM team_text_keys');
  expect(rows).toEqual([]);
});
