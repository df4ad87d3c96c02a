import { expect, test } from 'vitest';
import { differingParts, partsOf } from '../../../../test/support/documents/archive-parts.ts';
import { shiftMarkup } from '../../../../test/support/documents/shift-markup.ts';
import {
  bold,
  constructions,
  italic,
  paragraph,
  plain,
  run,
  wordFile,
  wordSample,
} from '../../../../test/support/documents/word-sample.ts';
import { leewayInGate } from '../../../../test/support/long-form.ts';
import { docx } from './docx.ts';

/** Replaces each unit of a body, and returns the units and the new body. */
function translateBody(body: string, translate: (unit: string) => string = (unit) => unit) {
  const document = docx.open(wordFile(body));
  // The notes, the comment, the header and the footer of the sample come after the body.
  const units = document.units.map((unit) => unit.text).slice(0, -5);
  const translations = document.units.map((unit, i) => (i < units.length ? translate(unit.text) : unit.text));
  const written = partsOf(document.assemble(translations, 'de')).get('word/document.xml') ?? '';
  const [, content = ''] = /<w:body>([\s\S]*)<w:sectPr>/.exec(written) ?? [];
  return { units, content };
}

test.each<[keyof typeof constructions, readonly string[]]>([
  ['mixedLooks', ['Click the <g1>Options</g1> button and choose a <g2>very red</g2> colour &amp; shape.']],
  ['link', ['Read the <g1>complete <g2>manual</g2></g1> before you start.']],
  ['linkField', ['Our <g1>web pages</g1> have more.']],
  ['reference', ['As shown in <x1/>, everything is fine.']],
  ['simpleField', ['Printed on page <x1/> of many.']],
  ['footnote', ['This claim has a source<x1/> and an endnote<x2/>.']],
  ['comment', ['Somebody <x1/>has doubts<x2/> about this.']],
  ['bookmark', ['<g1>Table 1</g1><x2/>: results of the year']],
  ['trackedChanges', ['We expect <g1>strong</g1><x2/> growth.']],
  ['tabsAndBreaks', ['Name:<x1/>Date:<x2/>Place of birth:']],
  ['hyphens', ['An e\u2011mail with translations inside.']],
  ['picture', ['The logo <x1/> stands in the line.']],
  ['textBox', ['Boxed <g1>remark</g1> beside the text.', 'A box floats beside this paragraph.']],
  ['math', ['The formula <x1/> is well known.']],
  ['symbol', ['Press <x1/> to go on.']],
  ['contentControl', ['Fill in <g1>your name</g1> and <x2/>.']],
  ['smartTag', ['We met in <g1>a large city</g1> again.']],
  ['rightToLeft', ['שלום עולם']],
  ['contents', ['A chapter of its own', 'The chapter after that']],
  ['list', ['Bread and butter', 'Milk from the farm', 'A dozen eggs']],
  ['table', ['Quarter', 'Result', 'First quarter', 'Second <g1>quarter</g1>', 'A small loss']],
])('%s: one unit for each paragraph, in the order of reading', (name, units) => {
  expect(translateBody(constructions[name]).units).toEqual(units);
});

test('the same translations give the same file, byte for byte', () => {
  const file = wordSample({ chapters: 3 });
  const document = docx.open(file);
  const same = document.assemble(
    document.units.map((unit) => unit.text),
    'de',
  );
  expect(Buffer.compare(same, file)).toBe(0);
});

test('only parts with text change, and what was written is read again', () => {
  const file = wordSample();
  const document = docx.open(file);
  const shifted = document.units.map((unit) => shiftMarkup(unit.text));
  const result = document.assemble(shifted, 'de');
  expect(docx.open(result).units.map((unit) => unit.text)).toEqual(shifted);
  expect(differingParts(file, result)).toEqual([
    'word/document.xml',
    'word/footnotes.xml',
    'word/endnotes.xml',
    'word/comments.xml',
    'word/header1.xml',
    'word/footer1.xml',
  ]);
});

test('costs what a reader reads: no tags, an entity once', () => {
  const { units } = docx.open(wordFile(paragraph(plain('A &amp; ') + bold('😀b'))));
  expect(units[0]).toEqual({ text: 'A &amp; <g1>😀b</g1>', characters: 6 });
});

test('formatting goes where the translation puts its tags, and the rest is copied', () => {
  const before = '<w:p><w:pPr><w:jc w:val="right"/></w:pPr>';
  const body = `${before}${plain('the ')}${bold('red')}${run('', '<w:tab/>')}${italic(' house')}${plain(' is here')}</w:p>`;
  const { units, content } = translateBody(body, () => '<x2/>ist das <g3>Haus,</g3> <g1>das rote</g1>');
  expect(units).toEqual(['the <g1>red</g1><x2/><g3> house</g3> is here']);
  expect(content).toBe(
    `${before}${run('', '<w:tab/>')}${plain('ist das ')}${run('<w:i/>', '<w:t>Haus,</w:t>')}${plain(' ')}${run('<w:b/>', '<w:t>das rote</w:t>')}</w:p>`,
  );
});

test('a paragraph that stays the same is copied, whatever stands in it', () => {
  const body = constructions.mixedLooks + constructions.hyphens + constructions.list;
  const { content } = translateBody(body, (unit) => (unit.startsWith('Bread') ? 'Brot & Butter' : unit));
  expect(content).toBe(
    body.replace('<w:t xml:space="preserve">Bread and butter</w:t>', '<w:t>Brot &amp; Butter</w:t>'),
  );
});

test('a text box changes in both of its versions, and is paid for once', () => {
  const { content } = translateBody(constructions.textBox, shiftMarkup);
  expect(content.match(/sfnbsl/g)).toHaveLength(2);
  expect(content).not.toMatch(/remark/);
  expect(content.replaceAll(/<w:t[ >].*?<\/w:t>/g, '')).toBe(
    constructions.textBox.replaceAll(/<w:t[ >].*?<\/w:t>/g, ''),
  );
});

test('deleted text, instructions and kept results stay, and so does their order', () => {
  const body = constructions.trackedChanges + constructions.reference + constructions.contents;
  const { content } = translateBody(body, shiftMarkup);
  expect(content).toMatch(/<w:delText>weak<\/w:delText>/);
  expect(content).toMatch(/ REF _Ref1 \\h .*Table 1.* TOC \\o "1-3" \\h .* PAGEREF _Toc1 \\h /);
  expect(content).toMatch(/B dibqufs pg jut pxo/);
});

test('a hyphen that must not break is an element again, and blanks at the ends are kept', () => {
  const { content } = translateBody(paragraph(run('', '<w:t>a</w:t>')), () => ' E\u2011Mail  neu ');
  expect(content).toBe(
    paragraph(
      run(
        '',
        '<w:t xml:space="preserve"> E</w:t><w:noBreakHyphen/><w:t xml:space="preserve">Mail  neu </w:t>',
      ),
    ),
  );
});

test('what XML cannot hold is left out of a translation', () => {
  const { content } = translateBody(paragraph(plain('a')), () => 'b\u0000\u001b&lt;i&gt;\ud800\ufffe é & <');
  expect(content).toBe(paragraph(run('', '<w:t>b&lt;i&gt; é &amp; &lt;</w:t>')));
});

test('prefixes may be others, and so may the edition of the standard', () => {
  const strict = wordFile('<w:p><w:r><w:t>Hello you</w:t></w:r></w:p>', undefined, (document) =>
    document
      .replaceAll(
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
        'xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"',
      )
      .replaceAll(/(<\/?)w:/g, '$1'),
  );
  const document = docx.open(strict);
  expect(document.units[0]?.text).toBe('Hello you');
  const written = document.assemble(['Hallo', ...document.units.slice(1).map((unit) => unit.text)], 'de');
  expect(partsOf(written).get('word/document.xml')).toContain('<p><r><t>Hallo</t></r></p>');
});

test.each([
  ['loses a tag', 'the <g1>house</g1>'],
  ['doubles a tag', 'the <g1>house</g1><x2/><x2/>'],
  ['crosses tags', 'the <g1>house<x2/>'],
  ['has a tag of its own', 'the <g1>house</g1><x2/><g3></g3>'],
  ['confuses tags', 'the <g2>house</g2><x1/>'],
])('a translation that %s is never written', (_, translation) => {
  const body = paragraph(`${plain('a ')}${bold('house')}${run('', '<w:tab/>')}${plain('there')}`);
  expect(() => translateBody(body, () => translation)).toThrow(/tags of its unit/);
});

test('a document of 10 MB is taken apart and put together in five seconds of work', () => {
  const file = wordSample({ chapters: 200, paragraphsPerChapter: 20, pictureSide: 1_800 });
  expect(file.length).toBeGreaterThan(9_500_000);
  // CPU time, not wall-clock time, because other tests run in parallel.
  const before = process.cpuUsage();
  const document = docx.open(file);
  expect(document.units.length).toBeGreaterThan(10_000);
  const shifted = document.units.map((unit) => shiftMarkup(unit.text));
  document.assemble(shifted, 'de');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e3).toBeLessThan(leewayInGate(5_000));
});
