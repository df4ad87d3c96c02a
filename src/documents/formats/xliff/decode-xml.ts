/** Decodes an XML file in the encoding that it declares. */
import { type DecodedText, decodeAs, decodeText } from '../shared/decode-text.ts';

const declaration = /^<\?xml\s[^<>]{0,200}?encoding\s{0,10}=\s{0,10}["']([\w.:-]{1,40})["']/;

/** XML without a declaration is UTF-8; UTF-16 without a mark is recognized by its first character. */
export function decodeXml(file: Uint8Array): DecodedText {
  if (file[0] === 0x3c && file[1] === 0) return decodeAs(file, 'utf-16le', false);
  if (file[0] === 0 && file[1] === 0x3c) return decodeAs(file, 'utf-16be', false);
  const head = Buffer.from(file.subarray(0, 300)).toString('latin1');
  return decodeText(file, declaration.exec(head)?.[1] ?? 'utf-8');
}
