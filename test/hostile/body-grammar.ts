/** Bodies of a translate call: good ones in every disguise, and every way to be wrong. */
import fc from 'fast-check';
import { type Fault, fault, undetected } from './hostile-request.ts';
import { hostileText } from './hostile-texts.ts';

export interface GeneratedBody {
  readonly body: Buffer;
  readonly faults: readonly Fault[];
  readonly texts?: readonly string[];
}

/** A pair that the server has. */
export interface KnownPair {
  readonly source: string;
  readonly target: string;
}

type Members = Record<string, unknown>;

// Labelled when there is more than one, so that their order shows.
const texts = fc.oneof(
  { weight: 12, arbitrary: hostileText.map((text) => [text]) },
  {
    weight: 2,
    arbitrary: fc
      .array(hostileText, { minLength: 2, maxLength: 6 })
      .map((many) => many.map((text, i) => `#${4_711 + i}# ${text}`)),
  },
);

const optionalMembers = fc.record(
  {
    formality: fc.constantFrom('default', 'more', 'less', 'prefer_more', 'prefer_less'),
    context: hostileText,
    custom_instructions: fc.constantFrom<unknown>([], ['Be brief.'], Array(10).fill('ñ'.repeat(300))),
    preserve_formatting: fc.boolean(),
    placeholders: fc.constantFrom('auto', 'none'),
    split_sentences: fc.constantFrom('0', '1', 'nonewlines'),
    show_glossary_terms: fc.boolean(),
    unknown: fc.constantFrom<unknown>(null, 1e308, -0, [], {}, [[[[]]]], 'x'),
    constructor: fc.constantFrom<unknown>({ prototype: { text: ['x'] } }, 1),
    toString: fc.constant('x'),
    hasOwnProperty: fc.constant(null),
    engine: fc.constant('apertium'),
  },
  { requiredKeys: [] },
);

const wrongType = fc.constantFrom<unknown>(
  null,
  0,
  -1,
  1.5,
  true,
  '',
  'text',
  {},
  [],
  [[]],
  [null],
  [0],
  [{}],
  [['a']],
  ['a', null],
  { 0: 'a', length: 1 },
);

/** A target that is a tag of no language, or not a tag at all. */
const unknownLanguage = fc.constantFrom(
  'xx',
  'qaa',
  'EN_US',
  'e',
  '123',
  'en-',
  '-en',
  'ñ',
  'en!',
  ' es',
  'es ',
  '__proto__',
  'constructor',
  'toString',
  '\u202ees',
  '🇪🇸',
);
const wrongLanguage = fc.constantFrom<unknown>(
  '',
  'x'.repeat(36),
  'a'.repeat(5_000),
  null,
  5,
  [],
  {},
  ['ES'],
  true,
);

/** Escapes that mean the same: a reader that compares bytes is fooled, one that parses is not. */
const style = fc.constantFrom<'plain' | 'spaced' | 'ascii' | 'escaped'>(
  'plain',
  'plain',
  'spaced',
  'ascii',
  'escaped',
);

export function writeJson(value: unknown, how: 'plain' | 'spaced' | 'ascii' | 'escaped'): string {
  if (how === 'spaced') return `\r\n\t ${JSON.stringify(value, null, '\t')} \n`;
  const plain = JSON.stringify(value);
  if (how === 'ascii') return plain.replaceAll(/[^\x20-\x7e]/g, escapeUnit);
  if (how === 'plain') return plain;
  return plain.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (quoted) =>
    quoted.includes('\\') ? quoted : `"${quoted.slice(1, -1).replaceAll(/[\s\S]/g, escapeUnit)}"`,
  );
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function goodMembers(
  pairs: readonly KnownPair[],
): fc.Arbitrary<{ members: Members; texts: string[]; faults: Fault[] }> {
  return fc
    .record({ texts, pair: fc.constantFrom(...pairs), omitsSource: fc.boolean(), optional: optionalMembers })
    .map(({ texts: chosen, pair, omitsSource, optional }) => ({
      texts: chosen,
      members: {
        text: chosen,
        target_lang: pair.target,
        ...(omitsSource ? {} : { source_lang: pair.source }),
        ...optional,
      },
      faults: omitsSource ? [undetected] : [],
    }));
}

function goodBody(pairs: readonly KnownPair[]): fc.Arbitrary<GeneratedBody> {
  return fc
    .record({ good: goodMembers(pairs), style, bom: fc.integer({ min: 0, max: 30 }) })
    .map(({ good, style: how, bom }) => ({
      body: Buffer.from(`${bom === 0 ? '\ufeff' : ''}${writeJson(good.members, how)}`),
      texts: good.texts,
      faults: good.faults,
    }));
}

const invalid = fault('content', 'invalid_request');

/** Good members but for one. */
function wrongMember(pairs: readonly KnownPair[]): fc.Arbitrary<GeneratedBody> {
  const change: fc.Arbitrary<{ name: string; value: unknown; fault: Fault }> = fc.oneof(
    wrongType
      .filter((value) => typeof value !== 'string')
      .map((value) => ({ name: 'text', value, fault: invalid })),
    fc.constantFrom('text', 'target_lang').map((name) => ({ name, value: undefined, fault: invalid })),
    wrongLanguage.map((value) => ({ name: 'target_lang', value, fault: invalid })),
    wrongLanguage
      .filter((value) => value !== null)
      .map((value) => ({ name: 'source_lang', value, fault: invalid })),
    unknownLanguage.map((value) => ({
      name: 'target_lang',
      value,
      fault: fault('language', 'unsupported_language'),
    })),
    unknownLanguage.map((value) => ({
      name: 'source_lang',
      value,
      fault: fault('language', 'unsupported_language'),
    })),
    fc
      .constantFrom<unknown>('MORE', '', null, 1, ['more'], {})
      .map((value) => ({ name: 'formality', value, fault: invalid })),
    fc
      .constantFrom<unknown>('none', '', 'x'.repeat(41), 5, null, ['apertium'])
      .map((value) => ({ name: 'engine', value, fault: invalid })),
    fc
      .constantFrom('preserve_formatting', 'placeholders', 'split_sentences', 'tag_handling', 'glossary')
      .map((name) => ({ name, value: 'x', fault: invalid })),
    fc
      .constantFrom<unknown>('c'.repeat(131_073), null, 1, [])
      .map((value) => ({ name: 'context', value, fault: invalid })),
    fc.constantFrom(1_025, 2_000).map((n) => ({ name: 'text', value: Array(n).fill('a'), fault: invalid })),
    fc
      .constantFrom('x\0y', '\ud800', 'a\udc00', '\ud83d')
      .map((text) => ({ name: 'text', value: [text], fault: invalid })),
    fc.constantFrom('\0', '\udfff').map((name) => ({ name, value: 1, fault: invalid })),
  );
  return fc
    .record({ good: goodMembers(pairs), change, style })
    .map(({ good, change: wrong, style: how }) => ({
      body: Buffer.from(writeJson({ ...good.members, [wrong.name]: wrong.value }, how)),
      // A wrong language is found last; any other wrong member before everything else in the body.
      faults: [...good.faults.filter(({ rank }) => rank > wrong.fault.rank), wrong.fault],
    }));
}

/** Good JSON, damaged as text or as bytes. */
function damaged(pairs: readonly KnownPair[]): fc.Arbitrary<GeneratedBody> {
  const damage = fc.constantFrom<(json: string) => Buffer>(
    () => Buffer.alloc(0),
    (json) => Buffer.from(json.slice(0, -1)),
    (json) => Buffer.from(json.slice(1)),
    (json) => Buffer.from(json.slice(0, Math.floor(json.length / 2))),
    (json) => Buffer.from(`${json}${json}`),
    (json) => Buffer.from(`${json}\0`),
    (json) => Buffer.from(`\ufeff\ufeff${json}`),
    (json) => Buffer.from(`[${json}]`),
    (json) => Buffer.from(JSON.stringify(json)),
    (json) => Buffer.from(json.replace('{', '{"text":["x"],')),
    (json) => Buffer.from(json.replace('{', '{"te\\u0078t":["x"],')),
    (json) => Buffer.from(json.replace('{', '{"a":{"b":1,"b":2},')),
    (json) => Buffer.from(json.replace('{', '{"__proto__":1,"__proto__":2,')),
    (json) => Buffer.from(json.replace('{', `{"deep":${'['.repeat(40)}${']'.repeat(40)},`)),
    (json) => Buffer.from(json.replace('{', `{"deep":${'{"a":'.repeat(33)}1${'}'.repeat(33)},`)),
    (json) => Buffer.from(json.replace('{', '{"n":01,')),
    (json) => Buffer.from(json.replace('{', '{"n":NaN,')),
    (json) => Buffer.from(json.replace('{', '{"s":"\t",')),
    (json) => Buffer.from(json.replace('{', "{'s':1,")),
    (json) => Buffer.from(json.replace('{', '{/* */')),
    (json) => Buffer.from(json, 'utf16le'),
    (json) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, 'utf16le')]),
    (json) => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xc3, 0x28, 0x7d])]),
    (json) =>
      Buffer.concat([Buffer.from('{"s":"'), Buffer.from([0xc0, 0xaf]), Buffer.from(`",${json.slice(1)}`)]),
    (json) =>
      Buffer.concat([
        Buffer.from('{"s":"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from(`",${json.slice(1)}`),
      ]),
    (json) =>
      Buffer.concat([
        Buffer.from('{"s":"'),
        Buffer.from([0xf4, 0x90, 0x80, 0x80]),
        Buffer.from(`",${json.slice(1)}`),
      ]),
    (json) =>
      Buffer.concat([Buffer.from('{"s":"'), Buffer.from([0xe2, 0x82]), Buffer.from(`",${json.slice(1)}`)]),
  );
  return fc.record({ good: goodMembers(pairs), damage }).map(({ good, damage: hurt }) => ({
    body: hurt(JSON.stringify(good.members)),
    faults: [invalid],
  }));
}

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((json) => Buffer.from(json)),
  fc
    .constantFrom(
      'null',
      'true',
      '1e999',
      '-0',
      '""',
      '[]',
      '{}',
      '{"text":{"__proto__":[]}}',
      '{"__proto__":{"text":["a"],"target_lang":"ES"}}',
    )
    .map((json) => Buffer.from(json)),
);

export function hostileBody(pairs: readonly KnownPair[]): fc.Arbitrary<GeneratedBody> {
  return fc.oneof(
    { weight: 12, arbitrary: goodBody(pairs) },
    { weight: 5, arbitrary: wrongMember(pairs) },
    { weight: 4, arbitrary: damaged(pairs) },
    { weight: 1, arbitrary: anyBytes.map((body) => ({ body, faults: [invalid] })) },
  );
}
