import { expect, test } from 'vitest';
import type { Engine } from '../../engines/engine.ts';
import { givesAlternatives, planRoutes } from './language-routes.ts';

const features = { formality: false, glossary: false, markup: false, alternatives: true };

function engineOf(id: string, translates: string[], rephrases: string[] = []): Engine {
  const pairOf = (source = '', target = '') => ({ source, target, features });
  return {
    id,
    pairs: () => translates.map((pair) => pairOf(...(pair.split('>') as [string, string]))),
    ...(rephrases.length > 0 && { rephrasePairs: () => rephrases.map((tag) => pairOf(tag, tag)) }),
  } as Partial<Engine> as Engine;
}

const enginesFor = (routes: ReturnType<typeof planRoutes>, language: string) =>
  routes.rephrase.find(language).map(({ source, target, legs }) => [source, target, legs[0]?.engine.id]);

const first = engineOf('first', ['en>de', 'de>en'], ['en', 'pt-BR']);
const second = engineOf('second', ['en>de'], ['en']);
const never = engineOf('never', ['en>es']);

test('all engines that can rephrase a language, in the order of the engines', () => {
  const routes = planRoutes([never, second, first]);
  expect(routes.rephrase.languages).toEqual(['en', 'pt-BR']);
  expect(enginesFor(routes, 'en-GB')).toEqual([
    ['en', 'en', 'second'],
    ['en', 'en', 'first'],
  ]);
  expect(enginesFor(routes, 'pt')).toEqual([['pt-BR', 'pt-BR', 'first']]);
  expect(enginesFor(routes, 'de')).toEqual([]);
  expect(planRoutes([never]).rephrase.languages).toEqual([]);
});

test('a rule of the language decides about its engines, and may leave none', () => {
  const rules = [
    { from: 'pt', to: '*', engines: ['second'] },
    { from: '*', to: 'de', engines: ['second'] },
    { from: 'en', to: 'en', engines: ['first', 'second'] },
  ];
  const routes = planRoutes([second, first], rules);
  expect(enginesFor(routes, 'en').map(([, , engine]) => engine)).toEqual(['first', 'second']);
  expect(routes.rephrase.languages).toEqual(['en']);
});

test('translations know no route from a language to itself', () => {
  const routes = planRoutes([first, second]);
  expect(routes.find('en', 'en')).toEqual([]);
  expect(routes.all.map(({ source, target }) => `${source}>${target}`)).toEqual(['de>en', 'en>de']);
});

test('alternatives come from direct routes of engines that can write them', () => {
  const able = engineOf('able', ['en>es', 'es>fr']);
  const routes = planRoutes([able]);
  expect(routes.giveAlternatives).toBe(true);
  expect(routes.find('en', 'es').map(givesAlternatives)).toEqual([true]);
  expect(routes.find('en', 'fr').map(givesAlternatives)).toEqual([false]);
  const unable = able.pairs().map((pair) => ({ ...pair, features: { ...features, alternatives: false } }));
  expect(planRoutes([{ ...able, pairs: () => unable }]).giveAlternatives).toBe(false);
});
