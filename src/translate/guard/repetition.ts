/**
 * Finds loops: the same words or characters repeated, the most frequent failure of a model. A source text may
 * repeat itself, and then its translation may too: only repetition beyond that of the source counts.
 */

/** The number of consecutive repeats that make a loop, by the length of the repeated sequence. */
function repeatsOfLoop(period: number): number {
  if (period === 1) return 5;
  return period < 8 ? 3 : 2;
}

/** Every loop has at least this many repeated word pairs: one word five times has exactly three. */
const minRepeatedPairs = 3;
const maxWordPeriod = 60;
const maxCharacterPeriod = 30;
/** Inside a word, or in scripts that do not separate words: shorter loops can be chance. */
const minLoopCharacters = 18;
const minLetterRun = 12;
/** Limits the comparisons for very long texts; the shortest periods are always checked. */
const maxComparisons = 2_000_000;

/** Both texts are given as lower-case words. */
export function hasLoop(answer: readonly string[], source: readonly string[]): boolean {
  return loopsInWords(answer, source) || loopsInCharacters(answer, source);
}

/** Whether the answer repeats a sign many times and the source has no such run. */
export function hasSignRun(answer: string, source: string): boolean {
  return longSignRun.test(answer) && !signRun.test(source);
}

const longSignRun = /([^\p{L}\p{M}\p{N}\s])(?:\s*\1){15}/u;
const signRun = /([^\p{L}\p{M}\p{N}\s])(?:\s*\1){3}/u;

function loopsInWords(answer: readonly string[], source: readonly string[]): boolean {
  const given = numbered(answer);
  if (repeatedPairs(given) < minRepeatedPairs) return false;
  const asked = new Runs(numbered(source));
  const isLoop = (period: number) => {
    const repeats = repeatsOf(longestRun(given, period), period);
    return repeats >= repeatsOfLoop(period) && repeats > 2 * naturalRepeats(asked, period, 3) - 1;
  };
  return periodsOf(given, maxWordPeriod).some(isLoop) || isMonotonous(answer, source);
}

/**
 * The repeats of the source with a similar period: a translated phrase may have more or fewer words. Runs of
 * fewer than `minUnits` units are chance, such as the zeros of 5,000,000 or the letters of `cancan` in "can
 * cancel".
 */
function naturalRepeats(asked: Runs, period: number, minUnits: number): number {
  const similar = periodsOf(asked.units, 3 * period).filter((each) => 3 * each >= period);
  const runs = similar.filter((each) => asked.longest(each) + each >= minUnits);
  return Math.max(1, ...runs.map((each) => repeatsOf(asked.longest(each), each)));
}

/** Detects loops with small variations: few distinct three-word phrases for the number of words. */
function isMonotonous(answer: readonly string[], source: readonly string[]): boolean {
  return answer.length >= 30 && variety(answer) < Math.min(0.5, variety(source) - 0.25);
}

function variety(words: readonly string[]): number {
  const phrases = words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`);
  return phrases.length === 0 ? 1 : new Set(phrases).size / phrases.length;
}

/** Long words, and texts in scripts that do not separate words, are checked letter by letter. */
function loopsInCharacters(answer: readonly string[], source: readonly string[]): boolean {
  const text = answer.join('');
  const suspects = unspaced.test(text) ? [text] : answer.filter((word) => word.length >= minLetterRun);
  if (suspects.length === 0) return false;
  const asked = new Runs(numbered([...source.join('')]));
  return suspects.some((suspect) => {
    const given = numbered([...suspect]);
    return periodsOf(given, maxCharacterPeriod).some((period) => {
      const run = longestRun(given, period);
      const isLong = run + period >= (period === 1 ? minLetterRun : minLoopCharacters);
      const repeats = run / period + 1;
      if (!isLong || repeats < (period < 6 ? 4 : 3)) return false;
      return repeats > 2 * naturalRepeats(asked, period, minLetterRun) - 1;
    });
  });
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Replaces units by numbers, which compare faster than strings. */
function numbered(units: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return units.map((unit) => {
    const number = numbers.get(unit) ?? numbers.size;
    numbers.set(unit, number);
    return number;
  });
}

function repeatedPairs(units: readonly number[]): number {
  const pairs = new Set<number>();
  for (let i = 1; i < units.length; i++) pairs.add((units[i - 1] ?? 0) * units.length + (units[i] ?? 0));
  return Math.max(0, units.length - 1 - pairs.size);
}

function periodsOf(units: readonly number[], maxPeriod: number): number[] {
  const affordable = Math.ceil(maxComparisons / Math.max(1, units.length));
  const longest = Math.min(maxPeriod, Math.floor(units.length / 2), affordable);
  return Array.from({ length: longest }, (_, i) => i + 1);
}

/** The longest run of units that each equal the unit one period before. */
function longestRun(units: readonly number[], period: number): number {
  let [longest, run] = [0, 0];
  for (let i = period; i < units.length; i++) {
    run = units[i] === units[i - period] ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

function repeatsOf(run: number, period: number): number {
  return Math.floor(run / period) + 1;
}

/** Caches the longest run per period, because the source is checked for every suspected loop. */
class Runs {
  readonly units: readonly number[];
  readonly #longest = new Map<number, number>();

  constructor(units: readonly number[]) {
    this.units = units;
  }

  longest(period: number): number {
    let run = this.#longest.get(period);
    if (run === undefined) {
      run = longestRun(this.units, period);
      this.#longest.set(period, run);
    }
    return run;
  }
}
