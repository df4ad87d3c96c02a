/** Custom instructions in a call: they reach an engine that follows them, apart from the texts, and nothing else. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bearer,
  explanationOf,
  type ProblemAnswer,
  post,
  type TranslateAnswer,
} from '../support/api-client.ts';
import { useInstructedServer } from '../support/instructed-server.ts';
import { setLimits } from '../support/seed.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';

const rig = useInstructedServer();
let team: TeamApi;

beforeAll(async () => {
  team = await newTeam(rig.server.url, rig.env);
});

type Body = TranslateAnswer & ProblemAnswer;

const ask = (path: string, body: object, by = team) =>
  post<Body>(
    `${rig.server.url}${path}`,
    { ...bearer(by.key), 'cache-control': 'no-store' },
    JSON.stringify({ text: ['The train is late.'], source_lang: 'EN', target_lang: 'DE', ...body }),
  );
const v1 = (body: object, by?: TeamApi) => ask('/v1/translate', body, by);
const v2 = (body: object) => ask('/v2/translate', body);

describe('on /v1', () => {
  test('they reach a model as data of their own, and cost nothing', async () => {
    const custom_instructions = ['Be brief.', ' Use\nshort  words. '];
    const { status, body } = await v1({ engine: 'llm', custom_instructions });
    expect([status, body.characters, body.warnings]).toEqual([200, 18, undefined]);
    const { rules, data } = rig.lastAsked();
    expect(data).toEqual({
      instructions: ['Be brief.', 'Use short words.'],
      texts: [{ index: 0, text: 'The train is late.' }],
    });
    expect(rules).toMatch(/"instructions" lists/);
    expect(rules).not.toContain('Be brief');
  });

  test('they go with tags, and with every part of a text', async () => {
    const before = rig.openai.asked.length;
    const text = ['<p>One <b>house</b>.</p><p>Two houses.</p>'];
    await v1({ engine: 'llm', text, tag_handling: 'html', custom_instructions: ['Be brief.'] });
    const asked = rig.openai.asked.slice(before) as { messages: { content: string }[] }[];
    const data = asked.map(({ messages }) => messages[1]?.content ?? '');
    expect(data.some((each) => each.includes('<'))).toBe(true);
    expect(data.length).toBeGreaterThanOrEqual(2);
    for (const each of data) expect(each).toContain('"instructions":["Be brief."]');
  });

  test('a model is told nothing about them without any', async () => {
    await v1({ engine: 'llm', custom_instructions: [] });
    const { rules, data } = rig.lastAsked();
    expect([rules.includes('instructions'), 'instructions' in data]).toEqual([false, false]);
  });

  test('an engine that cannot follow them gets none, and the answer says so', async () => {
    const { body } = await v1({ custom_instructions: ['Be brief.'] });
    expect(body.warnings).toEqual([
      { code: 'instructions_not_supported', detail: expect.stringContaining('DE') },
    ]);
    expect(JSON.stringify(rig.deepl.asked.at(-1))).not.toContain('brief');
    const { body: spanish } = await v1({ target_lang: 'ES', custom_instructions: ['Be brief.'] });
    expect(spanish.warnings).toMatchObject([{ code: 'instructions_not_supported' }]);
  });

  test('DeepL gets them for the targets for which it takes them', async () => {
    const custom_instructions = ['Be brief.', 'Be kind.'];
    const { body } = await v1({ engine: 'deepl-asked', custom_instructions });
    expect(body).not.toHaveProperty('warnings');
    expect(rig.deepl.asked.at(-1)).toMatchObject({ target_lang: 'DE', custom_instructions });
  });

  test('over a pivot the last leg gets them', async () => {
    const spanish = { text: ['La casa es grande.'], source_lang: 'ES', target_lang: 'HU' };
    for (const send of [v1, v2]) {
      const { status, body } = await send({ ...spanish, custom_instructions: ['Be brief.'] });
      expect([status, body.warnings]).toEqual([200, undefined]);
      expect(rig.lastAsked().data).toMatchObject({
        instructions: ['Be brief.'],
        texts: [{ text: 'The house is big.' }],
      });
    }
  });
});

describe('on the compatibility paths', () => {
  test('an engine that follows them is chosen over the preferred one', async () => {
    const before = rig.deepl.asked.length;
    const { status, body } = await v2({ custom_instructions: ['Be brief.'] });
    expect([status, body.warnings]).toEqual([200, undefined]);
    expect(rig.lastAsked().data.instructions).toEqual(['Be brief.']);
    expect(rig.deepl.asked.length).toBe(before);
    await v2({ custom_instructions: [] });
    expect(rig.deepl.asked.length).toBe(before + 1);
  });

  test('with a formality the engine has to do both', async () => {
    const before = rig.deepl.asked.length;
    const { status } = await v2({ custom_instructions: ['Be brief.'], formality: 'more' });
    expect(status).toBe(200);
    expect(rig.lastAsked().rules).toContain('formally');
    expect(rig.lastAsked().data.instructions).toEqual(['Be brief.']);
    expect(rig.deepl.asked.length).toBe(before);
  });

  test.each([
    ['where no engine follows them', { target_lang: 'ES' }],
    ['of a text that is in the target language', { source_lang: 'ES', target_lang: 'ES' }],
  ])('%s they are refused by name, and nothing is charged', async (_name, members) => {
    const used = async () => (await team.get<{ quota_used: number }>('/v1/account')).body.quota_used;
    const before = await used();
    const { status, body } = await v2({ custom_instructions: ['Be brief.'], ...members });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.message).toMatch(/custom_instructions.*ES/);
    expect(await used()).toBe(before);
  });

  test('a form has one or several', async () => {
    for (const instructions of [['Be brief.'], ['Be brief.', 'Be kind.']]) {
      const form = new URLSearchParams({ text: 'Good day.', source_lang: 'EN', target_lang: 'DE' });
      for (const each of instructions) form.append('custom_instructions', each);
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status } = await post(
        `${rig.server.url}/v2/translate`,
        { ...bearer(team.key), ...type },
        String(form),
      );
      expect(status).toBe(200);
      expect(rig.lastAsked().data.instructions).toEqual(instructions);
    }
  });
});

test.each<[string, unknown, number]>([
  ['ten of 300 characters', Array(10).fill('ä'.repeat(300)), 200],
  ['eleven', Array(11).fill('Be brief.'), 400],
  ['301 characters', ['x'.repeat(301)], 400],
  ['an empty one', ['Be brief.', '  '], 400],
  ['a control character', ['Be\u0007brief'], 400],
  ['no text', [7], 400],
])('%s', async (_name, custom_instructions, expected) => {
  for (const answer of [
    await v1({ engine: 'llm', custom_instructions }),
    await v2({ custom_instructions }),
  ]) {
    expect(answer.status).toBe(expected);
    if (expected === 400) {
      expect(answer.body.code).toBe('invalid_request');
      expect(explanationOf(answer.body)).toContain('custom_instructions');
    }
  }
});

test('other instructions are another translation, and the same come from the cache', async () => {
  const cached = (custom_instructions: string[]) =>
    post(
      `${rig.server.url}/v1/translate`,
      bearer(team.key),
      JSON.stringify({
        text: ['The cache knows.'],
        source_lang: 'EN',
        target_lang: 'DE',
        engine: 'llm',
        custom_instructions,
      }),
    );
  const askAll = async () => {
    const before = rig.openai.asked.length;
    for (const wish of [[], ['a'], ['b'], ['a', 'b'], ['b', 'a']]) await cached(wish);
    return rig.openai.asked.length - before;
  };
  expect(await askAll()).toBe(5);
  expect(await askAll()).toBe(0);
});

test('they count toward the characters per minute with each text', async () => {
  const limited = await newTeam(rig.server.url, rig.env);
  await setLimits(rig.env, limited.id, { charactersPerMinute: 150_000 });
  const text = Array.from({ length: 60 }, (_, n) => `A${n}`);
  const custom_instructions = Array(10).fill('x'.repeat(300));
  const { status, body } = await v1({ engine: 'llm', text, custom_instructions }, limited);
  expect([status, body.code]).toEqual([413, 'payload_too_large']);
  expect((await v1({ engine: 'llm', text }, limited)).status).toBe(200);
});

test('the pieces of a text whose placeholders were lost get them if they are few', async () => {
  rig.openai.misbehave = (_request, _response, body) => {
    const { messages } = body as { messages: { role: string; content: string }[] };
    if (messages === undefined) return undefined;
    const { texts } = JSON.parse(messages[1]?.content ?? '{}') as { texts: { index: number }[] };
    const content = JSON.stringify({ translations: texts.map(({ index }) => ({ index, text: 'Das Haus' })) });
    return { status: 200, body: { choices: [{ finish_reason: 'stop', message: { content } }] } };
  };
  const text = [Array.from({ length: 40 }, (_, n) => `A house {name_${n}}`).join(' ')];
  const lengths = async (length: number) => {
    await v1({ engine: 'llm', text, custom_instructions: Array(10).fill('x'.repeat(length)) });
    return rig.lastAsked().data.instructions?.join('').length;
  };
  expect(await lengths(30)).toBe(300);
  expect(await lengths(300)).toBeUndefined();
  rig.openai.misbehave = undefined;
});

test('the languages say where they are followed', async () => {
  type Pair = { source_lang: string; target_lang: string; instructions: boolean };
  const { pairs } = (await team.get<{ pairs: Pair[] }>('/v1/languages')).body;
  const followed = (pair: string) =>
    pairs.find((each) => `${each.source_lang}>${each.target_lang}` === pair)?.instructions;
  expect(['EN>DE', 'FR>DE', 'EN>ES'].map(followed)).toEqual([false, true, false]);
  type Row = { lang: string; features: Record<string, unknown> };
  const rows = (await team.get<Row[]>('/v3/languages?resource=translate_text')).body;
  const styled = rows.filter(({ features }) => 'style_rules' in features).map(({ lang }) => lang);
  // German has another engine for some sources; a call that requires instructions goes to the one that follows them.
  expect(styled).toContain('de');
  expect(styled).not.toContain('es');
  const listed = (await team.get<Row[]>('/v3/languages?resource=style_rules')).body;
  expect(listed.map(({ lang }) => lang)).toEqual(styled);
});
