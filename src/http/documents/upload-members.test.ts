import { expect, test } from 'vitest';
import { readFormFields } from './upload-members.ts';

const read = (text: string, twice: 'is refused' | 'the last counts' = 'is refused') =>
  readFormFields(
    [...new URLSearchParams(text)].map(([name, value]) => ({ name, value })),
    twice,
  );

test.each([
  ['commas', 'glossary_ids=a,b, c,'],
  ['repeated fields', 'glossary_ids=a&glossary_ids=b&glossary_ids=c'],
  ['brackets', 'glossary_ids[]=a&glossary_ids[]=b&glossary_ids[]=c'],
  ['numbers', 'glossary_ids[0]=a&glossary_ids[1]=b&glossary_ids[2]=c'],
])('a list with %s', (_name, text) => {
  expect(read(text)).toEqual({ glossary_ids: ['a', 'b', 'c'] });
});

test('a list of instructions has one field for each, because an instruction may have commas', () => {
  const custom_instructions = ['Be brief, please.', 'Be kind.'];
  expect(read('custom_instructions=Be brief, please.&custom_instructions=Be kind.')).toEqual({
    custom_instructions,
  });
});

test('an empty option counts as not sent', () => {
  expect(read('formality=&glossary_ids=&target_lang=ES')).toEqual({ target_lang: 'ES' });
});

test('an option with one value that is sent twice is refused, or its last value counts', () => {
  expect(() => read('target_lang=ES&target_lang=FR')).toThrow('twice');
  expect(read('target_lang=ES&target_lang=FR', 'the last counts')).toEqual({ target_lang: 'FR' });
});

test('names of another form are names, and no prototype is set', () => {
  const members = read('target_lang[]=ES&__proto__=x');
  expect(Object.entries(members)).toEqual([
    ['target_lang[]', 'ES'],
    ['__proto__', 'x'],
  ]);
});
