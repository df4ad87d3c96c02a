/** Inputs of the targets as bodies of translate calls, as large as a call may be. */
import { maxTermBytes } from '../../src/accounts/glossaries/glossary-limits.ts';
import { expand, type PumpedInput } from './pumped-input.ts';
import { textsOf } from './targets/texts.ts';

/** Those whose inputs a caller sends as texts. */
export const requestTargets = [
  'placeholders',
  'markup',
  'glossary-match',
  'detection',
  'restoring',
  'json',
] as const;

export const maxBodyBytes = 1024 * 1024;
const splitting: Readonly<Record<string, string>> = { lines: '1', punctuation: 'nonewlines' };

/** Of markup all of a body may be tags; but what costs most is what is just small enough to be translated. */
const sizes: Readonly<Record<string, readonly number[]>> = {
  json: [maxBodyBytes - 1_000],
  markup: [maxBodyBytes - 1_000, 40_000],
};
/** Just below the limit of 131,072. */
export const maxCharacters = 131_000;
const usualSizes = [maxCharacters];

export function requestBodiesOf(target: string, input: PumpedInput): string[] {
  return (sizes[target] ?? usualSizes).map((size) => largestBody(target, input, size));
}

/** Of half the size until it fits: escapes and letters of several bytes make a body larger than its characters. */
function largestBody(target: string, input: PumpedInput, largest: number): string {
  for (let size = largest; ; size /= 2) {
    const body = bodyOf(target, input, size);
    if (Buffer.byteLength(body) <= maxBodyBytes) return body;
  }
}

function bodyOf(target: string, input: PumpedInput, size: number): string {
  const { options } = input;
  const fields = expand(input, size);
  if (target === 'json') return fields.body ?? '';
  const terms = (fields.terms ?? '')
    .split('\n')
    .map((term) => term.slice(0, maxTermBytes))
    .filter((term) => term.trim() === term && term !== '');
  return JSON.stringify({
    text: textsOf(fields, options),
    target_lang: 'EO',
    ...(target !== 'detection' && { source_lang: 'EN' }),
    ...(options.format && { tag_handling: options.format }),
    ...(options.ignored && { ignore_tags: [options.ignored] }),
    ...(options.sentences && { split_sentences: splitting[options.sentences] }),
    ...(target === 'restoring' && { preserve_formatting: true }),
    ...(terms.length > 0 && {
      glossary: { entries: [...new Set(terms)].map((source) => ({ source, target: 'x' })) },
    }),
  });
}
