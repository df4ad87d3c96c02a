import { expect, test } from 'vitest';
import { bestOfFiveMs } from '../../../test/support/best-of-five.ts';
import { leewayInGate } from '../../../test/support/long-form.ts';
import { decodeXml } from './decode-xml.ts';
import { InvalidDocumentError } from './format.ts';
import { readXml, unescapeXml, type XmlTag } from './read-xml.ts';

function events(source: string): string[] {
  const told: string[] = [];
  const slice = (start: number, end: number) => source.slice(start, end);
  readXml(source, {
    open: ({ local, namespace, start, end }) =>
      told.push(`open ${local} {${namespace}} ${slice(start, end)}`),
    close: ({ local }: XmlTag, start, end) => told.push(`close ${local} ${slice(start, end)}`),
    text: (start, end) => told.push(`text ${slice(start, end)}`),
    cdata: (start, end) => told.push(`cdata ${slice(start, end)}`),
    other: (start, end) => told.push(`other ${slice(start, end)}`),
  });
  return told;
}

test('tells where everything is, with the namespaces of prefixes', () => {
  const source =
    '<?xml version="1.0"?><!DOCTYPE a SYSTEM "a.dtd">\n<!--<b>--><p:a xmlns:p="urn:p"  xmlns=\'urn:d\'><b c="&lt;"/>x&amp;y<![CDATA[<&]]><d\n></d >' +
    '<?go on?></p:a>\n';
  const told = events(source);
  expect(told).toEqual([
    'other <?xml version="1.0"?>',
    'other <!DOCTYPE a SYSTEM "a.dtd">',
    'text \n',
    'other <!--<b>-->',
    'open a {urn:p} <p:a xmlns:p="urn:p"  xmlns=\'urn:d\'>',
    'open b {urn:d} <b c="&lt;"/>',
    'close b ',
    'text x&amp;y',
    'cdata <![CDATA[<&]]>',
    'open d {urn:d} <d\n>',
    'close d </d >',
    'other <?go on?>',
    'close a </p:a>',
    'text \n',
  ]);
});

test('attributes have their meaning and their place', () => {
  const source = `<a b = "x &quot;y&#233;" c='"'/>`;
  const found: (readonly [string, string, string])[] = [];
  readXml(source, {
    open: ({ attributes }) => {
      for (const { name, value, start, end } of attributes)
        found.push([name, value, source.slice(start, end)]);
    },
  });
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
  const source = '<a b="c"><!-- d --><e>f</e><![CDATA[g]]></a>';
  for (let end = 0; end <= source.length; end++) readXml(source.slice(0, end), {}, { isPart: true });
  expect(() => readXml('<a></b>', {}, { isPart: true })).toThrow(InvalidDocumentError);
});

test('text that is longer than a step is told in pieces that are whole', () => {
  const text = '&amp;😀é'.repeat(50_000);
  let told = '';
  let pieces = 0;
  const source = `<a>${text}</a>`;
  readXml(source, {
    text: (start, end) => {
      const piece = source.slice(start, end);
      expect(piece.isWellFormed()).toBe(true);
      told += unescapeXml(piece);
      pieces++;
    },
  });
  expect(pieces).toBeGreaterThan(3);
  expect(told).toBe('&😀é'.repeat(50_000));
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
  const ms = bestOfFiveMs(() => expect(() => readXml(source, {})).toThrow(InvalidDocumentError));
  expect(ms).toBeLessThan(leewayInGate(50));
});
