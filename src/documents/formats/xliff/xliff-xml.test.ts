import { expect, test } from 'vitest';
import { leastWorkMs } from '../../../../test/support/least-work.ts';
import { leewayInGate } from '../../../../test/support/long-form.ts';
import { InvalidDocumentError } from '../format.ts';
import { decodeXml } from './decode-xml.ts';
import { readXliff } from './xliff-segments.ts';
import { xliffCursor } from './xliff-xml.ts';

/** Reads everything as XLIFF is read: every tag with its attributes, every text decoded. */
function events(source: string, isPart = false): string[] {
  const told: string[] = [];
  const cursor = xliffCursor(source, isPart);
  while (cursor.next() !== 'end') {
    const { kind, start, end } = cursor;
    if (kind === 'text') cursor.words();
    const tag = kind === 'open' || kind === 'empty' ? cursor.readTag() : undefined;
    const name = tag === undefined ? '' : ` ${tag.local} {${tag.namespace}}`;
    told.push(`${kind}${name} ${source.slice(start, end)}`);
  }
  return told;
}

test('tells where everything is, with the namespaces of prefixes', () => {
  const source =
    '<?xml version="1.0"?><!DOCTYPE a SYSTEM "a.dtd">\n<!--<b>--><p:a xmlns:p="urn:p"  xmlns=\'urn:d\'><b c="&lt;"/>x&amp;y<![CDATA[<&]]><d\n></d >' +
    '<?go on?></p:a>\n';
  expect(events(source)).toEqual([
    'other <?xml version="1.0"?>',
    'other <!DOCTYPE a SYSTEM "a.dtd">',
    'other \n',
    'other <!--<b>-->',
    'open a {urn:p} <p:a xmlns:p="urn:p"  xmlns=\'urn:d\'>',
    'empty b {urn:d} <b c="&lt;"/>',
    'text x&amp;y',
    'cdata <![CDATA[<&]]>',
    'open d {urn:d} <d\n>',
    'close </d >',
    'other <?go on?>',
    'close </p:a>',
    'other \n',
  ]);
});

test('attributes have their meaning and their place', () => {
  const source = `<a b = "x &quot;y&#233;" c='"'/>`;
  const cursor = xliffCursor(source);
  cursor.next();
  const found = cursor
    .readTag()
    .attributes.map(({ name, value, start, end }) => [name, value, source.slice(start, end)]);
  expect(found).toEqual([
    ['b', 'x "yé', 'x &quot;y&#233;'],
    ['c', '"', '"'],
  ]);
});

test.each([
  ['', 'nothing'],
  ['x', 'text alone'],
  ['<a>', 'no end'],
  ['<a></b>', 'another end'],
  ['<a></a></a>', 'an end too many'],
  ['<a/><b/>', 'two roots'],
  ['<a/>x', 'text behind the root'],
  ['<a b=c/>', 'no quotes'],
  ['<a b/>', 'no value'],
  ['<a b="1" b="2"/>', 'an attribute twice'],
  ['<a b="<"/>', 'a tag in an attribute'],
  ['<a>x < y</a>', 'a sign that opens nothing'],
  ['<a>x & y</a>', 'a lone ampersand'],
  ['<a>&nbsp;</a>', 'an entity of HTML'],
  ['<a>&#0;</a>', 'the number of no character'],
  ['<a>&#xd800;</a>', 'half of a character'],
  ['<a></a', 'an end that does not end'],
  ['<a></a b>', 'more than a name in an end'],
  ['<a><!-- </a>', 'a comment that does not end'],
  ['<a><![CDATA[ </a>', 'a section that does not end'],
  ['<a b="</a>', 'an attribute that does not end'],
  ['<a><1/></a>', 'an invalid name'],
  ['<p:a/>', 'a prefix that nobody declared'],
  ['<a><!DOCTYPE a></a>', 'a document type inside'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'an entity of its own'],
  ['<!ENTITY b "c"><a/>', 'an entity without a document type'],
])('refuses %j: %s', (source) => {
  expect(() => events(source)).toThrow(InvalidDocumentError);
});

test('names the line of a fault', () => {
  expect(() => events('<a>\n\n<b>\n</a>')).toThrow('line 4');
});

test('a part of a file may end anywhere', () => {
  const source = '<?a >?><a b=">" c="d"><!-- > --><e>f&amp;&#233;</e><![CDATA[>]]></a>';
  for (let end = 0; end <= source.length; end++) events(source.slice(0, end), true);
  expect(() => events('<a></b>', true)).toThrow(InvalidDocumentError);
});

test('reads UTF-8 and UTF-16, marked or not, and what is declared', () => {
  const texts = [
    Buffer.from('<a>é€</a>'),
    Buffer.from('\ufeff<a>é€</a>', 'utf16le'),
    Buffer.from('<a>é€</a>', 'utf16le').swap16(),
    Buffer.from('<a>é€</a>', 'utf16le'),
  ].map((file) => decodeXml(file).text);
  expect(new Set(texts)).toEqual(new Set(['<a>é€</a>']));
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1');
  const { text, encoding } = decodeXml(latin);
  expect(text).toContain('<a>é</a>');
  expect(encoding.encode(text)).toEqual(new Uint8Array(latin));
  expect(() => decodeXml(Buffer.from('<a>é</a>', 'latin1'))).toThrow('not valid UTF-8');
});

const bombs: readonly (readonly [name: string, source: string])[] = [
  ['deep nesting', '<a>'.repeat(1_000_000)],
  ['tags without end', '<a/>'.repeat(2_000_000)],
  ['attributes without end', `<a ${Array.from({ length: 500_000 }, (_, i) => `b${i}=""`).join(' ')}/>`],
  ['a document type without end', `<!DOCTYPE a [${'<!ENTITY b "c">'.repeat(500_000)}]><a/>`],
];

test.each(bombs)('refuses %s in at most 50 ms', (_, source) => {
  const ms = leastWorkMs(() => expect(() => readXliff(source)).toThrow(InvalidDocumentError));
  expect(ms).toBeLessThan(leewayInGate(50));
});
