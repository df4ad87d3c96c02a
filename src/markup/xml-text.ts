/** Encodes and decodes XML text. */

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));|&/g;

/** Undefined if the text has an entity that XML does not predefine. */
export function decodeEntities(raw: string): string | undefined {
  const { decoded, isKnown } = decode(raw);
  return isKnown ? decoded : undefined;
}

/** Leaves unknown entities as they are. */
export function decodeKnownEntities(raw: string): string {
  return decode(raw).decoded;
}

function decode(raw: string): { decoded: string; isKnown: boolean } {
  if (!raw.includes('&')) return { decoded: raw, isKnown: true };
  let isKnown = true;
  const decoded = raw.replaceAll(entity, (whole, name?: string, decimal?: string, hex?: string) => {
    const character = name === undefined ? numbered(decimal, hex) : names[name];
    if (character === undefined) isKnown = false;
    return character ?? whole;
  });
  return { decoded, isKnown };
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

/** Characters that XML cannot hold in any form: control characters and unpaired surrogates. */
const impossible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match them.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const special = /[&<>]/g;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export function encodeXml(text: string): string {
  return text.replaceAll(impossible, '').replaceAll(special, (sign) => escapes[sign] ?? sign);
}

/** For a value in double or single quotes. */
export function encodeAttribute(text: string): string {
  return encodeXml(text)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');
}

/** Whether an XML reader might drop or collapse whitespace in the text. */
export function hasFragileWhitespace(text: string): boolean {
  return /^\s|\s$|\s\s|[\t\n]/.test(text);
}
