/** Finds the parts of a text that are meant for programs: placeholders, tags, web addresses, code. */

import { pairTags, type Tag } from '../../markup/pair-tags.ts';
import { matchBraces, readIcuMessage } from './icu-messages.ts';
import { isSpan, type Part, type Span } from './layout.ts';
import { type FoundSpan, markSpans } from './mark-spans.ts';
import {
  placeholderPattern,
  placeholderSign,
  quotedInMessage,
  quoteSign,
  trimAddress,
} from './placeholder-patterns.ts';

/**
 * Limit for one text, including the choices of its ICU messages. No text written by a person has more. The
 * rest is translated as plain text, so that a hostile text costs no more than a long one.
 */
const maxSpans = 5_000;

export function markPlaceholders(parts: readonly Part[]): readonly Part[] {
  const mayHavePlaceholders = parts.some((part) => !isSpan(part) && placeholderSign.test(part));
  return mayHavePlaceholders ? mark(parts, { depth: 0, budget: { spans: maxSpans } }) : parts;
}

interface Scope {
  /** How many messages enclose this one. */
  readonly depth: number;
  /** What remains of `maxSpans`, shared by the whole text. */
  readonly budget: { spans: number };
}

function mark(parts: readonly Part[], scope: Scope): readonly Part[] {
  const outsideMessages = markSpans(parts, (words) => findMessages(words, scope));
  return withPairs(
    markSpans(outsideMessages, (words) => findAll(words, placeholderSign, placeholderPattern, scope)),
  );
}

const messageSign = /,\s{0,9}(?:plural|select)/;

/** Finds the outermost plural and select messages. */
function findMessages(words: string, { depth, budget }: Scope): FoundSpan[] {
  if (!messageSign.test(words)) return [];
  const braces = matchBraces(words);
  const found: FoundSpan[] = [];
  const read = (inner: string) => readMessage(inner, { depth: depth + 1, budget });
  for (let start = words.indexOf('{'); start !== -1 && budget.spans > 0; ) {
    const message = readIcuMessage(words, start, { braces, maxChoices: budget.spans, read });
    if (message !== undefined) {
      found.push({ start, end: message.end, span: { kind: 'word', replacement: message.layout } });
      budget.spans -= message.layout.length;
    }
    start = words.indexOf('{', message?.end ?? start + 1);
  }
  return found;
}

/** Deeper than any message written by a person. Anything deeper is kept unchanged. */
const maxDepth = 6;

function readMessage(message: string, scope: Scope): readonly Part[] {
  if (scope.depth > maxDepth) return [{ kind: 'word', replacement: message }];
  return markSpans(mark([message], scope), (words) => findAll(words, quoteSign, quotedInMessage, scope));
}

/** `sign` occurs in every match. Testing it first is many times as fast for texts without a match. */
function findAll(words: string, sign: RegExp, pattern: RegExp, { budget }: Scope): FoundSpan[] {
  if (!sign.test(words)) return [];
  const found: FoundSpan[] = [];
  for (const { index, 0: match } of words.matchAll(pattern)) {
    if (budget.spans-- <= 0) break;
    const text = trimAddress(match);
    found.push({ start: index, end: index + text.length, span: spanOf(text) });
  }
  return found;
}

const tagParts = /^<(\/?)([\w.:-]+).*?(\/?)>$/s;

function spanOf(text: string): Span {
  return { kind: tagParts.test(text) ? 'mark' : 'word', replacement: text };
}

/** Matching opening and closing tags become pairs; any other tag remains a mark. */
function withPairs(parts: readonly Part[]): readonly Part[] {
  if (parts.length < 2) return parts;
  const indexes = [...parts.keys()].filter((i) => tagOf(parts[i]) !== undefined);
  if (indexes.length < 2) return parts;
  const tags = indexes.flatMap((i) => tagOf(parts[i]) ?? []);
  const result = [...parts];
  for (const [position, pair] of pairTags(tags).entries()) {
    const index = indexes[position] ?? 0;
    const part = parts[index];
    const role = tags[position]?.role;
    if (pair === undefined || part === undefined || !isSpan(part) || role === undefined || role === 'void')
      continue;
    result[index] = { kind: role, pair, replacement: part.replacement };
  }
  return result;
}

function tagOf(part: Part | undefined): Tag | undefined {
  if (part === undefined || !isSpan(part) || part.kind !== 'mark' || typeof part.replacement !== 'string')
    return undefined;
  const [, slash, name = '', selfClosing] = tagParts.exec(part.replacement) ?? [];
  if (selfClosing === '/') return { name, role: 'void' };
  return { name, role: slash === '/' ? 'close' : 'open' };
}
