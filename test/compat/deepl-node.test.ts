/** The official Node library, unmodified, with nothing but a server URL. */
import * as deepl from 'deepl-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { createKey, createTeam, setLimits } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { createDeeplClient } from './support/deepl-client.ts';

const context = useServer();
let client: deepl.DeepLClient;

function clientFor(key: string, options: deepl.TranslatorOptions = {}): deepl.DeepLClient {
  return createDeeplClient(key, context.server.url, options);
}

async function newTeam(quota?: number): Promise<{ team: string; key: string; keyId: string }> {
  const team = await createTeam(context.env, 'team', quota);
  const { plain, id } = await createKey(context.env, team);
  return { team, key: plain, keyId: id };
}

beforeAll(async () => {
  client = clientFor((await newTeam()).key);
});

describe('translateText', () => {
  test('one text', async () => {
    expect(await client.translateText('The house is big.', null, 'es')).toEqual({
      text: 'La casa es grande.',
      detectedSourceLang: 'en',
      billedCharacters: 17,
      modelTypeUsed: undefined,
    });
  });

  test('many texts, in order, each in its own language', async () => {
    const results = await client.translateText(['The house is big.', 'La maison est grande.'], null, 'es');
    expect(results.map(({ text, detectedSourceLang }) => [text, detectedSourceLang])).toEqual([
      ['La casa es grande.', 'en'],
      ['La casa es grande.', 'fr'],
    ]);
  });

  test('200 texts, four times as many as DeepL takes in a call', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => `The house number ${i} is big.`);
    const results = await client.translateText(texts, 'en', 'es');
    expect(results).toHaveLength(200);
    for (const [i, { text, billedCharacters }] of results.entries()) {
      expect(text).toContain(` ${i} `);
      expect(billedCharacters).toBe(texts[i]?.length);
    }
  });

  test('emoji cost one character each', async () => {
    const { text, billedCharacters } = await client.translateText('The house is big. 😀🏠', 'en', 'es');
    expect(text).toContain('😀🏠');
    expect(billedCharacters).toBe(20);
  });

  test('what a form has to escape arrives as it was', async () => {
    const texts = [
      'a&b=c',
      '100 % + 5',
      'text=x&target_lang=de',
      'ñ ü 漢字 🇪🇸',
      ' \n\t "\\" ',
      '%2B+%20',
      ',',
    ];
    const results = await client.translateText(texts, 'es', 'es');
    expect(results.map(({ text }) => text)).toEqual(texts);
  });

  test('the library itself refuses empty texts', async () => {
    await expect(client.translateText([''], null, 'es')).rejects.toThrow('texts parameter');
  });

  test.each<[deepl.TargetLanguageCode, RegExp]>([
    ['en-US', /house is big/],
    ['en-GB', /house is big/],
    ['pt-BR', /casa é grande/],
    ['pt-PT', /casa é grande/],
  ])('a target with a region that no engine may know: %s', async (target, expected) => {
    const { text, detectedSourceLang } = await client.translateText('La casa es grande.', 'es', target);
    expect(text).toMatch(expected);
    expect(detectedSourceLang).toBe('es');
  });

  test.each<[string, deepl.TranslateTextOptions]>([
    ['splitSentences', { splitSentences: 'nonewlines' }],
    ['preserveFormatting', { preserveFormatting: true }],
    ['context', { context: 'A talk about houses.' }],
    ['formality that may be left out', { formality: 'prefer_more' }],
    ['tag lists', { ignoreTags: ['a', 'b'], splittingTags: 'p,q', nonSplittingTags: ['c'] }],
    ['outlineDetection', { outlineDetection: false }],
    ['tag handling of a text without tags', { tagHandling: 'html', tagHandlingVersion: 'v2' }],
    ['no custom instructions', { customInstructions: [] }],
    ['parameters of the caller', { extraRequestParameters: { anything: 'goes' } }],
  ])('with %s', async (_name, options) => {
    const { text } = await client.translateText('The house is big.', 'en', 'es', options);
    expect(text).toBe('La casa es grande.');
  });

  test.each<deepl.ModelType>(['quality_optimized', 'prefer_quality_optimized', 'latency_optimized'])(
    'modelType %s is answered with the kind of engine used',
    async (modelType) => {
      const { modelTypeUsed } = await client.translateText('The house is big.', 'en', 'es', { modelType });
      expect(modelTypeUsed).toBe('latency_optimized');
    },
  );
});

describe('errors', () => {
  const one = (with_: deepl.DeepLClient, options?: deepl.TranslateTextOptions) =>
    with_.translateText('The house is big.', 'en', 'es', options);
  const unknownId = '0b6f4e3a-7d3c-4a52-9c1e-2f5a8b7c6d1e';

  test('a bad key is an AuthorizationError', async () => {
    const unknown = clientFor(`svc_live_${'a'.repeat(40)}`);
    for (const stranger of [clientFor('not-a-key'), unknown]) {
      await expect(one(stranger)).rejects.toThrow(deepl.AuthorizationError);
      await expect(stranger.getUsage()).rejects.toThrow(deepl.AuthorizationError);
      await expect(stranger.getTargetLanguages()).rejects.toThrow(deepl.AuthorizationError);
      await expect(stranger.listGlossaries()).rejects.toThrow(deepl.AuthorizationError);
    }
  });

  test('a revoked key is an AuthorizationError that says so', async () => {
    const { key, keyId } = await newTeam();
    const revoked = clientFor(key);
    await one(revoked);
    expect((await runDragoman(['key', 'revoke', keyId], context.env)).code).toBe(0);
    await expect(one(revoked)).rejects.toThrow(deepl.AuthorizationError);
    await expect(revoked.getUsage()).rejects.toThrow(/revoked/);
  });

  test('a used-up quota is a QuotaExceededError', async () => {
    const poor = clientFor((await newTeam(20)).key);
    await one(poor);
    await expect(one(poor)).rejects.toThrow(deepl.QuotaExceededError);
  });

  test('too many calls are a TooManyRequestsError, and the library’s own patience gets through', async () => {
    const { team, key } = await newTeam();
    await setLimits(context.env, team, { requestsPerSecond: 1, requestsBurst: 1 });
    const impatient = clientFor(key, { maxRetries: 0 });
    // At once: one after the other, they might come slower than the limit.
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => one(impatient)));
    expect(calls.map((call) => call.status === 'rejected' && call.reason)).toContainEqual(
      expect.any(deepl.TooManyRequestsError),
    );
    expect((await one(clientFor(key))).text).toBe('La casa es grande.');
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'an unknown target',
      () => client.translateText('Hi', null, 'xx' as never),
      /Value for 'target_lang' not supported/,
    ],
    [
      'an unknown source',
      () => client.translateText('Hi', 'xx' as never, 'es'),
      /Value for 'source_lang' not supported/,
    ],
    ['a formality that there is not', () => one(client, { formality: 'more' }), /formality/],
    ['no formality at all', () => one(client, { formality: 'rude' as never }), /formality/],
    ['no way to split', () => one(client, { splitSentences: '7' as never }), /split_sentences/],
    ['no tag handling', () => one(client, { tagHandling: 'foo' as never }), /tag_handling/],
    ['no model', () => one(client, { modelType: 'foo' as never }), /model_type/],
    ['instructions', () => one(client, { customInstructions: ['Be brief'] }), /custom_instructions/],
    ['a glossary that there is not', () => one(client, { glossary: unknownId }), /Not found.*glossary/],
    ['a style that there is not', () => one(client, { styleRule: unknownId }), /Not found.*style/],
    ['what is no glossary', () => one(client, { glossary: 'mine' }), /Bad request.*glossary_id/],
  ])('%s is an error that says what to change', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(deepl.DeepLError);
    await expect(call()).rejects.toThrow(message);
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'translateDocument',
      () => client.uploadDocument(Buffer.from('x'.repeat(300_000)), null, 'es', { filename: 'a.txt' }),
      /Document translation is not enabled/,
    ],
    ['rephraseText', () => client.rephraseText('Hi', 'en-US'), /Rephrasing/],
    [
      'listTranslationMemories',
      () => client.listTranslationMemories(),
      /Translation memories are not offered/,
    ],
  ])('%s is not offered, and says so', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });
});

describe('getUsage', () => {
  test('counts every character at once, and knows when nothing is left', async () => {
    const { team, key } = await newTeam(20);
    const mine = clientFor(key);
    const usage = async () => {
      const { character } = await mine.getUsage();
      return [character?.count, character?.limit, character?.limitReached()];
    };
    expect(await usage()).toEqual([0, 20, false]);
    await mine.translateText('The house is big.', 'en', 'es');
    expect(await usage()).toEqual([17, 20, false]);
    await mine.translateText('Sí.', 'es', 'es');
    expect(await usage()).toEqual([20, 20, true]);

    const credit = ['credit', 'add', '--team', team, '--characters', '30', '--reason', 'test'];
    await dragomanJson(credit, context.env);
    expect(await usage()).toEqual([20, 50, false]);
    await mine.translateText('The house is big.', 'en', 'es');
    expect(await usage()).toEqual([37, 50, false]);
    await setLimits(context.env, team, { monthlyQuota: 1 });
    expect(await usage()).toEqual([37, 50, false]);
  });
});

describe('a key with a budget of its own', () => {
  test('gets a QuotaExceededError at its end, and the library shows the usage of the team', async () => {
    const team = await createTeam(context.env, 'team', 1_000);
    const { plain } = await createKey(context.env, team, 'translate', 'live', { monthlyCharacters: 20 });
    const mine = clientFor(plain);
    await mine.translateText('The house is big.', 'en', 'es');
    await expect(mine.translateText('The house is big.', 'en', 'es')).rejects.toThrow(
      deepl.QuotaExceededError,
    );
    const { character } = await mine.getUsage();
    expect([character?.count, character?.limit, character?.limitReached()]).toEqual([17, 1_000, false]);
    const answer = await fetch(`${context.server.url}/v2/usage`, {
      headers: { authorization: `DeepL-Auth-Key ${plain}` },
    });
    expect(await answer.json()).toMatchObject({
      character_count: 17,
      character_limit: 1_000,
      products: [{ api_key_character_count: 17, character_count: 17 }],
      api_key_character_count: 17,
      api_key_character_limit: 20,
    });
  });

  test('an expired key is an AuthorizationError that says so', async () => {
    const team = await createTeam(context.env);
    const expiresAt = new Date(Date.now() + 1_500);
    const mine = clientFor((await createKey(context.env, team, 'translate', 'live', { expiresAt })).plain);
    await expect
      .poll(() => mine.getUsage().catch((error: Error) => error))
      .toBeInstanceOf(deepl.AuthorizationError);
    await expect(mine.translateText('Hi.', 'en', 'es')).rejects.toThrow(/expired/);
  });
});

describe('reporting tags', () => {
  test('that the library sends with every request have their usage in the report', async () => {
    const team = await createTeam(context.env);
    const { plain } = await createKey(context.env, team, 'translate,usage');
    const tagged = (tag: string) => clientFor(plain, { headers: { 'X-DeepL-Reporting-Tag': tag } });
    await tagged('Marketing').translateText('The house is big.', 'en', 'es');
    await tagged('marketing').translateText(['Sí.', 'No.'], 'es', 'es');
    await tagged('support').translateText('Sí.', 'es', 'es');
    const answer = await fetch(`${context.server.url}/v1/usage?group_by=tag`, {
      headers: { authorization: `Bearer ${plain}` },
    });
    expect(await answer.json()).toMatchObject({
      usage: [
        { tag: 'marketing', characters: 23, calls: 2, texts: 3 },
        { tag: 'support', characters: 3, calls: 1, texts: 1 },
      ],
    });
    await expect(tagged('two words').translateText('Sí.', 'es', 'es')).rejects.toThrow(/one tag/);
  });
});

describe('languages', () => {
  test('sources have no region and no formality', async () => {
    const languages = await client.getSourceLanguages();
    expect(languages).toContainEqual({ code: 'en', name: 'English' });
    for (const language of languages) {
      expect(language.code).toMatch(/^[a-z]{2,3}$/);
      expect(language).not.toHaveProperty('supportsFormality');
    }
  });

  test('targets always say whether they have formality, and each of them can be translated to', async () => {
    const languages = await client.getTargetLanguages();
    expect(languages).toContainEqual({ code: 'es', name: 'Spanish', supportsFormality: false });
    const codes = languages.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['en-GB', 'en-US', 'pt-BR', 'pt-PT']));
    // The library sends neither of these.
    expect(codes.filter((code) => ['en', 'pt'].includes(code))).toEqual([]);
    for (const { code, supportsFormality } of languages) {
      expect(supportsFormality).toBe(false);
      const base = code.split('-')[0] as deepl.SourceLanguageCode;
      expect((await client.translateText('1', base, code as deepl.TargetLanguageCode)).text).toBe('1');
    }
  });
});
