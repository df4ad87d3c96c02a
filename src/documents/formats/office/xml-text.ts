/** Text as it is meant, and as XML writes it. */

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entity = /&([^&;]{0,10});?/g;

/** Undefined where it has an entity that XML itself doesn't know. */
export function decodeXml(written: string): string | undefined {
  const { meant, isKnown } = decode(written);
  return isKnown ? meant : undefined;
}

/** What isn't known stands for itself. */
export function decodeWhatIsKnown(written: string): string {
  return decode(written).meant;
}

function decode(written: string): { meant: string; isKnown: boolean } {
  if (!written.includes('&')) return { meant: written, isKnown: true };
  let isKnown = true;
  const meant = written.replaceAll(entity, (whole, name: string) => {
    const character = whole.endsWith(';') ? (names[name] ?? numbered(name)) : undefined;
    if (character === undefined) isKnown = false;
    return character ?? whole;
  });
  return { meant, isKnown };
}

function numbered(name: string): string | undefined {
  const digits = /^#(?:(\d{1,7})|x([\da-fA-F]{1,6}))$/.exec(name);
  if (digits === null) return undefined;
  const code = digits[1] === undefined ? Number.parseInt(digits[2] ?? '', 16) : Number(digits[1]);
  return code > 0x10ffff || code === 0 || (code >= 0xd800 && code <= 0xdfff)
    ? undefined
    : String.fromCodePoint(code);
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
