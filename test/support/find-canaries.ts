/** Searches what a thief would have: dumps and files, whatever the texts in them are written or packed in. */
import { gunzipSync, inflateRawSync } from 'node:zlib';

const gzipStart = Buffer.from([0x1f, 0x8b, 8]);
const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');

/** The names of the forms in which a canary was found. */
export function findCanaries(content: Buffer, canaries: readonly string[]): string[] {
  return layersOf(content).flatMap(({ name, bytes }) =>
    canaries.flatMap((canary) =>
      formsOf(canary)
        .filter(([, form]) => bytes.includes(form))
        .map(([form]) => `${canary} as ${form} in ${name}`),
    ),
  );
}

interface Layer {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The bytes themselves, what is written in hexadecimal, as in a dump, and what is packed in either. */
function layersOf(content: Buffer): Layer[] {
  const written = [...content.toString('latin1').matchAll(/\\\\?x((?:[0-9a-f]{2}){4,})/g)];
  const layers = [
    { name: 'the content', bytes: content },
    ...written.map(([, hex = '']) => ({ name: 'a bytea', bytes: Buffer.from(hex, 'hex') })),
  ];
  return [...layers, ...layers.flatMap(unpack)];
}

function unpack({ name, bytes }: Layer): Layer[] {
  const layers: Layer[] = [];
  for (let at = bytes.indexOf(gzipStart); at !== -1; at = bytes.indexOf(gzipStart, at + 1)) {
    const unpacked = attempt(() => gunzipSync(bytes.subarray(at)));
    if (unpacked !== undefined) layers.push({ name: `gzip in ${name}`, bytes: unpacked });
  }
  for (let at = bytes.indexOf(zipStart); at !== -1; at = bytes.indexOf(zipStart, at + 1)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const unpacked = attempt(() => inflateRawSync(bytes.subarray(start)));
    if (unpacked !== undefined) layers.push({ name: `zip in ${name}`, bytes: unpacked });
  }
  return layers;
}

function attempt(work: () => Buffer): Buffer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function formsOf(canary: string): (readonly [form: string, bytes: Buffer])[] {
  const spellings = new Set([canary, canary.toUpperCase(), canary.toLowerCase()]);
  return [...spellings].flatMap((text) => [
    ['text', Buffer.from(text)] as const,
    ['UTF-16 LE', Buffer.from(text, 'utf16le')] as const,
    ['UTF-16 BE', Buffer.from(text, 'utf16le').swap16()] as const,
    ['hexadecimal', Buffer.from(Buffer.from(text).toString('hex'))] as const,
    ...(['base64', 'base64url'] as const).flatMap((encoding) =>
      [0, 1, 2].map((before) => [encoding, Buffer.from(innerBase64(text, before, encoding))] as const),
    ),
  ]);
}

/** Base64 depends on how many bytes are before the text: what is left are the characters that it alone determines. */
function innerBase64(text: string, before: number, encoding: 'base64' | 'base64url'): string {
  const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    .toString(encoding)
    .replace(/=+$/, '');
  return encoded.slice(before === 0 ? 0 : before + 1, encoded.length - 1);
}
