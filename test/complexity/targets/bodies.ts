/** Bodies as they come: JSON, forms, and the entries of glossaries in all their formats. */
import { pack } from '../../../src/accounts/glossaries/pack-jobs.ts';
import { parseJsonBody } from '../../../src/http/json-body.ts';
import { readTranslateBody } from '../../../src/http/public/compat/translate-body.ts';
import { mainThread } from '../../../src/lib/event-loop-turns.ts';
import { parseStrictForm } from '../../../src/lib/strict-form.ts';
import { onEventLoop, type Target } from '../target.ts';

const jsonWords = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"§"',
    '"§":1,',
    '1,',
    '1e9',
    '[],',
    '{},',
    '"a":',
    'null',
    'true',
    '\\',
    '\\"',
    '\\\\',
  ],
  ...[
    '\\u0000',
    '\\ud83d',
    '\\ude00',
    '\\n',
    ' ',
    '\n',
    '"text":[',
    '"entries":[',
    '{"source":"§","target":"x"},',
    '-',
    '.',
    '9',
  ],
];

export const json: Target = {
  name: 'json',
  fields: ['body'],
  vocabulary: jsonWords,
  options: {},
  maxSize: 1_048_576,
  bounds: onEventLoop,
  prepare({ body = '' }) {
    const bytes = Buffer.from(body);
    return () => parseJsonBody('application/json', bytes, mainThread.paceFor('')).catch(() => undefined);
  },
};

export const form: Target = {
  name: 'form',
  fields: ['body'],
  vocabulary: [
    '&',
    '=',
    '+',
    '%',
    '%20',
    '%25',
    '%00',
    '%C3%A9',
    '%F0%9F%98%80',
    'a',
    'text=',
    'text=a&',
    '§=1&',
    'ignore_tags=',
    ',',
    ' ,',
    '[0]',
    '__proto__=',
  ],
  options: {},
  maxSize: 1_048_576,
  bounds: onEventLoop,
  prepare:
    ({ body = '' }) =>
    () => {
      const read = parseStrictForm(body, 2_048);
      return read.ok ? readTranslateBody(read.members, 'form') : read;
    },
};

const entryWords = [
  ...jsonWords,
  'a\tb\n',
  '§\tb\n',
  '\t',
  '\r\n',
  'a,b\n',
  '"a","b"\n',
  '""',
  '","',
  '§,b\n',
  '\ufeff',
  ' \t',
  '¤\tb\n',
];

/** Entries of a dictionary of up to 10 MiB; on a thread where they are many. */
export const glossaryEntries: Target = {
  name: 'glossary-entries',
  fields: ['body'],
  vocabulary: entryWords,
  options: { format: ['tsv', 'csv', 'json'] },
  maxSize: 4_000_000,
  bounds: { sliceMs: 4_000, cpuMs: 4_000 },
  prepare({ body = '' }, { format = 'tsv' }) {
    const content = Buffer.from(body);
    return () => pack({ kind: 'entries', format: format as 'tsv', content });
  },
};
