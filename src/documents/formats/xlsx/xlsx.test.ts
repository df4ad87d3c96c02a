import { expect, test } from 'vitest';
import { differingParts, partsOf } from '../../../../test/support/documents/archive-parts.ts';
import { shiftMarkup } from '../../../../test/support/documents/shift-markup.ts';
import { workbookSample } from '../../../../test/support/documents/workbook-sample.ts';
import { xlsx } from './xlsx.ts';

const unitsOf = (file: Uint8Array) => xlsx.open(file).units.map((unit) => unit.text);

function translated(file: Uint8Array, translate: (unit: string) => string): Map<string, string> {
  const document = xlsx.open(file);
  return partsOf(
    document.assemble(
      document.units.map((unit) => translate(unit.text)),
      'de',
    ),
  );
}

const strings = 'xl/sharedStrings.xml';
const table = 'xl/tables/table1.xml';

test('a string that cells show is one unit; comments, boxes, titles and headers follow', () => {
  expect(unitsOf(workbookSample())).toEqual([
    'Quarter',
    'Result',
    'Remark',
    'First quarter',
    'Second quarter',
    '<g1>A </g1>small loss<g2> again</g2>',
    'First line<x1/>Second line ',
    '東京',
    'Fish &amp; chips cost _x0041_ lot',
    'Written in the cell',
    'Yearly report',
    'Page <x1/> of ',
    'Fish &amp; chips',
    '<g1>Editor:</g1><x2/>Is this number right?',
    'Please check this',
    'A box with <g1>floating</g1> text',
    'Results of the year',
  ]);
});

test('the same translations give the same file, byte for byte', () => {
  const file = workbookSample();
  const document = xlsx.open(file);
  const same = document.assemble(
    document.units.map((unit) => unit.text),
    'de',
  );
  expect(Buffer.compare(same, file)).toBe(0);
});

test('only parts with text change, and what was written is read again', () => {
  const file = workbookSample();
  const document = xlsx.open(file);
  const shifted = document.units.map((unit) => shiftMarkup(unit.text));
  const result = document.assemble(shifted, 'de');
  expect(unitsOf(result)).toEqual(shifted);
  expect(differingParts(file, result)).toEqual([
    'xl/worksheets/sheet1.xml',
    table,
    strings,
    'xl/comments1.xml',
    'xl/threadedComments/threadedComment1.xml',
    'xl/drawings/drawing1.xml',
    'xl/charts/chart1.xml',
  ]);
});

test('formulas, numbers, dates, pronunciation and what nobody shows are never touched', () => {
  const parts = translated(workbookSample(), shiftMarkup);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain('<f>IF(C3="Open","Still open","Closed")</f><v>Still open</v>');
  expect(sheet).toContain('<f>results[[#This Row],[Amount]]*2</f><v>4</v>');
  const shared = parts.get(strings) ?? '';
  expect(shared).toContain('<rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>');
  expect(shared).toContain('<si><t>Nobody shows this</t></si>');
  expect(shared).toContain('<si><t>2026-01-01</t></si>');
});

test('what a formula compares with stays as it is', () => {
  expect(unitsOf(workbookSample())).not.toContain('Open');
  const withoutFormula = workbookSample({ edit: (_, content) => content.replace('C3="Open"', 'C3=1') });
  expect(unitsOf(withoutFormula)).toContain('Open');
});

test('the name of a column changes with its header, unless a formula names it', () => {
  const parts = translated(workbookSample(), (unit) => `${shiftMarkup(unit)} "&lt;`);
  const names = [...(parts.get(table) ?? '').matchAll(/<tableColumn id="\d" name="([^"]*)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(['Rvbsufs &quot;&lt;', 'Sftvmu &quot;&lt;', 'Sfnbsl &quot;&lt;', 'Amount']);
  expect(parts.get(strings)).toContain('<si><t>Rvbsufs "&lt;</t></si>');
  expect(parts.get(strings)).toContain('<si><t>Amount</t></si>');
});

test('headers that would be the same stay as they are, with the names of their columns', () => {
  const same: Record<string, string> = { Quarter: 'Ergebnis', Result: 'ERGEBNIS', Remark: 'quarter' };
  const parts = translated(workbookSample(), (unit) => same[unit] ?? unit);
  // "Remark" could become "quarter" if "Quarter" had not been reverted.
  expect(parts.get(table)).toBe(partsOf(workbookSample()).get(table));
  expect(parts.get(strings)).toBe(partsOf(workbookSample()).get(strings));
});

test('what repeats a cell is changed like the cell', () => {
  const parts = translated(workbookSample(), (unit) => (unit === 'First quarter' ? 'Erstes Quartal' : unit));
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<f>A2</f><v>Erstes Quartal</v>');
  expect(parts.get('xl/charts/chart1.xml')).toContain('<c:v>Erstes Quartal</c:v>');
  expect(parts.get('xl/charts/chart1.xml')).toContain('<c:v>Second quarter</c:v>');
});

test('looks, line breaks and escapes are put back', () => {
  const translations: Record<string, string> = {
    '<g1>A </g1>small loss<g2> again</g2>': '<g2>Wieder </g2><g1>ein </g1>kleiner Verlust',
    'First line<x1/>Second line ': 'Zeile eins<x1/>Zeile zwei ',
    'Fish &amp; chips cost _x0041_ lot': '_x0041_ &amp; mehr',
  };
  const shared = translated(workbookSample(), (unit) => translations[unit] ?? unit).get(strings);
  expect(shared).toContain(
    '<si><r><rPr><sz val="11"/><rFont val="Calibri"/></rPr><t xml:space="preserve">Wieder </t></r><r><t xml:space="preserve">ein </t></r><r><rPr><b/>',
  );
  expect(shared).toContain('<si><t xml:space="preserve">Zeile eins\nZeile zwei </t></si>');
  expect(shared).toContain('<si><t>_x005F_x0041_ &amp; mehr</t></si>');
});

test('codes of headers stay, and one that would be too long stays as it is', () => {
  const header = (parts: Map<string, string>) =>
    /<oddHeader>(.*)<\/oddHeader>/.exec(parts.get('xl/worksheets/sheet1.xml') ?? '')?.[1];
  const jahr = translated(workbookSample(), (unit) =>
    unit === 'Yearly report' ? 'Jahr &amp; Bericht' : unit,
  );
  expect(header(jahr)).toBe(
    '&amp;L&amp;"Arial,Bold"&amp;12Jahr &amp;&amp; Bericht&amp;CPage &amp;P of &amp;N&amp;R&amp;D',
  );
  const long = translated(workbookSample(), (unit) => (unit === 'Yearly report' ? 'lang '.repeat(60) : unit));
  expect(header(long)).toBe(
    '&amp;L&amp;"Arial,Bold"&amp;12Yearly report&amp;CPage &amp;P of &amp;N&amp;R&amp;D',
  );
});

test('a cell that would be too long stays as it is', () => {
  const parts = translated(workbookSample(), (unit) =>
    unit === 'First quarter' ? 'a'.repeat(32_768) : unit,
  );
  expect(parts.get(strings)).toContain('<si><t>First quarter</t></si>');
});

test.each([
  [
    'a filter',
    '<sheetData>',
    '<autoFilter ref="A1:A2"><filterColumn colId="0"><filters><filter val="First quarter"/></filters></filterColumn></autoFilter><sheetData>',
  ],
  [
    'a list to choose from',
    '<sheetData>',
    '<dataValidations><dataValidation><formula1>"First quarter,Last quarter"</formula1></dataValidation></dataValidations><sheetData>',
  ],
  ['a named formula', '<sheetData>', '<x><formula>SEARCH("first QUARTER",A1)</formula></x><sheetData>'],
])('what %s names stays as it is', (_, place, addition) => {
  const file = workbookSample({
    edit: (name, content) => (name.includes('sheet1.xml') ? content.replace(place, addition) : content),
  });
  expect(unitsOf(file)).not.toContain('First quarter');
  expect(unitsOf(file)).toContain('Second quarter');
});
