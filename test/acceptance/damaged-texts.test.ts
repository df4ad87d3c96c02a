/** Stored texts that somebody has damaged or exchanged in the database: what callers get, of those and of all others. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import type { ProblemAnswer } from '../support/api-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';

const context = useServer({ DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64') });
let db: Database;
let team: TeamApi;
let other: TeamApi;
beforeAll(async () => {
  db = openTestPool(context.env.DATABASE_URL ?? '');
  [team, other] = await Promise.all([
    newTeam(context.server.url, context.env),
    newTeam(context.server.url, context.env),
  ]);
});
afterAll(() => db.end());

async function createGlossary(of: TeamApi, source: string, target: string): Promise<string> {
  const dictionaries = [{ source_lang: 'EN', target_lang: 'ES', entries: [{ source, target }] }];
  const { status, body } = await of.send<{ id: string }>('POST', '/v1/glossaries', {
    name: 'g',
    dictionaries,
  });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.id;
}

async function createList(of: TeamApi, prompt: string): Promise<string> {
  const { status, body } = await of.send<{ style_id: string }>('POST', '/v3/style_rules', {
    ...{ name: 's', language: 'es', custom_instructions: [{ label: 'l', prompt }] },
  });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.style_id;
}

const entriesPath = (id: string) => `/v1/glossaries/${id}/dictionaries/EN/ES`;
const translateWith = (id: string) =>
  team.send<{ translations: { text: string }[] }>('POST', '/v1/translate', {
    ...{ text: ['the zyzzx here'], source_lang: 'EN', target_lang: 'ES', glossary_id: id },
  });

async function readColumn(table: string, column: string, idColumn: string, id: string): Promise<Buffer> {
  const { rows } = await db.query<{ value: Buffer }>(
    `SELECT ${column} AS value FROM ${table} WHERE ${idColumn} = $1`,
    [id],
  );
  return rows[0]?.value ?? Buffer.alloc(0);
}

const damages: Readonly<Record<string, (own: Buffer, foreign: Buffer, sibling: Buffer) => Buffer>> = {
  'the marker alone': (own) => own.subarray(0, 4),
  'no tag': (own) => own.subarray(0, 20),
  'the last byte missing': (own) => own.subarray(0, -1),
  'a byte more': (own) => Buffer.concat([own, Buffer.alloc(1)]),
  'another nonce': (own) => Buffer.concat([own.subarray(0, 4), randomBytes(12), own.subarray(16)]),
  'that of another team': (_, foreign) => foreign,
  'that of another row': (_, __, sibling) => sibling,
};

test.each(Object.entries(damages))(
  'a damaged text, %s: 503 for it, and nothing for the others',
  async (_, damage) => {
    const [damaged, sibling] = [
      await createGlossary(team, 'zyzzx', 'uno'),
      await createGlossary(team, 'zyzzx', 'dos'),
    ];
    const foreign = await createGlossary(other, 'zyzzx', 'tres');
    const entriesOf = (id: string) => readColumn('glossary_dictionaries', 'entries', 'glossary_id', id);
    await db.query('UPDATE glossary_dictionaries SET entries = $2 WHERE glossary_id = $1', [
      damaged,
      damage(await entriesOf(damaged), await entriesOf(foreign), await entriesOf(sibling)),
    ]);
    const unreadable = { status: 503, body: { code: 'service_unavailable' } };
    expect(await team.get<ProblemAnswer>(entriesPath(damaged))).toMatchObject(unreadable);
    expect(await translateWith(damaged)).toMatchObject(unreadable);
    expect((await translateWith(sibling)).body.translations[0]?.text).toContain('dos');
    expect((await team.get('/v1/glossaries')).status).toBe(200);

    const lists = [await createList(team, 'one'), await createList(team, 'two')];
    const [list = '', siblingList = ''] = lists;
    const foreignList = await createList(other, 'three');
    const sealedOf = (id: string) => readColumn('style_rule_lists', 'sealed', 'id', id);
    await db.query('UPDATE style_rule_lists SET sealed = $2 WHERE id = $1', [
      list,
      damage(await sealedOf(list), await sealedOf(foreignList), await sealedOf(siblingList)),
    ]);
    expect(await team.get<ProblemAnswer>(`/v3/style_rules/${list}`)).toMatchObject(unreadable);
    expect(await team.get<ProblemAnswer>('/v3/style_rules?detailed=true')).toMatchObject(unreadable);
    expect((await team.get('/v3/style_rules')).status).toBe(200);
    expect((await team.get(`/v3/style_rules/${siblingList}`)).status).toBe(200);

    // Their owner can repair it.
    const entries = [{ source: 'zyzzx', target: 'cuatro' }];
    expect((await team.send('PUT', entriesPath(damaged), { entries })).status).toBe(200);
    expect((await translateWith(damaged)).body.translations[0]?.text).toContain('cuatro');
    for (const id of lists) expect((await team.send('DELETE', `/v3/style_rules/${id}`)).status).toBe(204);
    expect((await team.get('/v3/style_rules?detailed=true')).status).toBe(200);
  },
);

test('texts that look like ciphertext, and the longest ones, are stored and read as they are', async () => {
  for (const [source, target] of [
    ['DKT1', 'DKT1'],
    ['DKW1\u{1f600}', '\\x444b5431'],
    ['s'.repeat(1_024), 't'.repeat(1_024)],
  ] as const) {
    const id = await createGlossary(team, source, target);
    const { body } = await team.get<{ entries: object[] }>(entriesPath(id), { accept: 'application/json' });
    expect(body.entries).toEqual([{ source, target }]);
  }
  for (const prompt of ['DKT1', 'DKT1 and more', '\u{1f600}'.repeat(300)]) {
    const { body } = await team.get<{ custom_instructions: { prompt: string }[] }>(
      `/v3/style_rules/${await createList(team, prompt)}`,
    );
    expect(body.custom_instructions).toMatchObject([{ prompt }]);
  }
});

test('texts that cannot be stored are refused', async () => {
  const body = (prompt: string) =>
    `{"name":"s","language":"es","custom_instructions":[{"label":"l","prompt":"${prompt}"}]}`;
  const glossary = (target: string) =>
    `{"name":"g","dictionaries":[{"source_lang":"EN","target_lang":"ES","entries":[{"source":"a","target":"${target}"}]}]}`;
  const id = await createGlossary(team, 'a', 'b');
  for (const bad of ['\\ud800', '\\udc00x', '\\u0000', '']) {
    for (const answer of [
      await team.send('POST', '/v3/style_rules', body(bad)),
      await team.send('POST', '/v1/glossaries', glossary(bad)),
    ]) {
      expect([bad, answer.status]).toEqual([bad, 400]);
    }
  }
  for (const bad of ['a\tb\0', 'a\0\tb', '\0', '']) {
    const type = { 'content-type': 'text/tab-separated-values' };
    expect([bad, (await team.send('PUT', entriesPath(id), bad, type)).status]).toEqual([bad, 400]);
  }
});
