import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { reportingTagOf } from './reporting-tag.ts';

const read = (header?: string | string[]) =>
  reportingTagOf({
    headers: header === undefined ? {} : { 'x-deepl-reporting-tag': header },
  } as unknown as FastifyRequest);

test.each([
  ['team-a', 'team-a'],
  ['  Team-A/Docs:2026 ', 'team-a/docs:2026'],
  ['~', '~'],
  ['!', '!'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('%j is the tag %j', (header, tag) => expect(read(header)).toBe(tag));

test('a call without the header has no tag', () => expect(read()).toBeUndefined());

test.each(['', ' ', 'two words', 'a,b', 'a, b', 'tab\tin', 'é', 'x'.repeat(101), 'del\u007f'])(
  '%j is refused',
  (header) => expect(() => read(header)).toThrow(/one tag of 1 to 100/),
);

test('two headers are refused', () => expect(() => read(['a', 'b'])).toThrow(/one tag/));
