/** Runs units through the translator's tag protection: its output can be written back to the file. */
import { expect, test } from 'vitest';
import { slidesSample } from '../../../../../test/support/documents/slides-sample.ts';
import { wordSample } from '../../../../../test/support/documents/word-sample.ts';
import { workbookSample } from '../../../../../test/support/documents/workbook-sample.ts';
import { prepareTexts } from '../../../../translate/prepare-texts.ts';
import { compose, unitsOf } from '../../../../translate/protection/layout.ts';
import { translateSpans } from '../../../../translate/protection/translate-spans.ts';
import { findFormat } from '../../registry.ts';

const backwards = (text: string) => text.split(' ').toReversed().join(' ');

test.each([
  ['report.docx', wordSample()],
  ['slides.PPTX', slidesSample()],
  ['workbook.xlsx', workbookSample()],
])('%s: an engine that moves every word loses no tag', async (name, file) => {
  const format = findFormat(name);
  const document = format?.open(file);
  const units = document?.units.map((unit) => unit.text) ?? [];
  const prepared = await prepareTexts(units, { markup: { format: 'xml' } });
  const texts = prepared.ok ? prepared.texts : [];
  expect(texts.map(({ layout }) => compose(layout, () => undefined))).toEqual(units);
  const translations: string[] = [];
  for (const { layout } of texts) {
    // A paragraph is one text for the engine, whatever tags it has.
    const [unit, ...others] = unitsOf(layout);
    expect(others).toEqual([]);
    const [attempt] = await translateSpans([unit?.parts ?? []], 'words', async (asked) =>
      asked.map(backwards),
    );
    translations.push(compose(layout, () => attempt?.parts));
  }
  expect(translations).not.toEqual(units);
  const result = document?.assemble(translations, 'de') ?? Buffer.alloc(0);
  const lettersOf = (texts: readonly string[]) =>
    texts.map((text) => Array.from(text.replaceAll(/\s/g, '')).sort().join(''));
  expect(lettersOf(format?.open(result).units.map((unit) => unit.text) ?? [])).toEqual(lettersOf(units));
});

test('a file of another kind has no format', () => {
  expect(findFormat('report.doc')).toBeUndefined();
  expect(findFormat('docx')).toBeUndefined();
});
