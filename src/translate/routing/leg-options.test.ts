import { expect, test } from 'vitest';
import type { Engine, PairFeatures } from '../../engines/engine.ts';
import type { Route } from './language-routes.ts';
import { optionsForLegs } from './leg-options.ts';

const plain = { formality: false, glossary: false, markup: false };
const able = { formality: true, glossary: true, markup: true, context: true, instructions: true };
const wishes = {
  formality: 'more',
  context: 'A letter.',
  glossary: [{ source: 'a', target: 'b' }],
  instructions: ['Be brief.'],
} as const;

const routeOver = (...features: PairFeatures[]): Route => ({
  source: 'en',
  target: 'de',
  legs: features.map((each) => ({ engine: {} as Engine, source: 'en', target: 'de', features: each })),
});

test('an engine is told what it heeds, and nothing else', () => {
  expect(optionsForLegs(routeOver(able), wishes)).toEqual([wishes]);
  expect(optionsForLegs(routeOver(plain), wishes)).toEqual([undefined]);
  expect(optionsForLegs(routeOver({ ...plain, formality: true }), wishes)).toEqual([{ formality: 'more' }]);
  expect(
    optionsForLegs(routeOver(able), { formality: undefined, context: '', glossary: [], instructions: [] }),
  ).toEqual([undefined]);
  expect(optionsForLegs(routeOver(able))).toEqual([undefined]);
});

test('over a pivot the context is for the first leg, formality and instructions for the last, and terms are for neither', () => {
  expect(optionsForLegs(routeOver(able, able), wishes)).toEqual([
    { context: 'A letter.' },
    { formality: 'more', instructions: ['Be brief.'] },
  ]);
});

test('markup goes through every leg', () => {
  expect(optionsForLegs(routeOver(able, able), { markup: 'html' })).toEqual([
    { markup: 'html' },
    { markup: 'html' },
  ]);
});

test('an alternative is asked for where the last engine can give one, and rephrasing always', () => {
  const wanted = { alternative: 2, rephrase: { task: 'rephrase' } } as const;
  const giving = { ...plain, alternatives: true };
  expect(optionsForLegs(routeOver(giving), wanted)).toEqual([wanted]);
  expect(optionsForLegs(routeOver(plain), wanted)).toEqual([{ rephrase: wanted.rephrase }]);
  expect(optionsForLegs(routeOver(giving, giving), { alternative: 1 })).toEqual([
    undefined,
    { alternative: 1 },
  ]);
});
