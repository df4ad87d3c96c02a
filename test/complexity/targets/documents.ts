/**
 * Files: taken apart and put together on a thread of their own, where all of their processor time counts, because one
 * file after the other has it; and the units, which are prepared chunk by chunk on the event loop of a worker process.
 */
import { runFormatJob } from '../../../src/documents/format-jobs.ts';
import { findFormat } from '../../../src/documents/formats/registry.ts';
import { chunksOf } from '../../../src/documents/lifecycle/translate-in-chunks.ts';
import { prepareTexts } from '../../../src/translate/prepare-texts.ts';
import { onEventLoop, type Target } from '../target.ts';
import { fileOf } from './document-files.ts';
import { markupWords, placeholderWords, plainWords } from './texts.ts';

const wordsOf: Readonly<Record<string, readonly string[]>> = {
  txt: [
    ...plainWords,
    '\t',
    '   ',
    '|',
    '| a ',
    '-',
    '- ',
    '* ',
    '1. ',
    '=',
    '\r',
    '\n\n',
    '> ',
    '    ',
    '\u00ad',
  ],
  html: [
    ...markupWords,
    ...plainWords,
    '<html lang="',
    '<meta charset="',
    '<a href="',
    '<table>',
    '<tr>',
    '<li>',
    '<template>',
    '<select>',
    '<option>',
  ],
  srt: [
    '1\n',
    '§\n',
    '00:00:01,000',
    ' --> ',
    '00:00:02,000\n',
    '\n\n',
    'a\n',
    '<i>',
    '</i>',
    '{\\an8}',
    '- ',
    '<font color="',
    '\r\n',
    ...plainWords,
  ],
  xliff: [
    ...markupWords,
    '<trans-unit id="§">',
    '</trans-unit>',
    '<source>',
    '</source>',
    '<target>',
    '</target>',
    '<g id="1">',
    '</g>',
    '<x id="2"/>',
    '<mrk mtype="seg" mid="§">',
    '</mrk>',
    '<group>',
    '</group>',
    '<note>',
    '<seg-source>',
    '<bpt id="1">',
    '</bpt>',
    ...plainWords,
  ],
  docx: [
    '<w:p>',
    '</w:p>',
    '<w:r>',
    '</w:r>',
    '<w:t>',
    '</w:t>',
    '<w:t xml:space="preserve">',
    '<w:b/>',
    '<w:rPr>',
    '</w:rPr>',
    '<w:tab/>',
    '<w:br/>',
    '<w:fldChar w:fldCharType="begin"/>',
    '<w:fldChar w:fldCharType="end"/>',
    '<w:instrText> HYPERLINK "',
    '</w:instrText>',
    '<w:hyperlink r:id="rId2">',
    '</w:hyperlink>',
    '<w:tbl>',
    '<w:tr>',
    '<w:tc>',
    '<w:ins>',
    '<w:del>',
    '<w:sdt>',
    '<w:lang w:val="',
    '<mc:AlternateContent>',
    'a ',
    ...plainWords,
  ],
  pptx: [
    '<a:p>',
    '</a:p>',
    '<a:r>',
    '</a:r>',
    '<a:t>',
    '</a:t>',
    '<a:rPr lang="en" b="1"/>',
    '<a:br/>',
    '<a:fld>',
    '<p:sp>',
    '</p:sp>',
    '<p:txBody>',
    '</p:txBody>',
    ' lang="',
    'a ',
    ...plainWords,
  ],
  xlsx: [
    '<si>',
    '</si>',
    '<t>',
    '</t>',
    '<r>',
    '</r>',
    '<rPr>',
    '</rPr>',
    '<b/>',
    '<row>',
    '<c t="s">',
    '<f>"',
    '"</f>',
    '""',
    '<v>§</v>',
    '</c>',
    '</row>',
    '<phonetic>',
    '_x0041_',
    '&amp;L',
    'a ',
    ...plainWords,
  ],
};

const sizes: Readonly<Record<string, number>> = { txt: 1_000_000, srt: 1_000_000 };

/** Where in the file the content stands (see document-files.ts). */
const placesOf: Readonly<Record<string, readonly string[]>> = { xlsx: ['text', 'part', 'rows'] };

function documentTarget(format: string, vocabulary: readonly string[]): Target {
  return {
    name: `document-${format}`,
    fields: ['content'],
    vocabulary,
    options: { place: placesOf[format] ?? ['text', 'part'] },
    maxSize: sizes[format] ?? 2_000_000,
    // The thread may have 60 s: what takes a tenth of that is worth a look.
    bounds: { sliceMs: 6_000, cpuMs: 6_000 },
    prepare({ content = '' }, { place = 'text' }) {
      const file = fileOf(format, content, place);
      return () => {
        const opened = runFormatJob({ kind: 'open', format, file });
        if (!opened.ok || opened.units === undefined) return opened;
        const translations = opened.units.map(({ text }) => text);
        return runFormatJob({ kind: 'assemble', format, file, translations, target: 'de' });
      };
    },
  };
}

function unitsTarget(format: string, vocabulary: readonly string[]): Target {
  return {
    name: `units-${format}`,
    fields: ['content'],
    vocabulary: [...vocabulary, ...placeholderWords],
    options: { place: placesOf[format] ?? ['text', 'part'] },
    maxSize: 500_000,
    isForLong: format !== 'txt' && format !== 'html',
    bounds: { ...onEventLoop, cpuMs: 10_000 },
    prepare({ content = '' }, { place = 'text' }) {
      const opened = runFormatJob({ kind: 'open', format, file: fileOf(format, content, place) });
      if (!opened.ok || opened.units === undefined) return () => undefined;
      const chunks = [...chunksOf(opened.units)].map((chunk) => chunk.map(({ text }) => text));
      const markup = findFormat(`.${format}`)?.markup;
      const options = markup === 'html' || markup === 'xml' ? { markup: { format: markup } } : {};
      return async () => {
        for (const chunk of chunks) await prepareTexts(chunk, options);
      };
    },
  };
}

export const documents: readonly Target[] = Object.entries(wordsOf).flatMap(([format, words]) => [
  documentTarget(format, words),
  unitsTarget(format, words),
]);
