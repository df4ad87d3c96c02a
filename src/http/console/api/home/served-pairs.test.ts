import { expect, test } from 'vitest';
import type { Engine } from '../../../../engines/engine.ts';
import { planRoutes } from '../../../../translate/routing/language-routes.ts';
import { describeServedPairs } from './served-pairs.ts';

function engineWith(id: string, ...pairs: string[]): Engine {
  const features = { formality: false, glossary: false, markup: false };
  const all = pairs.map((pair) => {
    const [source = '', target = ''] = pair.split('>');
    return { source, target, features };
  });
  return { id, pairs: () => all } as unknown as Engine;
}

const knowledge = {
  ruleBased: new Set(['rules']),
  neural: new Set(['neural']),
  modelPairs: new Set(['en-es', 'es-en', 'en-pt']),
};
const rules = engineWith('rules', 'en>es', 'es>ca', 'en>pt-BR', 'eo>en');
const describe = (engines: Engine[], allowed = engines) =>
  describeServedPairs(planRoutes(allowed), planRoutes(engines), knowledge);
const improvable = (engines: Engine[], allowed = engines) =>
  describe(engines, allowed).flatMap(({ source, target, better }) =>
    better === null ? [] : [[`${source}>${target}`, better]],
  );

test('a pair by rules could be better if a model of the pair exists; such pairs come first', () => {
  expect(improvable([rules])).toEqual([
    ['EN>ES', { model: 'en-es', is_installed: false }],
    ['EN>PT-BR', { model: 'en-pt', is_installed: false }],
  ]);
  expect(describe([rules]).map(({ better }) => better !== null)).toEqual([
    true,
    true,
    ...Array(5).fill(false),
  ]);
});

test('a pair that a neural engine serves could not', () => {
  const neural = engineWith('neural', 'en>es');
  expect(improvable([neural, rules])).toEqual([['EN>PT-BR', { model: 'en-pt', is_installed: false }]]);
});

test('a model that is installed but not preferred, or not allowed, is said to be installed', () => {
  const neural = engineWith('neural', 'en>es');
  const installed = ['EN>ES', { model: 'en-es', is_installed: true }];
  expect(improvable([rules, neural])).toContainEqual(installed);
  expect(improvable([rules, neural], [rules])).toContainEqual(installed);
});

test('a route through a third language names it, and all its engines', () => {
  const pair = describe([rules, engineWith('other', 'es>fr')]).find(({ target }) => target === 'FR');
  expect(pair).toEqual({
    source: 'EN',
    target: 'FR',
    engines: ['rules', 'other'],
    through: 'ES',
    better: null,
  });
});
