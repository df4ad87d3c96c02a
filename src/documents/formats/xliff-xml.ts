/** Reads the XML of XLIFF files. A file that is not well-formed is refused, and so are its own entities. */
import { maxAttributes } from '../../markup/xml-attributes.ts';
import { maxDepth, XmlCursor, type XmlFault } from '../../markup/xml-cursor.ts';
import { InvalidDocumentError } from './format.ts';

/** Where a part of a file may end inside an entity. */
const halfEntity = /&[^;<]{0,9}$/;

/** `isPart`: the text is only the start of a file. */
export function xliffCursor(text: string, isPart = false): XmlCursor {
  const refuse = ({ kind, position }: XmlFault) =>
    new InvalidDocumentError(kind === 'syntax' ? notWellFormed(text, position) : messages[kind]);
  return new XmlCursor(isPart ? text.replace(halfEntity, '') : text, { refuse, isPart, reportsOther: true });
}

const messages: Readonly<Record<Exclude<XmlFault['kind'], 'syntax'>, string>> = {
  entity: 'The document has an undefined entity or an invalid character reference.',
  'document type': 'The document declares entities or its own document type. Save it without them.',
  depth: `The document nests elements more than ${maxDepth} levels deep.`,
  attributes: `A tag of the document has more than ${maxAttributes} attributes.`,
};

function notWellFormed(text: string, position: number): string {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < position; end = text.indexOf('\n', end + 1)) line++;
  return `The document is not well-formed XML. Check line ${line}.`;
}
