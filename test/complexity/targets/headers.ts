/** Short members that every request has: headers, languages, times, names. Node takes 16 KiB of headers. */
import { cleanEmail } from '../../../src/accounts/users/email.ts';
import { refuseOtherCharsets } from '../../../src/http/body-text.ts';
import { readCondition } from '../../../src/http/entity-tags.ts';
import { presentedKey } from '../../../src/http/public/credentials.ts';
import { readTime } from '../../../src/http/times.ts';
import { canonicalLanguageTag } from '../../../src/lib/language-tag.ts';
import { cleanName } from '../../../src/lib/names.ts';
import { parseTraceparent } from '../../../src/observability/tracing/traceparent.ts';
import type { Target } from '../target.ts';

const readers: Readonly<Record<string, (value: string) => unknown>> = {
  authorization: (value) => presentedKey({ headers: { authorization: value }, rawHeaders: [] }),
  condition: (value) => readCondition({ headers: { 'if-match': value } } as never),
  charset: refuseOtherCharsets,
  // As long as their schemas let them be.
  time: (value) => readTime('from', value.slice(0, 40)),
  language: canonicalLanguageTag,
  name: cleanName,
  email: (value) => cleanEmail(value.slice(0, 500)),
  traceparent: parseTraceparent,
};

export const headers: Target = {
  name: 'headers',
  fields: ['value'],
  vocabulary: [
    'Bearer ',
    ' ',
    '\t',
    ',',
    '"1"',
    '"',
    ';',
    'charset',
    '=',
    ' charset=',
    'utf-8',
    '-',
    '00-',
    'a',
    '1',
    '2026-01-01',
    'T',
    ':',
    '.1',
    'Z',
    '@',
    'zh-Hans',
    '-a1b2c',
    'en',
    '\u0301\u0327',
  ],
  options: { reader: Object.keys(readers) },
  maxSize: 16_000,
  bounds: { sliceMs: 20, cpuMs: 20 },
  prepare({ value = '' }, { reader = 'authorization' }) {
    const read = readers[reader] ?? String;
    return () => {
      try {
        return read(value);
      } catch {
        return undefined;
      }
    };
  },
};
