/**
 * Selects the glossary terms of a unit that a language model sees. It gets such a term inside a tag and, in a list, with
 * its target term, so that it can write the words around it in the right form. Whatever it writes inside the tag is
 * replaced by the target term: the term is as exact as one that the engine never sees.
 */
import type { GlossaryEntry } from '../../engines/engine.ts';
import { isSpan, type Part, type Span } from '../protection/layout.ts';

/**
 * What is sent with a text besides its context is neither charged nor counted, so it has to be short. Terms beyond these
 * limits stay hidden.
 */
const maxTerms = 30;
const maxCharacters = 500;

export interface ShownTerms {
  readonly spans: ReadonlySet<Span>;
  /** Without duplicates, in text order. */
  readonly entries: readonly GlossaryEntry[];
}

export function shownTerms(parts: readonly Part[]): ShownTerms | undefined {
  const spans = new Set<Span>();
  const entries = new Map<string, GlossaryEntry>();
  let room = maxCharacters;
  for (const part of parts) {
    if (!isSpan(part) || part.term === undefined) continue;
    const { source, target } = part.term;
    const known = entries.get(source);
    const length = source.length + target.length;
    if (known === undefined && (entries.size === maxTerms || length > room)) continue;
    // The same words can have two target terms only if they are in two dictionaries; one of them then stays hidden.
    if (known !== undefined && known.target !== target) continue;
    if (known === undefined) room -= length;
    entries.set(source, part.term);
    spans.add(part);
  }
  return spans.size === 0 ? undefined : { spans, entries: [...entries.values()] };
}
