/** Style rules: stored lists that a call applies by their id. The forms of DeepL's client libraries are in test/compat. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bearer,
  call,
  explanationOf,
  type ProblemAnswer,
  post,
  type TranslateAnswer,
} from '../support/api-client.ts';
import { type DocumentAnswer, documentsEnv, upload, uploadForm, watch } from '../support/document-client.ts';
import { useInstructedServer } from '../support/instructed-server.ts';
import { createKey, liftLimits, setLimits } from '../support/seed.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';

const rig = useInstructedServer(documentsEnv().env);
const path = '/v3/style_rules';
const unknownId = '0b6f4e3a-7d3c-4a52-9c1e-2f5a8b7c6d1e';
let team: TeamApi;

interface InstructionAnswer {
  id: string;
  label: string;
  prompt: string;
  source_language?: string;
}

interface ListAnswer {
  style_id: string;
  name: string;
  language: string;
  version: number;
  creation_time: string;
  updated_time: string;
  configured_rules: Record<string, Record<string, string>>;
  custom_instructions: InstructionAnswer[];
}

beforeAll(async () => {
  team = await newTeam(rig.server.url, rig.env);
  await liftLimits(rig.env, team.id);
});

const brief = { label: 'Length', prompt: 'Be brief.' };

async function newList(members: object = {}, by = team): Promise<ListAnswer> {
  const { status, body } = await by.send<ListAnswer>('POST', path, {
    name: 'Web shop',
    language: 'de',
    ...members,
  });
  expect(status).toBe(201);
  return body;
}

type Body = TranslateAnswer & ProblemAnswer;

const ask = (url: string, style_id: string, rest: object = {}, by = team) =>
  post<Body>(
    `${rig.server.url}${url}`,
    { ...bearer(by.key), 'cache-control': 'no-store' },
    JSON.stringify({ text: ['The train is late.'], source_lang: 'EN', target_lang: 'DE', style_id, ...rest }),
  );

describe('in a call', () => {
  test('rules and instructions of the list follow those of the call', async () => {
    const { style_id } = await newList({
      configured_rules: { punctuation: { apostrophe: 'use_curly_apostrophes' }, numbers: {} },
      custom_instructions: [brief],
    });
    const expected = ['Punctuation, apostrophe: use curly apostrophes', 'Be brief.'];
    const { status, body } = await ask('/v2/translate', style_id);
    expect([status, body.characters, body.warnings]).toEqual([200, 18, undefined]);
    expect(rig.lastAsked().data.instructions).toEqual(expected);
    await ask('/v1/translate', style_id, { engine: 'llm', custom_instructions: ['Be kind.'] });
    expect(rig.lastAsked().data.instructions).toEqual(['Be kind.', ...expected]);
  });

  test('a change takes effect at once, although the translation before it is cached', async () => {
    const { style_id } = await newList({ custom_instructions: [brief] });
    const cached = () =>
      post<Body>(
        `${rig.server.url}/v2/translate`,
        bearer(team.key),
        JSON.stringify({ text: ['A cached text.'], source_lang: 'EN', target_lang: 'DE', style_id }),
      );
    const before = rig.openai.asked.length;
    await cached();
    await cached();
    expect(rig.openai.asked.length).toBe(before + 1);
    await team.send('POST', `${path}/${style_id}/custom_instructions`, { label: 'l', prompt: 'Be kind.' });
    await cached();
    expect(rig.lastAsked().data.instructions).toEqual(['Be brief.', 'Be kind.']);
    await team.send('DELETE', `${path}/${style_id}`);
    expect((await cached()).status).toBe(404);
  });

  test('an id with a prefix that the database does not know is refused', async () => {
    const id = 'urn:uuid:00000000-0000-0000-0000-000000000000';
    for (const url of ['/v1/translate', '/v2/translate']) {
      for (const member of ['style_id', 'glossary_id']) {
        const { status, body } = await ask(url, id.slice('urn:uuid:'.length), {
          style_id: undefined,
          [member]: id,
        });
        expect([url, member, status, body.code]).toEqual([url, member, 400, 'invalid_request']);
      }
    }
  });

  test('an instruction for one source language is sent with texts in that language alone', async () => {
    const { style_id } = await newList({
      custom_instructions: [brief, { label: 'French', prompt: 'Keep French names.', source_language: 'FR' }],
    });
    await ask('/v2/translate', style_id);
    expect(rig.lastAsked().data.instructions).toEqual(['Be brief.']);
    await ask('/v2/translate', style_id, { text: ['Bonjour.'], source_lang: 'FR' });
    expect(rig.lastAsked().data.instructions).toEqual(['Be brief.', 'Keep French names.']);
  });

  test('a list that says nothing about the texts needs no engine that follows it', async () => {
    const before = rig.deepl.asked.length;
    const french = { label: 'French', prompt: 'Keep French names.', source_language: 'fr' };
    for (const custom_instructions of [[], [french]]) {
      const { style_id } = await newList({ custom_instructions });
      expect((await ask('/v2/translate', style_id)).body.warnings).toBeUndefined();
      expect((await ask('/v1/translate', style_id)).body.warnings).toBeUndefined();
    }
    expect(rig.deepl.asked.length).toBe(before + 4);
  });

  test('an engine that ignores the list is a warning on /v1, and none at all is 400 on /v2', async () => {
    const { style_id } = await newList({ language: 'es', custom_instructions: [brief] });
    const { body } = await ask('/v1/translate', style_id, { target_lang: 'ES' });
    expect(body.warnings).toMatchObject([{ code: 'instructions_not_supported' }]);
    const refused = await ask('/v2/translate', style_id, { target_lang: 'ES' });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
    expect(refused.body.message).toMatch(/style_id.*ES/);
  });

  test.each([
    ['de', 'DE', 200],
    ['de', 'DE-AT', 200],
    ['de-AT', 'DE-AT', 200],
    ['de-AT', 'DE', 400],
    ['fr', 'DE', 400],
  ])('a list for %s and the target %s: %i', async (language, target_lang, expected) => {
    const { style_id } = await newList({ language, custom_instructions: [brief] });
    for (const url of ['/v1/translate', '/v2/translate']) {
      const { status, body } = await ask(url, style_id, { target_lang });
      expect(status).toBe(expected);
      if (expected === 400) expect(explanationOf(body)).toContain('style rule list');
    }
  });

  test('another team’s list is as unknown as one that there is not', async () => {
    const { style_id } = await newList({ custom_instructions: [brief] });
    const stranger = await newTeam(rig.server.url, rig.env);
    for (const url of ['/v1/translate', '/v2/translate']) {
      const foreign = await ask(url, style_id, {}, stranger);
      const unknown = await ask(url, unknownId, {}, stranger);
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
      expect(foreign.body).toEqual(unknown.body);
      expect((await ask(url, 'mine', {}, stranger)).status).toBe(400);
    }
  });

  test('counts toward the characters per minute', async () => {
    const custom_instructions = Array.from({ length: 50 }, (_, n) => ({
      label: `${n}`,
      prompt: 'x'.repeat(300),
    }));
    const limited = await newTeam(rig.server.url, rig.env);
    await setLimits(rig.env, limited.id, { charactersPerMinute: 1_000_000 });
    const { style_id } = await newList({ custom_instructions }, limited);
    const text = Array.from({ length: 100 }, (_, n) => `A${n}`);
    const { status, body } = await ask('/v2/translate', style_id, { text }, limited);
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  test('a document follows the list, too', async () => {
    const { style_id } = await newList({ custom_instructions: [brief] });
    const file = { name: 'letter.txt', content: 'The letter is short.\n' };
    const languages = { source_lang: 'EN', target_lang: 'DE' };
    type Accepted = { document_id: string } & ProblemAnswer;
    const send = (url: string, members: Record<string, string>) =>
      upload<Accepted>(`${rig.server.url}${url}`, team.key, file, { ...languages, ...members });
    const { body } = await send('/v2/document', { style_id });
    const seen = await watch(`${rig.server.url}/v1/documents/${body.document_id}`, team.key);
    expect(seen.at(-1)?.state).toBe('done');
    expect(rig.lastAsked().data).toMatchObject({
      instructions: ['Be brief.'],
      texts: [{ text: 'The letter is short.' }],
    });
    expect((await send('/v1/documents', { style_id: unknownId })).status).toBe(404);
    const own = await send('/v2/document', { style_id, custom_instructions: 'Use short words.' });
    await watch(`${rig.server.url}/v1/documents/${own.body.document_id}`, team.key);
    expect(rig.lastAsked().data.instructions).toEqual(['Use short words.', 'Be brief.']);
    const spanish = await newList({ language: 'es', custom_instructions: [brief] });
    const refused = await send('/v2/document', { style_id: spanish.style_id, target_lang: 'ES' });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
  });

  test('a document on /v1 takes ten instructions, and says so if its engine follows none', async () => {
    const url = `${rig.server.url}/v1/documents`;
    const file = { name: 'letter.txt', content: 'The letter is short.\n' };
    const form = uploadForm(file, { source_lang: 'EN', target_lang: 'ES' });
    for (let i = 0; i < 10; i++) form.append('custom_instructions', '😀'.repeat(300));
    const sent = await call<DocumentAnswer>(url, { method: 'POST', headers: bearer(team.key), body: form });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const [last] = (await watch(`${url}/${sent.body.id}`, team.key)).slice(-1);
    expect(last).toMatchObject({ state: 'done', warnings: [{ code: 'instructions_not_supported' }] });
  });
});

describe('lists', () => {
  test('are created, read, changed and deleted, and every change raises the version', async () => {
    const created = await team.send<ListAnswer>('POST', path, {
      name: '  Web shop ',
      language: 'DE',
      configured_rules: { numbers: { decimals: 'use_comma' } },
      custom_instructions: [{ label: 'Length', prompt: ' Be\n brief. ', source_language: 'EN' }],
    });
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
    const { style_id, custom_instructions, ...rest } = created.body;
    expect(rest).toEqual({
      name: 'Web shop',
      language: 'de',
      version: 1,
      creation_time: expect.stringMatching(/Z$/),
      updated_time: expect.stringMatching(/Z$/),
      configured_rules: { numbers: { decimals: 'use_comma' } },
    });
    expect(custom_instructions).toEqual([
      { id: expect.any(String), label: 'Length', prompt: 'Be brief.', source_language: 'en' },
    ]);
    const one = `${path}/${style_id}`;
    expect((await team.get<ListAnswer>(one)).body).toEqual(created.body);
    expect((await team.send<ListAnswer>('PATCH', one, { name: 'Shop' })).body).toEqual({
      ...created.body,
      name: 'Shop',
      version: 2,
      updated_time: expect.any(String),
    });
    const rules = { punctuation: { apostrophe: 'use_curly_apostrophes' } };
    expect((await team.send<ListAnswer>('PUT', `${one}/configured_rules`, rules)).body).toMatchObject({
      configured_rules: rules,
      custom_instructions,
      version: 3,
    });
    const added = await team.send<InstructionAnswer>('POST', `${one}/custom_instructions`, brief);
    expect([added.status, added.headers.get('etag')]).toEqual([201, '"4"']);
    expect(added.body).toEqual({ id: expect.any(String), ...brief });
    const instruction = `${one}/custom_instructions/${added.body.id}`;
    expect((await team.get(instruction)).body).toEqual(added.body);
    const kind = { label: 'Tone', prompt: 'Be kind.', source_language: 'fr' };
    const replaced = await team.send('PUT', instruction, kind);
    expect([replaced.status, replaced.body]).toEqual([200, { id: added.body.id, ...kind }]);
    expect((await team.get<ListAnswer>(one)).body).toMatchObject({
      custom_instructions: [...custom_instructions, { id: added.body.id, ...kind }],
      version: 5,
    });
    expect((await team.send('DELETE', instruction)).status).toBe(204);
    expect((await team.get(instruction)).status).toBe(404);
    expect((await team.send('DELETE', instruction)).status).toBe(404);
    expect((await team.get<ListAnswer>(one)).body).toMatchObject({ custom_instructions, version: 6 });
    expect((await team.send('DELETE', one)).status).toBe(204);
    expect((await team.get(one)).status).toBe(404);
  });

  test('are listed newest first, in pages, with their rules if wanted', async () => {
    const mine = await newTeam(rig.server.url, rig.env);
    const made: ListAnswer[] = [];
    for (let n = 0; n < 12; n++)
      made.unshift(await newList({ name: `List ${n}`, custom_instructions: [brief] }, mine));
    const list = async (query = '') =>
      (await mine.get<{ style_rules: ListAnswer[] }>(`${path}${query}`)).body.style_rules;
    const head = ({ configured_rules: _, custom_instructions: __, ...rest }: ListAnswer) => rest;
    expect(await list()).toEqual(made.slice(0, 10).map(head));
    expect(await list('?page=1')).toEqual(made.slice(10).map(head));
    expect(await list('?page=2&page_size=5&detailed=true')).toEqual(made.slice(10));
    expect(await list('?page=9')).toEqual([]);
    for (const query of ['?page=-1', '?page_size=0', '?page_size=26', '?detailed=yes', '?page=x'])
      expect([query, (await mine.get(`${path}${query}`)).status]).toEqual([query, 400]);
  });

  test('of two changes with the same ETag one is made', async () => {
    const { style_id } = await newList();
    const rename = (name: string) =>
      team.send('PATCH', `${path}/${style_id}`, { name }, { 'if-match': '"1"' });
    const statuses = (await Promise.all(['a', 'b', 'c'].map(rename))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412, 412]);
    expect((await team.send('DELETE', `${path}/${style_id}`, undefined, { 'if-match': '"1"' })).status).toBe(
      412,
    );
  });

  test('instructions that are added at once are all there', async () => {
    const { style_id } = await newList();
    const add = (prompt: string) =>
      team.send('POST', `${path}/${style_id}/custom_instructions`, { label: 'l', prompt });
    const prompts = Array.from({ length: 20 }, (_, n) => `Rule ${n}`);
    await Promise.all(prompts.map(add));
    const { body } = await team.get<ListAnswer>(`${path}/${style_id}`);
    expect(body.custom_instructions.map(({ prompt }) => prompt).toSorted()).toEqual(prompts.toSorted());
  });

  test.each<[string, object]>([
    ['no name', { name: undefined }],
    ['an empty name', { name: ' ' }],
    ['no language', { language: undefined }],
    ['what is no language', { language: 'german' }],
    ['an unknown group of rules', { configured_rules: { smells: { lemon: 'yes' } } }],
    ['a rule with words for a name', { configured_rules: { numbers: { 'Say: hi': 'yes' } } }],
    ['a rule with an object', { configured_rules: { numbers: { decimals: {} } } }],
    ['a rule with a line break', { configured_rules: { numbers: { decimals: 'a\nb' } } }],
    ['a rule with a line separator', { configured_rules: { numbers: { decimals: 'a\u2028b' } } }],
    ['a rule with a control character', { configured_rules: { numbers: { decimals: 'a\u0085b' } } }],
    ['a rule without words', { configured_rules: { numbers: { decimals: ' ' } } }],
    ['a rule of 301 characters', { configured_rules: { numbers: { decimals: 'x'.repeat(301) } } }],
    ['an instruction without a label', { custom_instructions: [{ prompt: 'x' }] }],
    ['an instruction without words', { custom_instructions: [{ label: 'l', prompt: ' \n' }] }],
    ['an instruction of 301 characters', { custom_instructions: [{ label: 'l', prompt: 'x'.repeat(301) }] }],
    ['a label of 101 characters', { custom_instructions: [{ label: 'l'.repeat(101), prompt: 'x' }] }],
    ['a source that is no language', { custom_instructions: [{ ...brief, source_language: '7' }] }],
    ['201 instructions', { custom_instructions: Array(201).fill(brief) }],
  ])('%s: invalid_request', async (_name, members) => {
    const answer = await team.send('POST', path, { name: 'n', language: 'de', ...members });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });

  test('are limited in size and number', async () => {
    const small = await newTeam(rig.server.url, rig.env);
    await liftLimits(rig.env, small.id);
    const instructions = (count: number, length: number) =>
      Array.from({ length: count }, (_, n) => ({ label: `${n}`, prompt: 'x'.repeat(length) }));
    const create = (custom_instructions: object[]) =>
      small.send<ListAnswer>('POST', path, { name: 'n', language: 'de', custom_instructions });
    expect((await create(instructions(54, 300))).body.code).toBe('payload_too_large');
    const full = await create(instructions(200, 80));
    expect(full.status).toBe(201);
    const one = `${path}/${full.body.style_id}`;
    const add = (prompt: string) => small.send('POST', `${one}/custom_instructions`, { label: 'l', prompt });
    expect([(await add('x')).status, (await add('x')).body.code]).toEqual([409, 'conflict']);
    const first = `${one}/custom_instructions/${full.body.custom_instructions[0]?.id}`;
    expect((await small.send('PUT', first, { label: 'l', prompt: 'x'.repeat(81) })).body.code).toBe(
      'payload_too_large',
    );
    const rules = { numbers: { decimals: 'use_comma' } };
    expect((await small.send('PUT', `${one}/configured_rules`, rules)).status).toBe(413);
    // 100 characters are left. The rules have 84 by their names, and 108 in the words that are sent.
    const numbers = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`rule_${n}`, 'y']));
    const worded = { custom_instructions: instructions(53, 300), configured_rules: { numbers } };
    expect((await small.send('POST', path, { name: 'n', language: 'de', ...worded })).status).toBe(413);
    for (let n = 1; n < 100; n++) expect((await create([])).status).toBe(201);
    const tooMany = await create([]);
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'conflict']);
    await small.send('DELETE', one);
    expect((await create([])).status).toBe(201);
  });

  test('a key that may only translate reads and uses them, and changes none', async () => {
    const { style_id, custom_instructions } = await newList({ custom_instructions: [brief] });
    const reader = team.as((await createKey(rig.env, team.id)).plain);
    const one = `${path}/${style_id}`;
    const instruction = `${one}/custom_instructions/${custom_instructions[0]?.id}`;
    expect((await reader.get(one)).status).toBe(200);
    expect((await reader.get(instruction)).status).toBe(200);
    expect((await reader.get(path)).status).toBe(200);
    const changes = [
      ['POST', path, { name: 'n', language: 'de' }],
      ['PATCH', one, { name: 'n' }],
      ['PUT', `${one}/configured_rules`, {}],
      ['POST', `${one}/custom_instructions`, brief],
      ['PUT', instruction, brief],
      ['DELETE', instruction, undefined],
      ['DELETE', one, undefined],
    ] as const;
    for (const [method, url, body] of changes)
      expect([method, url, (await reader.send(method, url, body)).body.code]).toEqual([
        method,
        url,
        'forbidden',
      ]);
  });

  test('every change is in the audit log, without the words of an instruction', async () => {
    const { style_id } = await newList({
      configured_rules: { numbers: { decimals: 'use_comma' } },
      custom_instructions: [{ label: 'Length', prompt: 'canaryprompt' }],
    });
    const one = `${path}/${style_id}`;
    await team.send('PATCH', one, { name: 'Shop' });
    await team.send('PUT', `${one}/configured_rules`, {});
    const { id } = (
      await team.send<InstructionAnswer>('POST', `${one}/custom_instructions`, {
        label: 'Tone',
        prompt: 'canaryprompt',
      })
    ).body;
    await team.send('PUT', `${one}/custom_instructions/${id}`, { label: 'Voice', prompt: 'canaryprompt' });
    await team.send('DELETE', `${one}/custom_instructions/${id}`);
    await team.send('PATCH', one, { name: ' ' });
    await team.send('DELETE', one);
    type Entries = { entries: { action: string; details: object }[] };
    const { entries } = (await team.get<Entries>(`/v1/audit?subject=${style_id}`)).body;
    expect(entries.toReversed().map(({ action, details }) => [action, details])).toEqual([
      [
        'style_rules.created',
        { name: 'Web shop', language: 'de', configured_rules: 1, custom_instructions: 1 },
      ],
      ['style_rules.renamed', { from: 'Web shop', to: 'Shop' }],
      ['style_rules.configured', { configured_rules: 0 }],
      ['style_rules.instruction_created', { instruction_id: id, label: 'Tone' }],
      ['style_rules.instruction_replaced', { instruction_id: id, label: 'Voice' }],
      ['style_rules.instruction_deleted', { instruction_id: id, label: 'Voice' }],
      ['style_rules.deleted', { name: 'Shop' }],
    ]);
    expect(JSON.stringify(entries)).not.toContain('canaryprompt');
  });
});
