/**
 * Detects the language of each text of a call among the candidates of the call. Each text is weighed
 * separately; then texts with little evidence follow the others. A text that is clearly in another language
 * is reported as having no route instead of being guessed.
 */
import { mainThread, type Pace } from '../../lib/event-loop-turns.ts';
import { baseLanguage } from '../../lib/language-tag.ts';
import { sharesBesideTexts } from './call-shares.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import { bestInCall } from './follow-call.ts';
import { foreignLanguageOf } from './foreign-language.ts';
import { sampleText } from './text-sample.ts';
import { type WeighedSample, weighText } from './weigh-text.ts';

export type Detection =
  /** The tag of a candidate, as given. */
  | { readonly kind: 'found'; readonly language: string }
  /** The base tag of a language that is not a candidate. */
  | { readonly kind: 'no_route'; readonly language: string };

/** Both detectors use other names for these languages. */
const detectorNames: Readonly<Record<string, string>> = { fil: 'tl', nb: 'no' };
/** How many times more texts are in English than in any other language. Decides only very short texts. */
const englishOdds = 5;

/** `candidates` is a non-empty list of tags in order of preference. */
export async function detectLanguages(
  texts: readonly string[],
  candidates: readonly string[],
  pace: Pace = mainThread.paceFor(''),
): Promise<Detection[]> {
  const tagByName = tagsByName(candidates);
  const names = [...tagByName.keys()];
  const weighed = await weighTexts(texts, findCandidates(names), pace);
  const found = findAmong(names, weighed);
  const majority = mostFrequent(names, found) ?? (tagByName.has('en') ? 'en' : names[0]);
  return weighed.map(({ foreign }, i) => {
    if (foreign !== undefined) return { kind: 'no_route', language: foreign };
    return { kind: 'found', language: tagByName.get(found[i] ?? majority ?? '') ?? '' };
  });
}

interface WeighedText {
  /** Absent if the text has no letters. */
  readonly sample?: WeighedSample;
  readonly foreign?: string | undefined;
}

async function weighTexts(
  texts: readonly string[],
  candidates: Candidates,
  pace: Pace,
): Promise<WeighedText[]> {
  const weighed: WeighedText[] = [];
  // User-interface labels repeat, so each distinct text is weighed once.
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
  const weighed = await weighText(sample, candidates);
  return {
    sample: weighed,
    foreign: foreignLanguageOf(weighed.detectorEvidence, candidates.languages, sample.words),
  };
}

/** The best of `names` for each text; undefined for a text without letters or in a foreign language. */
function findAmong(names: readonly string[], texts: readonly WeighedText[]): (string | undefined)[] {
  const samples = texts.map(({ sample, foreign }) => (foreign === undefined ? sample : undefined));
  const known = samples.filter((sample) => sample !== undefined);
  const weights = known.map(({ evidence }) => Float64Array.from(names, (name) => evidence.get(name) ?? 0));
  const prior = priorShares(names);
  const logPrior = prior.map(Math.log);
  const shares = sharesBesideTexts(weights, prior);
  const found = new Map(
    known.map((sample, i) => {
      const ownShares = shares[i] ?? logPrior;
      return [sample, names[bestInCall(names, weights[i] ?? prior, ownShares, logPrior, sample.basis)]];
    }),
  );
  return samples.map((sample) => sample && found.get(sample));
}

function priorShares(names: readonly string[]): Float64Array {
  const odds = Float64Array.from(names, (name) => (name === 'en' ? englishOdds : 1));
  const total = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / total);
}

/** The first of `names` if several are equally frequent, whatever the order of the texts. */
function mostFrequent(names: readonly string[], found: readonly (string | undefined)[]): string | undefined {
  const counts = Map.groupBy(found, (name) => name);
  const countOf = (name: string) => counts.get(name)?.length ?? 0;
  const most = Math.max(...names.map(countOf));
  return most === 0 ? undefined : names.find((name) => countOf(name) === most);
}

/** The detectors cannot distinguish variants of a language: the language itself represents all, or else the first variant. */
function tagsByName(candidates: readonly string[]): Map<string, string> {
  const tagByName = new Map<string, string>();
  for (const tag of candidates) {
    const base = baseLanguage(tag);
    const name = detectorNames[base] ?? base;
    if (!tagByName.has(name) || tag === base) tagByName.set(name, tag);
  }
  return tagByName;
}
