import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const known = [
  'text',
  'target_lang',
  'source_lang',
  'formality',
  'tag_handling',
  'ignore_tags',
  'glossary_id',
  'glossary',
];

test.each([
  ['tag_handlng', 'tag_handling'],
  ['targetLang', 'target_lang'],
  ['Target-Lang', 'target_lang'],
  ['glossaryid', 'glossary_id'],
  ['glosary', 'glossary'],
  ['formalty', 'formality'],
  ['texts', 'text'],
  ['ignore_tag', 'ignore_tags'],
  ['padding', undefined],
  ['model_type', undefined],
  ['q', undefined],
  ['', undefined],
  ['constructor', undefined],
  [`target_lang${'g'.repeat(40)}`, undefined],
])('%s: %s', (name, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});
