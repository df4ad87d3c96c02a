import { expect, test } from 'vitest';
import type { ModelNode, ModelOffers } from './model-queries.ts';
import { filterRows, firstFilter, modelRows } from './model-rows.ts';

const model = (name: string, architecture = 'tiny') =>
  ({ name, architecture }) as ModelNode['models'][number];
const node = (...models: ModelNode['models']) => ({ models }) as ModelNode;
const offers = {
  models: ['en-de', 'en-es', 'en-fr', 'en-it'].map((name) => ({ name, architecture: 'base' })),
  served: [
    { name: 'en-de', engines: ['bergamot'], is_rule_based: false },
    { name: 'en-es', engines: ['apertium'], is_rule_based: true },
    { name: 'en-it', engines: ['deepl'], is_rule_based: false },
  ],
} as ModelOffers;

test('pairs by rules and pairs that nothing serves could be better; installed and well served ones could not', () => {
  const rows = modelRows([node(model('en-de')), node(model('en-de'), model('xx-yy'))], offers);
  const pairs = (filter: Parameters<typeof filterRows>[1]) =>
    filterRows(rows, filter).map(({ pair }) => pair);
  expect(pairs('improvable')).toEqual(['en-es', 'en-fr']);
  expect(pairs('installed')).toEqual(['en-de', 'xx-yy']);
  expect(pairs('all')).toEqual(['en-de', 'en-es', 'en-fr', 'en-it', 'xx-yy']);
  expect(rows.map(({ nodesWith }) => nodesWith)).toEqual([2, 0, 0, 0, 1]);
});

test('the first list that has something is shown', () => {
  expect(firstFilter(modelRows([node(model('xx-yy'))], offers))).toBe('installed');
  expect(firstFilter(modelRows([node()], offers))).toBe('improvable');
  const wellServed = { ...offers, models: offers.models.slice(3) };
  expect(firstFilter(modelRows([node()], wellServed))).toBe('all');
  expect(firstFilter([])).toBe('installed');
});

test('a model that differs between nodes is listed once for each kind', () => {
  const [row] = modelRows(
    [node(model('en-de')), node(model('en-de', 'base')), node(model('en-de'))],
    undefined,
  );
  expect(row?.installed.map(({ architecture }) => architecture)).toEqual(['tiny', 'base']);
});
