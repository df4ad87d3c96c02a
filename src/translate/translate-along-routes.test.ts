import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { leewayInGate } from '../../test/support/long-form.ts';
import { type Engine, EngineError } from '../engines/engine.ts';
import { ProblemError, problem } from '../lib/errors.ts';
import type { Metrics } from '../observability/metrics.ts';
import { TranslationCache } from './cache/translation-cache.ts';
import type { Route } from './routing/language-routes.ts';
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
