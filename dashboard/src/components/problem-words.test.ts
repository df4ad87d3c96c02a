import { afterEach, expect, test } from 'vitest';
import { problemCodes } from '../../../src/lib/errors.ts';
import { activateCatalogue, loadCatalogue } from '../lib/messages.ts';
import { problemWords } from './problem-words.ts';

afterEach(async () => activateCatalogue('en', await loadCatalogue('en')));

test('English is what the server says', () => {
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
