/** How much engine time the texts of one team take for their length. */

/** What a text takes on top of its characters: without it, a flood of single words would look like hard work. */
const charactersPerText = 50;

/** Of each new text in the usual rate. */
const weight = 0.1;
/** A rate that rises is believed soon, and one that falls only after some twenty texts. */
const weightOfRise = 0.5;
/** One text can be slow through no fault of its own: it makes the rate so many times as high at most. */
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

  /** Of one text, whatever its length. */
  get usualTextMs(): number | undefined {
    return this.#usualTextMs;
  }

  /** With `isCertain` the text itself is to blame. */
  note(workedMs: number, characters: number, texts = 1, isCertain = false): void {
    const rate = workedMs / effortOf(characters, texts);
    const high = this.#high + (rate > this.#high ? weightOfRise : weight) * (rate - this.#high);
    this.#high = this.#usual === undefined || isCertain ? high : Math.min(high, maxRise * this.#high);
    this.#usual = moved(this.#usual, rate);
    this.#usualTextMs = moved(this.#usualTextMs, workedMs / texts);
  }

  expectedMs(characters: number, texts: number, otherwise: number): number {
    return msAt(this.#usual ?? otherwise, characters, texts);
  }

  /** Where it would be worse to expect too little than too much. */
  cautiousMs(characters: number, otherwise: number): number {
    return msAt(this.#usual === undefined ? otherwise : this.#high, characters, 1);
  }
}

const moved = (average: number | undefined, value: number) =>
  average === undefined ? value : average + weight * (value - average);

export function msAt(rate: number, characters: number, texts: number): number {
  return rate * effortOf(characters, texts);
}
