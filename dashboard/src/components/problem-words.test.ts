import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { activateCatalogue, loadCatalogue } from '../lib/messages.ts';
import { problemWords } from './problem-words.ts';

/** The codes as the server's source lists them: the dashboard may import nothing of it. */
const source = readFileSync(new URL('../../../src/lib/errors.ts', import.meta.url), 'utf8');
const [, list = ''] = /problemCodes = \[(.*?)\]/s.exec(source) ?? [];
const problemCodes = [...list.matchAll(/'(\w+)'/g)].map(([, code = '']) => code);

afterEach(async () => activateCatalogue('en', await loadCatalogue('en')));

test('English is what the server says', () => {
  expect(problemCodes).toContain('quota_exceeded');
  for (const code of problemCodes) expect(problemWords(code, 'Say "x".')).toBe('Say "x".');
});

test('in another language every code of the server has a text, and some keep what the server says', async () => {
  activateCatalogue('de', await loadCatalogue('de'));
  for (const code of problemCodes) expect(problemWords(code, '§'), code).not.toBe('§');
  expect(problemWords('invalid_request', '"name" is missing.')).toContain('"name" is missing.');
  expect(problemWords('not_found', 'No key 1.')).not.toContain('No key 1.');
  expect([problemWords('new_code', 'detail'), problemWords('constructor', 'detail')]).toEqual([
    'detail',
    'detail',
  ]);
});
