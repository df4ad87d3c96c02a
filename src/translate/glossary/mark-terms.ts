/** Marks glossary terms in a text: each occurrence becomes a span that is replaced by the target term. */
import type { PreparedText } from '../prepare-texts.ts';
import { compose, isSpan, type Layout, type Part, type Unit } from '../protection/layout.ts';
import { markSpans } from '../protection/mark-spans.ts';
import type { FoundTerm, TermFinder } from './find-terms.ts';

export interface MarkedText {
  readonly text: PreparedText;
  /** In text order. */
  readonly terms: readonly FoundTerm[];
}

/** Returns undefined if the search exceeds the work limit of the call. */
export async function markTerms(text: PreparedText, finder: TermFinder): Promise<MarkedText | undefined> {
  const terms: FoundTerm[] = [];
  const layout = await markLayout(text.layout, finder, terms);
  if (layout === undefined) return undefined;
  if (terms.length === 0) return { text, terms };
  // `source` is the answer for a text that consists of terms only: no engine is called for it.
  return { text: { ...text, layout, source: compose(layout, () => undefined) }, terms };
}

async function markLayout(
  layout: Layout,
  finder: TermFinder,
  found: FoundTerm[],
): Promise<Layout | undefined> {
  const marked: (string | Unit)[] = [];
  for (const piece of layout) {
    const unit = typeof piece === 'string' ? piece : await markUnit(piece, finder, found);
    if (unit === undefined) return undefined;
    marked.push(unit);
  }
  return marked;
}

async function markUnit(unit: Unit, finder: TermFinder, found: FoundTerm[]): Promise<Unit | undefined> {
  const { parts, write = String } = unit;
  const termsOf = new Map<string, FoundTerm[]>();
  const inner: Part[] = [];
  for (const part of parts) {
    if (!isSpan(part)) {
      const terms = termsOf.get(part) ?? (await finder.find(part));
      if (terms === undefined) return undefined;
      termsOf.set(part, terms);
      for (const term of terms) found.push(term);
      inner.push(part);
    } else if (typeof part.replacement === 'string') {
      inner.push(part);
    } else {
      const replacement = await markLayout(part.replacement, finder, found);
      if (replacement === undefined) return undefined;
      inner.push({ ...part, replacement });
    }
  }
  const marked = markSpans(inner, (words) =>
    (termsOf.get(words) ?? []).map(({ start, end, target }) => ({
      start,
      end,
      span: { kind: 'word', replacement: write(target), term: { source: words.slice(start, end), target } },
    })),
  );
  return { ...unit, parts: marked };
}
