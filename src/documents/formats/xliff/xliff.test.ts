import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pseudoTranslate, translateToItself } from '../../../../test/support/documents/pseudo-translate.ts';
import { leastWorkMs } from '../../../../test/support/least-work.ts';
import { leewayInGate } from '../../../../test/support/long-form.ts';
import { InvalidDocumentError } from '../format.ts';
import { xliff } from './xliff.ts';

const old = readFileSync(
  new URL('../../../../test/support/documents/tool-1.2.xlf.txt', import.meta.url),
).toString();
const open = (text: string) => xliff.open(Buffer.from(text));
const unitsOf = (text: string) => open(text).units.map((unit) => unit.text);
const assembled = (text: string, translations: readonly string[]) =>
  Buffer.from(open(text).assemble(translations, 'de')).toString();

test('the texts of XLIFF 1.2, with inline elements as tags', () => {
  expect(unitsOf(old)).toEqual([
    'Hello <g1>dear <x2/>friend</g1>, welcome&#160;back &amp; more!',
    'the letter',
    'Press <g1>Send</g1> or <x3/>',
    'One sentence.',
    'Another one.',
    '  Two\n  lines ',
    'You have <x1/> new <x2/>',
    '<g1>Read <g2>this</g2> &amp; smile</g1>',
    'A <g1>bold</g1> word',
  ]);
});

test('each source gets its target, and nothing else changes', () => {
  const result = assembled(old, [
    '<g1>Lieber <x2/>Freund</g1>, willkommen&#160;zurück &amp; mehr!',
    'der Brief',
    '<x3/> oder <g1>Senden</g1> drücken',
    'Ein Satz.',
    'Noch einer.',
    '  Zwei\n  Zeilen ',
    '<x1/> neue <x2/>',
    '<g1><g2>Dies</g2> lesen &amp; lächeln</g1>',
    'Ein <g1>fettes</g1> Wort',
  ]);
  expect(result).toBe(
    old
      .replace('<file original', '<file target-language="de" original')
      .replace(
        'more!</source>',
        'more!</source>\n        <target><g id="1" ctype="bold">Lieber <x id="2"/>Freund</g>, willkommen&#160;zurück &amp; mehr!</target>',
      )
      .replace(
        '<target state="needs-translation"/>',
        '<target state="needs-translation"><ph id="2">&lt;img alt="<sub>der Brief</sub>"/&gt;</ph> oder ' +
          '<bpt id="1">&lt;b&gt;</bpt>Senden<ept id="1">&lt;/b&gt;</ept> drücken</target>',
      )
      .replace(
        '<mrk mtype="seg" mid="1">old</mrk>',
        '<mrk mtype="seg" mid="1">Ein Satz.</mrk> <mrk mtype="seg" mid="2">Noch einer.</mrk>',
      )
      .replace('  lines </source>', '  lines </source><target>  Zwei\n  Zeilen </target>')
      .replace(
        '+</mrk></source>',
        '+</mrk></source>\n        <target><x id="INTERPOLATION" equiv-text="{{ count }}"/> neue <mrk mtype="protected">Mail+</mrk></target>',
      )
      .replace(
        'smile]]></source>',
        'smile]]></source><target><![CDATA[<b>Dies</b> lesen & lächeln]]></target>',
      )
      .replace('word</source>', 'word</source><target>Ein &lt;strong&gt;fettes&lt;/strong&gt; Wort</target>'),
  );
});

const recent = `<?xml version='1.0'?>
<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" version="2.1" srcLang="en" trgLang="fr">
 <x:file id="f"><x:unit id="1"><x:notes><x:note>Keep</x:note></x:notes>
  <x:originalData><x:data id="d1">&lt;br/&gt;</x:data></x:originalData>
  <mtc:matches><mtc:match ref="#1"><x:source>Keep</x:source><x:target>Garder</x:target></mtc:match></mtc:matches>
  <x:segment id="s1" state="initial"><x:source>Hi <x:pc id="1">you<x:ph id="2" dataRef="d1"/></x:pc> <x:sc id="3"/>there<x:ec startRef="3"/></x:source><x:target xml:lang="fr">Vieux</x:target></x:segment>
  <x:ignorable><x:source> </x:source></x:ignorable>
  <x:segment id="s2" state="final"><x:source>Kept</x:source><x:target>Gardé</x:target></x:segment>
  <x:segment id="s3"><x:source>Call <x:mrk id="m1" translate="no">Bob</x:mrk> now</x:source></x:segment>
 </x:unit><x:group id="g" translate="no"><x:unit id="2"><x:segment><x:source>No</x:source></x:segment></x:unit></x:group></x:file>
</x:xliff>`;

test('XLIFF 2.1 under a prefix', () => {
  expect(unitsOf(recent)).toEqual(['Hi <g1>you<x2/></g1> <g4>there</g4>', 'Call <x1/> now']);
  expect(assembled(recent, ['<g1>Du<x2/></g1>, hallo <g4>dort</g4>', 'Ruf <x1/> an'])).toBe(
    recent
      .replace('trgLang="fr"', 'trgLang="de"')
      .replace(
        '<x:target xml:lang="fr">Vieux',
        '<x:target xml:lang="de"><x:pc id="1">Du<x:ph id="2" dataRef="d1"/></x:pc>, hallo <x:sc id="3"/>dort<x:ec startRef="3"/>',
      )
      .replace(
        'now</x:source>',
        'now</x:source><x:target>Ruf <x:mrk id="m1" translate="no">Bob</x:mrk> an</x:target>',
      ),
  );
});

test('characters are those that a reader reads', () => {
  expect(
    open(old)
      .units.map((unit) => unit.characters)
      .slice(0, 3),
  ).toEqual([39, 10, 13]);
});

test('a translated file has the same units, and is stable once it has its targets', async () => {
  for (const text of [old, recent]) {
    const units = unitsOf(text);
    const translated = assembled(text, await pseudoTranslate(units, xliff.markup));
    expect(unitsOf(translated)).toEqual(units);
    expect(assembled(translated, await pseudoTranslate(units, xliff.markup))).toBe(translated);
    // A target that equals its source stays byte for byte.
    const copied = Buffer.from(translateToItself(xliff, Buffer.from(text)));
    expect(Buffer.from(translateToItself(xliff, copied))).toEqual(copied);
  }
});

test('UTF-16 stays UTF-16', () => {
  const file = Buffer.from(
    `\ufeff${recent.replace("version='1.0'", "version='1.0' encoding='UTF-16'")}`,
    'utf16le',
  );
  const document = xliff.open(file);
  const result = Buffer.from(document.assemble(['<g1>Ä<x2/></g1><g4>b</g4>', '<x1/> я'], 'fr'));
  expect(result.toString('utf16le')).toContain('<x:mrk id="m1" translate="no">Bob</x:mrk> я</x:target>');
});

test('a tag that is lost or doubled is never written', () => {
  const document = open(recent);
  expect(() => document.assemble(['Du', 'Ruf <x1/> an'], 'de')).toThrow('did not come back');
  expect(() => document.assemble(['<g1>a<x2/></g1><g4>b</g4>', '<x1/><x1/>'], 'de')).toThrow('twice');
});

const pieces = [
  'word ',
  '&amp;',
  '&lt;b&gt;',
  '&lt;/b&gt;',
  '<g id="1">a</g>',
  '<x id="2"/>',
  '<bpt id="3">c</bpt>',
  '<ept id="3">c</ept>',
  '<ph id="4">d<sub>e f</sub></ph>',
  '<![CDATA[<i>g</i> & h]]>',
  '<!-- i -->',
  '<mrk mtype="seg" mid="1">j</mrk>',
  '<g/>',
  '\n  ',
  '&#233;',
];

test('any source is copied byte for byte by a translation into itself, and every translation is well-formed', async () => {
  const escaped = fc.string().map((text) => text.replaceAll(/[^\n -~]/g, '').replaceAll(/[<>&]/g, ''));
  const contents = fc.array(fc.oneof(fc.constantFrom(...pieces), escaped), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(contents, async (found) => {
      const content = found.join('');
      const text = `<xliff version="1.2"><file target-language="de"><body><trans-unit><source>${content}</source></trans-unit></body></file></xliff>`;
      const document = open(text);
      const copied = Buffer.from(translateToItself(xliff, Buffer.from(text))).toString();
      const target = document.units.length === 0 ? '' : `<target>${content}</target>`;
      expect(copied).toBe(text.replace('</source>', () => `</source>${target}`));
      const units = document.units.map((unit) => unit.text);
      const translated = assembled(text, await pseudoTranslate(units, xliff.markup));
      expect(unitsOf(translated)).toEqual(units);
    }),
    { numRuns: 200 },
  );
});

const wrap = (content: string) => `<xliff version="1.2"><file><body>${content}</body></file></xliff>`;
test.each([
  ['what is not XLIFF', '<html/>'],
  ['XLIFF 1.1', '<xliff version="1.1"/>'],
  ['entities of its own', `<!DOCTYPE xliff [<!ENTITY a "${'b'.repeat(1_000_000)}">]>${wrap('&a;')}`],
  [
    '30 MiB in one line',
    wrap(`<trans-unit><source>${'word '.repeat(6 * 1024 * 1024)}</source></trans-unit>`),
  ],
  ['deep nesting', wrap('<group>'.repeat(1_000_000))],
  ['tags without end', wrap('<note/>'.repeat(4_000_000))],
  [
    'inline elements without end',
    wrap(`<trans-unit><source>a${'<x id="1"/>'.repeat(100_000)}</source></trans-unit>`),
  ],
  ['NUL', wrap('\0')],
])('refuses %s in at most 50 ms', (_, source) => {
  const file = Buffer.from(source);
  expect(leastWorkMs(() => expect(() => xliff.open(file)).toThrow(InvalidDocumentError))).toBeLessThan(
    leewayInGate(50),
  );
});
