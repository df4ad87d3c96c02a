/** Alternatives of translations: what is given, what is charged for it, and what a repeat gives. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, post } from '../support/api-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { withPool } from '../support/pool.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { askedFor, useWordingModel } from '../support/wording-model.ts';

const wording = useWordingModel(
  (url) => `engines:
  llm: { type: openai, url: "${url}", model: test-model, languages: [en, de] }
  stub: { pairs: ["en>eo", "en>de"] }
routes:
  - { from: en, to: de, engines: [llm, stub] }
`,
);
const context = useServer({ ...wording.env, DRAGOMAN_STUB_ENGINE: 'on' });

interface Answered extends ProblemAnswer {
  translations: { text: string; alternatives?: string[] }[];
  characters: number;
  warnings?: { code: string; detail: string }[];
}

async function openTeam(quota = 1_000_000) {
  const key = (await createKey(context.env, await createTeam(context.env, 'team', quota), 'translate,usage'))
    .plain;
  const read = async <T>(path: string) =>
    (await call<T>(context.server.url + path, { headers: bearer(key) })).body;
  return {
    ask: (body: object, headers: Record<string, string> = {}) =>
      post<Answered>(
        `${context.server.url}/v1/translate`,
        { ...bearer(key), ...headers },
        JSON.stringify({ source_lang: 'EN', target_lang: 'DE', ...body }),
      ),
    charged: async () => (await read<{ quota_used: number }>('/v1/account')).quota_used,
    usage: async () => (await read<{ total: object }>('/v1/usage')).total,
  };
}

const text = 'The house is big.';

test('each alternative is another wording and is charged like the translation', async () => {
  const team = await openTeam();
  const { status, body } = await team.ask({ text: [text, ''], alternatives: 2 });
  expect([status, body]).toEqual([
    200,
    {
      translations: [
        {
          text: 'THE HOUSE IS BIG.',
          detected_source_language: 'EN',
          alternatives: ['THE HOUSE IS BIG. 1.', 'THE HOUSE IS BIG. 2.'],
        },
        { text: '', detected_source_language: 'EN', alternatives: [] },
      ],
      characters: 51,
    },
  ]);
  expect(await team.charged()).toBe(51);
  expect(await team.usage()).toEqual({ characters: 51, calls: 1, texts: 2 });
});

test('an answer without the request for alternatives has none', async () => {
  const team = await openTeam();
  const { body } = await team.ask({ text: ['No others, please.'] });
  expect(body.translations[0]).not.toHaveProperty('alternatives');
  expect(body.characters).toBe(18);
});

test.each([0, 4, 1.5, '2'])('%j alternatives are refused', async (alternatives) => {
  const team = await openTeam();
  const { status, body } = await team.ask({ text: [text], alternatives });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.detail).toContain('alternatives');
});

test('an alternative that repeats the translation or another alternative is dropped, and not charged', async () => {
  const team = await openTeam();
  wording.model.write = (source, { alternative }) =>
    ['HAUS GROSS.', 'HAUS GROSS.', `${source} anders.`, `${source} anders.`][alternative] ?? '';
  const { body } = await team.ask({ text: ['One house.'], alternatives: 3 });
  expect(body.translations[0]).toMatchObject({ text: 'HAUS GROSS.', alternatives: ['One house. anders.'] });
  expect(body.warnings).toEqual([{ code: 'fewer_alternatives', detail: expect.stringContaining('text[0]') }]);
  expect([body.characters, await team.charged()]).toEqual([20, 20]);
});

describe('an engine that cannot', () => {
  test('gives none, with a warning, and they are not charged', async () => {
    const team = await openTeam();
    const { body } = await team.ask({ text: [text], alternatives: 3, engine: 'stub' });
    expect(body.translations[0]).toMatchObject({ text: 'THE HOUSE IS BIG.', alternatives: [] });
    expect(body.warnings).toEqual([
      { code: 'alternatives_not_supported', detail: expect.stringContaining('text[0]') },
    ]);
    expect([body.characters, await team.charged()]).toEqual([17, 17]);
  });

  test('needs no quota for them', async () => {
    const team = await openTeam(17);
    expect((await team.ask({ text: [text], alternatives: 3, engine: 'stub' })).status).toBe(200);
  });

  test('gives none where it translates in place of a model that failed', async () => {
    const team = await openTeam();
    wording.model.misbehave = (request) =>
      request.method === 'POST' ? { status: 400, body: {} } : undefined;
    const { body } = await team.ask({ text: ['In its place.'], alternatives: 1 });
    expect(body.warnings).toEqual([expect.objectContaining({ code: 'alternatives_not_supported' })]);
    expect([body.translations[0]?.alternatives, body.characters]).toEqual([[], 13]);
  });
});

test('a model that fails at the alternatives gives the translation alone, which alone is charged', async () => {
  const team = await openTeam();
  wording.model.misbehave = (request, _response, body) =>
    request.method === 'POST' && askedFor(body).alternative === 2 ? { status: 400, body: {} } : undefined;
  const { status, body } = await team.ask({ text: ['A bad day.'], alternatives: 2 });
  expect([status, body.translations[0]]).toMatchObject([
    200,
    { text: 'A BAD DAY.', alternatives: ['A BAD DAY. 1.'] },
  ]);
  expect(body.warnings).toEqual([expect.objectContaining({ code: 'fewer_alternatives' })]);
  expect([body.characters, await team.charged()]).toEqual([20, 20]);
});

test('an alternative that cannot be a translation is dropped', async () => {
  const team = await openTeam();
  const long = 'The old house at the end of the street has a large garden with apple trees.';
  wording.model.write = (source, { alternative }) =>
    ['DAS ALTE HAUS. '.repeat(4), 'Haus.', source][alternative] ?? '';
  const { body } = await team.ask({ text: [long], alternatives: 2 });
  expect(body.translations[0]?.alternatives).toEqual([]);
  expect(body.characters).toBe(long.length);
});

test('the quota must cover the translation and all alternatives before a model is asked', async () => {
  const team = await openTeam(50);
  const before = wording.model.asked.length;
  const { status, body } = await team.ask({ text: [text], alternatives: 2 }, { 'cache-control': 'no-store' });
  expect([status, body.code, wording.model.asked.length]).toEqual([456, 'quota_exceeded', before]);
  expect((await team.ask({ text: [text], alternatives: 1 })).body.characters).toBe(34);
  expect(await team.charged()).toBe(34);
});

test('the largest call counts its alternatives', async () => {
  const team = await openTeam();
  const texts = Array.from({ length: 3 }, () => 'x'.repeat(11_000));
  for (const rest of [{}, { tag_handling: 'html' }]) {
    const { status, body } = await team.ask({ text: texts, alternatives: 3, ...rest });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect(body.detail).toMatch(/33000 characters.*3 alternatives.*131072/);
  }
});

test('placeholders, tags and glossary terms are as right in an alternative as in the translation', async () => {
  const team = await openTeam();
  const { body } = await team.ask({
    text: ['<p>Dear {name}, the <b>house</b> is big.</p>'],
    alternatives: 1,
    tag_handling: 'html',
    glossary: { entries: { house: 'Haus' } },
  });
  const [first, second] = [body.translations[0]?.text, body.translations[0]?.alternatives?.[0]];
  for (const wording of [first, second]) {
    expect(wording).toMatch(/^<p>.*<\/p>$/);
    expect(wording).toContain('{name}');
    expect(wording).toContain('<b>Haus</b>');
  }
  expect(second).not.toBe(first);
});

describe('a repeat with the same Idempotency-Key', () => {
  const keyed = (key: string) => ({ 'idempotency-key': key });

  test('gives the same alternatives from the cache, and is not charged', async () => {
    const team = await openTeam();
    const key = randomUUID();
    const send = () => team.ask({ text: ['Say it again.'], alternatives: 3 }, keyed(key));
    const first = await send();
    const asked = wording.model.asked.length;
    const second = await send();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect([second.body.characters, await team.charged(), wording.model.asked.length]).toEqual([
      52,
      52,
      asked,
    ]);
  });

  test('gives no more than what was paid for, also if the model now writes more', async () => {
    const team = await openTeam();
    const headers = { ...keyed(randomUUID()), 'cache-control': 'no-store' };
    const send = () => team.ask({ text: ['Short', 'Some longer words.'], alternatives: 2 }, headers);
    wording.model.write = (source, { alternative }) => `${source.toUpperCase()} ${Math.min(alternative, 1)}`;
    const first = await send();
    expect(first.body.translations.map(({ alternatives }) => alternatives?.length)).toEqual([1, 1]);
    wording.model.write = undefined;
    const second = await send();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.translations.map(({ alternatives }) => alternatives?.length)).toEqual([1, 1]);
    expect(second.body.warnings).toEqual(first.body.warnings);
    expect(second.body.warnings).toEqual([
      { code: 'fewer_alternatives', detail: expect.stringContaining('text[0], text[1]') },
    ]);
    expect([first.body.characters, second.body.characters, await team.charged()]).toEqual([46, 46, 46]);
  });

  test('at the same time is answered too, and one of the two is charged', async () => {
    const team = await openTeam();
    const headers = { ...keyed(randomUUID()), 'cache-control': 'no-store' };
    const send = () => team.ask({ text: ['Both at once.'], alternatives: 2 }, headers);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status, body }) => [status, body.characters])).toEqual([
      [200, 39],
      [200, 39],
    ]);
    expect(answers[0]?.body.translations).toEqual(answers[1]?.body.translations);
    expect(await team.charged()).toBe(39);
  });

  test('with another number of alternatives is a conflict', async () => {
    const team = await openTeam();
    const key = randomUUID();
    await team.ask({ text: [text], alternatives: 1 }, keyed(key));
    const { status, body } = await team.ask({ text: [text], alternatives: 2 }, keyed(key));
    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

test('the ledger agrees with itself after all of this', async () => {
  expect(await withPool(context.env.DATABASE_URL ?? '', (db) => findDisagreements(db))).toEqual([]);
});

test('the languages say which pairs have alternatives', async () => {
  const key = (await createKey(context.env, await createTeam(context.env))).plain;
  const { body } = await call<{
    pairs: { source_lang: string; target_lang: string; alternatives: boolean }[];
  }>(`${context.server.url}/v1/languages`, { headers: bearer(key) });
  const pairs = body.pairs.map((pair) => [`${pair.source_lang}>${pair.target_lang}`, pair.alternatives]);
  expect(Object.fromEntries(pairs)).toMatchObject({ 'EN>DE': true, 'EN>EO': false });
});
