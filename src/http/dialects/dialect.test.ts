import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { type Dialect, dialectFinder } from './dialect.ts';

const named = (name: string, prefix: string) => ({ name, prefix }) as Dialect;
const dialectOf = dialectFinder([named('apy', '/apy'), named('libretranslate', '')]);
const asked = (url: string, route?: string) =>
  dialectOf({ url, is404: route === undefined, routeOptions: { url: route } } as unknown as FastifyRequest)
    .name;

test('a path belongs to the dialect of its prefix, and every other path to the last one', () => {
  expect(['/apy', '/apy/translate', '/apy?q=a', '/apyx', '/', '/translate'].map((url) => asked(url))).toEqual(
    ['apy', 'apy', 'apy', 'libretranslate', 'libretranslate', 'libretranslate'],
  );
});

test('an escaped path belongs to the dialect of its route', () => {
  expect(asked('/%61py/translate?q=a', '/apy/translate')).toBe('apy');
});
