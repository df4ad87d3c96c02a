/** Reads the XML of XLIFF files. A file that is not well-formed is refused, and so are its own entities. */
import { maxDepth, XmlCursor, type XmlFault } from '../../../markup/xml-cursor.ts';
import { InvalidDocumentError } from '../format.ts';
import { tooManyAttributes } from '../shared/limits.ts';

/** Where a part of a file may end inside an entity. */
const halfEntity = /&[^;<]{0,9}$/;

/** `isPart`: the text is only the start of a file. */
export function xliffCursor(text: string, isPart = false): XmlCursor {
  const refuse = ({ kind, position }: XmlFault) => {
    if (kind === 'attributes') return tooManyAttributes();
    return new InvalidDocumentError(messages[kind] ?? notWellFormed(text, position));
  };
  return new XmlCursor(isPart ? text.replace(halfEntity, '') : text, { refuse, isPart, reportsOther: true });
}

const messages: Readonly<Partial<Record<XmlFault['kind'], string>>> = {
  entity: 'The document has an undefined entity or an invalid character reference.',
  'document type': 'The document declares entities or its own document type. Save it without them.',
  depth: `The document nests elements more than ${maxDepth} levels deep.`,
};

function notWellFormed(text: string, position: number): string {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < position; end = text.indexOf('\n', end + 1)) line++;
  return `The document is not well-formed XML. Check line ${line}.`;
}
