import { expect, test } from 'vitest';
import { leastWorkMs } from '../../test/support/least-work.ts';
import { leewayInGate } from '../../test/support/long-form.ts';
import { XmlCursor } from './xml-cursor.ts';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
class RefusedError extends Error {}

function tokens(text: string): string[] {
  const refuse = ({ why }: { why: string }) => new RefusedError(why);
  const cursor = new XmlCursor(text, { refuse, prefixes: new Map([[word, 'w']]) });
  const found: string[] = [];
  while (cursor.next() !== 'end') {
    const { kind, name, start, end } = cursor;
    found.push(
      kind === 'text' || kind === 'cdata' ? `${kind} ${cursor.words()}` : `${kind} ${name} ${start}-${end}`,
    );
  }
  return found;
}

test('tokens with their places, and names by their namespaces', () => {
  expect(
    tokens(
      `<?xml version="1.0"?>\n<x:a xmlns:x="${word}"><!-- > --><b c='>' />é&lt;&#x20;<![CDATA[<]]></x:a>\n`,
    ),
  ).toEqual(['open w:a 22-98', 'empty ?:b 108-119', 'text é<\u0020', 'cdata <', 'close w:a 143-149']);
});

test('a namespace means something inside its element alone', () => {
  const inner = `<b xmlns="${word}"><c/></b>`;
  expect(tokens(`<a>${inner}<c/></a>`).map((token) => token.split(' ')[1])).toEqual([
    '?:a',
    'w:b',
    'w:c',
    'w:b',
    '?:c',
    '?:a',
  ]);
});

test.each<[string, string, RegExp]>([
  ['a document type', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /document type/],
  [
    'entities in entities',
    `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(100)}"><!ENTITY c "&b;&b;">]><a>&c;</a>`,
    /document type/,
  ],
  ['a declaration inside', '<a><!ELEMENT b ANY></a>', /document type/],
  ['an unknown entity', '<a>&nbsp;</a>', /entity/],
  ['a sign of an entity alone', '<a>a & b</a>', /entity/],
  ['half a character by its number', '<a>&#xd800;</a>', /entity/],
  ['depth without end', '<a>'.repeat(200_000), /nested more than 256/],
  ['attributes without end', `<a ${'b="" '.repeat(100_000)}/>`, /too many attributes/],
  ['a tag without end', `<a ${'b'.repeat(200_000)}`, /malformed/],
  ['a value without end', `<a b="${'b'.repeat(200_000)}`, /malformed/],
  ['values without quotes', '<a b=c/>', /malformed/],
  ['attributes that touch', '<a b="c"d="e"/>', /malformed/],
  ['a comment without end', `<a><!--${'-'.repeat(200_000)}`, /truncated/],
  ['an instruction without end', `<?a${'?'.repeat(200_000)}`, /truncated/],
  ['elements that cross', '<a><b></a></b>', /not nested/],
  ['an end too many', '<a/></a>', /not nested/],
  ['elements that are not closed', '<a><b/>', /truncated/],
  ['nothing', '', /truncated/],
  ['two roots', '<a/><b/>', /two root/],
  ['text outside', '<a/>b', /outside/],
  ['signs that open nothing', '<'.repeat(200_000), /no name/],
])('refuses %s at once', (_, text, message) => {
  expect(() => tokens(text)).toThrow(RefusedError);
  expect(() => tokens(text)).toThrow(message);
  expect(leastWorkMs(() => expect(() => tokens(text)).toThrow())).toBeLessThan(leewayInGate(50));
});
