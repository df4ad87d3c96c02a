import { expect, test } from 'vitest';
import type { RouteRule } from '../../config/config-file.ts';
import type { Engine, PairFeatures } from '../../engines/engine.ts';
import { followsInstructions, type Leg, planRoutes } from './language-routes.ts';
import { optionsForLegs } from './leg-options.ts';

const features = { formality: false, glossary: false, markup: false };

function engineWith(id: string, ...pairs: string[]): Engine {
  return {
    id,
    version: '1',
    capacity: { batchesAtOnce: 1, textsPerBatch: 1, charactersPerBatch: 1, stallMs: 1_000 },
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

const legOf = (leg: Leg) => `${leg.engine.id}:${leg.source}>${leg.target}`;
const path = (source: string, target: string) => routes.find(source, target)[0]?.legs.map(legOf);

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

test('the other engines of a pair stand behind the first one, and a pivot behind them all', () => {
  const choices = routes.find('en', 'es').map(({ legs }) => legs.map(legOf).join(' '));
  expect(choices).toEqual(['first:en>es', 'second:en>es']);
});

const ruled = (...rules: RouteRule[]) => {
  const engines = [
    engineWith('first', 'en>es', 'es>fr', 'en>de', 'de>fr'),
    engineWith('second', 'en>es', 'en>fr'),
  ];
  const planned = planRoutes(engines, rules);
  return (source: string, target: string) =>
    planned.find(source, target).map(({ legs }) => legs.map(legOf).join(' '));
};

test('the first rule that fits a pair names its engines in their order, and no others', () => {
  const choices = ruled(
    { from: 'en', to: 'es', engines: ['second', 'first'] },
    { from: '*', to: '*', engines: ['first'] },
  );
  expect(choices('en', 'es')).toEqual(['second:en>es', 'first:en>es']);
  expect(choices('en', 'fr')).toEqual(['first:en>es first:es>fr']);
});

test('a rule can set the pivot or forbid one', () => {
  expect(ruled({ from: 'en', to: 'fr', engines: ['first'], pivot: 'de' })('en', 'fr')).toEqual([
    'first:en>de first:de>fr',
  ]);
  expect(ruled({ from: 'en', to: 'fr', engines: ['first'], pivot: false })('en', 'fr')).toEqual([]);
});

/** Behind an engine without any features. */
function routesWith(own: Partial<PairFeatures>) {
  const plain = engineWith('plain', 'en>es', 'en>fr');
  const able = engineWith('able', 'en>es');
  const pairs = () => able.pairs().map((pair) => ({ ...pair, features: { ...features, ...own } }));
  return planRoutes([plain, { ...able, pairs }]);
}

test('a target has instructions and formality if any engine has, and not only the preferred one', () => {
  const routes = routesWith({ instructions: true, formality: true });
  const tags = ['es', 'es-MX', 'fr', 'ja'];
  expect(tags.map(routes.followsInstructions)).toEqual([true, true, false, false]);
  expect(tags.map(routes.hasFormality)).toEqual([true, true, false, false]);
  expect(routes.find('en', 'es').map((route) => followsInstructions(route))).toEqual([false, true]);
});

test('an engine that takes only so many instructions follows all or none', () => {
  const routes = routesWith({ instructions: true, instructionLimit: { count: 2, characters: 3 } });
  const [, able] = routes.find('en', 'es');
  if (able === undefined) throw new Error('there is no second route');
  const cases = [[], ['abc', '😀😀😀'], ['a', 'b', 'c'], ['abcd']];
  expect(cases.map((instructions) => followsInstructions(able, instructions))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(cases.map((instructions) => optionsForLegs(able, { instructions }))).toEqual([
    [undefined],
    [{ instructions: cases[1] }],
    [undefined],
    [undefined],
  ]);
});
