/**
 * Inputs that can be made larger: a list of segments, some of which are repeated. Twice the scale is twice the size, so
 * that the growth of the cost can be measured. The corpus consists of them, and the search changes them.
 */
import { collidingWords } from './colliding-words.ts';

/**
 * A text that stands once, or a text with the number of its repeats for each step of the scale. In a repeated text `§`
 * stands for the number of the repeat, and `¤` for a word that no other repeat has and whose FNV-1a hash all others
 * share; `¢` is one more such word, the same everywhere.
 */
export type Segment = string | readonly [text: string, times: number];

export interface PumpedInput {
  /** What a target reads: a text, the terms of a glossary, an engine's answer. */
  readonly fields: Readonly<Record<string, readonly Segment[]>>;
  readonly options: Readonly<Record<string, string>>;
}

export type Fields = Readonly<Record<string, string>>;

/** The input with about `size` characters in all of its fields together. */
export function expand(input: PumpedInput, size: number): Fields {
  const scale = scaleFor(input, size);
  const fields = Object.entries(input.fields);
  return Object.fromEntries(fields.map(([name, segments]) => [name, expandSegments(segments, scale)]));
}

export function isScalable({ fields }: PumpedInput): boolean {
  return Object.values(fields).some((segments) => segments.some((segment) => typeof segment !== 'string'));
}

export function sizeOf(fields: Fields): number {
  return Object.values(fields).reduce((sum, text) => sum + text.length, 0);
}

/** Repeats change their length with their number, so this is only near; the cost is told by the true size. */
const lengthOfNumber = 3;
const lengthOfWord = 5;

function scaleFor({ fields }: PumpedInput, size: number): number {
  let [fixed, perStep] = [0, 0];
  for (const segment of Object.values(fields).flat()) {
    if (typeof segment === 'string') fixed += lengthOf(segment);
    else perStep += lengthOf(segment[0]) * segment[1];
  }
  return perStep === 0 ? 1 : Math.max(1, (size - fixed) / perStep);
}

function lengthOf(text: string): number {
  let length = text.length;
  for (const sign of text) {
    if (sign === '§') length += lengthOfNumber - 1;
    else if (sign === '¤' || sign === '¢') length += lengthOfWord - 1;
  }
  return length;
}

function expandSegments(segments: readonly Segment[], scale: number): string {
  return segments
    .map((segment) => {
      if (typeof segment === 'string') return withWords(segment, 0);
      const times = Math.max(1, Math.round(segment[1] * scale));
      return repeated(segment[0], times);
    })
    .join('');
}

function repeated(text: string, times: number): string {
  if (!/[§¤¢]/.test(text)) return text.repeat(times);
  return Array.from({ length: times }, (_, i) => withWords(text, i)).join('');
}

function withWords(text: string, index: number): string {
  if (!/[§¤¢]/.test(text)) return text;
  const numbered = text.replaceAll('§', index.toString(36));
  if (!/[¤¢]/.test(numbered)) return numbered;
  const words = collidingWords();
  return numbered
    .replaceAll('¢', words[0] ?? '')
    .replaceAll('¤', words[1 + (index % (words.length - 1))] ?? '');
}
