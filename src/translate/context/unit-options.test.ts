import { expect, test } from 'vitest';
import type { Engine, PairFeatures } from '../../engines/engine.ts';
import { mainThread } from '../../lib/event-loop-turns.ts';
import type { PreparedText } from '../prepare-texts.ts';
import type { Span, Unit } from '../protection/layout.ts';
import type { Leg, Route } from '../routing/language-routes.ts';
import { unitOptionsOf, withUnitOptions } from './unit-options.ts';

const pace = mainThread.paceFor('team');
const all: PairFeatures = { formality: true, glossary: true, markup: true, context: true };
const capacity = { batchesAtOnce: 1, textsPerBatch: 1, charactersPerBatch: 4_000, stallMs: 1_000 };
const legWith = (features: Partial<PairFeatures>, contextSegments = 1): Leg => ({
  source: 'en',
  target: 'de',
  features: { ...all, ...features },
  engine: { id: `${contextSegments}`, capacity, contextSegments } as Engine,
});
const routeOf = (...legs: Leg[]): Route => ({ source: 'en', target: 'de', legs });

const textOf = (...units: Unit[]): PreparedText => ({
  source: '',
  layout: [units[0] ?? '', ' ', ...units.slice(1)],
  words: '',
  characters: 0,
});
const [first, second]: [Unit, Unit] = [{ parts: ['The house.'] }, { parts: ['Done.'] }];
const text = textOf(first, second);
const term: Span = { kind: 'word', replacement: 'Haus', term: { source: 'house', target: 'Haus' } };
const markedFirst: Unit = { parts: ['The ', term, '.'] };
const marked = textOf(markedFirst, second);
const passage = { units: [first, second], segments: ['The house.', 'Done.'], before: [], after: [] };

/** The options of the first unit. */
async function optionsOn(route: Route, passages = [passage]) {
  const optionsOf = await unitOptionsOf([text], [marked], passages, pace)(route);
  const { context, glossary } = optionsOf?.(markedFirst.parts) ?? {};
  return { context, terms: glossary?.length };
}

test('a unit with marked terms has the neighbours and the terms that the engine supports', async () => {
  const context = '[…]\nDone.';
  expect(await optionsOn(routeOf(legWith({})))).toEqual({ context, terms: 1 });
  expect(await optionsOn(routeOf(legWith({ context: false })))).toEqual({ context: undefined, terms: 1 });
  expect(await optionsOn(routeOf(legWith({}, 0)))).toEqual({ context: undefined, terms: 1 });
  expect(await optionsOn(routeOf(legWith({ glossary: false })))).toEqual({ context, terms: undefined });
  expect(await optionsOn(routeOf(legWith({ markup: false })))).toEqual({ context, terms: undefined });
});

test('terms do not fit a route through a pivot, whose first leg has another target', async () => {
  const pivot = routeOf(legWith({}), legWith({}));
  expect(await optionsOn(pivot)).toEqual({ context: '[…]\nDone.', terms: undefined });
});

test('a route that uses none of them has no options for any unit', async () => {
  const none = routeOf(legWith({ context: false, glossary: false }));
  expect(await unitOptionsOf([text], [marked], [passage], pace)(none)).toBeUndefined();
  const termsOnly = routeOf(legWith({ context: false }));
  expect(await unitOptionsOf([text], [text], [], pace)(termsOnly)).toBeUndefined();
});

test('the key of a unit differs if its neighbours or its terms do', async () => {
  const keyOn = async (route: Route, passages = [passage]) =>
    (await unitOptionsOf([text], [marked], passages, pace)(route))?.(markedFirst.parts)?.key;
  const keys = [
    await keyOn(routeOf(legWith({}))),
    await keyOn(routeOf(legWith({ glossary: false }))),
    await keyOn(routeOf(legWith({ context: false }))),
    await keyOn(routeOf(legWith({})), [{ ...passage, segments: ['The house.', 'Over.'] }]),
  ];
  expect(new Set(keys).size).toBe(4);
});

test('options of a unit are added to those of the call', () => {
  const glossary = [{ source: 'a', target: 'b' }];
  const call = { formality: 'more', context: 'A letter.' } as const;
  expect(withUnitOptions(call, undefined)).toBe(call);
  expect(withUnitOptions(call, { context: 'x\n[…]', glossary, key: '' })).toEqual({
    formality: 'more',
    context: 'A letter.\n\nx\n[…]',
    glossary,
  });
  expect(withUnitOptions(call, { glossary, key: '' })).toEqual({ ...call, glossary });
  expect(withUnitOptions(undefined, { context: 'x', key: '' })).toEqual({ context: 'x' });
});
