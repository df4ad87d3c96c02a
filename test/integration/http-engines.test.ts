import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, TranslateOptions } from '../../src/engines/engine.ts';
import { openDeeplEngine } from '../../src/engines/http/deepl.ts';
import type { HttpEngineOptions } from '../../src/engines/http/http-engine.ts';
import { openLibretranslateEngine } from '../../src/engines/http/libretranslate.ts';
import { type OpenaiOptions, openOpenaiEngine } from '../../src/engines/http/openai/openai.ts';
import {
  completionOf,
  type EngineServer,
  serverKey,
  startDeepl,
  startLibretranslate,
  startOpenai,
  textsAsked,
  translated,
} from '../support/engine-servers.ts';
import { expectInTime } from '../support/long-form.ts';
import { testEngineContract } from './engine-contract.ts';

const forever = new AbortController().signal;
const languages = ['en', 'de'];

const kinds = {
  deepl: { start: startDeepl, open: openDeeplEngine, path: '' },
  libretranslate: { start: startLibretranslate, open: openLibretranslateEngine, path: '' },
  openai: {
    start: startOpenai,
    open: (options: HttpEngineOptions) =>
      openOpenaiEngine({ textsPerRequest: 20, languages, ...options, model: 'test-model' } as OpenaiOptions),
    path: '/v1',
  },
};

describe.each(Object.entries(kinds))('%s', (id, { start, open, path }) => {
  let server: EngineServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  afterEach(() => {
    server.misbehave = undefined;
  });

  const openHere = (options: Partial<HttpEngineOptions> = {}) =>
    open({ id, url: server.url + path, key: serverKey, ...options });

  async function using<T>(
    options: Partial<HttpEngineOptions>,
    work: (engine: Engine) => Promise<T>,
  ): Promise<T> {
    const engine = await openHere(options);
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  }

  const ask = (engine: Engine, texts = ['One.', 'Two.'], signal = forever) =>
    engine.translate({ source: 'en', target: 'de', texts }, signal);

  testEngineContract(id, {
    open: () => openHere(),
    source: 'en',
    target: 'de',
    sentence: (n) => `The house number ${n} is big.`,
    translation: (n) => translated(`The house number ${n} is big.`),
  });

  test.each([
    ['refuses the key', { status: 403, body: {} }, /refuses the key/],
    ['has had too many calls', { status: 429, body: {} }, /rate limiting/],
    ['has a fault', { status: 500, body: 'secret text' }, /answered 500$/],
    ['answers with HTML', { status: 200, body: '<html>' }, /did not return JSON/],
    ['answers with another JSON', { status: 200, body: { translations: 'x', translatedText: 1 } }, /./],
    ['redirects', { status: 302, body: {}, headers: { location: '/v2/translate' } }, /redirects/],
    [
      'gives 20 MB back',
      { status: 200, body: { translations: [], rest: 'x'.repeat(20_000_000) } },
      /response is too large/,
    ],
  ])(
    'a server that %s fails the batch with a reason, and is asked no more than is useful',
    async (_, reply, reason) => {
      await using({ languages }, async (engine) => {
        const before = server.asked.length;
        server.misbehave = () => reply;
        const call = ask(engine, ['One.']);
        await expect(call).rejects.toThrow(expect.objectContaining({ name: 'EngineError' }));
        await expect(call).rejects.toThrow(reason);
        const isBusy = reply.status === 429 || reply.status >= 500;
        expect(server.asked.length - before).toBe(id === 'openai' && isBusy ? 3 : 1);
        server.misbehave = undefined;
        expect(await ask(engine)).toEqual(['ONE.', 'TWO.']);
      });
    },
  );

  test('a server that never answers, or trickles, is given up in time', async () => {
    // A language model is given what is left of its call's time, which may be a millisecond less.
    const leftOfTheCall = /did not answer within (300|[12]?\d?\d) ms/;
    await using({ languages, timeoutMs: 300 }, async (engine) => {
      for (const trickles of [false, true]) {
        let timer: NodeJS.Timeout | undefined;
        server.misbehave = (_, response) => {
          if (trickles) timer = setInterval(() => response.write(' '), 50);
          return 'handled';
        };
        const started = performance.now();
        await expect(ask(engine)).rejects.toThrow(leftOfTheCall);
        expectInTime('giving up', performance.now() - started, 5_000);
        clearInterval(timer);
      }
    });
  });

  test.each([
    [1, 'is asked again on another'],
    [2, 'is given up'],
  ])('a server that breaks %i connections %s', async (breaks) => {
    await using({ languages }, async (engine) => {
      const before = server.asked.length;
      server.misbehave = (request) => {
        if (server.asked.length - before > breaks) return undefined;
        request.socket.destroy();
        return 'handled';
      };
      if (breaks === 1) expect(await ask(engine, ['One.'])).toEqual(['ONE.']);
      else await expect(ask(engine, ['One.'])).rejects.toThrow(/cannot be reached \(UND_ERR_SOCKET\)/);
      expect(server.asked.length - before).toBe(2);
    });
  });

  test('a call that is given up hangs up on the server', async () => {
    await using({ languages }, async (engine) => {
      const controller = new AbortController();
      const hungUp = new Promise((resolve) => {
        server.misbehave = (_, response) => {
          resolve(once(response, 'close'));
          controller.abort(new Error('given up'));
          return 'handled';
        };
      });
      const call = ask(engine, ['One.'], controller.signal);
      await expect(call).rejects.toThrow('given up');
      await hungUp;
    });
  });

  test('health tells a server that is away, or refuses the key, from one that is well', async () => {
    await using({ languages, url: 'http://127.0.0.1:1' }, async (engine) => {
      expect(await engine.health()).toEqual({
        healthy: false,
        detail: expect.stringContaining('ECONNREFUSED'),
      });
    });
    await using({ languages }, async (engine) => {
      server.misbehave = () => ({ status: 403, body: {} });
      expect((await engine.health()).detail).toContain('refuses the key');
      server.misbehave = undefined;
      expect((await engine.health()).healthy).toBe(true);
    });
  });
});

describe('deepl and libretranslate', () => {
  test.each(['deepl', 'libretranslate'] as const)(
    '%s without languages asks the server for them',
    async (id) => {
      const { start, open } = kinds[id];
      await withServer(await start(), async (server) => {
        const engine = await open({ id, url: server.url, key: serverKey });
        const pairs = engine.pairs().map(({ source, target }) => `${source}>${target}`);
        expect(pairs).toContain('en>de');
        expect(pairs).toContain(id === 'deepl' ? 'de>en-GB' : 'en>zh-Hans');
        expect(pairs).not.toContain('en>en-GB');
        await engine.close();
      });
      await expect(open({ id, url: 'http://127.0.0.1:1' })).rejects.toThrow(
        expect.objectContaining({ name: 'OperatorError', remedy: expect.stringContaining('"languages"') }),
      );
    },
  );
});

describe('what a caller wants besides the language', () => {
  const options = { formality: 'more', context: 'A letter.', markup: 'html' } as const;

  async function askedWith(id: keyof typeof kinds, wishes: TranslateOptions | undefined) {
    const { start, open, path } = kinds[id];
    return withServer(await start(), async (server) => {
      const engine = await open({ id, url: server.url + path, key: serverKey });
      const features = engine
        .pairs()
        .find(({ source, target }) => `${source}>${target}` === 'en>de')?.features;
      const batch = { source: 'en', target: 'de', texts: ['<b>One.</b>'], options: wishes };
      const answers = await engine.translate(batch, forever).finally(() => engine.close());
      expect(answers).toEqual(['<B>ONE.</B>']);
      return { features, asked: server.asked.at(-1) ?? {} };
    });
  }

  test('deepl passes it on, and has formality where the server says so', async () => {
    const { features, asked } = await askedWith('deepl', { ...options, instructions: ['Be brief.'] });
    expect(features).toEqual({
      formality: true,
      glossary: false,
      markup: true,
      context: true,
      instructions: true,
      instructionLimit: { count: 10, characters: 300 },
    });
    expect(asked).toMatchObject({
      formality: 'prefer_more',
      context: 'A letter.',
      tag_handling: 'html',
      custom_instructions: ['Be brief.'],
    });
    expect(Object.keys((await askedWith('deepl', undefined)).asked)).toEqual([
      'text',
      'source_lang',
      'target_lang',
    ]);
    await withServer(await startDeepl(), async (server) => {
      const engine = await openDeeplEngine({ id: 'deepl', url: server.url, key: serverKey });
      const english = engine.pairs().filter(({ target }) => target.startsWith('en'));
      expect(english.map((pair) => pair.features.formality)).toEqual([false, false]);
      await engine.close();
    });
  });

  test('libretranslate has markup alone', async () => {
    const { features, asked } = await askedWith('libretranslate', { markup: 'html' });
    expect(features).toEqual({ formality: false, glossary: false, markup: true });
    expect(asked).toMatchObject({ format: 'html' });
    expect((await askedWith('libretranslate', undefined)).asked).toMatchObject({ format: 'text' });
  });

  test('openai tells the model, with the words of the caller as data', async () => {
    const glossary = [{ source: 'one', target: 'eins' }];
    const instructions = ['Be brief.'];
    const { features, asked } = await askedWith('openai', { ...options, glossary, instructions });
    expect(features).toEqual({
      formality: true,
      glossary: true,
      markup: true,
      context: true,
      alternatives: true,
      instructions: true,
    });
    const [system, user] = (asked as { messages: { content: string }[] }).messages;
    expect(system?.content).toMatch(/formally.*"context".*HTML.*"glossary".*"instructions"/);
    expect(system?.content).not.toMatch(/A letter|Be brief/);
    expect(JSON.parse(user?.content ?? '')).toMatchObject({
      context: 'A letter.',
      glossary,
      instructions,
    });
    const plain = (await askedWith('openai', { formality: 'less' })).asked as typeof asked & {
      messages: { content: string }[];
    };
    expect(plain.messages[0]?.content).toContain('informally');
    expect(plain.messages[0]?.content).not.toMatch(/context|HTML|glossary|instructions/);
    expect(Object.keys(JSON.parse(plain.messages[1]?.content ?? ''))).toEqual(['texts']);
  });
});

describe('openai', () => {
  const texts = Array.from({ length: 8 }, (_, n) => `Text ${n}.`);
  const ask = async (
    textsPerRequest: number,
    misbehave: EngineServer['misbehave'],
    options?: TranslateOptions,
  ) =>
    withServer(await startOpenai(), async (server) => {
      server.misbehave = misbehave;
      const engine = await openOpenaiEngine({
        id: 'openai',
        url: `${server.url}/v1`,
        key: serverKey,
        model: 'test-model',
        languages,
        textsPerRequest,
      });
      const answers = await engine
        .translate({ source: 'en', target: 'de', texts, options }, forever)
        .finally(() => engine.close());
      return { answers, requests: server.asked.length };
    });

  const given = (body: object) =>
    textsAsked((body as { messages: { role: string; content: string }[] }).messages);
  const answer = (body: object) => given(body).map(({ index, text }) => ({ index, text: translated(text) }));
  const reply = (body: object) => ({ status: 200, body });

  test.each([
    ['is cut off', (body: object) => completionOf(answer(body), { finish_reason: 'length' })],
    ['refuses', () => completionOf(null, {}, { content: null, refusal: 'I cannot.' })],
    ['loses a text', (body: object) => completionOf(answer(body).slice(1))],
    ['gives each twice', (body: object) => completionOf([...answer(body), ...answer(body)])],
    [
      'numbers all alike',
      (body: object) => completionOf(answer(body).map(({ text }) => ({ index: 1, text }))),
    ],
    ['gives prose', () => completionOf(null, {}, { content: 'Here you are:' })],
  ])('a model that %s with more than two texts is asked in halves', async (what, fault) => {
    const { answers, requests } = await ask(8, (_request, _response, body) =>
      given(body).length > 2 ? reply(fault(body)) : undefined,
    );
    expect(answers).toEqual(texts.map(translated));
    expect(requests).toBe(1 + 2 + 4);
    const always = ask(8, (_request, _response, body) =>
      given(body).some(({ text }) => text === 'Text 3.') ? reply(fault(body)) : undefined,
    );
    if (what === 'refuses')
      expect((await always).answers).toEqual(
        texts.map((text) => (text === 'Text 3.' ? '' : translated(text))),
      );
    else await expect(always).rejects.toThrow(expect.objectContaining({ name: 'EngineError' }));
  });

  test('halves together get context and instructions at most once for each text', async () => {
    const sent = { context: 0, instructions: 0 };
    const options = { context: 'The context.', instructions: ['The instruction.'] };
    const { requests } = await ask(
      8,
      (_request, _response, body) => {
        const wire = JSON.stringify(body);
        if (wire.includes('The context.')) sent.context++;
        if (wire.includes('The instruction.')) sent.instructions++;
        return given(body).length > 1 ? reply(completionOf([])) : undefined;
      },
      options,
    );
    expect([requests, sent]).toEqual([1 + 2 + 4 + 8, { context: 8, instructions: 8 }]);
  });

  test('numbers decide, not the order', async () => {
    const { answers } = await ask(8, (_request, _response, body) =>
      reply(completionOf(answer(body).toReversed())),
    );
    expect(answers).toEqual(texts.map(translated));
  });

  test('texts of different calls share no request unless that is asked for', async () => {
    const engine = await openOpenaiEngine({ id: 'x', url: 'http://127.0.0.1:1', model: 'm', languages });
    expect(engine.capacity.textsPerBatch).toBe(1);
    await engine.close();
  });
});

async function withServer<T>(server: EngineServer, work: (server: EngineServer) => Promise<T>): Promise<T> {
  try {
    return await work(server);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}
