import { expect, test } from 'vitest';
import type { Engine } from '../../engines/engine.ts';
import { planRoutes } from '../../translate/routing/language-routes.ts';
import { findLanguages } from './language-codes.ts';

const features = { formality: false, glossary: false, markup: false, context: false };
const engineWith = (...pairs: [string, string][]) =>
  planRoutes([
    {
      id: 'test',
      pairs: () => pairs.map(([source, target]) => ({ source, target, features })),
    } as unknown as Engine,
  ]);

const routes = engineWith(
  ['en', 'zh-Hans'],
  ['en', 'zh-Hant'],
  ['en', 'pt-BR'],
  ['en', 'nb'],
  ['en', 'he'],
  ['fr', 'en'],
);
const targetOf = (code: string, among = routes) => {
  const found = findLanguages(among, 'en', code);
  return found.ok ? found.target : found;
};

test.each([
  ['zh', 'zh-Hans'],
  ['zh_Hans', 'zh-Hans'],
  ['ZH-TW', 'zh-Hant'],
  ['zt', 'zh-Hant'],
  ['pb', 'pt-BR'],
  ['no', 'nb'],
  ['iw', 'he'],
  ['eng', 'en'],
])('%s is %s', (code, tag) => {
  expect(targetOf(code)).toBe(tag);
});

test('a code that an engine knows is not replaced', () => {
  expect(targetOf('zh', engineWith(['en', 'zh']))).toBe('zh');
  expect(targetOf('no', engineWith(['en', 'no'], ['en', 'nb']))).toBe('no');
});

test('a region that no engine knows stays, because routes fall back from it', () => {
  expect(targetOf('he-IL')).toBe('he-IL');
});

test.each(['xx', '', 'auto', 'x'.repeat(300), 'toString', '__proto__', 'en\n'])(
  '%j is no language',
  (code) => {
    expect(targetOf(code)).toEqual({ ok: false, unknown: code });
  },
);

test('languages that are known, but not as a pair, are named', () => {
  expect(findLanguages(routes, 'he', 'nb')).toEqual({ ok: false, source: 'he', target: 'nb' });
  expect(findLanguages(routes, 'he', 'he')).toEqual({ ok: true, source: 'he', target: 'he' });
  expect(findLanguages(routes, undefined, 'he')).toEqual({ ok: true, source: undefined, target: 'he' });
});
