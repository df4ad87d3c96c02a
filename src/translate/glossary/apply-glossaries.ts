/** Opens the glossaries of a call, and applies them once the languages of its texts are known. */
import type { Pace } from '../../lib/event-loop-turns.ts';
import { canonicalLanguageTag } from '../../lib/language-tag.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { PreparedText } from '../prepare-texts.ts';
import * as refusals from '../refusals.ts';
import type { Plan, TranslationRequest } from '../routing/plan-call.ts';
import { type Warning, warnAboutTexts } from '../warnings.ts';
import type { FoundTerm, TermFinder } from './find-terms.ts';
import type { GlossaryLoader, OpenGlossaries } from './glossary-loader.ts';
import { type MarkedText, markTerms } from './mark-terms.ts';

/** The value is undefined for a call without glossaries. */
export async function openGlossaries(
  loader: GlossaryLoader | undefined,
  { request: { glossary }, ownEntries }: { request: TranslationRequest; ownEntries?: Uint8Array | undefined },
  call: { readonly teamId: string; readonly pace: Pace },
): Promise<Outcome<OpenGlossaries | undefined>> {
  if (glossary === undefined || loader === undefined) return done(undefined);
  return loader.open(call, glossary.ids, ownEntries);
}

export interface TextsWithTerms {
  readonly texts: readonly PreparedText[];
  /** The terms found in each text, in text order. */
  readonly terms: readonly (readonly FoundTerm[])[];
  readonly warnings: readonly Warning[];
}

export async function applyGlossaries(
  glossaries: OpenGlossaries | undefined,
  texts: readonly PreparedText[],
  plan: Plan,
  request: TranslationRequest,
): Promise<Outcome<TextsWithTerms>> {
  if (glossaries === undefined) return done({ texts, terms: [], warnings: [] });
  const target = canonicalLanguageTag(request.targetLang ?? '') ?? plan.target;
  const finders = await findersFor(glossaries, plan, target);
  if (!finders.ok) return finders;
  const finderOf = (i: number) => finders.value.get(plan.sources[i] ?? '');
  const withoutDictionary = [...texts.keys()].filter((i) => finderOf(i) === 'no dictionary');
  if (withoutDictionary.length > 0 && request.sourceLang !== undefined) return refusals.noDictionary;
  const marked: MarkedText[] = [];
  for (const [i, text] of texts.entries()) {
    const finder = finderOf(i);
    const hasFinder = finder !== undefined && finder !== 'no dictionary';
    const withTerms = hasFinder ? await markTerms(text, finder) : { text, terms: [] };
    if (withTerms === undefined) return refusals.tooManyTerms;
    marked.push(withTerms);
  }
  return done({
    texts: marked.map(({ text }) => text),
    terms: marked.map(({ terms }) => terms),
    warnings: warnAboutTexts('glossary_not_applied', withoutDictionary),
  });
}

type FinderBySource = ReadonlyMap<string, TermFinder | 'no dictionary'>;

/** A source without routes is the target language: its texts are not translated and need no finder. */
async function findersFor(
  glossaries: OpenGlossaries,
  { routesBySource }: Plan,
  target: string,
): Promise<Outcome<FinderBySource>> {
  const finders = new Map<string, TermFinder | 'no dictionary'>();
  for (const [source, routes] of routesBySource) {
    if (routes.length === 0) continue;
    const finder = await glossaries.finderFor({ source, target });
    if (!finder.ok) return finder;
    finders.set(source, finder.value ?? 'no dictionary');
  }
  return done(finders);
}
