/** A file of each kind, what it costs, and what its Spanish translation has to be. A new format adds its own line. */
import { expect } from 'vitest';
import { findFormat } from '../../../src/documents/formats/registry.ts';
import { differingParts } from '../../support/documents/archive-parts.ts';
import { slidesSample } from '../../support/documents/slides-sample.ts';
import { bold, paragraph, plain, wordFile } from '../../support/documents/word-sample.ts';
import { workbookSample } from '../../support/documents/workbook-sample.ts';

export interface Accepted {
  document_id: string;
  document_key: string;
}

export interface SampleDocument {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly characters: number;
  /** The translated file. */
  check(file: Buffer): void;
}

const xliff = `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="plaintext"><body><trans-unit id="1"><source>The <g id="1">house</g> is big.</source></trans-unit></body></file></xliff>
`;

export const sampleDocuments: readonly SampleDocument[] = [
  {
    name: 'houses.txt',
    content: 'The house is big.\n\nThe car is red.\n',
    characters: 32,
    check: (file) => expect(file.toString()).toBe('La casa es grande.\n\nEl coche es rojo.\n'),
  },
  {
    name: 'houses.html',
    content:
      '<!doctype html>\n<html lang="en"><body><p class=x>The <b>house</b> is big.</p><!-- kept --></body></html>\n',
    characters: 17,
    check: (file) =>
      expect(file.toString()).toBe(
        '<!doctype html>\n<html lang="es"><body><p class=x>La <b>casa</b> es grande.</p><!-- kept --></body></html>\n',
      ),
  },
  {
    name: 'film.srt',
    content: '1\r\n00:00:01,000 --> 00:00:02,500\r\nThe house is big.\r\n\r\n',
    characters: 17,
    check: (file) =>
      expect(file.toString()).toBe('1\r\n00:00:01,000 --> 00:00:02,500\r\nLa casa es grande.\r\n\r\n'),
  },
  {
    name: 'app.xlf',
    content: xliff,
    characters: 17,
    check: (file) => expect(file.toString()).toContain('<target>La <g id="1">casa</g> es grande.</target>'),
  },
  office(
    'report.docx',
    wordFile(paragraph(plain('The ') + bold('house') + plain(' is big.'))),
    'La casa es grande.',
  ),
  office('slides.pptx', slidesSample()),
  office('workbook.xlsx', workbookSample()),
];

/** All of its words are others afterwards, and all that holds none is as it was, to the byte. */
function office(name: string, file: Uint8Array, sentence?: string): SampleDocument {
  const unitsOf = (file: Uint8Array) => findFormat(name)?.open(file).units ?? [];
  const content = Buffer.from(file);
  const before = unitsOf(content);
  return {
    name,
    content,
    characters: before.reduce((sum, unit) => sum + unit.characters, 0),
    check(result) {
      const after = unitsOf(result);
      expect(after).toHaveLength(before.length);
      const untouched = after.filter(({ text }, i) => text === before[i]?.text);
      expect(untouched.length).toBeLessThan(before.length / 3);
      const names = differingParts(content, result);
      expect(names.filter((each) => !each.endsWith('.xml'))).toEqual([]);
      const words = after.map(({ text }) => text.replaceAll(/<[^>]*>/g, ''));
      if (sentence !== undefined) expect(words).toContain(sentence);
    },
  };
}
