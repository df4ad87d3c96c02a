import { expect, test } from 'vitest';
import type { Engine } from '../../../engines/engine.ts';
import { planRoutes } from '../../../translate/routing/language-routes.ts';
import { findLanguages } from '../language-codes.ts';
import { showLanguagesWithOlderCodes } from './shown-languages.ts';

const features = { formality: false, glossary: false, markup: false, context: false };
const engineWith = (...pairs: [string, string][]) =>
  planRoutes([
    {
      id: 'test',
      pairs: () => pairs.map(([source, target]) => ({ source, target, features })),
    } as unknown as Engine,
  ]);
const shown = (...pairs: [string, string][]) =>
  Object.fromEntries(
    showLanguagesWithOlderCodes(engineWith(...pairs)).map(({ code, targets }) => [code, targets]),
  );

test('every language is a target of itself, and targets are sorted', () => {
  expect(shown(['en', 'fr'], ['en', 'de'])).toEqual({ de: ['de'], en: ['de', 'en', 'fr'], fr: ['fr'] });
});

test('Chinese and Norwegian also have the codes that Mastodon and Discourse look for', () => {
  const pairs: [string, string][] = [
    ['en', 'zh-Hans'],
    ['zh-Hans', 'en'],
    ['en', 'nb'],
  ];
  const languages = shown(...pairs);
  // Chinese to Norwegian goes over English.
  const all = ['en', 'nb', 'no', 'zh', 'zh-Hans'];
  expect(languages).toEqual({ en: all, nb: ['nb', 'no'], no: ['nb', 'no'], zh: all, 'zh-Hans': all });
  const routes = engineWith(...pairs);
  for (const [source, targets] of Object.entries(languages))
    for (const target of targets) expect(findLanguages(routes, source, target)).toMatchObject({ ok: true });
});

test('a code of an engine is not added a second time', () => {
  expect(shown(['en', 'no'], ['en', 'nb'])).toEqual({ en: ['en', 'nb', 'no'], nb: ['nb'], no: ['no'] });
});
