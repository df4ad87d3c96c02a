import { expect, test } from 'vitest';
import { limitsOf, membersOf, typeOf } from './schema-members.ts';

test('nested members are named by their path, also in lists, alternatives and maps', () => {
  const text = { type: 'string' };
  const [list, map] = membersOf({
    type: 'object',
    required: ['list'],
    properties: {
      list: { anyOf: [{ type: 'array', items: { properties: { a: text, b: text } } }, { type: 'null' }] },
      map: { type: 'object', patternProperties: { '^.*$': { properties: { c: text } } } },
    },
  });
  expect([list?.isRequired, map?.isRequired]).toEqual([true, false]);
  expect(list?.members.map(({ path }) => path)).toEqual(['list[].a', 'list[].b']);
  expect(map?.members[0]?.members.map(({ path }) => path)).toEqual(['map.*.c']);
});

test('types, limits and defaults are those of the schema', () => {
  expect(typeOf({ enum: ['html', 'xml'] })).toBe('"html" | "xml"');
  expect(typeOf({ items: { anyOf: [{ type: 'string' }, { type: 'null' }] } })).toBe('(string | null)[]');
  expect(typeOf({ type: 'string', format: 'uuid' })).toBe('string (uuid)');
  expect(limitsOf({ items: { type: 'string', maxLength: 1_300 }, minItems: 1, maxItems: 10 })).toEqual([
    'Items: 1–10',
    'Characters: ≤ 1,300',
  ]);
  expect(limitsOf({ type: 'integer', minimum: 1, default: 50 })).toEqual(['≥ 1', 'Default: 50']);
});
