import { expect, test } from 'vitest';
import { findFormat } from './registry.ts';

test.each([
  ['Notes.TXT', 'txt'],
  ['page.htm', 'html'],
  ['film.de.srt', 'srt'],
  ['app.xlf', 'xliff'],
  ['picture.png', undefined],
  ['txt', undefined],
])('%s is %s', (name, id) => {
  expect(findFormat(name)?.id).toBe(id);
});
