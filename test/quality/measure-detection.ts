/** The figures of docs/detection.md, measured on FLORES with the detection that calls use. */
import { type Detection, detectLanguages } from '../../src/translate/detection/detect-languages.ts';
import { middleOf } from './flores.ts';

export type Sentences = ReadonlyMap<string, readonly string[]>;

/** No detector knows these; they stay candidates and are left out of averages. */
export const unknownLanguages: readonly string[] = ['ig'];
/** What Apertium's Debian packages translate to and from Spanish and Danish. */
export const apertiumLanguages = ['en', 'es', 'ca', 'fr', 'it', 'pt', 'sv', 'da'];

/** How the texts of one language are made from its sentences. */
export interface Cut {
  /** Words of each sentence; all without it. */
  readonly words?: number;
  /** Texts of one language in each call. */
  readonly callSize: number;
}

export interface Outcome {
  readonly texts: number;
  readonly right: number;
  readonly refused: number;
  /** What the others were taken for, the most frequent first. */
  readonly mistakes: readonly (readonly [language: string, count: number])[];
}

/** What becomes of each language's texts. */
export async function measure(
  sentences: Sentences,
  cut: Cut,
  candidates: readonly string[],
  languages: Iterable<string> = sentences.keys(),
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const language of languages) {
    const texts = textsOf(sentences, language, cut.words);
    outcomes.set(language, outcomeOf(language, await detectInCalls(texts, cut.callSize, candidates)));
  }
  return outcomes;
}

export interface MixedOutcome {
  readonly calls: number;
  readonly majorityRight: number;
  readonly otherRight: number;
}

/** Calls of nine texts in one language and a sentence in another: is each found? */
export async function measureMixedCalls(
  sentences: Sentences,
  words: number,
  callsPerLanguage = 10,
): Promise<MixedOutcome> {
  const languages = [...sentences.keys()].filter((language) => !unknownLanguages.includes(language));
  const outcome = { calls: 0, majorityRight: 0, otherRight: 0 };
  for (const [i, language] of languages.entries()) {
    const other = languages[(i + 7) % languages.length] ?? language;
    const texts = textsOf(sentences, language, words);
    for (const [k, sentence] of textsOf(sentences, other).slice(0, callsPerLanguage).entries()) {
      const call = [...texts.slice(9 * k, 9 * k + 9), sentence];
      const found = await detectLanguages(call, [...sentences.keys()]);
      outcome.calls += 1;
      outcome.otherRight += isFound(found.at(-1), other) ? 1 : 0;
      outcome.majorityRight +=
        found.slice(0, 9).filter((detection) => isFound(detection, language)).length / 9;
    }
  }
  return outcome;
}

/** The average over the languages that a detector knows, each counting the same. */
export function averageOf(
  outcomes: ReadonlyMap<string, Outcome>,
  share: (outcome: Outcome) => number,
): number {
  const shares = [...outcomes]
    .filter(([language]) => !unknownLanguages.includes(language))
    .map(([, outcome]) => share(outcome));
  return shares.reduce((sum, value) => sum + value, 0) / shares.length;
}

export const rightShare = ({ right, texts }: Outcome) => right / texts;
export const refusedShare = ({ refused, texts }: Outcome) => refused / texts;

function textsOf(sentences: Sentences, language: string, words?: number): string[] {
  const all = sentences.get(language) ?? [];
  return all.map((sentence) => (words === undefined ? sentence : middleOf(sentence, language, words)));
}

async function detectInCalls(
  texts: readonly string[],
  callSize: number,
  candidates: readonly string[],
): Promise<Detection[]> {
  const found: Detection[] = [];
  for (let start = 0; start < texts.length; start += callSize) {
    found.push(...(await detectLanguages(texts.slice(start, start + callSize), candidates)));
  }
  return found;
}

function outcomeOf(language: string, found: readonly Detection[]): Outcome {
  const wrong = found.filter((detection) => !isFound(detection, language));
  const counts = Map.groupBy(wrong, ({ kind, language: taken }) =>
    kind === 'found' ? taken : `no ${taken}`,
  );
  return {
    texts: found.length,
    right: found.length - wrong.length,
    refused: wrong.filter(({ kind }) => kind === 'no_route').length,
    mistakes: [...counts].map(([taken, all]) => [taken, all.length] as const).toSorted((a, b) => b[1] - a[1]),
  };
}

function isFound(detection: Detection | undefined, language: string): boolean {
  return detection?.kind === 'found' && detection.language === language;
}
