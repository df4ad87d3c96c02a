import { expect, test } from 'vitest';
import { packParts, type SamplePart } from '../../../../../test/support/documents/office-parts.ts';
import { wordFile } from '../../../../../test/support/documents/word-sample.ts';
import { writeZip } from '../../../../../test/support/documents/write-zip.ts';
import { leastWorkMs } from '../../../../../test/support/least-work.ts';
import { leewayInGate } from '../../../../../test/support/long-form.ts';
import { docx } from '../../docx/docx.ts';
import { InvalidDocumentError } from '../../format.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function documentPart(content: string | Buffer, type = `${word}document.main+xml`): SamplePart {
  return { name: 'word/document.xml', content, type };
}
const hello = `<w:document ${namespace}><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>`;

test.each<[string, () => Buffer, RegExp]>([
  [
    'an archive of something else',
    () => writeZip([{ name: 'a.txt', content: 'a' }]),
    /not an Office document/,
  ],
  [
    'a workbook with another name',
    () =>
      packParts([
        documentPart(hello, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
      ]),
    /not a Word document/,
  ],
  [
    'two main parts',
    () => packParts([documentPart(hello), { ...documentPart(hello), name: 'b.xml' }]),
    /not a Word document/,
  ],
  [
    'a document with macros',
    () => packParts([documentPart(hello, 'application/vnd.ms-word.document.macroEnabled.main+xml')]),
    /macros/,
  ],
  [
    'macros under a plain name',
    () =>
      packParts([
        documentPart(hello),
        { name: 'word/vba.bin', content: 'x', type: 'application/vnd.ms-office.vbaProject' },
      ]),
    /macros/,
  ],
  ['another encoding', () => packParts([documentPart(Buffer.from(`\ufeff${hello}`, 'utf16le'))]), /UTF-8/],
  [
    'an encoding that says it is another',
    () => packParts([documentPart(`<?xml version="1.0" encoding="ISO-8859-1"?>${hello}`)]),
    /UTF-8/,
  ],
  ['a document type', () => packParts([documentPart(`<!DOCTYPE a>${hello}`)]), /document type/],
  [
    'a bomb',
    () => packParts([documentPart(`<!--${' '.repeat(50_000_000)}-->${hello}`)]),
    /far more than its size/,
  ],
  [
    'a bomb of millions of elements',
    () => packParts([documentPart(`<w:document ${namespace}>${'<w:p/>'.repeat(4_000_000)}</w:document>`)]),
    /far more than its size/,
  ],
  [
    'a text that is longer than any call',
    () => wordFile(`<w:p><w:r><w:t>${'long '.repeat(10_001)}</w:t></w:r></w:p>`),
    /more than 50000 characters/,
  ],
])('refuses %s at once', (_, make, message) => {
  const file = make();
  expect(() => docx.open(file)).toThrow(InvalidDocumentError);
  expect(() => docx.open(file)).toThrow(message);
  expect(leastWorkMs(() => expect(() => docx.open(file)).toThrow())).toBeLessThan(leewayInGate(50));
});

test('parts whose names have other capitals than the list of types are found', () => {
  const file = packParts([documentPart(hello)]);
  const renamed = Buffer.from(
    file.toString('latin1').replaceAll('word/document.xml', 'word/Document.xml'),
    'latin1',
  );
  expect(docx.open(renamed).units).toEqual([{ text: 'Hello', characters: 5 }]);
});

const run = (content: string) => `<w:r>${content}</w:r>`;
const openLink =
  run('<w:fldChar w:fldCharType="begin"/>') +
  run('<w:instrText> HYPERLINK "a" </w:instrText>') +
  run('<w:fldChar w:fldCharType="separate"/>');

test.each<[string, string]>([
  ['tabs', run('<w:tab/>').repeat(60_000)],
  ['fields that never end', openLink.repeat(20_000)],
  ['fields in fields', openLink.repeat(20_000) + run('<w:fldChar w:fldCharType="end"/>').repeat(20_000)],
  ['links without text', '<w:hyperlink><w:r/></w:hyperlink>'.repeat(60_000)],
  [
    'namespaces',
    `<w:x ${Array.from({ length: 1_000 }, (_, i) => `xmlns:n${i}=""`).join(' ')}>${'<a xmlns:b=""/>'.repeat(60_000)}</w:x>`,
  ],
  [
    'controls in controls',
    '<w:sdt><w:sdtContent>'.repeat(120) + run('<w:t>x</w:t>') + '</w:sdtContent></w:sdt>'.repeat(120),
  ],
])('%s by the thousand in one paragraph cost what they weigh', (_, content) => {
  const file = wordFile(`<w:p>${run('<w:t>start</w:t>')}${content}${run('<w:t>finish</w:t>')}</w:p>`);
  const time = leastWorkMs(() => {
    const { units } = docx.open(file);
    expect(units[0]?.text).toMatch(/^start/);
  });
  expect(time).toBeLessThan(leewayInGate(2_000));
});
