/** Style rules on the console: the same lists, changed by people and only with the ETag that they read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';

const service = useServer();
let db: Database;
let team: string;
let member: ConsoleUser;
let viewer: ConsoleUser;
let stranger: ConsoleUser;

interface ListAnswer {
  style_id: string;
  name: string;
  version: number;
  custom_instructions: { id: string }[];
}

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, await seedTeam(db, 'Other'), 'stranger@example.org');
  for (const role of ['viewer', 'member'] as const) await seedUser(db, team, `${role}@example.org`, role);
  const enter = (name: string) => signIn(service.server.consoleUrl, `${name}@example.org`);
  [member, viewer, stranger] = [await enter('member'), await enter('viewer'), await enter('stranger')];
});
afterAll(() => db.end());

const lists = () => `/teams/${team}/style-rules`;
const brief = { label: 'Length', prompt: 'Be brief.' };

async function newList(): Promise<ListAnswer> {
  const created = await member.send<ListAnswer>('POST', lists(), {
    name: 'Web shop',
    language: 'de',
    custom_instructions: [brief],
  });
  expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
  return created.body;
}

test('a member changes a list with the ETag of what was read, and not without', async () => {
  const { style_id, custom_instructions } = await newList();
  const one = `${lists()}/${style_id}`;
  const instruction = `${one}/custom_instructions/${custom_instructions[0]?.id}`;
  const steps = [
    ['PATCH', one, { name: 'Shop' }, 200],
    ['PUT', `${one}/configured_rules`, { numbers: { decimals: 'use_comma' } }, 200],
    ['POST', `${one}/custom_instructions`, brief, 201],
    ['PUT', instruction, { label: 'Tone', prompt: 'Be kind.' }, 200],
    ['DELETE', instruction, undefined, 204],
    ['DELETE', one, undefined, 204],
  ] as const;
  for (const [i, [method, url, body, status]] of steps.entries()) {
    const without = await member.send<{ detail: string }>(method, url, body);
    expect([method, without.status]).toEqual([method, 400]);
    expect(without.body.detail).toContain('If-Match');
    const stale = await member.send(method, url, body, { 'if-match': '"99"' });
    expect([method, stale.status]).toEqual([method, 412]);
    const made = await member.send(method, url, body, { 'if-match': `"${i + 1}"` });
    expect([method, made.status]).toEqual([method, status]);
    if (status !== 204) expect(made.headers.get('etag')).toBe(`"${i + 2}"`);
  }
  expect((await member.get(one)).status).toBe(404);
});

test('a viewer reads and changes nothing; others see nothing', async () => {
  const { style_id, custom_instructions } = await newList();
  const one = `${lists()}/${style_id}`;
  const instruction = `${one}/custom_instructions/${custom_instructions[0]?.id}`;
  expect((await viewer.get<ListAnswer>(one)).body).toMatchObject({ style_id, custom_instructions });
  expect((await viewer.get(instruction)).body).toMatchObject(brief);
  type Page = { style_rules: ListAnswer[]; next_cursor: string | null };
  const { body: page } = await viewer.get<Page>(`${lists()}?limit=1`);
  expect(page.style_rules).toMatchObject([
    { style_id, custom_instruction_count: 1, configured_rule_count: 0 },
  ]);
  const changes = [
    ['POST', lists(), { name: 'n', language: 'de' }],
    ['PATCH', one, { name: 'n' }],
    ['PUT', `${one}/configured_rules`, {}],
    ['POST', `${one}/custom_instructions`, brief],
    ['PUT', instruction, brief],
    ['DELETE', instruction, undefined],
    ['DELETE', one, undefined],
  ] as const;
  for (const [method, url, body] of changes)
    expect([method, (await viewer.send(method, url, body, { 'if-match': '"1"' })).status]).toEqual([
      method,
      403,
    ]);
  expect((await viewer.get<ListAnswer>(one)).body.version).toBe(1);
  for (const url of [lists(), one, instruction])
    expect([url, (await stranger.get(url)).status]).toEqual([url, 404]);
});

test('pages lead through all lists', async () => {
  for (let n = 0; n < 3; n++) await newList();
  type Page = { style_rules: ListAnswer[]; next_cursor: string | null };
  const all = (await viewer.get<Page>(lists())).body.style_rules.map((list) => list.style_id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`;
    const { body } = await viewer.get<Page>(`${lists()}${query}`);
    seen.push(...body.style_rules.map((list) => list.style_id));
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(all);
  expect(all.length).toBeGreaterThanOrEqual(3);
});
