/** Finds what programs put into texts: placeholders, tags, web addresses, code. */
import { matchBraces, readIcuMessage } from './icu-messages.ts';
import { isSpan, type Part, type Span } from './layout.ts';
import { type FoundSpan, markSpans } from './mark-spans.ts';
import { pairTags, type Tag } from './pair-tags.ts';
import { placeholderPattern, placeholderSign, quotedInMessage, trimAddress } from './placeholder-patterns.ts';

export function markPlaceholders(parts: readonly Part[]): readonly Part[] {
  const mayHaveSome = parts.some((part) => !isSpan(part) && placeholderSign.test(part));
  return mayHaveSome ? mark(parts, 0) : parts;
}

function mark(parts: readonly Part[], depth: number): readonly Part[] {
  const outsideMessages = markSpans(parts, (words) => findMessages(words, depth));
  return withPairs(markSpans(outsideMessages, findInLine));
}

/** Plurals and choices, the outermost ones. */
function findMessages(words: string, depth: number): FoundSpan[] {
  if (!/,\s{0,9}(?:plural|select)/.test(words)) return [];
  const braces = matchBraces(words);
  const found: FoundSpan[] = [];
  for (let start = words.indexOf('{'); start !== -1; ) {
    const message = readIcuMessage(words, start, braces, (inner) => readMessage(inner, depth + 1));
    if (message !== undefined) {
      found.push({ start, end: message.end, span: { kind: 'word', replacement: message.layout } });
    }
    start = words.indexOf('{', message?.end ?? start + 1);
  }
  return found;
}

/** Deeper than any message that a person wrote; what is deeper is kept as it is. */
const maxDepth = 6;

function readMessage(message: string, depth: number): readonly Part[] {
  if (depth > maxDepth) return [{ kind: 'word', replacement: message }];
  return markSpans(mark([message], depth), (words) => findAll(words, quotedInMessage));
}

function findInLine(words: string): FoundSpan[] {
  return findAll(words, placeholderPattern);
}

function findAll(words: string, pattern: RegExp): FoundSpan[] {
  return [...words.matchAll(pattern)].map(({ index, 0: found }) => {
    const text = trimAddress(found);
    return { start: index, end: index + text.length, span: spanOf(text) };
  });
}

const tagParts = /^<(\/?)([\w.:-]+).*?(\/?)>$/s;

function spanOf(text: string): Span {
  return { kind: tagParts.test(text) ? 'mark' : 'word', replacement: text };
}

/** Tags that open and close become pairs; any other tag stands by itself. */
function withPairs(parts: readonly Part[]): readonly Part[] {
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
