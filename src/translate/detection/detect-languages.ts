/**
 * Says which language each text of a call is in, among those that make sense for the call. Each text is
 * weighed by itself; then texts that say little lean on the others. A text that is clearly in another
 * language has no route, and the caller is told rather than sent a guess.
 */
import { mainThread, type Pace } from '../../lib/event-loop-turns.ts';
import { baseLanguage } from '../../lib/language-tag.ts';
import { sharesOfCall } from './call-shares.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import type { Evidence } from './evidence.ts';
import { foreignLanguageOf } from './foreign-language.ts';
import { sampleText } from './text-sample.ts';
import { weighText } from './weigh-text.ts';

export type Detection =
  /** One of the candidates, as it was given. */
  | { readonly kind: 'found'; readonly language: string }
  /** The base tag of a language that is none of the candidates. */
  | { readonly kind: 'no_route'; readonly language: string };

/** Both detectors call these languages by other names. */
const detectorNames: Readonly<Record<string, string>> = { fil: 'tl', nb: 'no' };
/** How many times more texts are sent in English than in any other language; it only tips very short ones. */
const englishOdds = 5;
/** `candidates` are tags in order of preference, at least one. */
export async function detectLanguages(
  texts: readonly string[],
  candidates: readonly string[],
  pace: Pace = mainThread.paceFor(''),
): Promise<Detection[]> {
  const tagByName = tagsByName(candidates);
  const names = [...tagByName.keys()];
  const weighed = await weighTexts(texts, findCandidates(names), pace);
  const found = findAmong(names, weighed);
  const majority = mostFrequent(found) ?? (tagByName.has('en') ? 'en' : names[0]);
  return weighed.map(({ foreign }, i) => {
    if (foreign !== undefined) return { kind: 'no_route', language: foreign };
    return { kind: 'found', language: tagByName.get(found[i] ?? majority ?? '') ?? '' };
  });
}

interface WeighedText {
  /** None when the text has no letters. */
  readonly evidence?: Evidence;
  readonly foreign?: string | undefined;
}

async function weighTexts(
  texts: readonly string[],
  candidates: Candidates,
  pace: Pace,
): Promise<WeighedText[]> {
  const weighed: WeighedText[] = [];
  // Labels of an interface repeat, and each costs as much as the first.
  const known = new Map<string, WeighedText>();
  for (const text of texts) {
    if (pace.isOver) await pace.next();
    const one = known.get(text) ?? (await weighOne(text, candidates));
    known.set(text, one);
    weighed.push(one);
  }
  return weighed;
}

async function weighOne(text: string, candidates: Candidates): Promise<WeighedText> {
  const sample = sampleText(text);
  if (sample === undefined) return {};
  const evidence = await weighText(sample, candidates);
  return { evidence, foreign: foreignLanguageOf(evidence, candidates.languages, sample.words) };
}

/** The best of `names` for each text that has letters and is none of another language. */
function findAmong(names: readonly string[], texts: readonly WeighedText[]): (string | undefined)[] {
  const weights = texts.map(({ evidence, foreign }) =>
    evidence === undefined || foreign !== undefined
      ? undefined
      : Float64Array.from(names, (name) => evidence.get(name) ?? 0),
  );
  const shares = sharesOfCall(
    weights.filter((weight) => weight !== undefined),
    usualShares(names),
  );
  return weights.map((weight) => names[indexOfBest(weight?.map((value, i) => value + (shares[i] ?? 0)))]);
}

function usualShares(names: readonly string[]): Float64Array {
  const odds = Float64Array.from(names, (name) => (name === 'en' ? englishOdds : 1));
  const total = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / total);
}

/** -1 when there is none. */
function indexOfBest(values: Float64Array = new Float64Array()): number {
  return values.indexOf(Math.max(...values));
}

function mostFrequent(names: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Variants of one language look the same to the detectors: the first stands for all. */
function tagsByName(candidates: readonly string[]): Map<string, string> {
  const tagByName = new Map<string, string>();
  for (const tag of candidates) {
    const base = baseLanguage(tag);
    const name = detectorNames[base] ?? base;
    if (!tagByName.has(name)) tagByName.set(name, tag);
  }
  return tagByName;
}
