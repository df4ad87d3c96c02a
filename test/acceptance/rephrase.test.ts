/** Texts that are rephrased in their own language: by which engines, in which words, and charged like translations. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, post } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { askedFor, useWordingModel } from '../support/wording-model.ts';

const wording = useWordingModel((url) => {
  const common = `type: openai, url: "${url}"`;
  return `engines:
  stub: { pairs: ["en>eo"] }
  translates-only: { ${common}, model: silent, languages: [en, fr], rephrase: false }
  llm: { ${common}, model: editor, languages: [en, de, pt-BR] }
  second: { ${common}, model: second, languages: [en, it] }
routes:
  - { from: it, to: "*", engines: [stub] }
`;
});
const context = useServer({ ...wording.env, DRAGOMAN_STUB_ENGINE: 'on' });

interface Answered extends ProblemAnswer {
  improvements: { text: string; detected_source_language: string; target_language: string }[];
  characters: number;
  warnings?: { code: string; detail: string }[];
}

async function openTeam(quota = 1_000_000) {
  const key = (await createKey(context.env, await createTeam(context.env, 'team', quota), 'translate,usage'))
    .plain;
  const send = <T = Answered>(path: string, body: object, headers: Record<string, string> = {}) =>
    post<T>(context.server.url + path, { ...bearer(key), ...headers }, JSON.stringify(body));
  const read = async <T>(path: string) =>
    (await call<T>(context.server.url + path, { headers: bearer(key) })).body;
  return {
    send,
    read,
    ask: (body: object, headers?: Record<string, string>) => send('/v1/rephrase', body, headers),
    charged: async () => (await read<{ quota_used: number }>('/v1/account')).quota_used,
  };
}

const lastAsked = () => {
  const body = wording.model.asked.at(-1) ?? {};
  return { model: body.model, ...askedFor(body) };
};

test('rephrases texts in order, with the language of each, and is charged like a translation', async () => {
  const team = await openTeam();
  const text = ['This house are big.', '', 'They are here.'];
  const { status, body } = await team.ask({ text, target_lang: 'en' });
  expect([status, body]).toEqual([
    200,
    {
      improvements: ['This house is big.', '', 'They is here.'].map((each) => ({
        text: each,
        detected_source_language: 'EN',
        target_language: 'EN',
      })),
      characters: 33,
    },
  ]);
  expect(lastAsked()).toMatchObject({
    model: 'editor',
    isEdit: true,
    instruction: expect.stringMatching(/^You edit texts in English \(en\)\. .*Improve the wording/),
  });
  expect(await team.charged()).toBe(33);
  const { usage } = await team.read<{ usage: object[] }>('/v1/usage?group_by=source_lang,target_lang,engine');
  expect(usage).toEqual([
    { source_lang: 'EN', target_lang: 'EN', engine: 'llm', characters: 33, calls: 1, texts: 2 },
    { source_lang: 'EN', target_lang: 'EN', engine: 'none', characters: 0, calls: 0, texts: 1 },
  ]);
  expect((await team.send('/v2/write/rephrase', { text, target_lang: 'en-US' })).status).toBe(200);
  const byDialect = await team.read<{ usage: object[] }>('/v1/usage?group_by=dialect');
  expect(byDialect.usage).toEqual(
    ['deepl', 'v1'].map((dialect) => ({ dialect, characters: 33, calls: 1, texts: 3 })),
  );
});

test('style, tone and task are put into words', async () => {
  const team = await openTeam();
  const instructionFor = async (wanted: object) => {
    await team.ask({ text: ['The same words.'], target_lang: 'EN', ...wanted });
    return lastAsked().instruction;
  };
  expect(await instructionFor({ writing_style: 'business', tone: 'friendly' })).toMatch(
    /business style.*friendly tone/,
  );
  expect(await instructionFor({ writing_style: 'prefer_simple' })).toMatch(/short sentences/);
  expect(await instructionFor({ task: 'correct' })).toMatch(/change nothing else/);
  const plain = await instructionFor({ writing_style: 'default', tone: 'default' });
  expect(plain).not.toMatch(/style|tone/);
});

test('instructions are followed, and what has no effect is named in warnings', async () => {
  const team = await openTeam();
  const text = ['The same words.'];
  const followed = await team.ask({ text, target_lang: 'EN', custom_instructions: ['Use short words.'] });
  expect(followed.body).not.toHaveProperty('warnings');
  expect(JSON.stringify(wording.model.asked.at(-1))).toMatch(
    /edited texts are to be worded.*Use short words\./,
  );
  const { body } = await team.ask({
    text,
    target_lang: 'EN',
    alternatives: 2,
    context: 'x',
    formality: 'more',
  });
  expect(body.warnings?.map(({ code, detail }) => [code, /without (\w+),/.exec(detail)?.[1]])).toEqual(
    ['alternatives', 'context', 'formality'].map((name) => ['option_not_supported', name]),
  );
});

test('style rules apply to the language of their list', async () => {
  const team = await openTeam();
  const text = ['The same words.'];
  const styleId = randomUUID();
  const statuses = [
    await team.ask({ text, target_lang: 'EN', style_id: styleId }),
    await team.ask({ text, style_id: styleId }),
  ].map(({ status, body }) => [status, body.code]);
  expect(statuses).toEqual([
    [404, 'not_found'],
    [400, 'invalid_request'],
  ]);
});

test('each wish is another answer in the cache, and the same wish is answered from it', async () => {
  const team = await openTeam();
  const wishes = [{}, { tone: 'confident' }, { task: 'correct' }, { writing_style: 'casual' }];
  const countOf = async () => {
    const before = wording.model.asked.length;
    for (const wish of wishes) await team.ask({ text: ['Cached are words.'], target_lang: 'EN', ...wish });
    return wording.model.asked.length - before;
  };
  expect(await countOf()).toBe(wishes.length);
  expect(await countOf()).toBe(0);
});

test('a good text that comes back unchanged is no reason for a warning, and is charged', async () => {
  const team = await openTeam();
  const text = 'The old house at the end of the street has a large garden with apple trees.';
  const { body } = await team.ask({ text: [text] });
  expect(body).toEqual({
    improvements: [{ text, detected_source_language: 'EN', target_language: 'EN' }],
    characters: text.length,
  });
});

test('an answer that cannot be the same text is not passed on', async () => {
  const team = await openTeam();
  wording.model.write = () => 'ha '.repeat(500);
  const { status, body } = await team.ask({ text: ['A short text.'], target_lang: 'DE' });
  expect([status, body.code, await team.charged()]).toEqual([503, 'engine_unavailable', 0]);
});

test('some words that fail are left as they are, with a warning of their own', async () => {
  const team = await openTeam();
  wording.model.write = (source) =>
    source.includes('Second') ? 'ha '.repeat(500) : source.replace('are', 'is');
  const { body } = await team.ask({ text: ['First are good.', 'Second are bad.'], target_lang: 'DE' });
  expect(body.improvements.map(({ text }) => text)).toEqual(['First is good.', 'Second are bad.']);
  expect(body.warnings).toEqual([{ code: 'partly_rephrased', detail: expect.stringContaining('text[1]') }]);
});

test('placeholders and tags come back unchanged', async () => {
  const team = await openTeam();
  const { body } = await team.ask({
    text: ['<p>Dear {name}, these <b>house</b> are big: %s</p>'],
    target_lang: 'EN',
    tag_handling: 'html',
  });
  expect(body.improvements[0]?.text).toBe('<p>Dear {name}, these <b>house</b> is big: %s</p>');
  // Without tags and with the placeholders.
  expect(body.characters).toBe('Dear {name}, these house are big: %s'.length);
});

describe('languages', () => {
  test('a region of a language falls back to the language, and a language to its region', async () => {
    const team = await openTeam();
    const { body } = await team.ask({ text: ['Colours are nice.'], target_lang: 'EN-GB' });
    expect(body.improvements[0]?.target_language).toBe('EN');
    const brazil = await team.ask({ text: ['Bom dia.'], target_lang: 'pt' });
    expect(brazil.body.improvements[0]).toMatchObject({
      detected_source_language: 'PT',
      target_language: 'PT-BR',
    });
    expect(lastAsked().instruction).toContain('Brazilian Portuguese (pt-BR)');
  });

  test('without target_lang the language is detected', async () => {
    const team = await openTeam();
    const { body } = await team.ask({
      text: ['Der Zug nach Hamburg hat heute leider zwanzig Minuten Verspätung.'],
    });
    expect(body.improvements[0]).toMatchObject({ detected_source_language: 'DE', target_language: 'DE' });
  });

  test.each([
    [
      'texts in several languages',
      {
        text: [
          'Der Zug nach Hamburg hat heute leider zwanzig Minuten Verspätung.',
          'The train to Hamburg is unfortunately twenty minutes late today.',
        ],
      },
      [400, 'invalid_request', /several languages: DE, EN/],
    ],
    [
      'a text that is clearly in another language',
      { text: ['Der Zug nach Hamburg hat heute leider zwanzig Minuten Verspätung.'], target_lang: 'EN' },
      [400, 'unsupported_language', /text\[0\] was detected as German \(DE\).*Translate it/],
    ],
    [
      'a text in a language that no engine can rephrase',
      { text: ['Pociąg do Warszawy ma dzisiaj niestety dwadzieścia minut opóźnienia.'] },
      [400, 'unsupported_language', /text\[0\] was detected as Polish \(PL\)/],
    ],
    [
      'a target that no engine can rephrase',
      { text: ['Bonjour.'], target_lang: 'FR' },
      [400, 'unsupported_language', /Value for 'target_lang' not supported: FR/],
    ],
    [
      'a language that a route keeps away from the engine that could',
      { text: ['Buongiorno.'], target_lang: 'IT' },
      [400, 'unsupported_language', /Value for 'target_lang' not supported: IT/],
    ],
    [
      'another source than target',
      { text: ['Hello.'], source_lang: 'DE', target_lang: 'EN' },
      [400, 'invalid_request', /DE cannot be rephrased in EN/],
    ],
    [
      'an engine that only translates',
      { text: ['Hello.'], target_lang: 'EN', engine: 'translates-only' },
      [404, 'not_found', /Rephrasing and correcting texts is not offered/],
    ],
    [
      'an unknown style',
      { text: ['Hello.'], writing_style: 'rude' },
      [400, 'invalid_request', /writing_style/],
    ],
  ] as const)('%s: refused by name, and free', async (_name, body, [status, code, detail]) => {
    const team = await openTeam();
    const before = wording.model.asked.length;
    const answer = await team.ask(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toMatch(detail);
    expect([wording.model.asked.length, await team.charged()]).toEqual([before, 0]);
  });

  test('source_lang overrules the detection', async () => {
    const team = await openTeam();
    const text = ['Der Zug nach Hamburg hat heute leider zwanzig Minuten Verspätung.'];
    const { status, body } = await team.ask({ text, source_lang: 'EN', target_lang: 'EN-US' });
    expect([status, body.improvements[0]?.detected_source_language]).toEqual([200, 'EN']);
  });

  test('are listed, and no translation goes from a language to itself', async () => {
    const team = await openTeam();
    const { rephrase_languages, pairs } = await team.read<{
      rephrase_languages: object[];
      pairs: { source_lang: string; target_lang: string }[];
    }>('/v1/languages');
    expect(rephrase_languages).toEqual([
      { code: 'DE', name: 'German' },
      { code: 'EN', name: 'English' },
      { code: 'PT-BR', name: 'Brazilian Portuguese' },
    ]);
    expect(pairs.filter((pair) => pair.source_lang === pair.target_lang)).toEqual([]);
    const translated = await team.send<{ warnings: { code: string }[] }>('/v1/translate', {
      text: ['This house are big.'],
      source_lang: 'EN',
      target_lang: 'EN',
    });
    expect(translated.body.warnings[0]?.code).toBe('source_equals_target');
    const written = await team.read<{ lang: string }[]>('/v3/languages?resource=write');
    expect(written.map(({ lang }) => lang)).toEqual(['de', 'en', 'pt-BR']);
  });
});

test('an engine that fails is followed by the next one, and the one that answered is charged', async () => {
  const team = await openTeam();
  wording.model.misbehave = (_request, _response, body) =>
    body.model === 'editor' ? { status: 400, body: {} } : undefined;
  const { body } = await team.ask({ text: ['These are next.'], target_lang: 'EN' });
  expect(body.improvements[0]?.text).toBe('These is next.');
  const { usage } = await team.read<{ usage: { engine: string }[] }>('/v1/usage?group_by=engine');
  expect(usage.map(({ engine }) => engine)).toEqual(['second']);
});

test('the quota must cover the call before a model is asked', async () => {
  const team = await openTeam(10);
  const before = wording.model.asked.length;
  const { status, body } = await team.ask({ text: ['These are too many.'], target_lang: 'EN' });
  expect([status, body.code, wording.model.asked.length]).toEqual([456, 'quota_exceeded', before]);
});

describe('an Idempotency-Key', () => {
  const body = { text: ['Once are enough.'], target_lang: 'EN' };

  test('makes a repeat free', async () => {
    const team = await openTeam();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await team.ask(body, headers);
    const second = await team.ask(body, headers);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await team.charged()).toBe(16);
  });

  test('of a rephrased text is not that of a translation or a correction with the same body', async () => {
    const team = await openTeam();
    const headers = { 'idempotency-key': randomUUID() };
    expect((await team.send('/v2/write/rephrase', body, headers)).status).toBe(200);
    for (const path of ['/v1/translate', '/v2/translate', '/v2/write/correct']) {
      const answer = await team.send(path, body, headers);
      expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'conflict']);
    }
    expect(await team.charged()).toBe(16);
  });
});
