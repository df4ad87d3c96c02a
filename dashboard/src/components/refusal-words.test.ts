import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusalWords } from './refusal-words.ts';

test('every code that a call can be refused with has words', () => {
  const source = readFileSync(new URL('../../../src/lib/errors.ts', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/^ {2}'([a-z_]+)',$/gm)].map(([, code]) => code ?? '');
  expect(codes.length).toBeGreaterThan(15);
  for (const code of codes) expect(refusalWords(code), code).not.toBe(code);
  expect(refusalWords('of_a_later_version')).toBe('of_a_later_version');
});
