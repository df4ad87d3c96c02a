/** Office documents before a program that isn't ours: it reads what comes out, and what it writes is translated. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFormat } from '../../src/documents/formats/registry.ts';
import { foreignSources } from '../support/documents/foreign-sources.ts';
import { OfficeFolder } from '../support/documents/libre-office.ts';
import { shiftMarkup } from '../support/documents/shift-markup.ts';
import { slidesSample } from '../support/documents/slides-sample.ts';
import { wordSample } from '../support/documents/word-sample.ts';
import { workbookSample } from '../support/documents/workbook-sample.ts';

/** Our own samples, and words of theirs that stand on a page. */
const samples = [
  {
    name: 'report.docx',
    file: wordSample(),
    words: [
      'Click the Options button and choose a very red colour & shape.',
      'Read the complete manual before you start.',
      'Boxed remark beside the text.',
      'Second quarter',
      'A footnote explains the details.',
      'Running title of the report',
    ],
    kept: ['weak', '1,250'],
  },
  {
    name: 'slides.pptx',
    file: slidesSample(),
    words: [
      'We sold many more boats',
      'Inside a group',
      'Canoe',
      'Boats by season',
      'Summer',
      'Work the plan',
    ],
    kept: ['1,200'],
  },
  {
    name: 'workbook.xlsx',
    file: workbookSample(),
    words: [
      'Quarter',
      'First quarter',
      'Written in the cell',
      'Yearly report',
      'A box with floating text',
      'Results of the year',
    ],
    kept: ['Amount', 'Still open'],
  },
];

let folder: OfficeFolder;
beforeAll(async () => {
  folder = await OfficeFolder.create();
});
afterAll(() => folder[Symbol.asyncDispose]());

async function pseudoTranslate(name: string, file: Uint8Array): Promise<readonly string[]> {
  const document = findFormat(name)?.open(file);
  const units = document?.units.map((unit) => unit.text) ?? [];
  await folder.write(`shifted-${name}`, document?.assemble(units.map(shiftMarkup), 'de') ?? '');
  return units;
}

test('what comes out opens, is well-formed in every part, and shows the translation', async () => {
  for (const { name, file } of samples) await pseudoTranslate(name, file);
  const names = samples.map(({ name }) => `shifted-${name}`);
  await Promise.all([folder.convert('pdf', ...names), ...names.map((name) => folder.checkParts(name))]);
  for (const { name, words, kept } of samples) {
    const text = await folder.textOf(`shifted-${name}`.replace(/\w+$/, 'pdf'));
    for (const each of words) expect(text).toContain(shiftMarkup(each));
    for (const each of kept) expect(text).toContain(each);
  }
});

test('documents of another program are read as they are meant, and opened again', async () => {
  for (const { source, content } of foreignSources) await folder.write(source, content);
  await Promise.all(foreignSources.map(({ source, extension }) => folder.convert(extension, source)));
  const written: string[] = [];
  for (const { source, extension, units } of foreignSources) {
    const name = source.replace(/\w+$/, extension);
    expect(await pseudoTranslate(name, await folder.read(name))).toEqual(units);
    written.push(`shifted-${name}`);
  }
  await Promise.all([folder.convert('pdf', ...written), ...written.map((name) => folder.checkParts(name))]);
  for (const { source, units } of foreignSources) {
    const text = await folder.textOf(`shifted-${source.replace(/\w+$/, 'pdf')}`);
    // A reference stands in the middle of a sentence: its words are looked for on both sides.
    const parts = units
      .flatMap((unit) => unit.split(/<x\d+\/>/))
      .map((unit) => unit.replaceAll(/<[^>]*>/g, ''));
    for (const part of parts) expect(text).toContain(shiftMarkup(part).trim());
  }
});
