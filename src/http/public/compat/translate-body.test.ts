import { expect, test } from 'vitest';
import { readTranslateBody } from './translate-body.ts';

test.each<[string, unknown, object]>([
  ['one text', { text: 'a' }, { text: ['a'] }],
  ['many texts', { text: ['a', 'b'] }, { text: ['a', 'b'] }],
  ['a text with a comma', { text: 'a,b' }, { text: ['a,b'] }],
  ['no source', { source_lang: null }, {}],
  ['an empty source', { source_lang: '' }, {}],
  ['flags of forms', { preserve_formatting: '1', outline_detection: '0' }, flags(true, false)],
  ['flags of JSON', { preserve_formatting: true, outline_detection: false }, flags(true, false)],
  ['flags in words', { preserve_formatting: 'true', outline_detection: 'False' }, flags(true, false)],
  ['flags in numbers', { preserve_formatting: 1, outline_detection: 0 }, flags(true, false)],
  ['what is no flag', { preserve_formatting: '2', outline_detection: [] }, flags('2', [])],
  ['tags as a list', { ignore_tags: 'a, b,,c' }, { ignore_tags: ['a', 'b', 'c'] }],
  ['tags as an array', { ignore_tags: ['a', 'b,c'] }, { ignore_tags: ['a', 'b', 'c'] }],
  ['no splitting', { split_sentences: false }, { split_sentences: '0' }],
  ['splitting by number', { split_sentences: 1 }, { split_sentences: '1' }],
  ['splitting by word', { split_sentences: 'nonewlines' }, { split_sentences: 'nonewlines' }],
  ['a splitting that there is not', { split_sentences: 7 }, { split_sentences: 7 }],
  ['a formality in capitals', { formality: 'MORE' }, { formality: 'more' }],
  [
    'instructions',
    { custom_instructions: 'Be brief, please' },
    { custom_instructions: ['Be brief, please'] },
  ],
  ['unknown members', { toString: 'x', unknown: 1, __proto__: { text: 'a' } }, {}],
])('%s', (_name, body, expected) => {
  expect(readTranslateBody(body, 'json')).toEqual(expected);
});

function flags(preserve: unknown, outline: unknown): object {
  return { preserve_formatting: preserve, outline_detection: outline };
}

test.each([null, 'text', 7, ['a']])('%j is left to the schema', (body) => {
  expect(readTranslateBody(body, 'json')).toBe(body);
});

test('of a member that a form repeats the last value counts, unless it has several', () => {
  const repeated = {
    text: ['a', 'b'],
    target_lang: ['es', 'fr'],
    ignore_tags: ['a', 'b'],
    formality: ['', 'MORE'],
  };
  expect(readTranslateBody(repeated, 'form')).toEqual({
    text: ['a', 'b'],
    target_lang: 'fr',
    ignore_tags: ['a', 'b'],
    formality: 'more',
  });
  expect(readTranslateBody(repeated, 'json')).toMatchObject({ target_lang: ['es', 'fr'] });
});
