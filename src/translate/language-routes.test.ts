import { expect, test } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { planRoutes } from './language-routes.ts';

const features = { formality: false, glossary: false, markup: false };

function engineWith(id: string, ...pairs: string[]): Engine {
  return {
    id,
    pairs: () =>
      pairs.map((pair) => {
        const [source = '', target = ''] = pair.split('>');
        return { source, target, features };
      }),
    translate: async () => [],
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
}

const routes = planRoutes([
  engineWith('first', 'en>es', 'es>en', 'es>fr', 'fr>es', 'es>pt', 'es>pt-BR', 'en>ca', 'ca>fr', 'sv>da'),
  engineWith('second', 'en>es', 'en>de'),
]);

const path = (source: string, target: string) =>
  routes.find(source, target)?.legs.map((leg) => `${leg.engine.id}:${leg.source}>${leg.target}`);

test('a direct pair is taken from the first engine that has it', () => {
  expect(path('en', 'es')).toEqual(['first:en>es']);
  expect(path('en', 'de')).toEqual(['second:en>de']);
});

test('without a direct pair the best connected language is the pivot, across engines', () => {
  expect(path('en', 'fr')).toEqual(['first:en>es', 'first:es>fr']);
  expect(path('es', 'de')).toEqual(['first:es>en', 'second:en>de']);
});

test('there are never more than two legs', () => {
  expect(path('fr', 'de')).toBeUndefined();
  expect(path('sv', 'es')).toBeUndefined();
});

test('a region that no engine knows is served by its base, a base by one of its regions', () => {
  expect(path('en-GB', 'es-MX')).toEqual(['first:en>es']);
  expect(path('en', 'pt-BR')).toEqual(['first:en>es', 'first:es>pt-BR']);
  expect(path('en', 'pt-PT')).toEqual(['first:en>es', 'first:es>pt']);
});

test('knows what can be translated to a target', () => {
  expect(routes.sourcesFor('fr').toSorted()).toEqual(['ca', 'en', 'es']);
  expect(routes.sourcesFor('ja')).toEqual([]);
});

test('a language has no route to itself', () => {
  expect(path('es', 'es')).toBeUndefined();
  expect(path('pt', 'pt-BR')).toBeUndefined();
});
