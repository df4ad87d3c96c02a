/** Text as it is meant, and as XML writes it. */
import { DocumentFault } from './format.ts';

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));|&/g;

/** What raw text means. Refuses entities that XML doesn't know by itself. */
export function unescapeXml(written: string): string {
  const meant = decodeEntities(written);
  if (meant !== undefined) return meant;
  throw new DocumentFault(
    'The document has an entity, or the number of a character, that XML does not know.',
  );
}

/** Undefined where it has an entity that XML itself doesn't know. */
export function decodeEntities(written: string): string | undefined {
  const { meant, isKnown } = decode(written);
  return isKnown ? meant : undefined;
}

/** What isn't known stands for itself. */
export function decodeKnownEntities(written: string): string {
  return decode(written).meant;
}

function decode(written: string): { meant: string; isKnown: boolean } {
  if (!written.includes('&')) return { meant: written, isKnown: true };
  let isKnown = true;
  const meant = written.replaceAll(entity, (whole, name?: string, decimal?: string, hex?: string) => {
    const character = name === undefined ? numbered(decimal, hex) : names[name];
    if (character === undefined) isKnown = false;
    return character ?? whole;
  });
  return { meant, isKnown };
}

function numbered(decimal: string | undefined, hex: string | undefined): string | undefined {
  const codePoint = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
  return isXmlCharacter(codePoint) ? String.fromCodePoint(codePoint) : undefined;
}

function isXmlCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 9 || codePoint === 10 || codePoint === 13;
  return (
    codePoint < 0xd800 ||
    (codePoint > 0xdfff && codePoint < 0xfffe) ||
    (codePoint > 0xffff && codePoint <= 0x10ffff)
  );
}

/** What can't stand in XML in any spelling: control characters, and halves of a character. */
const impossible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const special = /[&<>]/g;
const spellings: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export function encodeXml(meant: string): string {
  return meant.replaceAll(impossible, '').replaceAll(special, (sign) => spellings[sign] ?? sign);
}

/** For a value between double or single quotes. */
export function encodeAttribute(meant: string): string {
  return encodeXml(meant)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');
}

/** Whether a reader of XML might drop or join blanks of it. */
export function hasFragileBlanks(text: string): boolean {
  return /^\s|\s$|\s\s|[\t\n]/.test(text);
}
