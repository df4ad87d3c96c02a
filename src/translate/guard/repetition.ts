/**
 * Finds loops: the same words or characters over and over, which is how a model fails most often. A text may repeat
 * itself, and then so may its translation: only what the source doesn't do counts.
 */

/** Repeats in a row from which on it is a loop, by the length of what is repeated. */
function repeatsOfLoop(period: number): number {
  if (period === 1) return 5;
  return period < 8 ? 3 : 2;
}

/** The loop with the fewest pairs of words that were there before is one word five times. */
const minRepeatedPairs = 3;
const maxWordPeriod = 60;
const maxCharacterPeriod = 30;
/** Inside a word, or where words aren't separated: long enough to be no chance. */
const minLoopCharacters = 18;
const minRowOfLetters = 12;
/** Bounds the comparing for very long texts, whose short periods are looked at all the same. */
const maxComparisons = 2_000_000;

/** Both texts as their words in lower case. */
export function hasLoop(answer: readonly string[], source: readonly string[]): boolean {
  return loopsInWords(answer, source) || loopsInCharacters(answer, source);
}

/** The same sign over and over, where the source has no such row. */
export function hasRowOfSigns(answer: string, source: string): boolean {
  return longRowOfSigns.test(answer) && !rowOfSigns.test(source);
}

const longRowOfSigns = /([^\p{L}\p{M}\p{N}\s])(?:\s*\1){15}/u;
const rowOfSigns = /([^\p{L}\p{M}\p{N}\s])(?:\s*\1){3}/u;

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
 * What is said twice in the source may be said twice in other words, a few more or a few less. Rows of fewer units
 * than `minUnits` are chance, such as the zeros of 5,000,000 or the letters of `cancan` in "can cancel".
 */
function naturalRepeats(asked: Runs, period: number, minUnits: number): number {
  const similar = periodsOf(asked.units, 3 * period).filter((each) => 3 * each >= period);
  const rows = similar.filter((each) => asked.longest(each) + each >= minUnits);
  return Math.max(1, ...rows.map((each) => repeatsOf(asked.longest(each), each)));
}

/** Loops with small changes in between: few different turns of phrase for so many words. */
function isMonotonous(answer: readonly string[], source: readonly string[]): boolean {
  return answer.length >= 30 && variety(answer) < Math.min(0.5, variety(source) - 0.25);
}

function variety(words: readonly string[]): number {
  const turns = words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`);
  return turns.length === 0 ? 1 : new Set(turns).size / turns.length;
}

/** Words that are so long, and texts in scripts that don't separate them, are looked at letter by letter. */
function loopsInCharacters(answer: readonly string[], source: readonly string[]): boolean {
  const text = answer.join('');
  const suspects = unspaced.test(text) ? [text] : answer.filter((word) => word.length >= minRowOfLetters);
  if (suspects.length === 0) return false;
  const asked = new Runs(numbered([...source.join('')]));
  return suspects.some((suspect) => {
    const given = numbered([...suspect]);
    return periodsOf(given, maxCharacterPeriod).some((period) => {
      const run = longestRun(given, period);
      const isLong = run + period >= (period === 1 ? minRowOfLetters : minLoopCharacters);
      const repeats = run / period + 1;
      if (!isLong || repeats < (period < 6 ? 4 : 3)) return false;
      return repeats > 2 * naturalRepeats(asked, period, minRowOfLetters) - 1;
    });
  });
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Numbers are compared faster than strings. */
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

/** How many units in a row are the same as those one period before. */
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

/** The source is compared with itself for every suspicion: each period once. */
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
