/**
 * Language models behind the servers that people run: each is configured as docs/run/engines.md says, and refuses what the
 * real one refuses. The first words of a name are the server, or what the server does.
 */
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import type { TranslateBatch } from '../../src/engines/engine.ts';
import { type OpenaiOptions, openOpenaiEngine } from '../../src/engines/http/openai/openai.ts';
import {
  startLlamaCpp,
  startNewestOpenai,
  startOllama,
  startVllm,
  translation,
} from '../support/chat-servers.ts';
import { type EngineServer, serve } from '../support/engine-servers.ts';

const forever = new AbortController().signal;
const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
});

async function engineOn(starting: Promise<EngineServer>, settings: Partial<OpenaiOptions> = {}) {
  const server = await starting;
  const engine = await openOpenaiEngine({
    id: 'llm',
    url: `${server.url}/v1`,
    model: 'm',
    languages: ['en', 'de'],
    ...settings,
  });
  open.push({ [Symbol.asyncDispose]: () => engine.close() }, server);
  // A minute is never reached, unless an engine waits for a server that it should not wait for.
  const translate = (texts: readonly string[] = ['The house is big.'], deadlineMs?: number) =>
    engine.translate({ source: 'en', target: 'de', texts, deadlineMs }, AbortSignal.timeout(60_000));
  return { server, engine, translate };
}

const thinkingOff = { parameters: { reasoning_effort: 'none' } };
const newestOpenai: Partial<OpenaiOptions> = {
  tokenLimit: 'max_completion_tokens',
  parameters: { temperature: null, reasoning_effort: 'none' },
};

describe('a recommended configuration works:', () => {
  test.each<[string, () => Promise<EngineServer>, Partial<OpenaiOptions>]>([
    ['llama.cpp with json', () => startLlamaCpp('any'), {}],
    ['llama.cpp with plain', () => startLlamaCpp('any'), { template: 'plain' }],
    ['llama.cpp with hy-mt', () => startLlamaCpp('any'), { template: 'hy-mt' }],
    ['llama.cpp with translategemma', () => startLlamaCpp('translategemma'), { template: 'translategemma' }],
    ['llama.cpp with a model that thinks', () => startLlamaCpp('any', { thinks: true }), thinkingOff],
    [
      'llama.cpp with a model that thinks, by the chat template',
      () => startLlamaCpp('any', { thinks: true }),
      { template: 'plain', parameters: { chat_template_kwargs: { enable_thinking: false } } },
    ],
    ['vLLM with json', () => startVllm('any'), {}],
    ['vLLM with hy-mt', () => startVllm('any'), { template: 'hy-mt' }],
    ['vLLM with translategemma', () => startVllm('translategemma'), { template: 'translategemma' }],
    [
      'vLLM with weights for delimiters',
      () => startVllm('translategemma-delimiters'),
      { template: 'translategemma-delimiters' },
    ],
    ['vLLM with a model that thinks', () => startVllm('any', { thinks: true }), thinkingOff],
    ['vLLM with the newer limit', () => startVllm('any'), { tokenLimit: 'max_completion_tokens' }],
    ['Ollama with json', () => startOllama(), {}],
    ['Ollama with plain', () => startOllama(), { template: 'plain' }],
    ['Ollama with a model that thinks', () => startOllama({ thinks: true }), thinkingOff],
    ["OpenAI's newest models", startNewestOpenai, newestOpenai],
    ["OpenAI's newest models with plain text", startNewestOpenai, { ...newestOpenai, template: 'plain' }],
  ])('%s', async (_name, start, settings) => {
    const { engine, translate } = await engineOn(start(), settings);
    expect(await translate()).toEqual([translation]);
    // What else the model offers needs no other configuration.
    const texts = ['The house is big.'];
    const [pair] = engine.pairs().filter(({ features }) => features.alternatives);
    const [own] = engine.rephrasePairs?.() ?? [];
    const alternative = { ...pair, texts, options: { alternative: 3 } };
    const rephrased = { ...own, texts, options: { rephrase: { task: 'correct' } } };
    for (const batch of [...(pair ? [alternative] : []), ...(own ? [rephrased] : [])])
      expect(await engine.translate(batch as TranslateBatch, forever)).toEqual([translation]);
  });
});

describe('parameters', () => {
  test('replace, add and remove members of the request, at any depth', async () => {
    const { server, translate } = await engineOn(startLlamaCpp('translategemma'), {
      template: 'translategemma',
      parameters: { temperature: null, top_k: 64, chat_template_kwargs: { enable_thinking: false } },
    });
    expect(await translate()).toEqual([translation]);
    expect(server.asked[0]).not.toHaveProperty('temperature');
    expect(server.asked[0]).toMatchObject({
      top_k: 64,
      chat_template_kwargs: { source_lang_code: 'en', target_lang_code: 'de', enable_thinking: false },
    });
  });

  test('can remove the schema', async () => {
    const { server, translate } = await engineOn(startVllm('any'), { parameters: { response_format: null } });
    await expect(translate()).rejects.toThrow(/exactly one translation/);
    expect(Object.keys(server.asked[0] ?? {})).toEqual(['model', 'temperature', 'messages', 'max_tokens']);
  });
});

describe('a member that the server refuses is named, with what to do:', () => {
  test.each<[string, Partial<OpenaiOptions>, string]>([
    [
      'temperature',
      { tokenLimit: 'max_completion_tokens' },
      'remove it with "temperature: null" under "parameters"',
    ],
    [
      'max_tokens',
      { parameters: { temperature: null } },
      'set "token_limit" to max_completion_tokens or false',
    ],
    [
      'top_k',
      { template: 'hy-mt', tokenLimit: 'max_completion_tokens' },
      'remove it with "top_k: null" under "parameters"',
    ],
  ])('%s', async (member, settings, remedy) => {
    const { server, translate } = await engineOn(startNewestOpenai(), settings);
    await expect(translate()).rejects.toThrow(
      `the server refuses "${member}" in the request (400); ${remedy}`,
    );
    expect(server.asked).toHaveLength(1);
  });

  test('but nothing else of what the server says', async () => {
    const say = (error: object) => serve(() => ({ status: 400, body: { error } }));
    for (const error of [{ param: 'The house is big.' }, { param: 7 }, { message: 'The house is big.' }]) {
      const { translate } = await engineOn(say(error));
      const failure = await translate().catch((reason: unknown) => reason);
      expect(failure).toMatchObject({ name: 'EngineError', message: 'the server answered 400' });
      expect(inspect(failure, { depth: null, showHidden: true })).not.toContain('house');
    }
  });
});

describe('thinking', () => {
  test.each<[string, () => Promise<EngineServer>]>([
    ['llama.cpp', () => startLlamaCpp('any', { thinks: true })],
    ['vLLM', () => startVllm('any', { thinks: true })],
    ['Ollama', () => startOllama({ thinks: true })],
  ])('on %s without a text fails, and the message says what to set', async (_name, start) => {
    const { translate } = await engineOn(start());
    await expect(translate()).rejects.toThrow(
      /only thought and wrote no text; turn thinking off under "parameters", with "reasoning_effort: none"/,
    );
  });

  test('that OpenAI does not show fails at the limit, and the message says what to set', async () => {
    const { translate } = await engineOn(startNewestOpenai(), {
      ...newestOpenai,
      parameters: { temperature: null },
    });
    await expect(translate()).rejects.toThrow(/reached its output limit.* if it thinks first, turn that off/);
  });

  test('may stay on where the limit leaves room for it', async () => {
    for (const settings of [{ tokenLimit: false as const }, { parameters: { max_tokens: 2_000 } }]) {
      const { translate } = await engineOn(startOllama({ thinks: true }), settings);
      expect(await translate()).toEqual([translation]);
    }
  });
});

describe('the token limit', () => {
  test.each<[string, () => Promise<EngineServer>, Partial<OpenaiOptions>]>([
    ['llama.cpp', () => startLlamaCpp('any', { loops: true }), {}],
    ['vLLM', () => startVllm('any', { loops: true }), {}],
    ['Ollama', () => startOllama({ loops: true }), {}],
    ['Ollama with plain', () => startOllama({ loops: true }), { template: 'plain' }],
  ])('ends a loop on %s', async (_name, start, settings) => {
    const { server, translate } = await engineOn(start(), settings);
    await expect(translate()).rejects.toThrow(/reached its output limit/);
    expect(server.asked[0]).toMatchObject({ max_tokens: 17 + 64 });
  });

  test('has the member that the setting names, or none', async () => {
    const limits = async (settings: Partial<OpenaiOptions>) => {
      const { server, translate } = await engineOn(startLlamaCpp('any'), settings);
      await translate();
      const { max_tokens, max_completion_tokens } = server.asked[0] ?? {};
      return { max_tokens, max_completion_tokens };
    };
    expect(await limits({})).toEqual({ max_tokens: 81 });
    expect(await limits({ tokenLimit: 'max_completion_tokens' })).toEqual({ max_completion_tokens: 81 });
    expect(await limits({ tokenLimit: false })).toEqual({});
    expect(await limits({ parameters: { max_tokens: 500 } })).toEqual({ max_tokens: 500 });
    expect(await limits({ parameters: { max_tokens: null, max_completion_tokens: 500 } })).toEqual({
      max_completion_tokens: 500,
    });
  });

  test('fits into the context of 4,096 tokens for the longest text that TranslateGemma gets', async () => {
    const { translate } = await engineOn(startVllm('translategemma'), { template: 'translategemma' });
    expect(await translate(['房'.repeat(1_000)])).toEqual([translation]);
  });
});

describe('a text that does not fit into the context is translated in parts', () => {
  const sentence = 'The old house at the end of the street is big. ';
  test.each<[string, () => Promise<EngineServer>, Partial<OpenaiOptions>]>([
    ['llama.cpp', () => startLlamaCpp('any', { contextTokens: 600 }), { template: 'plain' }],
    ['vLLM with json', () => startVllm('any'), {}],
    ['vLLM with plain', () => startVllm('any'), { template: 'plain' }],
  ])('on %s', async (_name, start, settings) => {
    const { server, translate } = await engineOn(start(), settings);
    const [text = ''] = await translate([sentence.repeat(200).trim()]);
    expect(text.replaceAll(translation, '').trim()).toBe('');
    expect(text.split(translation).length).toBeGreaterThan(3);
    expect(JSON.stringify(server.asked.at(-1))).toContain('The old house');
  });

  test('unless even a short one does not fit', async () => {
    const { server, translate } = await engineOn(startLlamaCpp('any', { contextTokens: 10 }));
    await expect(translate()).rejects.toThrow('the context of the model is too small');
    expect(server.asked).toHaveLength(1);
  });

  test('and not at all if the model refuses a part', async () => {
    const { server, translate } = await engineOn(startLlamaCpp('any', { contextTokens: 600 }));
    const refused = { choices: [{ message: { content: null, refusal: 'I cannot.' } }] };
    server.misbehave = (_request, _response, body) =>
      JSON.stringify(body).includes('forbidden') && JSON.stringify(body).length < 2_400
        ? { status: 200, body: refused }
        : undefined;
    expect(await translate([`${sentence.repeat(100)}This is forbidden.`])).toEqual(['']);
  });

  test('and one with tags gets an empty answer, so that it is translated around them', async () => {
    const { engine } = await engineOn(startLlamaCpp('any', { contextTokens: 600 }));
    const batch = { source: 'en', target: 'de', texts: [`<b id="0">${sentence.repeat(200)}</b>`] };
    expect(await engine.translate({ ...batch, options: { markup: 'html' } }, forever)).toEqual(['']);
  });
});

test('only the named pairs are offered', async () => {
  const { engine } = await engineOn(startLlamaCpp('any'), {
    pairs: [
      { source: 'en', target: 'de' },
      { source: 'en', target: 'zh-Hans' },
    ],
  });
  expect(engine.pairs().map(({ source, target }) => `${source}>${target}`)).toEqual(['en>de', 'en>zh-Hans']);
  const call = engine.translate({ source: 'de', target: 'en', texts: ['Haus'] }, forever);
  await expect(call).rejects.toThrow('there is no pair from de to en');
});

describe('a server that is busy', () => {
  const refuseTimes = (server: EngineServer, times: number, status: number, headers = {}) => {
    server.misbehave = () =>
      server.asked.length > times ? undefined : { status, body: { error: { message: 'busy' } }, headers };
  };

  test.each([
    [429, 1, {}],
    [429, 2, { 'retry-after': '0' }],
    [429, 1, { 'retry-after': '1' }],
    [500, 1, {}],
    [502, 1, {}],
    [503, 2, { 'retry-after': '0' }],
    [529, 1, {}],
  ])('with %i, %i times, is asked again', async (status, times, headers) => {
    const { server, translate } = await engineOn(startLlamaCpp('any'));
    refuseTimes(server, times, status, headers);
    expect(await translate()).toEqual([translation]);
    expect(server.asked).toHaveLength(times + 1);
  });

  test.each([
    [429, /rate limiting calls \(429\)/],
    [503, /answered 503/],
  ])('with %i three times fails', async (status, reason) => {
    const { server, translate } = await engineOn(startLlamaCpp('any'));
    refuseTimes(server, 99, status, { 'retry-after': '0' });
    await expect(translate()).rejects.toThrow(reason);
    expect(server.asked).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 413, 422])('is not what %i means: it is not asked again', async (status) => {
    const { server, translate } = await engineOn(startLlamaCpp('any'));
    refuseTimes(server, 99, status);
    await expect(translate()).rejects.toThrow(String(status));
    expect(server.asked).toHaveLength(1);
  });

  test('is not waited for past the deadline of the call, or the time-out', async () => {
    for (const [timeoutMs, deadlineMs, retryAfter] of [
      [250_000, Date.now() + 100_000.4, '300'],
      [200_000, undefined, '1000'],
      [25_000, Date.now() - 1, '0'],
      [25_000, Date.now() + 60_000, new Date(Date.now() + 3_600_000).toUTCString()],
    ] as const) {
      const { server, translate } = await engineOn(startLlamaCpp('any'), { timeoutMs });
      refuseTimes(server, 99, 429, { 'retry-after': retryAfter });
      await expect(translate(undefined, deadlineMs)).rejects.toThrow(/429|did not answer within 1 ms/);
      expect(server.asked.length).toBeLessThanOrEqual(1);
    }
  });

  test('is no longer waited for when the caller hangs up', async () => {
    const { server, engine } = await engineOn(startLlamaCpp('any'));
    refuseTimes(server, 99, 429, { 'retry-after': '20' });
    const controller = new AbortController();
    const call = engine.translate({ source: 'en', target: 'de', texts: ['House'] }, controller.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    controller.abort(new Error('hung up'));
    await expect(call).rejects.toThrow('hung up');
  });
});

describe('a model that refuses a text gives an empty answer for it, which is no failure of the engine', () => {
  test.each([
    ['by its refusal', { message: { content: null, refusal: 'I cannot.' } }],
    ['by the filter', { finish_reason: 'content_filter', message: { content: 'Das' } }],
  ])('%s', async (_name, choice) => {
    for (const template of ['json', 'plain', 'hy-mt', 'translategemma'] as const) {
      const { translate } = await engineOn(
        serve(() => ({ status: 200, body: { choices: [choice] } })),
        { template },
      );
      expect(await translate()).toEqual(['']);
    }
  });
});
