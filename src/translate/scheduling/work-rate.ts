/** The engine time that the texts of one team take in relation to their length. */

/**
 * The fixed overhead of a text, in characters. Without it, a flood of single words would look like expensive
 * work.
 */
const charactersPerText = 50;

/** The weight of each new text in the moving average. */
const weight = 0.1;
/** A rising rate takes effect quickly; a falling rate only after about twenty texts. */
const riseWeight = 0.5;
/** A text can be slow for external reasons, so one measurement raises the rate by at most this factor. */
const maxRise = 3;

const effortOf = (characters: number, texts: number) => characters + texts * charactersPerText;

export class WorkRate {
  #usual: number | undefined;
  #usualTextMs: number | undefined;
  #high = 0;

  /** In milliseconds per character; undefined before the first text. */
  get usual(): number | undefined {
    return this.#usual;
  }

  /** The usual duration of one text, regardless of its length. */
  get usualTextMs(): number | undefined {
    return this.#usualTextMs;
  }

  /** With `isCertain`, the text itself is the cause, so the rise is not capped. */
  note(workedMs: number, characters: number, texts = 1, isCertain = false): void {
    const rate = workedMs / effortOf(characters, texts);
    const high = this.#high + (rate > this.#high ? riseWeight : weight) * (rate - this.#high);
    this.#high = this.#usual === undefined || isCertain ? high : Math.min(high, maxRise * this.#high);
    this.#usual = moved(this.#usual, rate);
    this.#usualTextMs = moved(this.#usualTextMs, workedMs / texts);
  }

  expectedMs(characters: number, texts: number, defaultRate: number): number {
    return msAt(this.#usual ?? defaultRate, characters, texts);
  }

  /** For decisions in which an underestimate is worse than an overestimate. */
  cautiousMs(characters: number, defaultRate: number): number {
    return msAt(this.#usual === undefined ? defaultRate : this.#high, characters, 1);
  }
}

const moved = (average: number | undefined, value: number) =>
  average === undefined ? value : average + weight * (value - average);

export function msAt(rate: number, characters: number, texts: number): number {
  return rate * effortOf(characters, texts);
}
