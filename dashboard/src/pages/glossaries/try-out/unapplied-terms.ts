/** Finds terms that a reader would expect in a text, and why they were not applied. */
import { escapePattern } from '../../../lib/escape-pattern.ts';
import type { Work } from '../../../lib/in-slices.ts';
import { boundary, wordsOf } from '../../../lib/mark-terms.ts';
import { t } from '../../../lib/messages.ts';
import type { Cells } from '../draft/term-faults.ts';

export interface Unapplied {
  readonly source: string;
  readonly reason: string;
}

const mostNamed = 20;

/** Terms that a reader would expect in this text, with the reason why they were not applied. */
export function* findUnapplied(
  entries: readonly Cells[],
  text: string,
  applied: readonly string[],
): Work<Unapplied[]> {
  const folded = text.normalize().toLowerCase();
  const done = new Set(applied);
  const found: Unapplied[] = [];
  for (const { source } of entries) {
    yield;
    if (source === '' || done.has(source) || !folded.includes(source.normalize().toLowerCase())) continue;
    const reason = reasonFor(source, text.normalize(), applied);
    if (reason !== undefined) found.push({ source, reason });
    if (found.length === mostNamed) break;
  }
  return found;
}

function reasonFor(source: string, text: string, applied: readonly string[]): string | undefined {
  const startsWord = new RegExp(`${boundary.before}${escapePattern(source)}\\p{L}`, 'iu').test(text);
  // Short terms begin many unrelated words.
  if (startsWord && source.length > 2) return t('only whole words match; add this form as a term');
  if (!wordsOf(source, 'iu').test(text)) return undefined;
  const isInside = applied.some((term) => term !== source && wordsOf(source, 'iu').test(term));
  if (isInside) return t('a longer term was applied there');
  return wordsOf(source, 'u').test(text)
    ? t('in a tag or a placeholder, or not saved yet')
    : t('a term with capitals matches only in the same case');
}
