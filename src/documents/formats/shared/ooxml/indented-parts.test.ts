/** Files whose XML is indented, as some programs write it. */
import { expect, test } from 'vitest';
import { partsOf } from '../../../../../test/support/documents/archive-parts.ts';
import { shiftMarkup } from '../../../../../test/support/documents/shift-markup.ts';
import { slidesSample } from '../../../../../test/support/documents/slides-sample.ts';
import { wordSample } from '../../../../../test/support/documents/word-sample.ts';
import { workbookSample } from '../../../../../test/support/documents/workbook-sample.ts';
import { writeZip } from '../../../../../test/support/documents/write-zip.ts';
import { findFormat } from '../../registry.ts';

/** A line break between every two tags, except in an empty element. */
function indented(file: Uint8Array): Buffer {
  return writeZip(
    [...partsOf(file)].map(([name, content]) => ({
      name,
      content: content.replaceAll(/>(?=<[^/])|(?<=<\/[\w:]+)>(?=<\/)/g, '>\n  '),
    })),
  );
}

const unitsOf = (name: string, file: Uint8Array) =>
  findFormat(name)
    ?.open(file)
    .units.map((unit) => unit.text) ?? [];

test.each([
  ['report.docx', wordSample()],
  ['slides.pptx', slidesSample()],
  ['workbook.xlsx', workbookSample()],
])('%s: has the same units when it is indented, and is written with them', (name, file) => {
  const units = unitsOf(name, file);
  expect(unitsOf(name, indented(file))).toEqual(units);
  const shifted = units.map((unit) => shiftMarkup(unit));
  const result = findFormat(name)?.open(indented(file)).assemble(shifted, 'de') ?? Buffer.alloc(0);
  expect(unitsOf(name, result)).toEqual(shifted);
});
