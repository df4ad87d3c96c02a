/**
 * Reads the XML of office documents. Each of their namespaces gets one prefix, whatever prefix a file uses, and
 * whichever of the two editions of the standard it follows ("transitional", which almost all programs write, or
 * "strict").
 */
import { XmlCursor, type XmlFault } from '../../../../markup/xml-cursor.ts';
import { InvalidDocumentError } from '../../format.ts';

const transitional = 'http://schemas.openxmlformats.org/';
const strict = 'http://purl.oclc.org/ooxml/';

const prefixes = new Map<string, string>([
  ...both('w', 'wordprocessingml/2006/main', 'wordprocessingml/main'),
  ...both('a', 'drawingml/2006/main', 'drawingml/main'),
  ...both('c', 'drawingml/2006/chart', 'drawingml/chart'),
  ...both('dgm', 'drawingml/2006/diagram', 'drawingml/diagram'),
  ...both('p', 'presentationml/2006/main', 'presentationml/main'),
  ...both('s', 'spreadsheetml/2006/main', 'spreadsheetml/main'),
  ...both('m', 'officeDocument/2006/math', 'officeDocument/math'),
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.openxmlformats.org/package/2006/content-types', 'ct'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', 'tc'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
]);

function both(prefix: string, inTransitional: string, inStrict: string): [string, string][] {
  return [
    [transitional + inTransitional, prefix],
    [strict + inStrict, prefix],
  ];
}

/** `part` is its name, for messages. */
export function officeCursor(text: string, part: string): XmlCursor {
  const refuse = ({ why }: XmlFault) =>
    new InvalidDocumentError(`The part ${part} of the file cannot be read: ${why}.`);
  return new XmlCursor(text, { prefixes, refuse });
}
