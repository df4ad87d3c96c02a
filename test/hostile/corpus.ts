/** Requests made by hand: the limits themselves, one step beyond each, and the largest of everything. */
import { type Fault, fault, type Header, type HostileRequest, undetected } from './hostile-request.ts';
import { engineTexts } from './hostile-texts.ts';

const mebibyte = 1024 * 1024;

const invalid = fault('content', 'invalid_request');
const tooLargeBody = fault('type', 'payload_too_large');
const tooManyCharacters = fault('size', 'payload_too_large');
const unsupportedLanguage = fault('language', 'unsupported_language');

export type CorpusEntry = readonly [name: string, request: HostileRequest];

export function corpus(key: string): CorpusEntry[] {
  const post = (body: Buffer, faults: Fault[], texts?: readonly string[]): HostileRequest => ({
    method: 'POST',
    target: '/v1/translate',
    version: 'HTTP/1.1',
    headers: headersFor(key),
    body,
    framing: 'length',
    success: 200,
    readsBody: true,
    faults,
    texts,
  });
  const json = (members: object, ...faults: Fault[]) => post(Buffer.from(JSON.stringify(members)), faults);
  const call = (text: string[], more: object = { source_lang: 'EN' }, ...faults: Fault[]) =>
    post(Buffer.from(JSON.stringify({ text, target_lang: 'ES', ...more })), faults, text);
  const padded = (size: number, ...faults: Fault[]) => {
    const [head, tail] = ['{"text":["Hello"],"target_lang":"ES","source_lang":"EN","pad":"', '"}'];
    const padding = 'x'.repeat(size - head.length - tail.length);
    return post(Buffer.from(head + padding + tail), faults, ['Hello']);
  };
  const withMember = (member: string, ...faults: Fault[]) =>
    post(Buffer.from(`{"text":["Hello"],"target_lang":"ES","source_lang":"EN","x":${member}}`), faults, [
      'Hello',
    ]);

  return [
    ['no texts', call([], {}, invalid)],
    ['one empty text', call([''])],
    ['1,024 texts', call(labelled(1_024))],
    ['1,024 texts, their language to be found', call(labelled(1_024), {}, undetected)],
    ['1,000 long texts, their language to be found', call(longTexts(1_000), {}, undetected)],
    ['1,024 empty texts', call(Array(1_024).fill(''))],
    ['1,025 texts', call(Array(1_025).fill('a'), {}, invalid)],
    ['340,000 empty texts', call(Array(340_000).fill(''), {}, tooLargeBody)],
    ['31,000 empty texts', call(Array(31_000).fill(''), {}, invalid)],
    ['131,072 characters of blanks', call(['\n'.repeat(131_072)])],
    ['131,073 characters of blanks', call(['\n'.repeat(131_073)], { source_lang: 'EN' }, tooManyCharacters)],
    ['131,072 characters over many texts', call(Array(1_024).fill('Hello. '.repeat(19).slice(0, 128)))],
    [
      '131,073 characters over two texts',
      call(['a'.repeat(65_536), 'a'.repeat(65_537)], {}, tooManyCharacters),
    ],
    [
      'too many characters to an invalid language',
      call(['a'.repeat(131_073)], { target_lang: 'xx' }, tooManyCharacters, unsupportedLanguage),
    ],
    ['131,072 emoji', call(['\u{1f600}'.repeat(131_072)])],
    ['131,073 emoji', call(['\u{1f600}'.repeat(131_073)], {}, tooManyCharacters)],
    ['131,072 combining marks', call([`a${'\u0301'.repeat(131_071)}`])],
    ['one word of 131,072 letters', call(['w'.repeat(131_072)])],
    ['131,072 full stops', call(['.'.repeat(131_072)])],
    ['50,000 short words without a full stop', call(['a '.repeat(50_000)])],
    ['50,000 short words, their language to be found', call(['a '.repeat(50_000)], {}, undetected)],
    ['500 words of 199 letters', call([`${'v'.repeat(199)} `.repeat(500)])],
    ['20,000 sentences', call(['Go. '.repeat(20_000)])],
    ['131,072 control characters, escaped', call(['\u0001'.repeat(131_072)])],
    ['131,072 quotes and backslashes', call(['"\\'.repeat(65_536)])],
    ['131,072 characters back to themselves', call(['\u4e16'.repeat(131_072)], { source_lang: 'ES' })],
    ['context at its limit', call(['Hello'], { source_lang: 'EN', context: '\u{1f600}'.repeat(131_072) })],
    ['context beyond its limit', call(['Hello'], { context: '\u{1f600}'.repeat(131_073) }, invalid)],
    ['a body of exactly 1 MiB', padded(mebibyte)],
    ['a body of 1 MiB and one byte', padded(mebibyte + 1, tooLargeBody)],
    ['a body of 6 MiB', padded(6 * mebibyte, tooLargeBody)],
    ['1 MiB of numbers', withMember(`[${'1,'.repeat(520_000)}1]`, tooLargeBody)],
    ['1 MiB of empty objects', withMember(`[${'{},'.repeat(340_000)}{}]`, tooLargeBody)],
    ['1 MiB of one-member objects', withMember(`[${'{"a":1},'.repeat(128_000)}1]`, tooLargeBody)],
    ['95,000 members in one object', withMember(`{${manyMembers(95_000)}}`, tooLargeBody)],
    // The rest of the call adds six to the count of brackets and commas.
    ['31,994 members in one object', withMember(`{${manyMembers(31_994)}}`)],
    ['31,995 members in one object', withMember(`{${manyMembers(31_995)}}`, tooLargeBody)],
    ['31,000 members, the first one again', withMember(`{${manyMembers(31_000)},"m0":1}`, invalid)],
    ['1 MiB of open brackets', withMember('['.repeat(mebibyte - 100), invalid)],
    ['1 MiB of backslashes', withMember(`"${'\\\\'.repeat(520_000)}"`)],
    ['1 MiB of escaped quotes', withMember(`"${'\\"'.repeat(520_000)}"`)],
    ['1 MiB of blanks', withMember(`${' '.repeat(mebibyte - 100)}1`)],
    ['1 MiB of digits', withMember('9'.repeat(mebibyte - 100))],
    [
      'a NUL behind 1 MiB of strings',
      withMember(`[${`"${'a'.repeat(29)}",`.repeat(31_000)}"\\u0000"]`, invalid),
    ],
    [
      'a half surrogate behind 1 MiB of whole ones',
      withMember(`["${'\\ud83d\\ude00'.repeat(85_000)}\\ud83d"]`, invalid),
    ],
    ['32 levels', withMember('['.repeat(31) + ']'.repeat(31))],
    ['33 levels', withMember('['.repeat(32) + ']'.repeat(32), invalid)],
    [
      'members of every prototype',
      json({ __proto__: { text: ['a'] }, constructor: 1, toString: 2 }, invalid),
    ],
    [
      'a prototype that would be enough',
      post(Buffer.from('{"__proto__":{"text":["a"],"target_lang":"ES"}}'), [invalid]),
    ],
    ...engineTexts.map(([name, text]): CorpusEntry => [name, call([text])]),
    ...engineTexts.map(
      ([name, text]): CorpusEntry => [`${name}, language to be found`, call([text], {}, undetected)],
    ),
  ];
}

function headersFor(key: string): Header[] {
  return [
    ['Host', 'dragoman.example'],
    ['Authorization', `Bearer ${key}`],
    ['Content-Type', 'application/json'],
  ];
}

function labelled(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `#${10_000 + i}# The house is big.`);
}

/** Of 100 characters each, no two alike. */
function longTexts(count: number): string[] {
  const sentence =
    'The cat sat on the mat and looked at the moon, because the house was big and the night was cold.';
  return Array.from({ length: count }, (_, i) => `${1_000 + i} ${sentence}`.slice(0, 100));
}

function manyMembers(count: number): string {
  return Array.from({ length: count }, (_, i) => `"m${i.toString(36)}":1`).join(',');
}
