import { readEntries, writeTsv } from '../../../src/accounts/glossaries/entries.ts';
import { mainThread } from '../../../src/lib/event-loop-turns.ts';
import { requestLimits } from '../../../src/lib/request-limits.ts';
import { createTermFinder } from '../../../src/translate/glossary/find-terms.ts';
import { markTerms } from '../../../src/translate/glossary/mark-terms.ts';
import { newSearchBudget } from '../../../src/translate/glossary/term-search.ts';
import { compileTerms } from '../../../src/translate/glossary/term-table.ts';
import { prepareTexts } from '../../../src/translate/prepare-texts.ts';
import type { PumpedInput } from '../pumped-input.ts';
import { onEventLoop, type Target } from '../target.ts';
import { plainWords } from './texts.ts';

const vocabulary = [
  ...plainWords,
  ...[
    '\n',
    '\n',
    'a\n',
    'a a\n',
    'b§\n',
    '§\n',
    '¤\n',
    '¢ ',
    '¤ ',
    'a ',
    'a a ',
    'A',
    'İ',
    'ß',
    'Σ',
    'ﬁ',
    '-',
    "'",
    '’',
    '世',
    '世界',
  ],
  ...['\u0301', '\u0327', '\u0301\u0327', 'ก', '가', '\u200d', '_', 'a§ '],
];

/** The lines of the field are terms: what can't be one is left out, as a caller would. */
function tsvOf(terms: string): Uint8Array {
  const sources = terms.split('\n').map((term) => term.trim().slice(0, 300));
  const lines = [...new Set(sources)].filter((term) => term !== '' && !/\t/.test(term));
  const read = readEntries('tsv', lines.map((term) => `${term}\tx`).join('\n'));
  return Buffer.from(read.ok ? writeTsv(read.value) : 'a\tx\n');
}

async function textOf(text: string | undefined) {
  const prepared = await prepareTexts([(text ?? '').slice(0, requestLimits.maxCharactersPerCall)], {
    placeholders: 'none',
  });
  const [first] = prepared.ok ? prepared.texts : [];
  if (first === undefined) throw new Error('a text could not be prepared');
  return first;
}

const languages = ['en', 'tr', 'lt', 'zh'];

function pairOf({ language = 'en' }: PumpedInput['options']) {
  return { source: language, target: 'de' };
}

/** Finding the terms of a glossary in a text, on the event loop. */
export const glossaryMatch: Target = {
  name: 'glossary-match',
  fields: ['text', 'terms'],
  vocabulary,
  options: { language: languages },
  // Half of it is the text in most inputs, so that the largest text is reached.
  maxSize: 2 * requestLimits.maxCharactersPerCall,
  bounds: onEventLoop,
  async prepare(fields, options) {
    const table = compileTerms(tsvOf(fields.terms ?? ''));
    const text = await textOf(fields.text);
    const pace = mainThread.paceFor('');
    return () => {
      return markTerms(text, createTermFinder([table], pairOf(options), newSearchBudget(pace)));
    };
  },
};

/** Compiling the entries that a call brings along: up to 64 kB at once, larger ones on a thread. */
export const glossaryCompile: Target = {
  name: 'glossary-compile',
  fields: ['terms'],
  vocabulary,
  options: {},
  maxSize: 500_000,
  bounds: { sliceMs: 2_000, cpuMs: 2_000 },
  prepare(fields) {
    const tsv = tsvOf(fields.terms ?? '');
    return () => compileTerms(tsv);
  },
};
