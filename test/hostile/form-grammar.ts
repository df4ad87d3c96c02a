/** Forms to the path that the client libraries call: good ones in every disguise, and every way to be wrong. */
import fc from 'fast-check';
import type { CorpusEntry } from './corpus.ts';
import { type Fault, fault, type HostileRequest, undetected } from './hostile-request.ts';
import { hostileText } from './hostile-texts.ts';
import type { GrammarContext } from './request-grammar.ts';

const mebibyte = 1024 * 1024;
const invalid = fault('content', 'invalid_request');
const tooMany = fault('content', 'payload_too_large');
const tooLargeBody = fault('type', 'payload_too_large');
const tooManyCharacters = fault('size', 'payload_too_large');

function formRequest(
  key: string,
  body: string,
  faults: readonly Fault[],
  texts: readonly string[],
): HostileRequest {
  return {
    method: 'POST',
    target: '/v2/translate',
    version: 'HTTP/1.1',
    headers: [
      ['Host', 'dragoman.example'],
      ['Authorization', `DeepL-Auth-Key ${key}`],
      ['Content-Type', 'application/x-www-form-urlencoded;charset=utf-8'],
    ],
    body: Buffer.from(body),
    framing: 'length',
    success: 200,
    readsBody: true,
    isCompatible: true,
    faults,
    texts,
  };
}

/** Escapes that mean the same. */
const escapes = fc.constantFrom<(text: string) => string>(
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, (triplet) => triplet.toLowerCase()),
  (text) => text.replaceAll(/[%&+=#]/g, encodeURIComponent),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
);

const damages = fc.constantFrom<(form: string) => string>(
  (form) => `${form}%`,
  (form) => `${form}&text=%zz`,
  (form) => `%4=1&${form}`,
  (form) => `${form}&text=%c3%28`,
  (form) => `${form}&text=%c0%af`,
  (form) => `${form}&text=%ed%a0%80`,
  (form) => `${form}&text=%f4%90%80%80`,
  (form) => `${form}&text=a%00b`,
  (form) => `${form}&x%00=1`,
  (form) => `${form}&formality=rude`,
  (form) => `${form}&split_sentences=7`,
  (form) => `${form}&preserve_formatting=perhaps`,
  (form) => `${form}&glossary_id=../../etc`,
  (form) => form.replaceAll('text=', 'texts='),
  () => '',
  () => '&&&',
  () => '=',
);

const extras = fc.constantFrom(
  '',
  '&',
  '&&',
  '&__proto__=x',
  '&constructor=1&constructor=2',
  '&unknown',
  '&=x',
);

export function hostileForm({ keys, pairs }: GrammarContext): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      texts: fc.oneof(
        hostileText.map((text) => [text]),
        fc
          .array(hostileText, { minLength: 2, maxLength: 5 })
          .map((many) => many.map((text, i) => `#${4_711 + i}# ${text}`)),
      ),
      pair: fc.constantFrom(...pairs),
      omitsSource: fc.boolean(),
      encode: escapes,
      extra: extras,
      damage: fc.option(damages, { freq: 2 }),
    })
    .map(({ texts, pair, omitsSource, encode, extra, damage }) => {
      const source = omitsSource ? '' : `&source_lang=${pair.source}`;
      const texted = texts.map((text) => `text=${encode(text)}`).join('&');
      const form = `${texted}&target_lang=${pair.target}${source}${extra}`;
      if (damage !== null) return formRequest(keys.good, damage(form), [invalid], texts);
      return formRequest(keys.good, form, omitsSource ? [undetected] : [], texts);
    });
}

/** Forms made by hand: the limits, one step beyond them, and the largest of everything. */
export function formCorpus(key: string): CorpusEntry[] {
  const call = (texts: readonly string[], more = '', ...faults: Fault[]): HostileRequest => {
    const texted = texts.map((text) => `text=${encodeURIComponent(text)}`).join('&');
    return formRequest(key, `target_lang=ES&source_lang=EN&${texted}${more}`, faults, texts);
  };
  const one = ['Hello'];
  const room = mebibyte - 100;
  return [
    ['a form with one empty text', call([''])],
    ['a form with 1,024 texts', call(Array.from({ length: 1_024 }, (_, i) => `#${10_000 + i}# The house.`))],
    ['a form with 1,025 texts', call(Array(1_025).fill('a'), '', tooMany)],
    ['a form with 131,072 characters', call(['\n'.repeat(131_072)])],
    ['a form with 131,073 characters', call(['\n'.repeat(131_073)], '', tooManyCharacters)],
    ['a form with 80,000 emoji', call(['\u{1f600}'.repeat(80_000)])],
    ['a form over 1 MiB', call(one, `&pad=${'x'.repeat(mebibyte)}`, tooLargeBody)],
    ['a form with 1 MiB of one member', call(one, `&pad=${'x'.repeat(room)}`)],
    ['a form with 1 MiB of plus signs', call(one, `&pad=${'+'.repeat(room)}`)],
    ['a form with 1 MiB of escapes', call(one, `&pad=${'%41'.repeat(room / 3)}`)],
    ['a form with 1 MiB of escapes and a broken one', call(one, `&pad=${'%41'.repeat(room / 3)}%`, invalid)],
    ['a form with 1 MiB of ampersands', call(one, '&'.repeat(room))],
    ['a form with 500,000 members', call(one, '&a'.repeat(room / 2), tooMany)],
    ['a form with 2,000 members of one name', call(one, '&a=b'.repeat(2_000))],
    ['a form with 1 MiB of equals signs', call(one, `&a${'='.repeat(room)}`)],
    ['a form with a name of 1 MiB', call(one, `&${'n'.repeat(room)}`)],
  ];
}
