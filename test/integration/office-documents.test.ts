/** Office documents before a program that isn't ours: it reads what comes out, and what it writes is translated. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFormat } from '../../src/documents/formats/registry.ts';
import { foreignSources } from '../support/documents/foreign-sources.ts';
import { OfficeFolder } from '../support/documents/libre-office.ts';
import { shiftMarkup } from '../support/documents/shift-markup.ts';
import { slidesSample } from '../support/documents/slides-sample.ts';
import { wordSample } from '../support/documents/word-sample.ts';
import { workbookSample } from '../support/documents/workbook-sample.ts';
import { isLong } from '../support/long-form.ts';

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

const foreignNames = foreignSources.map(({ source, extension }) => source.replace(/\w+$/, extension));

/** The gate reads what LibreOffice once wrote, since each of its starts takes long; the long form lets it write anew. */
async function bringForeign(): Promise<void> {
  if (!isLong) {
    const kept = new URL('../support/documents/foreign/', import.meta.url);
    for (const name of foreignNames) await folder.write(name, await readFile(new URL(name, kept)));
    return;
  }
  for (const { source, content } of foreignSources) await folder.write(source, content);
  await Promise.all(foreignSources.map(({ source, extension }) => folder.convert(extension, source)));
}

test('documents of another program are read as they are meant, and what comes out opens there, is well-formed in every part, and shows the translation', async () => {
  await bringForeign();
  for (const [i, { units }] of foreignSources.entries()) {
    const name = foreignNames[i] ?? '';
    expect(await pseudoTranslate(name, await folder.read(name))).toEqual(units);
  }
  for (const { name, file } of samples) await pseudoTranslate(name, file);
  const written = [...samples.map(({ name }) => name), ...foreignNames].map((name) => `shifted-${name}`);
  await Promise.all([folder.convert('pdf', ...written), folder.checkParts(...written)]);
  const shownOf = (name: string) => folder.textOf(`shifted-${name}`.replace(/\w+$/, 'pdf'));
  for (const { name, words, kept } of samples) {
    const text = await shownOf(name);
    for (const each of words) expect(text).toContain(shiftMarkup(each));
    for (const each of kept) expect(text).toContain(each);
  }
  for (const { source, units } of foreignSources) {
    const text = await shownOf(source);
    // A reference stands in the middle of a sentence: its words are looked for on both sides.
    const parts = units
      .flatMap((unit) => unit.split(/<x\d+\/>/))
      .map((unit) => unit.replaceAll(/<[^>]*>/g, ''));
    for (const part of parts) expect(text).toContain(shiftMarkup(part).trim());
  }
});
