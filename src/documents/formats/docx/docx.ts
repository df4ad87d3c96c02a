/** Word documents. docs/call/office-documents.md says what is translated and what is kept. */
import type { DocumentFormat } from '../format.ts';
import { readDrawings } from '../shared/ooxml/embedded-drawings.ts';
import { type OfficePackage, openOffice, type ReadParts } from '../shared/ooxml/office-package.ts';
import type { UnitList } from '../shared/ooxml/unit-list.ts';
import { readWordPart } from './word-part.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const mainType = `${word}document.main+xml`;

/** In reading order, after the body. */
const wordParts = ['footnotes', 'endnotes', 'comments', 'header', 'footer'].map(
  (each) => `${word}${each}+xml`,
);

export const docx: DocumentFormat = {
  id: 'docx',
  extensions: ['docx'],
  contentType: `${word}document`,
  markup: 'xml',
  open: (file) => openOffice(file, { title: 'a Word document (.docx)', mainType, read: readParts }),
};

function readParts(parts: OfficePackage, mainPart: string, units: UnitList): ReadParts {
  const read = new Map([[mainPart, readWordPart(parts.text(mainPart), mainPart, units)]]);
  for (const name of wordParts.flatMap((type) => parts.namesOf(type))) {
    read.set(name, readWordPart(parts.text(name), name, units));
  }
  return { parts: new Map([...read, ...readDrawings(parts, parts.names, units)]) };
}
