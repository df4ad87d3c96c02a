import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from './event-loop-turns.ts';
import { findJsonFault, parseStrictJson } from './strict-json.ts';

const reasonOf = (source: string, maxDepth = 32) => {
  const parsed = parseStrictJson(source, maxDepth);
  return parsed.ok ? undefined : parsed.reason;
};

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, stringUnit: 'grapheme' }), fc.constantFrom(0, 2), (source, indent) => {
      const value: unknown = JSON.parse(source);
      fc.pre(!JSON.stringify(value).includes('\\u0000'));
      expect(parseStrictJson(JSON.stringify(value, null, indent), 32)).toEqual({ ok: true, value });
    }),
  );
});

test.each([
  ['{"a":1,"a":2}'],
  ['{"a":1, "b":{"c":[{"d":1 , "d" :2}]}}'],
  ['{"text":["x"],"te\\u0078t":["y"]}'],
  ['{"\\"":1,"\\u0022":2}'],
])('refuses the duplicate member in %s', (source) => {
  expect(reasonOf(source)).toMatch(/occurs twice/);
});

test.each([
  ['{"a":{"a":1},"b":{"a":1}}'],
  ['[{"a":1},{"a":1}]'],
  ['{"a":"a","b":["a","a"]}'],
  ['{"a":"\\\\","b":"\\":","c":"}{"}'],
])('the same name in different objects is no duplicate: %s', (source) => {
  expect(reasonOf(source)).toBeUndefined();
});

test('refuses nesting beyond the limit, however deep, without a stack overflow', () => {
  expect(reasonOf('[[1]]', 2)).toBeUndefined();
  expect(reasonOf('[[[1]]]', 2)).toMatch(/deeper than 2/);
  expect(reasonOf('['.repeat(100_000) + ']'.repeat(100_000))).toMatch(/deeper than 32/);
});

test('refuses NUL and lone surrogates in values and in names', () => {
  expect(reasonOf('{"a":"x\\u0000"}')).toMatch(/NUL/);
  expect(reasonOf('{"\\u0000":1}')).toMatch(/NUL/);
  expect(reasonOf('["\\ud800"]')).toMatch(/surrogate/);
  expect(reasonOf('["\\ude00\\ud83d"]')).toMatch(/surrogate/);
  expect(reasonOf('["\\ud83d\\ude00"]')).toBeUndefined();
});

test('refuses a document if and only if some string in it has a NUL or half a surrogate pair', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀', '\\', '"', 'u0000') });
  const document = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, text, fc.integer(), tie('array'), tie('object')),
    array: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  })).value;
  const isGood = (value: unknown): boolean => {
    if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
    if (typeof value !== 'object' || value === null) return true;
    return Object.entries(value).every(([name, member]) => isGood(name) && isGood(member));
  };
  fc.assert(
    fc.property(document, (value) => {
      expect(reasonOf(JSON.stringify(value)) === undefined).toBe(isGood(value));
    }),
  );
});

test('refuses what is not JSON', () => {
  for (const source of [
    '',
    '{',
    '{"a":01}',
    "{'a':1}",
    '{"a":1,}',
    'nul',
    '{"a":"\t"}',
    '{"a',
    '["\\u00"]',
    '["\\ud8"]',
    '][',
  ]) {
    expect(reasonOf(source)).toMatch(/not valid JSON/);
  }
});

test('refuses more values than allowed, and counts members, elements and brackets', () => {
  const isTooLarge = (source: string, maxValues: number) =>
    atOnce(findJsonFault(source, { maxDepth: 32, maxValues }))?.isTooLarge ?? false;
  expect(isTooLarge('[1,2,3]', 4)).toBe(false);
  expect(isTooLarge('[1,2,3,4]', 4)).toBe(true);
  expect(isTooLarge('{"a":",,,,,,","b":"[[[[{{{"}', 3)).toBe(false);
  expect(isTooLarge('[{},{},{}]', 5)).toBe(true);
  expect(isTooLarge('[[[[[]]]]]', 4)).toBe(true);
});
