/** Decides between the evidence of a text and the hint that the other texts of its call give. */
import { areRelatives } from './sister-languages.ts';

/**
 * What the evidence of a text rests on. A sentence and a listed word keep their language among other texts;
 * anything else is a guess, and follows them.
 */
export type Basis = 'sentence' | 'listed_word' | 'guess';

/** How much the other texts count at most against a sentence or a listed word, which counts for more. */
const maxHint = 4;
/** N-grams of a few words seem more certain than they are. */
const guessHintWeight = 1.3;
/** Between close relatives, the words of one text say less than the rest of the call. */
const relativeHintWeight = 3;

/**
 * The index of the best of `names`. `weights` is the evidence of the text, `shares` the logarithms of each
 * language's share of the other texts, `prior` the logarithms of its share of all calls.
 */
export function bestInCall(
  names: readonly string[],
  weights: Float64Array,
  shares: Float64Array,
  prior: Float64Array,
  basis: Basis,
): number {
  const hints = shares.map((share, i) => share - (prior[i] ?? 0));
  const strongest = Math.max(...hints);
  const leader = names[hints.indexOf(strongest)] ?? '';
  const sums = weights.map((weight, i) => {
    const lag = strongest - (hints[i] ?? 0);
    return weight + (prior[i] ?? 0) - weighLag(lag, areRelatives(leader, names[i] ?? ''), basis);
  });
  return sums.indexOf(Math.max(...sums));
}

/** What counts against a language because the hint for the leading one is stronger by `lag`. */
function weighLag(lag: number, isRelative: boolean, basis: Basis): number {
  if (basis === 'sentence') return Math.min(lag, maxHint);
  if (isRelative) return relativeHintWeight * lag;
  return basis === 'listed_word' ? Math.min(lag, maxHint) : guessHintWeight * lag;
}
