/** The smallest files of each format that hold what is to be tried: as text of their first part, or as its markup. */
import { partsOf } from '../../support/documents/archive-parts.ts';
import { slidesSample } from '../../support/documents/slides-sample.ts';
import { wordFile } from '../../support/documents/word-sample.ts';
import { workbookSample } from '../../support/documents/workbook-sample.ts';
import { writeZip } from '../../support/documents/write-zip.ts';

type Builder = (content: string, place: string) => Uint8Array;

const builders: Readonly<Record<string, Builder>> = {
  txt: (content) => Buffer.from(content),
  srt: (content, place) =>
    Buffer.from(place === 'part' ? content : `1\n00:00:01,000 --> 00:00:02,000\n${content}\n`),
  html: (content, place) => Buffer.from(place === 'part' ? content : `<html><body>${content}</body></html>`),
  xliff: (content, place) => Buffer.from(xliff(place === 'part' ? content : unit(content))),
  docx: (content, place) =>
    wordFile(place === 'part' ? content : `<w:p><w:r><w:t>${content}</w:t></w:r></w:p>`),
  pptx: (content, place) =>
    slides(place === 'part' ? content : `<a:p><a:r><a:t>${content}</a:t></a:r></a:p>`),
  xlsx: workbook,
};

export function fileOf(format: string, content: string, place: string): Uint8Array {
  const build = builders[format];
  if (build === undefined) throw new Error(`there is no format ${format}`);
  return build(content, place);
}

function unit(content: string): string {
  return `<trans-unit id="1"><source>${content}</source></trans-unit>`;
}

function xliff(body: string): string {
  return `<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="a"><body>${body}</body></file></xliff>`;
}

let slideParts: Map<string, string> | undefined;

function slides(paragraphs: string): Uint8Array {
  slideParts ??= partsOf(slidesSample());
  const name = 'ppt/slides/slide1.xml';
  const parts = [...slideParts].map(([part, content]) => ({
    name: part,
    content: part === name ? content.replace(/<a:p>.*?<\/a:p>/s, () => paragraphs) : content,
  }));
  return writeZip(parts);
}

/** `content` as rows of the sheet, or as shared strings that cells of the sheet show. */
function workbook(content: string, place: string): Uint8Array {
  const added = place === 'rows' ? '' : place === 'part' ? content : `<si><t>${content}</t></si>`;
  return workbookSample({
    edit: (name, part) => {
      if (name.endsWith('sharedStrings.xml')) return part.replace('</sst>', () => `${added}</sst>`);
      if (!name.endsWith('sheet1.xml')) return part;
      const known =
        Math.max(...[...part.matchAll(/t="s"[^>]*><v>(\d+)/g)].map(([, index]) => Number(index))) + 1;
      const rows = place === 'rows' ? content : rowsFor(known, added.split('</si>').length - 1);
      return part.replace('</sheetData>', () => `${rows}</sheetData>`);
    },
  });
}

function rowsFor(first: number, count: number): string {
  const rowOf = (i: number) => `<row r="${i + 100}"><c r="A${i + 100}" t="s"><v>${first + i}</v></c></row>`;
  return Array.from({ length: count }, (_, i) => rowOf(i)).join('');
}
