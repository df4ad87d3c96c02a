import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { leewayInGate } from '../../test/support/long-form.ts';
import { type Engine, EngineError } from '../engines/engine.ts';
import { ProblemError, problem } from '../lib/errors.ts';
import type { Metrics } from '../observability/metrics.ts';
import { TranslationCache } from './cache/translation-cache.ts';
import type { OptionsOfUnit } from './context/unit-options.ts';
import type { Part, Span } from './protection/layout.ts';
import type { Leg, Route } from './routing/language-routes.ts';
import { EngineSupervisor } from './supervision/engine-supervisor.ts';
import { translateAlongRoutes } from './translate-along-routes.ts';

const features = { formality: false, glossary: false, markup: false };

function engineOf(id: string, translate: Engine['translate']): Engine {
  return {
    id,
    version: '1',
    capacity: { batchesAtOnce: 4, textsPerBatch: 4, charactersPerBatch: 1_000, stallMs: 5_000 },
    pairs: () => [],
    translate,
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
}

const routeOver = (engine: Engine): Route => ({
  source: 'en',
  target: 'es',
  legs: [{ engine, source: 'en', target: 'es', features }],
});
const failing = engineOf('failing', () => Promise.reject(new EngineError('broken')));
const hanging = engineOf('hanging', () => new Promise(() => {}));
const working = engineOf('working', async ({ texts }) => texts.map((text) => text.toUpperCase()));

// Longer than any pause of a busy machine: what is left of it decides whether texts are tried again.
const work = (inMs = 600_000, signal = new AbortController().signal) => ({
  teamId: 'team',
  deadlineMs: Date.now() + inMs,
  signal,
});

test('the second engine answers where the first one fails', async () => {
  const routes = [routeOver(failing), routeOver(working)];
  const [translations] = await translateAlongRoutes(new EngineSupervisor(), routes, [['a']], work());
  expect([translations?.route.legs[0]?.engine.id, translations?.parts]).toEqual(['working', ['A']]);
});

test('a first engine that hangs leaves the second most of the time', async () => {
  const started = performance.now();
  const routes = [routeOver(hanging), routeOver(working)];
  expect(
    (await translateAlongRoutes(new EngineSupervisor(), routes, [['a']], work(4_000)))[0]?.parts,
  ).toEqual(['A']);
  expect(performance.now() - started).toBeLessThan(leewayInGate(2_800));
});

test('there is one fallback, not more', async () => {
  const routes = [
    routeOver(failing),
    routeOver(engineOf('also failing', failing.translate)),
    routeOver(working),
  ];
  await expect(translateAlongRoutes(new EngineSupervisor(), routes, [['a']], work())).rejects.toThrow(
    'broken',
  );
});

test('an engine that failed three times in a row is not asked for a while', async () => {
  const supervisor = new EngineSupervisor();
  let asked = 0;
  const counted = engineOf('counted', () => {
    asked++;
    return Promise.reject(new EngineError('broken'));
  });
  const routes = [routeOver(counted), routeOver(working)];
  for (let i = 0; i < 10; i++) await translateAlongRoutes(supervisor, routes, [['a']], work());
  expect(asked).toBe(3);
  expect(supervisor.status()).toContainEqual(expect.objectContaining({ engine: 'counted', isOpen: true }));
});

test('an engine whose health check fails is not asked at all', async () => {
  const supervisor = new EngineSupervisor();
  supervisor.reportHealth('working', { healthy: false, detail: '' });
  await expect(
    translateAlongRoutes(supervisor, [routeOver(working)], [['a']], work()),
  ).rejects.toBeInstanceOf(EngineError);
  supervisor.reportHealth('working', { healthy: true, detail: '' });
  expect((await translateAlongRoutes(supervisor, [routeOver(working)], [['a']], work()))[0]?.parts).toEqual([
    'A',
  ]);
});

test('a call that is given up is not taken to the next engine', async () => {
  const controller = new AbortController();
  let asked = 0;
  const second = engineOf('second', async ({ texts }) => {
    asked++;
    return [...texts];
  });
  const call = translateAlongRoutes(
    new EngineSupervisor(),
    [routeOver(hanging), routeOver(second)],
    [['a']],
    work(undefined, controller.signal),
  );
  await delay(10);
  controller.abort(new Error('hung up'));
  await expect(call).rejects.toThrow('hung up');
  expect(asked).toBe(0);
});

test('a text that the first engine does not give back whole goes to the second, and only that one', async () => {
  const placeholder = { kind: 'word', replacement: '{x}' } as const;
  const silent = engineOf('silent', async ({ texts }) =>
    texts.map((text) => (text.startsWith('lost') ? '' : text.toUpperCase())),
  );
  const translations = await translateAlongRoutes(
    new EngineSupervisor(),
    [routeOver(silent), routeOver(working)],
    [['kept ', placeholder], ['lost ', placeholder], ['plain']],
    work(),
  );
  expect(translations.map(({ parts, route }) => [route.legs[0]?.engine.id, parts])).toEqual([
    ['silent', ['KEPT ', placeholder]],
    ['working', ['LOST ', placeholder]],
    ['silent', ['PLAIN']],
  ]);
});

test('what no engine gives back whole keeps its words and its spans', async () => {
  const placeholder = { kind: 'word', replacement: '{x}' } as const;
  const silent = engineOf('silent', async ({ texts }) =>
    texts.map((text) => (text === 'plain' ? 'PLAIN' : '')),
  );
  const [translations, other] = await translateAlongRoutes(
    new EngineSupervisor(),
    [routeOver(silent)],
    [['a ', placeholder, ' b'], ['plain']],
    work(),
  );
  expect(translations).toMatchObject({ parts: ['a ', placeholder, ' b'], isWhole: false });
  expect(other).toMatchObject({ parts: ['PLAIN'], isWhole: true });
});

test('engines are asked only when they may be, and the reason why not is passed on', async () => {
  let asked = 0;
  const counted = engineOf('counted', async ({ texts }) => {
    asked++;
    return [...texts];
  });
  const reason = new ProblemError(problem('conflict', 'of the test'));
  const forbidden = { ...work(), askEngines: () => Promise.reject(reason) };
  const routes = [routeOver(counted), routeOver(engineOf('other', counted.translate))];
  await expect(translateAlongRoutes(new EngineSupervisor(), routes, [['a']], forbidden)).rejects.toBe(reason);
  expect(asked).toBe(0);
});

test('what the cache has needs no engine, and a call that keeps nothing reads it and writes nothing', async () => {
  const cache = new TranslationCache(1_000_000, undefined, { countCache: () => {} } as unknown as Metrics);
  const permits: string[] = [];
  const translateParts = (text: string, keepsNothing: boolean) =>
    translateAlongRoutes(
      new EngineSupervisor(),
      [routeOver(working)],
      [[text]],
      { ...work(), keepsNothing, askEngines: async () => void permits.push(text) },
      cache,
    );
  await translateParts('kept', false);
  expect((await translateParts('kept', true))[0]?.parts).toEqual(['KEPT']);
  await translateParts('not kept', true);
  await translateParts('not kept', true);
  expect(permits).toEqual(['kept', 'not kept', 'not kept']);
});

test('a context goes with whole texts, and not with the pieces in which they are asked for again', async () => {
  const contexts: (string | undefined)[] = [];
  const looping = engineOf('looping', async ({ texts, options }) => {
    contexts.push(options?.context);
    return texts.map((text) => (text.length > 60 ? 'bucle '.repeat(40) : text.toUpperCase()));
  });
  const route = {
    ...routeOver(looping),
    legs: routeOver(looping).legs.map((leg) => ({ ...leg, features: { ...features, context: true } })),
  };
  const long =
    'The first sentence is here to be read. The second is here as well. The third one ends it all now.';
  await translateAlongRoutes(new EngineSupervisor(), [route], [[long]], {
    ...work(),
    options: { context: 'around it' },
  });
  expect(contexts).toEqual(['around it', undefined]);
});

describe('options of single units', () => {
  interface Asked {
    readonly texts: readonly string[];
    readonly context: string | undefined;
    readonly glossary: unknown;
  }
  const asked: Asked[] = [];
  const noting = engineOf('noting', async ({ texts, options }) => {
    asked.push({ texts, context: options?.context, glossary: options?.glossary });
    return texts.map((text) => text.toUpperCase().replaceAll('<B ID', '<b id').replaceAll('</B>', '</b>'));
  });
  beforeEach(() => {
    asked.length = 0;
  });
  const leg = { ...routeOver(noting).legs[0], features: { ...features, context: true, markup: true } } as Leg;
  const routeWith: Route = { ...routeOver(noting), legs: [leg] };
  const createCache = () =>
    new TranslationCache(1_000_000, undefined, { countCache: () => {} } as unknown as Metrics);

  const translateWith = (
    units: readonly (readonly Part[])[],
    optionsOf: OptionsOfUnit,
    { route = routeWith, cache }: { route?: Route; cache?: TranslationCache } = {},
  ) =>
    translateAlongRoutes(
      new EngineSupervisor(),
      [route],
      units,
      { ...work(), unitOptionsFor: async () => optionsOf },
      cache,
    );
  const contextOf = (context: string) => () => ({ context, key: context });

  test('each unit goes with its own, and units without any go as always', async () => {
    const units = [['a'], ['b'], ['c'], ['d']];
    await translateWith(units, (parts) =>
      parts === units[0] || parts === units[2] ? undefined : contextOf(`around ${parts}`)(),
    );
    expect(asked).toMatchObject([
      { texts: ['a'], context: undefined },
      { texts: ['b'], context: 'around b' },
      { texts: ['c'], context: undefined },
      { texts: ['d'], context: 'around d' },
    ]);
  });

  test('a translation is cached for its own context', async () => {
    const cache = createCache();
    for (const context of ['river', 'money', 'river', 'money'])
      await translateWith([['bank']], contextOf(context), { cache });
    await translateWith([['bank']], () => undefined, { cache });
    await translateWith([['bank']], () => undefined, { cache });
    expect(asked.map(({ context }) => context)).toEqual(['river', 'money', undefined]);
  });

  test('each route has its own: the engine behind one that fails gets what it uses itself', async () => {
    const second = engineOf('second', noting.translate);
    await translateAlongRoutes(
      new EngineSupervisor(),
      [routeOver(failing), { ...routeWith, legs: [{ ...leg, engine: second }] }],
      [['a']],
      {
        ...work(),
        unitOptionsFor: async ({ legs: [first] }) => contextOf(`for ${first?.engine.id}`),
      },
    );
    expect(asked).toMatchObject([{ context: 'for second' }]);
  });

  test('pieces of a text whose answer was no translation go without', async () => {
    const looping = engineOf('looping', async ({ texts, options }) => {
      asked.push({ texts, context: options?.context, glossary: undefined });
      return texts.map((text) => (text.length > 60 ? 'bucle '.repeat(40) : text.toUpperCase()));
    });
    const long =
      'The first sentence is here to be read. The second is here as well. The third one ends it all now.';
    await translateWith([[long]], contextOf('around'), {
      route: { ...routeWith, legs: [{ ...leg, engine: looping }] },
    });
    expect(asked.map(({ context }) => context)).toEqual(['around', undefined]);
  });

  test('only the first leg of a route gets them', async () => {
    const second = engineOf('second', async ({ texts, options }) => {
      expect(options).toBeUndefined();
      return [...texts];
    });
    const route = { ...routeWith, legs: [leg, { ...leg, engine: second, source: 'es', target: 'eo' }] };
    expect(await translateWith([['a']], contextOf('around'), { route })).toHaveLength(1);
    expect(asked).toMatchObject([{ context: 'around' }]);
  });

  test('a term that is shown comes back as its target term, and is cached for it', async () => {
    const cache = createCache();
    const termTo = (target: string): Span => ({
      kind: 'word',
      replacement: target,
      term: { source: 'house', target },
    });
    const translateTerm = async (target: string) => {
      const term = termTo(target);
      const glossary = [{ source: 'house', target }];
      const [translation] = await translateWith(
        [['The ', term, ' is old.']],
        () => ({ glossary, shown: new Set([term]), key: JSON.stringify(glossary) }),
        { cache },
      );
      expect(translation?.parts).toEqual(['THE ', term, ' IS OLD.']);
    };
    for (const target of ['casa', 'vivienda', 'casa']) await translateTerm(target);
    const texts = ['The <b id="0">house</b> is old.'];
    expect(asked).toMatchObject([
      { texts, glossary: [{ source: 'house', target: 'casa' }] },
      { texts, glossary: [{ source: 'house', target: 'vivienda' }] },
    ]);
  });

  test('a unit whose answer lost its term is translated in pieces, without any', async () => {
    const losing = engineOf('losing', async ({ texts, options }) => {
      asked.push({ texts, context: options?.context, glossary: options?.glossary });
      return texts.map((text) => text.replaceAll(/<[^>]*>/g, '').toUpperCase());
    });
    const term: Span = { kind: 'word', replacement: 'casa', term: { source: 'house', target: 'casa' } };
    const [translation] = await translateWith(
      [['The ', term, ' is old.']],
      () => ({ context: 'around', glossary: [], shown: new Set([term]), key: '' }),
      { route: { ...routeWith, legs: [{ ...leg, engine: losing }] } },
    );
    expect(translation?.parts).toEqual(['THE ', term, ' IS OLD.']);
    expect(asked.map(({ texts, context }) => [texts.join('|'), context])).toEqual([
      ['The <b id="0">house</b> is old.', 'around'],
      ['The | is old.', undefined],
    ]);
  });
});

test('pieces and their retries together get no more instructions than a context may have', async () => {
  const instructions = ['x'.repeat(1_000)];
  const sent = { pieces: 0, instructions: 0 };
  const engine = engineOf('model', async ({ texts, options }) => {
    sent.pieces += texts.length;
    sent.instructions += texts.length * (options?.instructions?.join('').length ?? 0);
    return texts.map(() => '...');
  });
  const route = routeOver(engine);
  const legs = route.legs.map((leg) => ({ ...leg, features: { ...features, instructions: true } }));
  const span = (text: string): Span => ({ kind: 'mark', text }) as unknown as Span;
  const parts: Part[] = Array.from({ length: 100 }, (_, i) => [
    `a house number ${i} `,
    span(`{${i}}`),
  ]).flat();
  await translateAlongRoutes(new EngineSupervisor(), [{ ...route, legs }], [parts], {
    ...work(),
    options: { instructions },
  }).catch(() => undefined);
  expect(sent.pieces).toBeGreaterThan(100);
  // Once with the whole text, and 16,000 characters with the pieces.
  expect(sent.instructions).toBeLessThanOrEqual(17_000);
});
