import { expect, test } from 'vitest';
import { warningWords } from './warning-words.ts';

test('a known warning is in the words of the page, any other in those of the server', () => {
  const detail = 'The engine that translated text[0] cannot write alternatives, so there are none.';
  expect(warningWords('alternatives_not_supported', detail)).toBe(
    'The engine cannot write alternatives, so there are none.',
  );
  expect(warningWords('new_warning', detail)).toBe(detail);
  expect(warningWords('constructor', detail)).toBe(detail);
});
